// Streams a workbook while it is written, in the turn of its company. Nothing is stored; a failure ends the
// connection.
import { PassThrough, type Writable } from 'node:stream'
import { XLSX } from '@padron/contract/common'
import type { FastifyReply } from 'fastify'
import { attachment } from '../../files/attachment.ts'
import { limitSending } from '../../files/file-limiter.ts'

type Workbook = {
  tenantId: number
  /** The file's name as a person reads it. */
  name: string
  /** Fills the stream and ends it; waits for a slow reader. */
  write: (into: Writable) => Promise<void>
}

/** @throws HttpProblem 429 or 503 if too many are being sent */
export const streamWorkbook = (reply: FastifyReply, { tenantId, name, write }: Workbook) => {
  const file = limitSending(tenantId, new PassThrough())
  write(file).catch((error: unknown) => {
    reply.log.error({ err: error }, 'a workbook download failed')
    file.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return reply.headers(attachment(name, XLSX)).send(file)
}
