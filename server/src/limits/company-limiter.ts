// Limits companies' work in this process: in total, and per company. Waiting work holds no connection. Libraries limit
// only the total; here one company's work must not block another's.
import { companyCounts } from './company-counts.ts'

type Options = {
  atOnce: number
  /** Maximum for one company; default: `atOnce`. */
  perCompany?: number
  /**
   * Which waiting work starts next. `companies`: companies take turns; a company goes to the end when its work starts,
   * and when it may start work again. `arrival`: in the order of arrival.
   */
  order?: 'companies' | 'arrival'
  /** Without it, work waits without a limit. */
  waiting?: { perCompany: number; ms: number; refuse: () => Error }
}
/**
 * Runs the work when the limits allow it. @throws the work's error, or the refusal if too many wait or the wait is too
 * long
 */
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

  /** @returns a function that ends the work */
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
