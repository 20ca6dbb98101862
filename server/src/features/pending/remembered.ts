// What costs much to read and may be a minute old, by company: when discounts end, and of how many vehicles information
// is missing. Whether something has to be done is never remembered.
const MINUTE_MS = 60_000
const COMPANIES_AT_MOST = 500

type Entry<T> = { at: number; label: string; answer: Promise<T> }

/** One answer a company; who asks meanwhile waits for the same one. */
export const rememberForMinute = <T>() => {
  const entries = new Map<number, Entry<T>>()
  return (tenantId: number, label: string, now: Date, work: () => Promise<T>): Promise<T> => {
    const known = entries.get(tenantId)
    const age = known ? now.getTime() - known.at : MINUTE_MS
    if (known?.label === label && age >= 0 && age < MINUTE_MS) return known.answer
    const entry = { at: now.getTime(), label, answer: work() }
    entry.answer.catch(() => {
      if (entries.get(tenantId) === entry) entries.delete(tenantId)
    })
    entries.delete(tenantId)
    entries.set(tenantId, entry)
    if (entries.size > COMPANIES_AT_MOST) entries.delete(entries.keys().next().value ?? 0)
    return entry.answer
  }
}
