// The requests to an installation while its processes were killed, and their answers: what must be there
// afterwards, once.
import type { Person } from './cluster.ts'

/** `cut`: the caller does not know whether it was accepted. */
type Outcome = 'accepted' | 'cut'
type Edit = { mark: string; outcome: Outcome }

export type RequestLog = {
  /** Calls that were answered as they should. */
  answered: number
  cut: number
  /** Answers that nobody should have had. */
  faults: string[]
  tokens: { token: string; person: Person }[]
  vehicles: Map<string, Outcome>
  /** By vehicle id, in order. */
  edits: Map<number, Edit[]>
  /** The content's hash by document. */
  documents: Map<number, { sha256: string; person: Person }>
  jobs: { itemId: string; person: Person; mails: number }[]
  imports: { plates: string[]; outcome: Outcome; person: Person }[]
}

export const createRequestLog = (): RequestLog => ({
  answered: 0,
  cut: 0,
  faults: [],
  tokens: [],
  vehicles: new Map(),
  edits: new Map(),
  documents: new Map(),
  jobs: [],
  imports: [],
})
