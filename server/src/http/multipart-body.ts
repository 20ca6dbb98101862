// A multipart body: a few text fields and one file, in any order. The file is gathered in memory, which its largest size
// bounds; what is too large is refused by what it says of itself, or as soon as it passes.
import multipart from '@fastify/multipart'
import type { Call } from '@padron/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpProblem } from './problem.ts'

type Rule = NonNullable<Call['multipart']>
/** The file as it was sent; its name is its sender's word. */
export type SentFile = { bytes: Buffer; fileName: string }

const FIELD_BYTES = 8_192
const FIELDS_AT_MOST = 20
const BESIDE_THE_FILE = 65_536
const CLOSE = { connection: 'close' } // the rest of the body is not read
const wrong = (status: number, title: string, path?: string) =>
  new HttpProblem(status, title, path ? [{ path, message: title }] : undefined, CLOSE)
const tooLarge = ({ bytes, file }: Rule) =>
  wrong(413, `El archivo pesa más de ${bytes / 1_048_576} MB; divídalo.`, file)

/** Runs after the guard and before the body. */
export const multipartHead =
  (rule: Rule) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (!headers['content-type']?.toLowerCase().startsWith('multipart/form-data'))
      throw wrong(415, 'Envíe el archivo como multipart/form-data.')
    if (Number(headers['content-length'] ?? 0) > rule.bytes + BESIDE_THE_FILE) throw tooLarge(rule)
  }

/** In one piece of memory, of the size that the request says where it says one. */
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

const CODES: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'Envíe un solo archivo.',
  FST_PARTS_LIMIT: 'La solicitud tiene demasiadas partes.',
  FST_FIELDS_LIMIT: 'La solicitud tiene demasiados campos.',
  FST_PROTO_VIOLATION: 'La solicitud tiene un campo con un nombre que no se acepta.',
}
const asRefusal = (error: unknown, rule: Rule): unknown => {
  if (error instanceof HttpProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(rule)
  const known = CODES[code]
  if (known) return wrong(400, known)
  return /multipart|boundary|unexpected end|premature|aborted|part terminated/i.test(message)
    ? wrong(400, 'El archivo no llegó completo. Intente subirlo de nuevo.')
    : error
}

type Parts = { file: SentFile | undefined; fields: Record<string, string> }

const readParts = async (request: FastifyRequest, rule: Rule): Promise<Parts> => {
  const fields: Record<string, string> = {}
  let file: SentFile | undefined
  const limits = {
    fileSize: rule.bytes,
    files: 1,
    fields: FIELDS_AT_MOST,
    fieldSize: FIELD_BYTES,
    parts: FIELDS_AT_MOST + 1,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (part.fieldname !== rule.file) throw wrong(400, `El archivo va en el campo «${rule.file}».`, part.fieldname)
      const bytes = await gather(part.file, Number(request.headers['content-length'] ?? 0), rule)
      if (part.file.truncated) throw tooLarge(rule)
      file = { bytes, fileName: part.filename }
    } else {
      if (part.valueTruncated || typeof part.value !== 'string') throw wrong(400, 'El texto es demasiado largo.', part.fieldname)
      fields[part.fieldname] = part.value
    }
  }
  return { file, fields }
} // biome-ignore format: one way through

/** @throws HttpProblem where it is not whole, too large, or its fields are not what the row wants */
export const partsOf = async (request: FastifyRequest, rule: Rule, schema: Call['body']) => {
  const { file, fields } = await readParts(request, rule).catch((error: unknown) => {
    throw asRefusal(error, rule)
  })
  const { data, error } = z.safeParse(schema as z.ZodMiniType<Record<string, unknown>>, fields)
  if (!error) return { file, body: data }
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new HttpProblem(400, 'Los datos enviados no son válidos.', errors)
}

/** A scope in which bodies are multipart and nothing else. */
export const takeParts = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { throwFileSizeLimit: true })
}
