// What costs much to read and may be a minute old, by fleet as who asks sees it: when discounts end, and of how many
// vehicles information is missing. Whether something has to be done is never remembered.
import type { FleetView } from '../../db/fleet-view.ts'

const MINUTE_MS = 60_000
const FLEETS_AT_MOST = 500

type Entry<T> = { at: number; label: string; answer: Promise<T> }

/** One answer a fleet; who asks meanwhile waits for the same one. */
export const rememberForMinute = <T>() => {
  const entries = new Map<FleetView, Entry<T>>()
  return (fleet: FleetView, label: string, now: Date, work: () => Promise<T>): Promise<T> => {
    const known = entries.get(fleet)
    const age = known ? now.getTime() - known.at : MINUTE_MS
    if (known?.label === label && age >= 0 && age < MINUTE_MS) return known.answer
    const entry = { at: now.getTime(), label, answer: work() }
    entry.answer.catch(() => {
      if (entries.get(fleet) === entry) entries.delete(fleet)
    })
    entries.delete(fleet)
    entries.set(fleet, entry)
    if (entries.size > FLEETS_AT_MOST) entries.delete(entries.keys().next().value ?? '')
    return entry.answer
  }
}
