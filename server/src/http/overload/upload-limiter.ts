// Limits concurrent uploads. A form's file stays in memory until its call has ended, so a few run at a time, and one
// per company: one person can neither fill the process nor lock every other company out. Uploads to disk have more
// turns; a company with few under way gets one even when others use all of them.
import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../../errors/http-problem.ts'
import { companyCounts } from '../../limits/company-counts.ts'

export const UPLOADS_BUSY = 'El servidor está recibiendo otros archivos; intente de nuevo en unos segundos.'
export const UPLOADING = 'Su empresa ya está enviando otro archivo; espere a que termine.'
export const UPLOADING_MANY = 'Su empresa está enviando muchos archivos a la vez; espere a que terminen algunos.'

/** The body is not read, so the connection cannot be reused. */
const wait = (title: string) => new HttpProblem(429, title, undefined, { 'retry-after': '5', connection: 'close' })

/** `few`: a company with fewer uploads still gets a turn when `process` are in use, up to `most`. */
type Limits = { process: number; company: number; few?: number; most?: number; busy: string }

/** Counts the uploads under way in this process. An upload is received or refused, it never waits. */
const createUploadLimiter = ({ process, company, few = 0, most = process, busy }: Limits) => {
  const sending = companyCounts()
  /** Uploads whose file still exists, even if their connection ended. */
  const working = companyCounts()
  /**
   * Runs the work in a turn. The process's turn ends with the work, because the file exists until then. The company's
   * turn ends with the connection, so that a user who cancels can send another file at once, but only one while the
   * first work goes on.
   */
  const run = async <T>({ session }: FastifyRequest, work: () => Promise<T>, gone?: AbortSignal): Promise<T> => {
    const tenantId = session?.tenantId ?? 0
    const own = sending.of(tenantId)
    if (own >= company) throw wait(busy)
    if (working.total() >= (own < few ? most : process)) throw wait(UPLOADS_BUSY)
    const leave = sending.enter(tenantId)
    const end = working.enter(tenantId)
    const leaveEarly = () => {
      if (working.of(tenantId) <= company) leave()
    }
    gone?.addEventListener('abort', leaveEarly, { once: true })
    try {
      return await work()
    } finally {
      gone?.removeEventListener('abort', leaveEarly)
      end()
      leave()
    }
  }
  return { run, underWay: working.total }
}

export const uploadLimiter = createUploadLimiter({ process: 4, company: 1, busy: UPLOADING })
export const spooledLimiter = createUploadLimiter({ process: 48, company: 24, few: 4, most: 72, busy: UPLOADING_MANY })
