// 403 and 404 mean the same on every screen (spec core §8): their own texts replace those of the call.
import { NOTICES } from '@padron/contract/common'
import { documents } from '@padron/contract/documents'
import { health } from '@padron/contract/health'
import { news } from '@padron/contract/news'
import { obligations } from '@padron/contract/obligations'
import { queue } from '@padron/contract/queue'
import { vehicles } from '@padron/contract/vehicles'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { FunctionComponent } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { VehicleDocuments } from '../features/documents/VehicleDocuments.tsx'
import { HealthScreen } from '../features/health/HealthScreen.tsx'
import { NewsList } from '../features/news/NewsList.tsx'
import { VehicleObligations } from '../features/obligations/VehicleObligations.tsx'
import { DeliveriesDialog } from '../features/queue/DeliveriesDialog.tsx'
import { QueuePanel } from '../features/queue/QueuePanel.tsx'
import { VehicleHistory } from '../features/vehicles/VehicleHistory.tsx'
import { ADMIN, showScreen } from '../testing/show-screen.tsx'
import { startSmallServer } from '../testing/small-server.ts'
import { Totals } from './shell/SideMenu.tsx'

let status = 403
let server: Awaited<ReturnType<typeof startSmallServer>>
const refused = () => ({ status, json: {} })
beforeAll(async () => {
  server = await startSmallServer(new Proxy({}, { get: () => refused }))
})
afterAll(() => server.stop())
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const clock = { now: Date.parse('2026-11-21T18:00:00Z'), zone: ADMIN.zone }
const nothing = (): void => {}
const SCREENS: readonly [what: string, show: FunctionComponent, fails: string][] = [
  ['documents', () => <VehicleDocuments vehicleAssetId={7} clock={clock} />, documents.list.fails],
  ['health', HealthScreen, health.states.fails],
  ['news', () => <NewsList onLeave={nothing} />, news.list.fails],
  ['deliveries', () => <DeliveriesDialog queueItemId="1" title="" onClose={nothing} />, queue.deliveries.fails],
  ['jobs', () => <QueuePanel onClose={nothing} fresh={false} />, queue.items.fails],
  ['obligations', () => <VehicleObligations vehicleAssetId={7} clock={clock} />, `${obligations.list.fails}.`],
  ['history', () => <VehicleHistory vehicleAssetId={7} zone={ADMIN.zone} />, vehicles.history.fails],
  ['totals', Totals, 'No se pudieron obtener los totales.'],
]

describe.each(SCREENS)('%s', (_what, show, fails) => {
  test.each([
    [403, NOTICES[403]],
    [404, NOTICES[404]],
    [500, fails],
  ])('after %i', async (answered, words) => {
    status = answered
    showScreen(show, '/')
    await screen.findByRole('button', { name: 'Reintentar' })
    const messages = screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '')
    expect(messages.some((text) => text.startsWith(words))).toBe(true)
    expect(messages.some((text) => text.includes(fails))).toBe(words === fails)
  })
})

test('totals that could not be loaded are requested again', async () => {
  status = 500
  showScreen(Totals, '/')
  await screen.findByRole('button', { name: 'Reintentar' })
  expect(notices.get()).toMatchObject([{ kind: 'error', text: NOTICES.fails }])
})
