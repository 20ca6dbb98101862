// Who may send a file now. A form's file is gathered in memory and stays there until its call has ended, so a few at a time do, and
// one of a company: one person cannot fill the process, nor keep every other company out.
import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const AT_ONCE = 4

export const UPLOADS_TAKEN = 'El servidor está recibiendo otros archivos; intente de nuevo en unos segundos.'
export const UPLOADING = 'Su empresa ya está enviando otro archivo; espere a que termine.'

/** Companies that send one to this process. */
const sending = new Set<number>()
export const uploadsUnderWay = (): number => sending.size

/** The body is not read: the connection cannot be used for anything else. */
const wait = (title: string) => new HttpProblem(429, title, undefined, { 'retry-after': '5', connection: 'close' })

/** Reads the body and answers in a turn, which ends with the work and not with the connection: till then the file is in memory. */
export const inTurn = async <T>({ session }: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  const tenantId = session?.tenantId ?? 0
  if (sending.has(tenantId)) throw wait(UPLOADING)
  if (sending.size >= AT_ONCE) throw wait(UPLOADS_TAKEN)
  sending.add(tenantId)
  try {
    return await work()
  } finally {
    sending.delete(tenantId)
  }
}
