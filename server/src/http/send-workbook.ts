// A workbook that is written while it goes out: nothing of it is kept, and one that breaks off ends the connection.
import { PassThrough, type Writable } from 'node:stream'
import { XLSX } from '@padron/contract/imports'
import type { FastifyReply } from 'fastify'
import { attachment } from '../files/attachment.ts'

/** @param name as a person reads it @param write fills the stream and ends it; a slow reader is waited for */
export const sendWorkbook = (reply: FastifyReply, name: string, write: (into: Writable) => Promise<void>) => {
  const file = new PassThrough()
  write(file).catch((error: unknown) => {
    reply.log.error({ err: error }, 'a workbook broke off')
    file.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return reply.headers(attachment(name, XLSX)).send(file)
}
