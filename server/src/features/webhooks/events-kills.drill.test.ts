// Ten thousand events while the process that numbers and sends them is killed with SIGKILL twenty times: none is lost,
// the numbers have no gap, and each vehicle's are in the order of its changes. The short case is in events.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asTenant, type Tx } from '../../db/client.ts'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { type Receiver, receiver } from '../../testing/services/receiver.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import type { SenderProcess } from './testing/sender-process.ts'

const KEY = randomBytes(32).toString('base64')
const VEHICLES = 100
const WRITERS = 4
const ROUNDS = 100
const EVENTS = VEHICLES * ROUNDS
const KILLS = 20
/** More than the lease of a killed process. */
const LEASE_MS = 61_000
/** Timeout of the whole test; a busy machine is slower. */
const AT_MOST_MS = 300_000

let server: TestServer
let company: Company
let far: Receiver
let ids: number[]
const children: ChildProcess[] = []

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  const { token } = await server.somebody(company, 'admin', ['admin'])
  ids = await server.vehicles(
    company,
    Array.from({ length: VEHICLES }, (_, i) => ({ plate: `EVT${100 + i}A` })),
  )
  far = await receiver()
  const app = await appBeside(server.db, { webhooks: { secrets: secretsOf([KEY]), privateAddresses: true } })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v2/webhooks',
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'ERP', url: far.url(), events: ['vehicle.updated'] },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  await app.close()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await far.stop()
  await server.stop()
  allowPrivateAddresses(false)
})

class Withdrawn extends Error {}

/** Each change causes an event for each of these vehicles. Some changes are rolled back, which leaves no gap. */
const writeChanges = async (own: readonly number[]): Promise<void> => {
  const change = (round: number) => (tx: Tx) =>
    sql`
      update vehicle
      set custom_id = vehicle_id || '-' || ${round}::text, row_version = row_version + 1
      where vehicle_id = any(${own}::bigint[])`.execute(tx)
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 10 === 5) {
      const withdraw = async (tx: Tx) => {
        await change(-round)(tx)
        throw new Withdrawn()
      }
      await expect(asTenant(server.db, company.tenantId, withdraw)).rejects.toThrow(Withdrawn)
    }
    await asTenant(server.db, company.tenantId, change(round))
  }
}

const startSender = (aheadMs: number): ChildProcess => {
  const addresses = {
    padron_app: server.addressOf('padron_app'),
    padron_system: server.addressOf('padron_system'),
    padron_owner: server.addressOf('padron_owner'),
  }
  const settings: SenderProcess = { addresses, key: KEY, aheadMs }
  const program = join(import.meta.dirname, 'testing/sender-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

type ReceivedEvent = { id: string; sequence: number; previous: number | null; vehicle: number; version: number }
const events = new Map<number, ReceivedEvent>()
let readUntil = 0
/** Adds the events received since the last call; a repeated event must be equal. */
const countReceived = (): number => {
  for (; readUntil < far.received.length; readUntil++) {
    const { id, sequence, previousSequence, data } = JSON.parse(far.received[readUntil]?.body ?? '{}')
    const event = {
      id,
      sequence,
      previous: previousSequence,
      vehicle: data.vehicle.vehicleAssetId,
      version: data.version,
    }
    const before = events.get(sequence)
    if (before) expect(event).toEqual(before)
    events.set(sequence, event)
  }
  return events.size
}
const waitForEvents = (count: number, child: ChildProcess) =>
  vi.waitUntil(
    () => {
      expect(child.exitCode).toBeNull()
      return countReceived() >= count
    },
    { timeout: AT_MOST_MS },
  )

// A retry would count what the first attempt left.
const ONCE = { timeout: AT_MOST_MS, retry: 0 }
it('no event is lost, the numbers have no gap, and each vehicle’s are in the order of its changes', ONCE, async () => {
  const share = VEHICLES / WRITERS
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, nth) => writeChanges(ids.slice(nth * share, (nth + 1) * share))),
  )
  let ahead = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = startSender(ahead)
    // A writer that fails ends the wait.
    await Promise.race([
      waitForEvents(Math.floor((EVENTS * kill) / (KILLS + 1)), child),
      writing.then(() => new Promise<never>(() => undefined)),
    ])
    child.kill('SIGKILL')
    await once(child, 'exit')
    ahead += LEASE_MS
  }
  await writing
  await waitForEvents(EVENTS, startSender(ahead))

  expect([...events.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1))
  expect(new Set([...events.values()].map(({ id }) => id)).size).toBe(EVENTS)
  for (const { sequence, previous } of events.values()) expect(previous ?? 0).toBe(sequence - 1)
  const inOrder = [...events.values()].toSorted((a, b) => a.sequence - b.sequence)
  for (const [, own] of Map.groupBy(inOrder, ({ vehicle }) => vehicle)) {
    const first = own[0]?.version ?? 0
    expect(own.map(({ version }) => version)).toEqual(Array.from({ length: ROUNDS }, (_, i) => first + i))
  }
  const { rows } = await server.db.system.query(
    'select last_sequence::int as last from webhook_counter where tenant_id = $1',
    [company.tenantId],
  )
  expect(rows).toEqual([{ last: EVENTS }])
})
