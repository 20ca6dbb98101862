// A multipart body: a few text fields and one file, in any order. The file is collected in memory, bounded by its
// maximum size, or written to disk (`spooled-body.ts`). A file that is too large is refused by its declared size, or as
// soon as it exceeds the limit.
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Call } from '@padron/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpProblem } from '../../errors/http-problem.ts'

export type MultipartRule = NonNullable<Call['multipart']>
type Rule = MultipartRule
/** The uploaded file, with the name that the client sent. */
export type SentFile = { bytes: Buffer; fileName: string }

const FIELD_BYTES = 8_192
const FIELDS_AT_MOST = 20
const BESIDE_THE_FILE = 65_536
const CLOSE = { connection: 'close' } // the rest of the body is not read
const wrong = (status: number, title: string, path?: string) =>
  new HttpProblem(status, title, path ? [{ path, message: title }] : undefined, CLOSE)
/** The same refusal, closing the connection: the rest of the body is not read. */
export const closeUnread = ({ status, title, errors }: HttpProblem) => new HttpProblem(status, title, errors, CLOSE)
/** A workbook can be sent in pieces; a document cannot. */
const tooLarge = ({ bytes, file, spooled }: Rule) => {
  const most = `${bytes / 1_048_576} MB`
  return wrong(413, `El archivo pesa más de ${most}${spooled ? ', que es lo más que se acepta.' : '; divídalo.'}`, file)
}

/** Runs after the guard and before the body. */
export const multipartHead =
  (rule: Rule) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (!headers['content-type']?.toLowerCase().startsWith('multipart/form-data'))
      throw wrong(415, 'Envíe el archivo como multipart/form-data.')
    if (Number(headers['content-length'] ?? 0) > rule.bytes + BESIDE_THE_FILE) throw tooLarge(rule)
  }

/** The minimum size of the request's file by its declared length; 0 if unknown, or if there may be no file. */
export const declaredFileSize = (headers: FastifyRequest['headers']): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - BESIDE_THE_FILE)

/** Collects the file in one buffer, of the declared size if the request has one. */
const gather = async (stream: AsyncIterable<Buffer>, expected: number, rule: Rule): Promise<Buffer> => {
  let whole = Buffer.allocUnsafe(Math.min(Math.max(expected, 65_536), rule.bytes))
  let size = 0
  for await (const chunk of stream) {
    if (size + chunk.length > rule.bytes) throw tooLarge(rule)
    if (size + chunk.length > whole.length) {
      const larger = Buffer.allocUnsafe(Math.min(rule.bytes, Math.max(whole.length * 2, size + chunk.length)))
      whole.copy(larger, 0, 0, size)
      whole = larger
    }
    size += chunk.copy(whole, size)
  }
  return whole.subarray(0, size)
}

const UNREAD = 'Una parte de la solicitud no se pudo leer: el nombre del archivo tiene caracteres que no se aceptan.'
const CODES = {
  FST_FILES_LIMIT: 'Envíe un solo archivo.',
  FST_PARTS_LIMIT: 'La solicitud tiene demasiadas partes.',
  FST_FIELDS_LIMIT: 'La solicitud tiene demasiados campos.',
  FST_PROTO_VIOLATION: 'La solicitud tiene un campo con un nombre que no se acepta.',
} as const
const asRefusal = (error: unknown, rule: Rule): unknown => {
  if (error instanceof HttpProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(rule)
  if (code in CODES) return wrong(400, CODES[code as keyof typeof CODES])
  return /multipart|boundary|unexpected end|premature|aborted|part terminated/i.test(message)
    ? wrong(400, 'El archivo no llegó completo. Intente subirlo de nuevo.')
    : error
}

export type Fields = [name: string, value: string][]

const HEAD_OF_A_FIELD = 200
const BOUNDARY_AT_MOST = 70
/**
 * Detects parts that the parser skipped: it silently skips a part whose name contains a line break, in any encoding.
 * Then the body is longer than the parts read.
 */
const wasPassedOver = ({ headers }: FastifyRequest, fields: Fields): boolean => {
  const known = fields.reduce(
    (sum, field) => sum + Buffer.byteLength(field.join('')) + HEAD_OF_A_FIELD + BOUNDARY_AT_MOST,
    0,
  )
  return Number(headers['content-length'] ?? 0) > known + HEAD_OF_A_FIELD + BOUNDARY_AT_MOST
}
type Parts<F> = { file: F | undefined; fields: Fields }

/** @param take processes the file as it arrives @throws HttpProblem */
const readParts = async <F>(
  request: FastifyRequest,
  rule: Rule,
  take: (part: MultipartFile) => Promise<F>,
): Promise<Parts<F>> => {
  const fields: Fields = []
  let file: F | undefined
  const most = rule.fields ?? FIELDS_AT_MOST
  const limits = { fileSize: rule.bytes, files: 1, fields: most, fieldSize: FIELD_BYTES, parts: most + 1 }
  // The part named as the file is a file, even if its header has no file name.
  const isPartAFile = (field: string | undefined, type: string | undefined, name: string | undefined) =>
    field === rule.file || type === 'application/octet-stream' || name !== undefined
  for await (const part of request.parts({ limits, isPartAFile })) {
    if (part.type === 'file') {
      if (part.fieldname !== rule.file) throw wrong(400, `El archivo va en el campo «${rule.file}».`, part.fieldname)
      file = await take(part)
      if (part.file.truncated) throw tooLarge(rule)
    } else {
      if (part.valueTruncated || typeof part.value !== 'string')
        throw wrong(400, 'El texto es demasiado largo.', part.fieldname)
      fields.push([part.fieldname, part.value])
    }
  }
  if (!file && wasPassedOver(request, fields)) throw wrong(400, UNREAD, rule.file)
  return { file, fields }
}

/** @throws HttpProblem if it is incomplete, too large, or has unexpected parts */
export const partsAsSent = <F>(request: FastifyRequest, rule: Rule, take: (part: MultipartFile) => Promise<F>) =>
  readParts(request, rule, take).catch((error: unknown) => {
    throw asRefusal(error, rule)
  })

/** @throws HttpProblem if they do not fit the row's schema */
export const parseFormFields = (schema: Call['body'], fields: Record<string, unknown>): Record<string, unknown> => {
  const { data, error } = z.safeParse(schema as z.ZodMiniType<Record<string, unknown>>, fields)
  if (!error) return data
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new HttpProblem(400, 'Los datos enviados no son válidos.', errors)
}

/** Reads the parts, with the file in memory. @throws HttpProblem */
export const readMultipartBody = async (request: FastifyRequest, rule: Rule, schema: Call['body']) => {
  const expected = Number(request.headers['content-length'] ?? 0)
  const take = async (part: MultipartFile): Promise<SentFile> => ({
    bytes: await gather(part.file, expected, rule),
    fileName: part.filename ?? '',
  })
  const { file, fields } = await partsAsSent(request, rule, take)
  return { file, body: parseFormFields(schema, Object.fromEntries(fields)) }
}

/** Makes a scope accept only multipart bodies. */
export const takeParts = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { throwFileSizeLimit: true })
}
