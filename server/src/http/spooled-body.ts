// A multipart body whose file may be large: it goes to disk as it comes, and is gone when its call has ended, whatever happened.
import { rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Call } from '@padron/contract/call'
import type { FastifyRequest } from 'fastify'
import { type SpooledFile, type SpoolRoom, spool, spoolPath } from '../files/spool.ts'
import { asStoreTrouble } from '../files/store-trouble.ts'
import { bodyOf, type MultipartRule, partsAsSent } from './multipart-body.ts'
import { nested } from './spooled-fields.ts'

/** The row's rule as this installation has it. */
export const ruleHere = (rule: MultipartRule, { bytes }: SpoolRoom): MultipartRule =>
  rule.spooled ? { ...rule, bytes: Math.min(rule.bytes, bytes) } : rule

/** The disk's own troubles; what the stream says is the sender's. */
const isOfDisk = (error: unknown): boolean => typeof (error as { syscall?: string }).syscall === 'string'
const kept = (part: MultipartFile, path: string): Promise<SpooledFile> =>
  spool(part.file, path, part.filename).catch((error: unknown) => {
    throw isOfDisk(error) ? asStoreTrouble(error) : error
  })

type Sent = { file: SpooledFile | undefined; body: Record<string, unknown> }

/** @param work may use the file for as long as it lasts @throws HttpProblem */
export const withSpooled = async <T>(
  request: FastifyRequest,
  { multipart, body: schema }: Call & { multipart: MultipartRule },
  room: SpoolRoom,
  work: (sent: Sent) => Promise<T>,
): Promise<T> => {
  const path = await spoolPath(room).catch((error: unknown) => {
    throw asStoreTrouble(error)
  })
  try {
    const rule = ruleHere(multipart, room)
    const { file, fields } = await partsAsSent(request, rule, (part) => kept(part, path))
    return await work({ file, body: bodyOf(schema, nested(fields)) })
  } finally {
    await rm(path, { force: true }).catch((error: unknown) => request.log.error({ err: error }, 'a file stays behind'))
  }
}
