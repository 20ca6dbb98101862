// The answers that the console shows without a network: of the last list and of the drawers, sealed, for a day
// (decision 077). Everything is in one database of the browser, so that deleting it deletes all at once, keys included.
import { catalogue } from '@padron/contract/catalogue'
import { DAY_MS } from '@padron/contract/days'
import { documents, documentTypes } from '@padron/contract/documents'
import { obligations } from '@padron/contract/obligations'
import { resourceStatus } from '@padron/contract/resource-status'
import { tags } from '@padron/contract/tags'
import { vehicles } from '@padron/contract/vehicles'
import { views } from '@padron/contract/views'
import { offlineKey, type StoredAnswer, setAnswerStore } from '../api/offline.ts'
import { ANSWERS_DATABASE } from './delete-answers.ts'
import { newKeys, opened, type Sealed, type SealKeys, sealed } from './encryption.ts'

/** The calls of the list, then those of a drawer. */
const STORED_CALLS: ReadonlySet<string> = new Set([
  catalogue.list.name,
  catalogue.states.name,
  catalogue.coverage.name,
  catalogue.basicStats.name,
  tags.list.name,
  views.list.name,
  views.layout.name,
  resourceStatus.byType.name,
  resourceStatus.changes.name,
  obligations.list.name,
  vehicles.history.name,
  documents.list.name,
  documentTypes.papers.name,
])

const ANSWERS_AT_MOST = 300
const CHARACTERS_AT_MOST = 1_000_000

/** A time in the future means that the clock was set back, so the age is unknown. */
export const isTooOld = (at: number, now: number): boolean => at > now || now - at > DAY_MS

/** The key of the user, stored beside the answers. */
const USER = 'user'
const KEYS = 'keys'
const ANSWERS = 'answers'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const openDatabase = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(ANSWERS_DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(KEYS)
    request.result.createObjectStore(ANSWERS, { keyPath: 'id' }).createIndex('at', 'at')
  }
  const database = await done(request)
  // Another tab deletes it: it must not wait for this one.
  database.onversionchange = () => database.close()
  return database
}

type Store = { database: IDBDatabase; keys: SealKeys }

const openStore = async (): Promise<Store> => {
  const database = await openDatabase()
  const read = () => done<SealKeys | undefined>(database.transaction(KEYS).objectStore(KEYS).get(KEYS))
  const keys = await read()
  if (keys) return { database, keys }
  // Created outside of the transaction, which would end meanwhile; of two tabs at once the first wins.
  const made = await newKeys()
  await done(database.transaction(KEYS, 'readwrite').objectStore(KEYS).add(made, KEYS)).catch(() => {})
  return { database, keys: (await read()) ?? made }
}

/** Deletes answers that are too old, and the oldest if there are too many. */
const clearOld = async ({ database }: Store, now: number): Promise<void> => {
  const answers = database.transaction(ANSWERS, 'readwrite').objectStore(ANSWERS)
  const ids = await done(answers.index('at').getAllKeys(IDBKeyRange.upperBound(now - DAY_MS)))
  const excess = (await done(answers.count())) - ids.length - ANSWERS_AT_MOST
  const oldest = excess > 0 ? await done(answers.index('at').getAllKeys(null, ids.length + excess)) : ids
  for (const id of [...oldest, ...(await done(answers.index('at').getAllKeys(IDBKeyRange.lowerBound(now + 1))))])
    answers.delete(id)
}

/** Stores an answer and its user together: answers without a user cannot be shown. */
const put = async (store: Store, user: object, key: string, content: unknown): Promise<void> => {
  const now = Date.now()
  const both = await Promise.all([sealed(store.keys, USER, user, now), sealed(store.keys, key, content, now)])
  const answers = store.database.transaction(ANSWERS, 'readwrite').objectStore(ANSWERS)
  await Promise.all(both.map((one) => done(answers.put(one))))
  await clearOld(store, now)
}

const isPossible = (): boolean => isSecureContext && 'indexedDB' in globalThis

/** Stores this user's answers from now on. @returns a function that ends it */
export const storeAnswers = (user: object): (() => void) => {
  if (!isPossible()) return () => {}
  let work: Promise<Store | undefined> = openStore().catch(() => undefined)
  let isOver = false
  const add = (key: string, content: unknown): void => {
    work = work.then(async (store) => {
      if (!store || isOver) return undefined
      // Deleted meanwhile, or no room: this answer is not stored; the next one is, under new keys.
      return put(store, user, key, content).then(
        () => store,
        () => (isOver ? undefined : openStore().catch(() => undefined)),
      )
    })
  }
  setAnswerStore((name, args, reply) => {
    if (STORED_CALLS.has(name) && JSON.stringify(reply).length <= CHARACTERS_AT_MOST) add(offlineKey(name, args), reply)
  })
  return () => {
    isOver = true
    setAnswerStore(undefined)
    void work.then((store) => store?.database.close())
  }
}

/** The stored answers and their user; undefined if all are too old. */
export const readStored = async (): Promise<
  { user: unknown; answers: ReadonlyMap<string, StoredAnswer> } | undefined
> => {
  if (!isPossible()) return undefined
  const store = await openStore()
  const now = Date.now()
  const all = await done<Sealed[]>(store.database.transaction(ANSWERS).objectStore(ANSWERS).getAll())
  const young = all.filter(({ at }) => !isTooOld(at, now))
  const found = await Promise.all(
    young.map(async (one) => {
      const [key, data] = (await opened(store.keys, one)) ?? []
      return key === undefined ? undefined : ([key, { data, at: one.at }] as const)
    }),
  )
  await clearOld(store, now)
  store.database.close()
  const answers = new Map(found.filter((one) => one !== undefined))
  const user = answers.get(USER)?.data
  answers.delete(USER)
  return user && answers.size > 0 ? { user, answers } : undefined
}
