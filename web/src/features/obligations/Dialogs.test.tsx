// The two dialogs: reminders by email, and the address for calendar programs.
import { obligations as calls } from '@padron/contract/obligations'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { expectToStayWhileBusy } from '../../testing/busy-dialog.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { Tools } from './ObligationsScreen.tsx'
import type { Reminders } from './reminder-texts.ts'

const PATH = '/api/v2/obligations/calendar/secreto.ics'
const REMINDERS: Reminders = {
  active: true,
  days: [30, 7, 1],
  kinds: ['insurance', 'payment'],
  email: 'ana@norte.example',
  byEmail: true,
  channels: [],
  mails: true,
  lastSentAt: null,
}
let stored: Reminders
let feed: { createdAt: string; lastReadAt: string | null } | null
let status: number
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.reminders.path]: (_, method) => ({
      status: method === 'PUT' ? status : 200,
      json: method === 'PUT' ? {} : stored,
    }),
    [calls.feed.path]: (_, method) => {
      if (method === 'POST' && status === 200) feed = { createdAt: new Date().toISOString(), lastReadAt: null }
      if (method === 'DELETE' && status === 200) feed = null
      return {
        status: method === 'GET' ? 200 : status,
        json: { GET: { feed }, POST: { path: PATH }, DELETE: {} }[method],
      }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = REMINDERS
  feed = null
  status = 200
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const List = () => <Tools list={{ isFetching: false, refetch: async () => ({ isError: false, error: null }) }} />
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const open = async (button: string, dialog: string) => {
  showScreen(List, '/calendar')
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return screen.findByRole('dialog', { name: dialog })
}
const reminders = () => open('Recordatorios por correo', 'Recordatorios por correo')
const calendar = () => open('Calendario (ICS)', 'Calendario en su teléfono o programa')
const sent = (method: string) => server.sent.filter((one) => one.method === method)

test('the selected days are saved in the order of the list', async () => {
  await reminders()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'El mismo día' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '60 días antes' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Seguro' }))
  expect(screen.getByText('ana@norte.example')).toBeTruthy()
  press('Guardar')
  expectToStayWhileBusy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    active: true,
    days: [60, 30, 7, 1, 0],
    kinds: ['payment'],
    byEmail: true,
    channels: [],
  })
  expect(await screen.findByText(calls.setReminders.done)).toBeTruthy()
})

test('reminders without a day are rejected; a refusal is shown at its field; closing asks to confirm', async () => {
  stored = { ...REMINDERS, days: [] }
  await reminders()
  await screen.findByRole('switch', { name: 'Enviarme recordatorios' })
  press('Guardar')
  expect(await screen.findByText('Elija al menos un día')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: '7 días antes' }))
  status = 400
  press('Guardar')
  expect(await screen.findByText(`${calls.setReminders.fails}. Vuelva a intentarlo.`)).toBeTruthy()
  press('Cancelar')
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a user who no longer sees the channels needs email, or switches reminders off; their channels stay', async () => {
  stored = { ...REMINDERS, byEmail: false, channels: [{ channelId: 5, name: 'Despacho', active: true }] }
  showScreen(List, '/calendar', { ...ADMIN, role: ['vehicles_read'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Recordatorios por correo' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: '15 días antes' }))
  press('Guardar')
  expect(await screen.findByText('Elija el correo o un canal')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: '15 días antes' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Enviarme recordatorios' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Correo' }))
  press('Guardar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    active: false,
    days: [30, 7, 1],
    kinds: ['insurance', 'payment'],
    byEmail: true,
  })
})

test('without an email address or a mail server the dialog says so', async () => {
  stored = { ...REMINDERS, email: null }
  await reminders()
  expect((await screen.findByRole('link', { name: 'Mi cuenta' })).getAttribute('href')).toBe('/account')
  cleanup()
  stored = { ...REMINDERS, mails: false }
  await reminders()
  expect(await screen.findByText(/Esta instalación no tiene servidor de correo/)).toBeTruthy()
})

test('the address is created and shown once; it is replaced or revoked after a confirmation', async () => {
  const dialog = await calendar()
  await within(dialog).findByText('Todavía no tiene una dirección de calendario.')
  press('Crear dirección')
  const field = (await within(dialog).findByLabelText('Su dirección de calendario')) as HTMLInputElement
  expect(field.value).toBe(`${location.origin}${PATH}`)
  expect(within(dialog).getByText(/no se vuelve a mostrar/)).toBeTruthy()
  press('Crear otra')
  const question = await screen.findByRole('dialog', { name: '¿Crear otra dirección?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Crear otra' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Crear otra dirección?' })).toBeNull())
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revocar' }))
  const sure = await screen.findByRole('dialog', { name: '¿Revocar la dirección?' })
  status = 500
  fireEvent.click(within(sure).getByRole('button', { name: 'Revocar' }))
  await within(sure).findByText(`${calls.revokeFeed.fails}. Vuelva a intentarlo.`)
  status = 200
  fireEvent.click(within(sure).getByRole('button', { name: 'Revocar' }))
  await within(dialog).findByText('Todavía no tiene una dirección de calendario.')
})

test('an existing address is not shown again, only its date and when it was last read', async () => {
  feed = { createdAt: '2026-01-05T12:00:00Z', lastReadAt: null }
  const dialog = await calendar()
  expect(await within(dialog).findByText('Ningún programa la ha leído todavía')).toBeTruthy()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(within(dialog).getByRole('button', { name: 'Crear otra' })).toBeTruthy()
})
