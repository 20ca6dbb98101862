// One of the many users: signs in to the catalogue, opens lists and vehicles and edits them, with a pause between two
// steps, while the console makes its own calls. The choices are pseudo-random and, for each user, the same at every
// run.
import { setTimeout as pause } from 'node:timers/promises'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import { SORT_FIELDS } from '@padron/contract/vehicles/fields'
import { FILTERS, pagesOf, seededRandom } from '../operations.ts'
import type { UserClient } from './calls.ts'

const LIST = '/api/v2/vehicleAsset'
/** Mean milliseconds between two steps; the pause is random, from half to one and a half of it. */
const THINK_MS = Number(process.env.BENCH_THINK_MS ?? 4_000)
const TYPING_MS = 300

type Filter = (typeof FILTERS)[number][1]
type Listed = { vehicles: VehicleRow[]; totalCount: number }
type User = UserClient & {
  roll: (sides: number) => number
  over: AbortSignal
  filter: Filter
  sort: object
  page: number
  pages: number
  rows: readonly VehicleRow[]
  tagIds: readonly number[]
  /** Requests that run in parallel with the steps. */
  pending: Promise<void>[]
}

const wait = (ms: number, { over }: Pick<User, 'over'>): Promise<void> =>
  pause(ms, undefined, { signal: over }).catch(() => undefined)
const oneOf = <T>({ roll }: User, all: readonly T[]): T | undefined => all[roll(all.length)]
const vehicleClassOf = ({ filter }: User): Filter => ({ assetHistoric: { assetStatusId: 1 }, ...filter })

const list = async (user: User, name: string): Promise<void> => {
  const pagination = { page: user.page, pageSize: 25, ...user.sort }
  const found = await user.ask<Listed>(name, LIST, { vehicleClass: vehicleClassOf(user), pagination })
  if (!found) return
  user.rows = found.vehicles
  user.pages = pagesOf(found.totalCount)
}
/**
 * Requested every five seconds until there are figures, and only while the filter is displayed; the user does not wait
 * for it.
 */
const coverage = (user: User): void => {
  const filter = user.filter
  const ask = async (): Promise<void> => {
    const reply = await user.ask<object | null>('coverage', `${LIST}/coverage`, { vehicleClass: vehicleClassOf(user) })
    if (reply !== null) return
    await wait(5_000, user)
    if (!user.over.aborted && user.filter === filter) await ask()
  }
  user.pending.push(ask())
}

const land = async (user: User): Promise<void> => {
  await user.ask('userinfo', '/connect/userinfo')
  const tags = user.ask<{ userTags: { tagId: number }[] }>('tags', '/api/v2/tags')
  await Promise.all([
    user.ask('states', '/api/v2/states'),
    user.ask('totals of the menu', '/api/v2/basicStats'),
    user.ask('views', '/api/v2/views'),
    list(user, 'list'),
  ])
  user.tagIds = (await tags)?.userTags.map(({ tagId }) => tagId) ?? []
  coverage(user)
}

const turnPage = async (user: User): Promise<void> => {
  user.page = user.roll(4) > 0 ? Math.min(user.pages, user.page + 1) : 1 + user.roll(user.pages)
  await list(user, 'list, another page')
}
const filter = async (user: User): Promise<void> => {
  user.filter = user.roll(4) > 0 ? (oneOf(user, FILTERS)?.[1] ?? {}) : {}
  user.page = 1
  await list(user, 'list, filtered')
  coverage(user)
}
const sort = async (user: User): Promise<void> => {
  user.sort = { sortBy: oneOf(user, SORT_FIELDS), sortFilterOrder: user.roll(2) ? 'asc' : 'desc' }
  user.page = 1
  await list(user, 'list, sorted')
}
const search = async (user: User): Promise<void> => {
  const plate = oneOf(user, user.rows)?.vehicleAsset.plate ?? 'ABC123'
  for (const length of [3, 4, 6]) {
    await user.ask('best match', `${LIST}/bestmatch`, { like: plate.slice(0, length) })
    await wait(TYPING_MS, user)
  }
}
const readOne = (user: User, vehicleAssetId: number) =>
  user.ask<Listed>('one vehicle', LIST, { vehicleClass: { vehicleAsset: { vehicleAssetId } } })

const openDrawer = async (user: User): Promise<void> => {
  const row = oneOf(user, user.rows)
  if (!row) return
  const id = row.vehicleAsset.vehicleAssetId
  await Promise.all([readOne(user, id), user.ask('drawer', `/sapy/v2/${id}/byType`)])
  if (user.roll(3) === 0) await user.ask('history', `/api/v2/historic/vehicleAsset/${id}`)
}

/**
 * Reads the vehicle again and writes `change`, like the form; if another user has changed it meanwhile, the call is
 * refused.
 */
const write = async (user: User, name: string, change: object): Promise<void> => {
  const row = oneOf(user, user.rows)
  if (!row || row.assetHistoric.replacedBy !== null) return
  const found = await readOne(user, row.vehicleAsset.vehicleAssetId)
  const asset = found?.vehicles[0]?.vehicleAsset
  if (!asset) return
  const vehicleAsset = { vehicleAssetId: asset.vehicleAssetId, version: asset.version }
  await user.ask(name, '/api/v2/vehicle', { vehicleClass: { vehicleAsset, ...change } }, 'PUT')
  await list(user, 'list, after a change')
}
const edit = (user: User): Promise<void> =>
  write(user, 'edit', { vehicleInfo: { observations: `Revisado ${user.roll(1_000_000)}`, vehicleColor: 'AZUL' } })
const tag = (user: User): Promise<void> =>
  write(user, 'tags', { tags: user.tagIds.slice(user.roll(10), 11).map((tagId) => ({ tagId })) })

const suggest = (user: User) =>
  user.ask('suggestions', `${LIST}/suggestions?field=brandName&like=${'kncv'[user.roll(4)]}`)
const figures = (user: User) => user.ask('dashboard', '/api/v2/dashboard')

const STEPS: readonly (readonly [number, (user: User) => Promise<unknown>])[] = [
  [24, turnPage],
  [16, filter],
  [10, sort],
  [14, search],
  [20, openDrawer],
  [6, edit],
  [3, tag],
  [4, suggest],
  [3, figures],
]
const WHOLE = STEPS.reduce((sum, [share]) => sum + share, 0)
const step = (user: User): Promise<unknown> => {
  let left = user.roll(WHOLE)
  for (const [share, work] of STEPS) {
    left -= share
    if (left < 0) return work(user)
  }
  return Promise.resolve()
}

/** The console's polling: the interval in seconds, and whether it also requests when it opens. */
const POLLS = [
  ['userinfo', '/connect/userinfo', 30, false],
  ['queue', '/api/v2/getQueueItems', 120, true],
  ['totals of the menu', '/api/v2/basicStats', 120, false],
  ['news', '/api/v2/relevantNews', 300, true],
] as const
const poll = async (user: User, [name, path, seconds, atOnce]: (typeof POLLS)[number]): Promise<void> => {
  if (atOnce) await user.ask(name, path)
  for (;;) {
    await wait(seconds * 1_000, user)
    if (user.over.aborted) return
    await user.ask(name, path)
  }
}

/** @param after milliseconds until the user signs in */
export const useConsole = async (client: UserClient, seed: number, after: number, over: AbortSignal): Promise<void> => {
  const user: User = {
    ...client,
    roll: seededRandom(1 + seed * 7_919),
    over,
    filter: {},
    sort: {},
    page: 1,
    pages: 1,
    rows: [],
    tagIds: [],
    pending: [],
  }
  await wait(after, user)
  if (over.aborted) return
  const beside = [client.listen(QUEUE_EVENTS), ...POLLS.map((each) => poll(user, each))]
  await land(user)
  while (!over.aborted) {
    await wait(THINK_MS / 2 + user.roll(THINK_MS), user)
    if (!over.aborted) await step(user)
  }
  await Promise.all([...beside, ...user.pending])
  await client.close()
}
