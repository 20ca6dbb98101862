// Two users edit one report: nobody overwrites the other's changes without having seen them.
import { emailSettings } from '@padron/contract/email-settings'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { tags } from '@padron/contract/tags'
import { views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ReportsScreen } from './ReportsScreen.tsx'
import './ReportDialog.tsx'
import { report, settings, ZONE } from '../../testing/reports.ts'

let stored: Report
let server: Awaited<ReturnType<typeof startSmallServer>>
const OUTDATED = {
  status: 409,
  json: { type: 'about:blank', title: 'Otra', status: 409, errors: [{ path: 'body.version', message: 'Otra' }] },
}

beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: () => ({ json: { reports: [stored], timeZone: ZONE } }),
    '/api/v2/reports/1': (body) => (JSON.parse(body).version === stored.version ? { json: stored } : OUTDATED),
    [calls.nextDates.path]: () => ({ json: { dates: [] } }),
    [calls.rounds.path]: () => ({ json: { rounds: [] } }),
    [emailSettings.read.path]: () => ({ json: { emailSettings: settings() } }),
    [views.list.path]: () => ({ json: { views: [] } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = report(1, 'Adeudos')
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const edit = async () => {
  showScreen(ReportsScreen, '/reports')
  fireEvent.click(await screen.findByRole('button', { name: 'Acciones de Adeudos' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  return within(await screen.findByRole('dialog', { name: /^Editar/ }))
}
/** Another user saves these changes while the form is open. */
const elsewhere = (changes: Partial<Report>): void => {
  stored = { ...stored, ...changes, version: stored.version + 1 }
}
const changes = () => [...document.querySelectorAll('.conflict-note li')].map(({ textContent }) => textContent)
const sent = () => server.sent.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))

test('a recovered draft shows what another user changed since it was stored', async () => {
  fireEvent.change((await edit()).getByLabelText('Nombre del reporte'), { target: { value: 'Otro nombre' } })
  cleanup()
  elsewhere({ mails: ['ana@norte.example', 'nueva@norte.example'], sendHour: 9, active: false })
  const form = await edit()
  expect(form.getByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  expect(changes()).toEqual([
    'Agregó a nueva@norte.example.',
    'Quitó a luis@norte.example, eva@norte.example.',
    'Cambió cuándo se envía: cada lunes a las 9:00.',
    'Lo puso en pausa.',
  ])
  fireEvent.click(form.getByRole('button', { name: 'Ver lo nuevo' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
  expect(form.getByLabelText<HTMLInputElement>('Nombre del reporte').value).toBe('Adeudos')
  expect(form.getByLabelText<HTMLInputElement>('Destinatarios').value).toBe('ana@norte.example, nueva@norte.example')
  expect(changes()).toEqual([])
})

test('the form sends the version that it shows; a refused save shows the differences', async () => {
  const form = await edit()
  fireEvent.change(form.getByLabelText('Nombre del reporte'), { target: { value: 'Otro nombre' } })
  elsewhere({ name: 'El de otra persona', filter: { states: [9] }, asked: [['Estado', 'CDMX']], kind: 'expiries' })
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  const mine = await form.findByRole('button', { name: 'Guardar mi versión' })
  expect(form.getByText(/Otra persona cambió este reporte.*revíselo y guarde de nuevo/)).toBeTruthy()
  expect(changes()).toEqual([
    'Le puso el nombre «El de otra persona».',
    'Cambió el tipo de reporte a «Vencimientos».',
    'Cambió de qué vehículos informa: Estado: CDMX.',
  ])
  fireEvent.click(mine)
  expectToStayWhileBusy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().map(({ name, version }) => [name, version])).toEqual([
    ['Otro nombre', 3],
    ['Otro nombre', 4],
  ])
})

test('without unsaved changes the new version is displayed in the form', async () => {
  const form = await edit()
  elsewhere({ name: 'El de otra persona' })
  await queryClient.invalidateQueries()
  await waitFor(() =>
    expect(form.getByLabelText<HTMLInputElement>('Nombre del reporte').value).toBe('El de otra persona'),
  )
  expect(changes()).toEqual([])
})
