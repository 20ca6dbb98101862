// One answer a company, kept while nothing it rests on has changed; who asks for it meanwhile waits for the same one.
type Kept<T> = { label: string; answer: Promise<T> }

/** @param atMost companies */
export const keepNewest = <T>(atMost: number) => {
  const kept = new Map<number, Kept<T>>()
  return (tenantId: number, label: string, work: () => Promise<T>): Promise<T> => {
    const known = kept.get(tenantId)
    if (known?.label === label) return known.answer
    const mine: Kept<T> = { label, answer: work() }
    mine.answer.catch(() => {
      if (kept.get(tenantId) === mine) kept.delete(tenantId)
    })
    kept.delete(tenantId)
    kept.set(tenantId, mine)
    if (kept.size > atMost) kept.delete(kept.keys().next().value ?? 0)
    return mine.answer
  }
}
