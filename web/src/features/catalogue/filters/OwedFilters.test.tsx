// The catalogue's filters of debts and due dates: links of dashboards, chips, and their section of the dialog.
import { catalogue } from '@padron/contract/catalogue'
import { tags } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import type { User } from '../../../session/session.ts'
import { ADMIN, showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { CoverageLine } from '../CoverageLine.tsx'
import { fleetQuery } from '../filters.ts'
import { CatalogueSearch } from '../search.ts'
import { Filters } from './Filters.tsx'

const MATCHED = { what: 'debts', count: 35, total: 12300, withoutAmount: 2 }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [catalogue.states.path]: () => ({ json: { states: [] } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
    [catalogue.coverage.path]: () => ({
      json: {
        at: new Date().toISOString(),
        vehicles: 20,
        debt: { total: 50000, withoutAmount: 2, vehicles: 20, unknown: 0, missing: 0, byHand: 0 },
        checks: { current: 9, old: 0, never: 0, byHand: 0 },
        oldest: null,
        matched: MATCHED,
      },
    }),
  })
})
afterAll(() => server.stop())
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  localStorage.clear()
  notices.set([])
})

const CLOCK = { now: Date.parse('2026-11-22T18:00:00Z'), zone: 'America/Mexico_City' }
const Filtered = () => {
  const [search, change] = useSearchState(CatalogueSearch)
  return (
    <>
      <Filters search={search} change={change}>
        {null}
      </Filters>
      <CoverageLine query={fleetQuery(search, 'MX')} after clock={CLOCK} />
    </>
  )
}
const open = async (address: string, user?: User) => {
  const router = showScreen(Filtered, address, user)
  fireEvent.click(await screen.findByRole('button', { name: 'Más filtros' }))
  const section = within(await screen.findByRole('region', { name: 'Adeudos y vencimientos' }))
  const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Guardar filtros' }))
  const leads = (search: string) =>
    waitFor(() => expect(decodeURIComponent(router.state.location.searchStr)).toBe(search))
  const day = (label: string, value: string) => fireEvent.change(section.getByLabelText(label), { target: { value } })
  const group = (name: string) => within(section.getByRole('group', { name }))
  const tick = (name: string, option: string) => fireEvent.click(group(name).getByLabelText(option))
  return { section, save, leads, day, group, tick }
}

test('debts are filtered by kind, date and mark; the filters of a link stay', async () => {
  const { save, leads, day, tick, group } = await open('/?rfcNameIs=~&stolenDays=..')
  tick('Con adeudo', 'De cualquier tipo')
  tick('Con adeudo', 'Multas')
  expect((group('Con adeudo').getByLabelText('De cualquier tipo') as HTMLInputElement).checked).toBe(false)
  expect(group('Con adeudo').queryByLabelText('Comparendos')).toBeNull()
  tick('El adeudo', 'Marcado como pagado y aún listado')
  tick('Estado de alguna consulta', 'Requiere intervención manual')
  day('Fecha del adeudo: desde', '2026-11-02')
  day('Fecha del adeudo: hasta', '2026-11-01')
  save()
  expect(await screen.findByText('La fecha final es anterior a la inicial')).toBeTruthy()
  day('Fecha del adeudo: hasta', '2026-11-30')
  save()
  await leads('?rfcNameIs=~&stolenDays=..&debts=1&debtMarked=1&anyStatus=13&debtDays=2026-11-02..2026-11-30')
  const chips = within(screen.getByRole('list', { name: 'Filtros activos' }))
  fireEvent.click(chips.getByRole('button', { name: 'Quitar filtro Con adeudo' }))
  await leads('?rfcNameIs=~&stolenDays=..&debts=any&debtMarked=1&anyStatus=13&debtDays=2026-11-02..2026-11-30')
  fireEvent.click(chips.getByRole('button', { name: 'Quitar filtro Con adeudo' }))
  await leads('?rfcNameIs=~&stolenDays=..&anyStatus=13')
})

test('the total of debts is filtered in the company’s currency', async () => {
  const { section, save, leads, day, tick } = await open('/?debts=1&debtTotal=5000.01..')
  const from = section.getByLabelText('Importe del adeudo (MXN): desde') as HTMLInputElement
  expect(from.value).toBe('5,000.01')
  day('Importe del adeudo (MXN): desde', 'mucho')
  save()
  expect(await screen.findByText(/^Importe del adeudo, desde: no es un importe/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(from))
  day('Importe del adeudo (MXN): desde', '$2,500')
  day('Importe del adeudo (MXN): hasta', '10,000.50')
  tick('Con adeudo', 'De cualquier tipo')
  save()
  await leads('?debts=any&debtTotal=2500..10000.5')
  const chips = within(screen.getByRole('list', { name: 'Filtros activos' }))
  expect(chips.getByText('de $2,500 a $10,000.50')).toBeTruthy()
  cleanup()
  const colombia = await open('/?debts=any&debtTotal=1500000..', { ...ADMIN, country: 'CO' })
  expect((colombia.section.getByLabelText('Importe de la deuda (COP): desde') as HTMLInputElement).value).toBe(
    '1.500.000',
  )
})

test('the filter of vehicles without debts is set and removed', async () => {
  const { save, leads, tick } = await open('/')
  tick('Sin adeudo', 'Según todas sus consultas')
  save()
  await leads('?withoutDebts=1')
  const chips = within(screen.getByRole('list', { name: 'Filtros activos' }))
  fireEvent.click(chips.getByRole('button', { name: 'Quitar filtro Sin adeudo' }))
  await leads('')
})

test('due dates require a kind and both days; the missing one is reported', async () => {
  const { save, leads, day, tick, group, section } = await open('/')
  expect(section.queryByRole('group', { name: 'Línea de captura de' })).toBeNull()
  day('Fecha de vencimiento: desde', '2026-11-23')
  save()
  expect(await screen.findByText('Elija qué vence, o quite las fechas')).toBeTruthy()
  tick('Vencimientos', 'Línea de captura')
  tick('Vencimientos', 'Póliza de seguro')
  expect(group('Vencimientos').queryByLabelText('Seguro')).toBeNull()
  tick('Línea de captura de', 'Multas CDMX')
  save()
  expect(await screen.findByText('Falta la fecha final')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Fecha de vencimiento: desde'))
  day('Fecha de vencimiento: hasta', '2026-12-22')
  save()
  await leads('?due=policy,payment&dueTypes=9&dueDays=2026-11-23..2026-12-22')
  expect(
    screen.getByText('Póliza de seguro, Línea de captura de Multas CDMX; del 23/11/2026 al 22/12/2026'),
  ).toBeTruthy()
})

test('users who may not see documents are not offered them', async () => {
  const { group } = await open('/', { ...ADMIN, role: ['vehicles_read'] })
  expect(group('Vencimientos').queryByLabelText('Póliza de seguro')).toBeNull()
  expect(group('Vencimientos').queryByLabelText('Documento')).toBeNull()
  expect(group('Vencimientos').getByLabelText('Seguro')).toBeTruthy()
})

test('the line above the table distinguishes the filtered debts from the total', async () => {
  showScreen(Filtered, '/?debts=1')
  expect(await screen.findByText('Del filtro: 35 adeudos por $12,300.00 MXN (2 sin importe)')).toBeTruthy()
  expect(screen.getByText('Adeudo conocido $50,000')).toBeTruthy()
})
