// Without a mail server, no part of the reports screen promises an email.
import { emailSettings } from '@padron/contract/email-settings'
import { reports as calls } from '@padron/contract/reports'
import { views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { report, settings, ZONE } from '../../testing/reports.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ReportsScreen } from './ReportsScreen.tsx'

const PROMISES = /se envían en sus fechas|Ahí se avisa|Sale en unos minutos|llega por correo| Va a |avisa por correo/

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: () => ({ json: { reports: [report(1, 'Adeudos del norte')], timeZone: ZONE } }),
    [calls.rounds.path]: () => ({ json: { rounds: [] } }),
    [emailSettings.read.path]: () => ({
      json: { emailSettings: settings({ activeTrackingReports: true, emails: ['ana@norte.example'] }) },
    }),
    [views.list.path]: () => ({ json: { views: [] } }),
  })
  // The settings are requested once for all test files of a worker.
  Object.assign(await loadConfig(), { mail: false })
})
afterAll(async () => {
  Object.assign(await loadConfig(), { mail: true })
  await server.stop()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

const NONE_SENT = /no tiene servidor de correo: los reportes y las alertas se preparan y se guardan, pero no se envían/
const pageText = () => document.body.textContent ?? ''

test('reports, settings and dialogs say that nothing is sent', async () => {
  showScreen(ReportsScreen, '/reports')
  expect(await screen.findByText(NONE_SENT)).toBeTruthy()
  await screen.findByRole('switch', { name: 'Envío programado de correos' })
  const card = within(await screen.findByRole('article', { name: 'Adeudos del norte' }))
  fireEvent.click(card.getByRole('button', { name: 'Acciones de Adeudos del norte' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Enviar ahora' }))
  const modal = within(await screen.findByRole('dialog', { name: '¿Enviar «Adeudos del norte» ahora?' }))
  expect(modal.getByText(/Se prepara y se guarda sin enviar/)).toBeTruthy()
  expect(pageText()).not.toMatch(PROMISES)
  fireEvent.click(modal.getByRole('button', { name: 'Cancelar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Subir plantilla' }))
  expect(await screen.findByText('Este servidor no envía correos: cómo quedó se ve aquí al terminar.')).toBeTruthy()
  expect(pageText()).not.toMatch(PROMISES)
})

test('the list of sends says so too', async () => {
  showScreen(ReportsScreen, '/reports?tab=envios')
  expect(await screen.findByText(NONE_SENT)).toBeTruthy()
  await screen.findByText('Todavía no se ha enviado nada')
  expect(pageText()).not.toMatch(PROMISES)
})

test('the local mailbox is offered to users who see all vehicles', async () => {
  const offered = async (user: User): Promise<boolean> => {
    showScreen(ReportsScreen, '/reports?tab=envios', user)
    await screen.findByText('Todavía no se ha enviado nada')
    const link = screen.queryByRole('link', { name: 'Ver el buzón local' })
    cleanup()
    return link !== null
  }
  const demo = { ...ADMIN, demo: true }
  expect(await offered(demo)).toBe(true)
  expect(await offered({ ...demo, vehicleScope: 'a' })).toBe(false)
})
