// Limits work of companies in this process: how much runs at once, and how much of one company. What waits holds no
// connection. The libraries limit by number only; here one company's work must not keep another's waiting.
import { companyCounts } from './company-counts.ts'

type Options = {
  atOnce: number
  /** Of one company at once; without it, any of `atOnce`. */
  perCompany?: number
  /**
   * What starts next, of what may start. `companies`: companies take turns, and one goes behind the others when its
   * work starts, and when it may start work again. `arrival`: what came first.
   */
  order?: 'companies' | 'arrival'
  /** Without it, work waits as long as it takes. */
  waiting?: { perCompany: number; ms: number; refuse: () => Error }
}
/** Runs the work when it may. @throws what the work throws, or the refusal of what waits too long or is too many */
export type CompanyLimiter = <T>(tenantId: number, work: () => Promise<T>) => Promise<T>

type Waiting = { tenantId: number; start: () => void }

export const createCompanyLimiter = ({
  atOnce,
  perCompany = Number.POSITIVE_INFINITY,
  order = 'companies',
  waiting: limits,
}: Options): CompanyLimiter => {
  const running = companyCounts()
  let waiting: Waiting[] = []

  const mayStart = (tenantId: number): boolean => running.total() < atOnce && running.of(tenantId) < perCompany
  const goBehind = (tenantId: number): void => {
    if (order === 'arrival') return
    const { own = [], others = [] } = Object.groupBy(waiting, (each) => (each.tenantId === tenantId ? 'own' : 'others'))
    waiting = [...others, ...own]
  }
  const remove = (one: Waiting): void => {
    waiting = waiting.filter((each) => each !== one)
  }

  /** @returns how to end the work */
  const begin = (tenantId: number): (() => void) => {
    const leave = running.enter(tenantId)
    goBehind(tenantId)
    return () => {
      if (running.of(tenantId) === perCompany) goBehind(tenantId)
      leave()
      const next = waiting.find((each) => mayStart(each.tenantId))
      if (!next) return
      remove(next)
      next.start()
    }
  }
  const enter = (tenantId: number): (() => void) | Promise<() => void> => {
    if (mayStart(tenantId)) return begin(tenantId)
    if (limits && waiting.filter((each) => each.tenantId === tenantId).length >= limits.perCompany)
      throw limits.refuse()
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        tenantId,
        start: () => {
          clearTimeout(timer)
          resolve(begin(tenantId))
        },
      }
      const giveUp = (refuse: () => Error) => {
        remove(own)
        reject(refuse())
      }
      const timer = limits && setTimeout(giveUp, limits.ms, limits.refuse)
      waiting.push(own)
    })
  }

  return async (tenantId, work) => {
    const end = await enter(tenantId)
    try {
      return await work()
    } finally {
      end()
    }
  }
}
