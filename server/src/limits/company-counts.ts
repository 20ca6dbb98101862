// Counts the work in progress of each company in this process.
export type CompanyCounts = {
  of: (tenantId: number) => number
  total: () => number
  /** @returns a function that leaves; a second call has no effect */
  enter: (tenantId: number) => () => void
}

export const companyCounts = (): CompanyCounts => {
  const counts = new Map<number, number>()
  let total = 0
  const change = (tenantId: number, by: 1 | -1): void => {
    total += by
    const count = (counts.get(tenantId) ?? 0) + by
    if (count > 0) counts.set(tenantId, count)
    else counts.delete(tenantId)
  }
  return {
    of: (tenantId) => counts.get(tenantId) ?? 0,
    total: () => total,
    enter: (tenantId) => {
      change(tenantId, 1)
      let isIn = true
      return () => {
        if (isIn) change(tenantId, -1)
        isIn = false
      }
    },
  }
}
