// What is on screen when something else changes it: dates after a query, a capture, an edit of a vehicle or of a
// document; the pending items and the dates after the last query of a vehicle ends.
import type { Args, Call } from '@padron/contract/call'
import { captures } from '@padron/contract/captures'
import { catalogue } from '@padron/contract/catalogue'
import { documents } from '@padron/contract/documents'
import { type Obligation, obligations } from '@padron/contract/obligations'
import { type PendingItem, pending } from '@padron/contract/pending'
import { processing } from '@padron/contract/processing'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { tags } from '@padron/contract/tags'
import { vehicles } from '@padron/contract/vehicles'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { useAction } from '../api/use-action.ts'
import { ObligationsScreen } from '../features/obligations/ObligationsScreen.tsx'
import { PendingScreen } from '../features/pending/PendingScreen.tsx'
import { LIVELY_MS } from '../features/resource-status/use-live-checks.ts'
import { months, obligation, TODAY, weeks } from '../testing/obligations.ts'
import { scrapedResource, typeOf } from '../testing/resource.ts'
import { showScreen } from '../testing/show-screen.tsx'
import { startSmallServer } from '../testing/small-server.ts'
import { vehicle } from '../testing/vehicle.ts'
import { VehicleDrawer } from './drawers/VehicleDrawer.tsx'

const fine: PendingItem = {
  kind: 'fine',
  vehicleAssetId: 7,
  ref: '31',
  plate: 'FAP123Z',
  vin: '3N1CN8AE1RL000001',
  customId: null,
  stateName: 'Coahuila',
  title: 'Multas · Coahuila',
  detail: null,
  dueOn: '2026-12-03',
  amount: 1200,
  withoutAmount: 0,
  debts: 1,
  saving: null,
  differing: [],
  resourceId: 31,
  resourceTypeId: 1,
  documentId: null,
  assignment: null,
}
const done = () => ({ json: { message: 'ok', asked: [], manual: [] } })

let due: readonly Obligation[]
let total: number
let items: readonly PendingItem[]
let resources: readonly ScrapedResource[]
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [obligations.weeks.path]: () => ({ json: weeks() }),
    [obligations.months.path]: () => {
      const json = months()
      return { json: { ...json, months: json.months.map((month, at) => (at === 0 ? { ...month, total } : month)) } }
    },
    [obligations.list.path]: () => ({ json: { today: TODAY, obligations: due, totalCount: due.length, groups: [] } }),
    [obligations.rules.path]: () => ({ json: { rules: [], units: [], holidays: [] } }),
    [pending.list.path]: () => ({ json: { today: TODAY, items, next: null } }),
    [pending.summary.path]: () => ({
      json: {
        total: items.length,
        overdue: 0,
        byKind: [],
        worth: { amount: 1200, items: 1, withoutAmount: 0 },
        basis: { known: 8, total: 10 },
        neverCaptured: 0,
      },
    }),
    [pending.mine.path]: () => ({ json: { total: 0, due: 0 } }),
    [pending.people.path]: () => ({ json: { people: [] } }),
    [catalogue.states.path]: () => ({ json: { states: [] } }),
    [tags.list.path]: () => ({ json: { userTags: [] } }),
    [catalogue.list.path]: () => ({ json: { vehicles: [vehicle()], totalCount: 1 } }),
    '/sapy/v2/7/byType': () => ({
      json: {
        scrapedResourceTypes: [typeOf(...resources)],
        debt: { total: null, withoutAmount: 0 },
        units: [],
        today: TODAY,
      },
    }),
    '/sapy/v2/7/changes': () => ({ json: { changes: [], more: false } }),
    '/api/v2/historic/vehicleAsset/7': () => ({ json: { vehicleAssetList: [] } }),
    '/sapy/v2/7/refresh': done,
    [captures.create.path]: done,
    [vehicles.edit.path]: done,
    [documents.update.path]: done,
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  due = [obligation({ title: 'Póliza anterior' })]
  total = 3
  items = [fine]
  resources = [scrapedResource()]
})
afterEach(async () => {
  vi.useRealTimers()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  localStorage.clear()
})

/** A button that calls what a form of the console calls. */
const Change = ({ call }: { call: Call }) => {
  const { mutate } = useAction(call, { onSuccess: () => undefined })
  const params = { vehicleId: '7' }
  return <input type="button" value="Cambiar" onClick={() => mutate({ params, body: {} } as Args<Call>)} />
}
const showCalendar = (call: Call, address: string) =>
  showScreen(
    () => (
      <>
        <ObligationsScreen />
        <Change call={call} />
      </>
    ),
    address,
  )
const change = () => fireEvent.click(screen.getByRole('button', { name: 'Cambiar' }))

test.each<[string, Call]>([
  ['a query', processing.refresh],
  ['a capture', captures.create],
  ['an edit of a vehicle', vehicles.edit],
  ['an edit of a document', documents.update],
])('%s shows the new dates, by week and by month', async (_name, call) => {
  showCalendar(call, '/calendar?week=2026-11-25')
  await screen.findByText('Póliza anterior')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  due = [obligation({ title: 'Póliza nueva' })]
  change()
  expect(await screen.findByText('Póliza nueva')).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()

  showCalendar(call, '/calendar?view=month')
  const month = async () => (await screen.findByText('Este mes')).closest('label')?.textContent
  await waitFor(async () => expect(await month()).toContain('3'))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  total = 86
  change()
  await waitFor(async () => expect(await month()).toContain('86'))
})

test('the answer to a query of the drawer shows the new dates, and what is no longer pending', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  resources = [scrapedResource({ queued: true })]
  showScreen(
    () => (
      <>
        <PendingScreen />
        <VehicleDrawer vehicleAssetId={7} as="asset" onClose={() => undefined} />
      </>
    ),
    '/pending',
  )
  const pendingFine = () => screen.queryByText('Multas · Coahuila', { selector: '.todo__title' })
  await waitFor(() => expect(pendingFine()).toBeTruthy())
  await screen.findAllByText('Póliza anterior')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  due = [obligation({ title: 'Póliza nueva' })]
  items = []
  resources = [scrapedResource()]
  await act(async () => void vi.advanceTimersByTime(LIVELY_MS))
  expect((await screen.findAllByText('Póliza nueva')).length).toBeGreaterThan(0)
  await waitFor(() => expect(pendingFine()).toBeNull())
})
