// A body that is a file: its declared type and length are checked before a byte is read, and its bytes are counted as
// they arrive, because the declared length may be wrong. The handler gets the stream and validates the content.
import { Transform } from 'node:stream'
import type { Call } from '@padron/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'

type FileRule = NonNullable<Call['file']>

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`
// The rest of the body is not read, so the connection cannot be reused.
const tooLarge = (bytes: number) =>
  new HttpProblem(413, `El archivo pasa de ${megabytes(bytes)}, que es lo más que se acepta.`, undefined, {
    connection: 'close',
  })
const CUT = 'El archivo no llegó completo. Intente subirlo de nuevo.'

/** Runs after the guard and before the body. */
export const fileHead =
  ({ types, bytes }: FileRule) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!types.includes(mediaType)) throw new HttpProblem(415, 'Solo se aceptan archivos PDF, PNG o JPEG.')
    if (Number(headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes)
  }

/** The body as a stream; it fails with a refusal if it is too long or was cut. */
export const fileOf = ({ raw }: FastifyRequest, { bytes }: FileRule): Transform => {
  let seen = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen > bytes ? tooLarge(bytes) : null, chunk)
    },
  })
  // It may fail before it has a reader; a later reader still gets the error.
  counted.on('error', () => undefined)
  const cut = () => void counted.destroy(refuse(400, CUT))
  raw.once('error', cut).once('aborted', cut)
  counted.once('close', () => raw.off('error', cut).off('aborted', cut).unpipe(counted).resume())
  raw.pipe(counted)
  return counted
}

/** A scope in which every body stays a stream. */
export const takeFiles = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}
