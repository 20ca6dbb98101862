// The console without a network: stored answers (session/stored-answers.ts) reply to calls, and nothing is sent. It is
// separate from the cache of answers, because the sign-in page contains it.
import type { CallRow } from '@padron/contract/call'
import { createStore, useStore } from '../lib/use-store.ts'
import { ApiError } from './api-error.ts'

/** An answer as it came, and when, in milliseconds since 1970. */
export type StoredAnswer = { data: unknown; at: number }

/** The stored answers, by `keyOf`; undefined while there is a network. */
export const offline = createStore<ReadonlyMap<string, StoredAnswer> | undefined>(undefined)

export const useIsOffline = (): boolean => useStore(offline) !== undefined

/** The reason on buttons that need the network, and the note if one is pressed. */
export const OFF_REASON = 'Sin conexión'
export const OFF_NOTE = 'Sin conexión: podrá hacerlo cuando vuelva.'
export const NOT_SEEN = 'Sin conexión: esto no lo vio hoy en este equipo.'
export const NOT_SENT = 'Sin conexión: no se envió nada. Repítalo cuando vuelva la conexión.'

export class OfflineError extends ApiError {
  override readonly name = 'OfflineError'
  readonly text: string
  constructor(text = NOT_SEEN) {
    super(0)
    this.text = text
  }
}

/** Sorts fields, so that the key does not depend on their order. */
const inOrder = (_: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

export const offlineKey = (name: string, args: unknown): string => `${name} ${JSON.stringify(args, inOrder)}`

const nameOf = (row: CallRow): string => ('name' in row ? String(row.name) : '')

export const storedAnswer = (row: CallRow, args: unknown): StoredAnswer | undefined =>
  offline.get()?.get(offlineKey(nameOf(row), args))

let answerStore: ((name: string, args: unknown, reply: unknown) => void) | undefined
/** Sets the store of answers; until then none is stored. */
export const setAnswerStore = (next: typeof answerStore): void => {
  answerStore = next
}
export const answered = (row: CallRow, args: unknown, reply: unknown): void => answerStore?.(nameOf(row), args, reply)
