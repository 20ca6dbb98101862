// Limits work that holds a connection for seconds: one at a time for each company, and a fixed number in the process.
// Waiting work holds no connection, so one company cannot block the others.
export type Turns = <T>(tenantId: number, work: () => Promise<T>) => Promise<T>

export const createTurns = (atOnce: number): Turns => {
  let free = atOnce
  const waiting: (() => void)[] = []
  const last = new Map<number, Promise<unknown>>()
  const enter = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (tenantId, work) => {
    const before = last.get(tenantId)
    const turn = (async () => {
      await before?.catch(() => undefined)
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    })()
    last.set(tenantId, turn)
    try {
      return await turn
    } finally {
      if (last.get(tenantId) === turn) last.delete(tenantId)
    }
  }
}
