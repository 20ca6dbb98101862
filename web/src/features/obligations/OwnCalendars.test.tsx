// The company's own calendars: added, edited and deleted in the list of all calendars.
import { type CalendarRule, ownCalendars as calls, type OwnCalendar, obligations } from '@padron/contract/obligations'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { rule, TODAY } from '../../testing/obligations.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { AllCalendars } from './AllCalendars.tsx'

const ONE = calls.change.path.replace(':ownCalendarId', '7')
const STORED: OwnCalendar = {
  ownCalendarId: 7,
  kind: 'calendar',
  title: 'Fumigación',
  states: [9],
  digits: [1],
  windows: [{ from: '11-20', to: '12-10' }],
  note: '',
  version: 3,
}
const ownRule = (): CalendarRule =>
  rule({ ruleKey: 'propio-7', own: true, title: 'Fumigación', validFrom: null, validTo: null, version: '' })
let stored: OwnCalendar[]
let refusal: { status: number; json: unknown } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [obligations.rules.path]: () => ({ json: { rules: [rule(), ...stored.map(ownRule)], units: [], holidays: [] } }),
    [calls.list.path]: (_, method) =>
      method === 'GET' ? { json: { calendars: stored } } : (refusal ?? { json: { ownCalendarId: 8 } }),
    [ONE]: (_, method) => {
      if (!refusal && method === 'DELETE') stored = []
      return refusal ?? { json: { message: '' } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  stored = [STORED]
  refusal = undefined
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  queryClient.clear()
  notices.set([])
})

const List = () => <AllCalendars today={TODAY} onClose={() => undefined} onOpen={() => undefined} />
const show = async (user = ADMIN) => {
  showScreen(List, '/calendar', user)
  return within(await screen.findByRole('region', { name: 'De su empresa' }))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (name: string, value: string, at = 0) =>
  fireEvent.change(screen.getAllByRole('textbox', { name })[at] as HTMLElement, { target: { value } })
const sent = (method: string) => server.sent.filter((one) => one.method === method)
const bodyOf = (method: string): unknown => JSON.parse(sent(method)[0]?.body ?? '')

test('are marked and grouped; users who may not edit them see no buttons', async () => {
  const own = await show({ ...ADMIN, role: ['vehicles_read', 'documents_read'] })
  expect(own.getByText('Fumigación')).toBeTruthy()
  expect(own.getByText('De su empresa', { selector: '.tag' })).toBeTruthy()
  expect(own.queryByText(/Fuente/)).toBeNull()
  expect(own.getByRole('button', { name: 'Ver los vehículos a los que toca: Fumigación' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Editar|Eliminar|Agregar)/ })).toBeNull()
})

test('one is added with yearly and single periods; errors appear at their fields', async () => {
  await show()
  press('Agregar calendario propio')
  await screen.findByRole('dialog', { name: 'Agregar calendario propio' })
  press('Guardar')
  expect(await screen.findByText('Escriba un título')).toBeTruthy()
  fill('Título', ' Fumigación ')
  fill('Desde', '1/3')
  fill('Hasta', '1/2')
  press('Guardar')
  expect(await screen.findByText('La fecha final del periodo 1 es anterior a la inicial')).toBeTruthy()
  expect(sent('POST')).toEqual([])
  fill('Hasta', '30/4')
  fireEvent.click(screen.getByRole('checkbox', { name: '3' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '0' }))
  press('Agregar periodo')
  expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Desde' })[1])
  fill('Desde', '03/05/2027', 1)
  fill('Hasta', '05/05/2027', 1)
  press('Guardar')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Agregar calendario propio' })).toBeNull())
  expect(bodyOf('POST')).toEqual({
    kind: 'calendar',
    title: 'Fumigación',
    states: [],
    digits: [0, 3],
    windows: [
      { from: '03-01', to: '04-30' },
      { from: '2027-05-03', to: '2027-05-05' },
    ],
    note: '',
  })
  expect(await screen.findByText(calls.add.done)).toBeTruthy()
})

test('a holiday has no plates; the form states the limit of the company', async () => {
  refusal = {
    status: 422,
    json: { type: 'about:blank', title: 'Su empresa ya tiene 100 calendarios propios.', status: 422 },
  }
  await show()
  press('Agregar calendario propio')
  fireEvent.click(await screen.findByRole('radio', { name: 'Día inhábil' }))
  expect(screen.queryByRole('group', { name: 'Terminaciones de placa' })).toBeNull()
  fill('Título', 'Aniversario')
  fill('Desde', '16/9')
  fill('Hasta', '16/9')
  press('Guardar')
  expect(await screen.findByText('Su empresa ya tiene 100 calendarios propios.')).toBeTruthy()
  expect(bodyOf('POST')).toMatchObject({ kind: 'holiday', digits: [] })
  press('Cancelar')
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
})

test('one is edited; after a conflict with another user, what was typed stays', async () => {
  await show()
  press('Editar: Fumigación')
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Título' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Desde' }).value).toBe('20/11')
  fill('Título', 'Fumigación anual')
  stored = [{ ...STORED, note: 'Con cita', version: 4 }]
  const errors = [{ path: 'body.version', message: 'cambió' }]
  refusal = { status: 409, json: { type: 'about:blank', title: 'cambió', status: 409, errors } }
  press('Guardar')
  expect(await screen.findByText(/^Otra persona cambió este calendario mientras usted lo editaba/)).toBeTruthy()
  expect(title.value).toBe('Fumigación anual')
  refusal = undefined
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  press('Guardar')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Editar calendario propio' })).toBeNull())
  expect(sent('PUT').map(({ body }) => JSON.parse(body ?? ''))).toMatchObject([
    { title: 'Fumigación anual', version: 3 },
    { title: 'Fumigación anual', note: 'Con cita', version: 4 },
  ])
})

test('one is deleted after a confirmation, and the focus stays in the list', async () => {
  await show()
  screen.getByRole('button', { name: 'Eliminar: Fumigación' }).focus()
  press('Eliminar: Fumigación')
  const question = await screen.findByRole('dialog', { name: 'Eliminar calendario propio' })
  expect(question.textContent).toContain('Se eliminará Fumigación')
  press('Eliminar calendario')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'De su empresa' })).toBeNull())
  expect(sent('DELETE').map(({ path }) => path)).toEqual([ONE])
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Calendarios' }).contains(document.activeElement)).toBe(true),
  )
})
