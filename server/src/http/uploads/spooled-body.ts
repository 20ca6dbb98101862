// A multipart body with a large file: it is written to disk as it arrives, and always deleted when its call ends.
import { rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Call } from '@padron/contract/call'
import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../../errors/http-problem.ts'
import { asStoreTrouble } from '../../files/contents/store-trouble.ts'
import { keepTouched, type SpooledFile, type SpoolRoom, spool, spoolPath } from '../../files/spool.ts'
import { closeUnread, declaredFileSize, type MultipartRule, parseFormFields, partsAsSent } from './multipart-body.ts'
import { nestFields } from './spooled-fields.ts'

/** The row's rule, with this installation's size limit. */
export const ruleHere = (rule: MultipartRule, { bytes }: SpoolRoom): MultipartRule =>
  rule.spooled ? { ...rule, bytes: Math.min(rule.bytes, bytes) } : rule

export type QuotaCheck = { refuseFull?: (tenantId: number, size: number) => Promise<void> }
/** Checks the quota by the declared size, before the body is read. @throws HttpProblem, and the connection ends */
export const checkQuota = async ({ session, headers }: FastifyRequest, { refuseFull }: QuotaCheck): Promise<void> => {
  const size = declaredFileSize(headers)
  if (!session || !refuseFull || size === 0) return
  await refuseFull(session.tenantId, size).catch((error: unknown) => {
    throw error instanceof HttpProblem ? closeUnread(error) : error
  })
}

/** Whether our disk failed; errors of the stream are the sender's. */
const isOfDisk = (error: unknown): boolean => typeof (error as { syscall?: string }).syscall === 'string'
const spoolPart = (part: MultipartFile, path: string): Promise<SpooledFile> =>
  spool(part.file, path, part.filename ?? '').catch((error: unknown) => {
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
  const untouched = keepTouched(path)
  try {
    const rule = ruleHere(multipart, room)
    const { file, fields } = await partsAsSent(request, rule, (part) => spoolPart(part, path))
    return await work({ file, body: parseFormFields(schema, nestFields(fields)) })
  } finally {
    untouched()
    await rm(path, { force: true }).catch((error: unknown) =>
      request.log.error({ err: error }, 'an orphaned file could not be deleted'),
    )
  }
}
