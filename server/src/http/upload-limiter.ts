// Limits concurrent uploads. A form's file stays in memory until its call has ended, so a few run at a time, and one
// per company: one person can neither fill the process nor lock every other company out. Uploads to disk have more
// turns; a company with few under way gets one even when others use all of them.
import type { FastifyRequest } from 'fastify'
import { companyCounts } from '../limits/company-counts.ts'
import { HttpProblem } from './problem.ts'

export const UPLOADS_BUSY = 'El servidor está recibiendo otros archivos; intente de nuevo en unos segundos.'
export const UPLOADING = 'Su empresa ya está enviando otro archivo; espere a que termine.'
export const UPLOADING_MANY = 'Su empresa está enviando muchos archivos a la vez; espere a que terminen algunos.'

/** The body is not read: the connection cannot be used for anything else. */
const wait = (title: string) => new HttpProblem(429, title, undefined, { 'retry-after': '5', connection: 'close' })

/** `few`: a company with fewer gets a turn of `most`, when those of the process are in use. */
type Limits = { process: number; company: number; few?: number; most?: number; busy: string }

/** Nothing waits here: an upload is received or refused. */
const createUploadLimiter = ({ process, company, few = 0, most = process, busy }: Limits) => {
  const sending = companyCounts()
  /** Those whose file is still here, also of a connection that ended. */
  const working = companyCounts()
  /**
   * Reads the body and answers in a turn. The process's turn ends with the work: till then the file is here. The
   * company's ends with the connection already, so that who cancels may send another file at once; but not again
   * while the work of the first goes on.
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
