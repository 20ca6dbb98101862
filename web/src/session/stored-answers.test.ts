// What is stored to be shown without a network stays readable however many answers come, and after a deletion. The
// database is a small one in memory: neither Node nor the test's page has IndexedDB.
import { catalogue } from '@padron/contract/catalogue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answered, offlineKey } from '../api/offline.ts'
import { deleteAnswers } from './delete-answers.ts'
import { readStored, storeAnswers } from './stored-answers.ts'

type Row = { id: string; at: number }
type Range = (at: number) => boolean
type Stores = { keys: Map<string, unknown>; answers: Map<string, Row> }

const replied = <T>(give: () => T) => {
  const request: { result?: T; error?: unknown; onsuccess?: () => void; onerror?: () => void } = {}
  queueMicrotask(() => {
    try {
      request.result = give()
      request.onsuccess?.()
    } catch (error) {
      request.error = error
      request.onerror?.()
    }
  })
  return request
}

const keysStore = (rows: Stores['keys']) => ({
  get: (key: string) => replied(() => rows.get(key)),
  add: (value: unknown, key: string) =>
    replied(() => {
      if (rows.has(key)) throw new Error('ConstraintError')
      rows.set(key, value)
    }),
})

const answersStore = (rows: Stores['answers']) => ({
  put: (row: Row) => replied(() => void rows.set(row.id, row)),
  delete: (id: string) => replied(() => void rows.delete(id)),
  count: () => replied(() => rows.size),
  getAll: () => replied(() => [...rows.values()]),
  index: () => ({
    getAllKeys: (range: Range | null, most?: number) =>
      replied(() =>
        [...rows.values()]
          .filter(({ at }) => range?.(at) ?? true)
          .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
          .slice(0, most)
          .map(({ id }) => id),
      ),
  }),
})

/** A connection is closed by the deletion of its database, as the product's own are. */
const memoryDatabases = () => {
  let stores: Stores | undefined
  return {
    open: () =>
      replied(() => {
        stores ??= { keys: new Map(), answers: new Map() }
        const own = stores
        return {
          close: () => {},
          transaction: () => {
            if (own !== stores) throw new Error('InvalidStateError')
            return {
              objectStore: (name: string) => (name === 'keys' ? keysStore(own.keys) : answersStore(own.answers)),
            }
          },
        }
      }),
    deleteDatabase: () => {
      stores = undefined
    },
  }
}

const USER = { userId: '7' }
let now: number

beforeEach(() => {
  now = Date.parse('2026-03-02T12:00:00Z')
  // A second passes before each look at the clock, so that no two answers are of the same moment.
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('indexedDB', memoryDatabases())
  vi.stubGlobal('IDBKeyRange', {
    upperBound: (most: number) => (at: number) => at <= most,
    lowerBound: (least: number) => (at: number) => at >= least,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const list = (page: number) => answered(catalogue.list, { page }, { page })
/** The pages of the list that can be shown, once what was answered is stored. */
const stored = async (pages: readonly number[]) => {
  const found = await readStored()
  const keys = new Set(found?.answers.keys())
  return (
    found && { user: found.user, pages: pages.filter((page) => keys.has(offlineKey(catalogue.list.name, { page }))) }
  )
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('the latest answers can be shown after more of them than are kept', async () => {
  const end = storeAnswers(USER)
  for (const page of range(1, 310)) list(page)
  await vi.waitFor(async () => expect((await stored([310]))?.pages).toEqual([310]))
  const found = await stored(range(1, 310))
  expect(found?.user).toEqual(USER)
  expect(found?.pages).toEqual(range(310 - (found?.pages.length ?? 0) + 1, 310))
  expect(found?.pages.length).toBeGreaterThan(295)
  end()
})

test('the answers after a deletion can be shown, and none before it', async () => {
  const end = storeAnswers(USER)
  list(1)
  await vi.waitFor(async () => expect(await stored([1])).toEqual({ user: USER, pages: [1] }))
  deleteAnswers()
  for (const page of [2, 3]) list(page)
  await vi.waitFor(async () => expect(await stored([1, 2, 3])).toEqual({ user: USER, pages: [3] }))
  end()
})

test('an answer of now can be shown in a console that has been open for more than a day', async () => {
  const end = storeAnswers(USER)
  list(1)
  await vi.waitFor(async () => expect(await stored([1])).toEqual({ user: USER, pages: [1] }))
  now += 25 * 3_600_000
  list(2)
  await vi.waitFor(async () => expect(await stored([1, 2])).toEqual({ user: USER, pages: [2] }))
  end()
})
