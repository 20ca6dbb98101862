// Caches one result per fleet, or part of a fleet that a user sees. Concurrent requests share one computation; a failed
// one is not cached.
import { LRUCache } from 'lru-cache'
import type { FleetView } from '../db/fleet-view.ts'

type Entry<T> = { at: number; label: string; answer: Promise<T> }
type Options = { fleetsAtMost: number; validMs?: number }

/** @returns a function that returns the cached result with the same label, not older than `validMs`, or computes it */
export const createAnswerCache = <T>({ fleetsAtMost, validMs = Number.POSITIVE_INFINITY }: Options) => {
  const entries = new LRUCache<FleetView, Entry<T>>({ max: fleetsAtMost })
  return (fleet: FleetView, label: string, now: Date, work: () => Promise<T>): Promise<T> => {
    const known = entries.get(fleet)
    const age = known ? now.getTime() - known.at : 0
    if (known?.label === label && age >= 0 && age < validMs) return known.answer
    const entry = { at: now.getTime(), label, answer: work() }
    entry.answer.catch(() => {
      if (entries.get(fleet) === entry) entries.delete(fleet)
    })
    entries.set(fleet, entry)
    return entry.answer
  }
}
