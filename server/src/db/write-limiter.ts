// Limits concurrent writing transactions: few per company in a process, and all companies together leave connections to
// reads. A waiting transaction holds no connection, so a company whose rows are locked blocks only itself.
import { HttpProblem } from '../errors/http-problem.ts'
import { type CompanyLimiter, createCompanyLimiter } from '../limits/company-limiter.ts'
import { count } from '../metrics/counters.ts'

/** A company's writers wait for each other anyway, for the version of its fleet. */
export const WRITERS_PER_COMPANY = 3
export const WAITING_WRITERS = 20
const WAIT_MS = 5_000

const refuse = (): HttpProblem => {
  count.refused('company-writes')
  const title = 'Otros cambios de su empresa están en curso. Intente de nuevo en unos segundos.'
  return new HttpProblem(503, title, undefined, { 'retry-after': '2' })
}

/**
 * Throws HttpProblem 503 at once if too many of the company wait, or after a wait of five seconds.
 * @param atOnce writing transactions of all companies
 */
export const createWriteLimiter = (atOnce: number): CompanyLimiter =>
  createCompanyLimiter({
    atOnce,
    perCompany: WRITERS_PER_COMPANY,
    order: 'arrival',
    waiting: { perCompany: WAITING_WRITERS, ms: WAIT_MS, refuse },
  })
