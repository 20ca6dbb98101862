// "Recordatorios": the user's reminders, and the dialog that changes them, which the address can open.
import { obligations } from '@padron/contract/obligations'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { RemindersScreen } from './RemindersScreen.tsx'
import type { Reminders } from './reminder-texts.ts'
import { stepsText } from './reminder-texts.ts'

const STORED: Reminders = {
  active: true,
  days: [30, 0],
  kinds: ['insurance'],
  email: 'eva@norte.example',
  byEmail: true,
  channels: [],
  mails: true,
  lastSentAt: null,
}
let stored = STORED
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [obligations.reminders.path]: (body, method) => {
      if (method === 'PUT') stored = { ...stored, ...JSON.parse(body) }
      return { json: method === 'PUT' ? { message: 'ok' } : stored }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = STORED
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

test('shows kinds, days and recipients; the dialog changes them', async () => {
  const router = showScreen(RemindersScreen, '/reminders')
  expect(await screen.findByText('30 días antes y el mismo día')).toBeTruthy()
  for (const text of ['Activos', 'Seguro', 'eva@norte.example', 'Ninguno todavía'])
    expect(screen.getByText(text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar recordatorios' }))
  await screen.findByRole('dialog', { name: 'Recordatorios por correo' })
  fireEvent.click(await screen.findByRole('switch', { name: 'Enviarme recordatorios' }))
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('En pausa: no se le envía ninguno')).toBeTruthy()
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

test('reminders that go out by no channel are not shown as active', async () => {
  const paused = { channelId: 5, name: 'Despacho', active: false }
  stored = { ...STORED, byEmail: false, channels: [paused] }
  showScreen(RemindersScreen, '/reminders')
  expect(await screen.findByText('No sale: sus canales no están activos')).toBeTruthy()
  expect(screen.getByText(/^Sus canales no están activos/)).toBeTruthy()
  expect(screen.queryByText(/Despacho/)).toBeNull()
  cleanup()
  queryClient.clear()
  stored = { ...STORED, channels: [paused, { channelId: 6, name: 'Flota', active: true }], email: '' }
  showScreen(RemindersScreen, '/reminders')
  expect(await screen.findByText('Activos')).toBeTruthy()
  expect(screen.getByText(/^Llegan a Flota, con lo que vence/)).toBeTruthy()
  cleanup()
  queryClient.clear()
  stored = { ...STORED, channels: [paused], mails: false }
  showScreen(RemindersScreen, '/reminders')
  expect(await screen.findByText('No sale: no hay servidor de correo')).toBeTruthy()
})

test('the address of the dialog opens it', async () => {
  showScreen(RemindersScreen, '/reminders?edit=si')
  expect(await screen.findByRole('dialog', { name: 'Recordatorios por correo' })).toBeTruthy()
})

test('the days in words', () => {
  expect(stepsText([])).toBe('Ningún día elegido')
  expect(stepsText([1])).toBe('1 día antes')
  expect(stepsText([1, 30, 7])).toBe('30, 7 y 1 días antes')
  expect(stepsText([0, 1])).toBe('1 día antes y el mismo día')
})
