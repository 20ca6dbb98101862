// Limits the number of files that are generated at once. Others wait, and companies take turns, so that a company with
// many requests does not delay the others. Beyond the queue's limit, a request is refused with a time to retry.
import type { Readable } from 'node:stream'
import { HttpProblem } from '../errors/http-problem.ts'
import { type CompanyCounts, companyCounts } from '../limits/company-counts.ts'
import { type CompanyLimiter, createCompanyLimiter } from '../limits/company-limiter.ts'

export const MAKING = 'Su empresa está generando varios archivos a la vez; espere unos segundos y vuelva a intentarlo.'
export const MAKING_MANY = 'El servidor está generando otros archivos; intente de nuevo en unos segundos.'

/** `company` and `process`: the most files in progress or waiting, for one company and for all. */
type FileLimits = { atOnce: number; company: number; process: number }

const refuseMore = (status: 429 | 503, title: string) =>
  new HttpProblem(status, title, undefined, { 'retry-after': '5' })

/** @throws HttpProblem 429 or 503 */
const refuseBeyond = (
  counts: CompanyCounts,
  tenantId: number,
  { company, process }: Omit<FileLimits, 'atOnce'>,
): void => {
  if (counts.of(tenantId) >= company) throw refuseMore(429, MAKING)
  if (counts.total() >= process) throw refuseMore(503, MAKING_MANY)
}

const sending = companyCounts()
/** For files that are streamed while they are generated: little memory, but a database read for the whole download. */
const SENDING_AT_MOST = { company: 6, process: 48 } as const

/**
 * For a file that is streamed while it is generated: it counts until its stream closes.
 * @throws HttpProblem 429 or 503 if there are too many streams already; then the stream is destroyed
 */
export const limitSending = <Stream extends Readable>(tenantId: number, stream: Stream): Stream => {
  try {
    refuseBeyond(sending, tenantId, SENDING_AT_MOST)
  } catch (error) {
    stream.destroy()
    throw error
  }
  stream.once('close', sending.enter(tenantId))
  return stream
}

/**
 * @returns a function that runs the work when its turn comes
 * @throws HttpProblem 429 or 503 if too many files wait already, or the error of the work
 */
export const createFileLimiter = ({ atOnce, company, process }: FileLimits): CompanyLimiter => {
  const counts = companyCounts()
  const limit = createCompanyLimiter({ atOnce })
  return async (tenantId, work) => {
    refuseBeyond(counts, tenantId, { company, process })
    const leave = counts.enter(tenantId)
    try {
      return await limit(tenantId, work)
    } finally {
      leave()
    }
  }
}
