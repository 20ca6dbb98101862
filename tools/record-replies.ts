// Records the replies that the published document shows as examples, from a running demo, with one entry of each long
// list. It creates a webhook and changes a vehicle, so use a demo that can be deleted:
//   PADRON_TOKEN=… node tools/record-replies.ts http://127.0.0.1:3000
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { CallRow } from '@padron/contract/call'
import { ALL_CALLS } from '@padron/contract/features'

type Given = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Vehicle = { vehicleAsset: { vehicleAssetId: number; plate: string; version: number } }

const FILE = join(import.meta.dirname, '../server/src/http/openapi/docs/replies.ts')
const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const authorization = `Bearer ${process.env.PADRON_TOKEN ?? ''}`
const recorded = new Map<string, unknown>()

const find = (name: string): CallRow => {
  const row = ALL_CALLS.find((call) => call.name === name)
  if (!row) throw new Error(`There is no call ${name}`)
  return row
}

/** @throws Error with the response if it is not a success */
const ask = async <T>(name: string, { params = {}, query = {}, body }: Given = {}): Promise<T> => {
  const row = find(name)
  const url = new URL(
    row.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? ''),
    address,
  )
  url.search = `${new URLSearchParams(query)}`
  const answer = await fetch(url, {
    method: row.method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const SHORT_LIST = 500
/** Number of values that are not null. */
const valuesIn = (value: unknown): number =>
  isObject(value) ? Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 0) : value === null ? 0 : 1
/** Shortens a long list of objects to the one with most values. */
const cutList = (list: readonly unknown[]): readonly unknown[] => {
  if (!list.some(isObject) || JSON.stringify(list).length <= SHORT_LIST) return list.slice(0, 10)
  const entries = list.map((each) => cut(each))
  return entries.toSorted((a, b) => valuesIn(b) - valuesIn(a)).slice(0, 1)
}

/** Removes secrets and signatures. */
const cut = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return cutList(value).map((each) => cut(each))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each, name)]))
  if (typeof value !== 'string') return value
  if (key === 'secret') return 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  return value.startsWith('/') ? value.replace(/[?].*$/, '') : value
}

const record = async <T>(name: string, given?: Given): Promise<T> => {
  const reply = await ask<T>(name, given)
  recorded.set(name, cut(reply))
  return reply
}

/** Waits for work of other processes. */
const recordWhen = async <T>(name: string, isReady: (reply: T) => boolean): Promise<void> => {
  if (isReady(await record<T>(name))) return
  await setTimeout(500)
  await recordWhen(name, isReady)
}

const listBody = { vehicleClass: { debts: { totalFrom: 1 } }, pagination: { page: 1, pageSize: 50 } }
const { vehicles } = await ask<{ vehicles: Vehicle[] }>('catalogue.list', { body: listBody })
const withDocuments = async (): Promise<Vehicle> => {
  for (const vehicle of vehicles) {
    const query = { vehicleAssetId: `${vehicle.vehicleAsset.vehicleAssetId}` }
    const { documentList } = await ask<{ documentList: unknown[] }>('documents.list', { query })
    if (documentList.length > 0) return vehicle
  }
  throw new Error('No vehicle that owes something has a document')
}
const { vehicleAssetId, plate, version } = (await withDocuments()).vehicleAsset
const id = `${vehicleAssetId}`

const pagination = { page: 1, pageSize: 1 }
await record('catalogue.list', { body: { vehicleClass: { vehicleAsset: { plate } }, pagination } })
await record('catalogue.bestMatch', { body: { like: plate } })
await record('catalogue.assetStatuses')
await record('catalogue.states')
await record('resourceStatus.byType', { params: { vehicleId: id } })
await record('resourceStatus.byResource', { params: { vehicleId: id } })
await record('resourceStatus.changes', { params: { vehicleId: id } })
await record('processing.refreshPreview', { body: { selection: { ids: [vehicleAssetId] } } })
await record('documentTypes.list')
await record('documents.list', { query: { vehicleAssetId: id } })
await record('obligations.list', { query: { vehicleAssetId: id } })
await record('obligations.weeks')
await record('pending.list', { query: { limit: '1' } })
await record('captures.list')
await record('tags.categories')

const webhook = { name: 'ERP', url: 'https://example.com/padron', events: ['debt.found', 'vehicle.updated'] }
const { webhookId } = (await record<{ webhook: { webhookId: number } }>('webhooks.create', { body: webhook })).webhook
const customId = `ECO-${vehicleAssetId}`
await record('vehicles.edit', { body: { vehicleClass: { vehicleAsset: { vehicleAssetId, version, customId } } } })
await recordWhen<{ events: unknown[] }>('webhooks.events', ({ events }) => events.length > 0)
await record('webhooks.list')
await ask('webhooks.remove', { params: { webhookId: `${webhookId}` } })
await record('reports.list')
const vehicleClass = { vehicleAsset: { plate } }
await record('exports.vehiclesReport', { body: { vehicleClass, mails: ['flota@ejemplo.mx'] } })
await recordWhen<{ queueInformation: { queueList: { successDateTime: string | null }[] } }>(
  'queue.items',
  ({ queueInformation }) => queueInformation.queueList.every(({ successDateTime }) => successDateTime),
)

const text = `// Written by tools/record-replies.ts: what a demo answered, with one entry of each long list.
export const REPLIES: Readonly<Record<string, unknown>> = ${JSON.stringify(Object.fromEntries(recorded))}
`
writeFileSync(FILE, text)
spawnSync('biome', ['check', '--write', FILE], { stdio: 'inherit' })
