// Evidence files: their type, and the size of a picture, are read from their bytes, never from a name.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../errors/http-problem.ts'
import { pictureSize, refuseLargePicture } from './picture-size.ts'

/** Enough bytes to recognize the type of a file. */
const HEAD_BYTES = 4_100
/** The size of a JPEG comes after the metadata that the camera wrote. */
const PICTURE_HEAD_BYTES = 1_048_576
const TYPES: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

/** The media type that a request declares for its body, without parameters. */
export const claimedType = (headers: IncomingHttpHeaders): string =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

const refuseUnlike = async (head: Buffer, claimed: string): Promise<void> => {
  if (head.length === 0) throw refuse(400, 'El archivo está vacío.')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found || !TYPES.includes(found.mime)) throw refuse(415, 'El contenido del archivo no es PDF, PNG ni JPEG.')
  if (found.mime !== claimed) throw refuse(415, 'El contenido del archivo no es del tipo que dice ser.')
}

/**
 * Validates the bytes received so far.
 * @returns the length at which to validate again; undefined: the file is valid
 */
const checkHead = async (head: Buffer, claimed: string): Promise<number | undefined> => {
  await refuseUnlike(head, claimed)
  if (!claimed.startsWith('image/')) return undefined
  const size = await pictureSize(head)
  refuseLargePicture(size, 'file')
  return size || head.length >= PICTURE_HEAD_BYTES ? undefined : head.length * 4
}

async function* checked(file: Readable, claimed: string): AsyncGenerator<Buffer> {
  const head: Buffer[] = []
  let length = 0
  let wanted: number | undefined = HEAD_BYTES
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (wanted === undefined) {
      yield chunk
      continue
    }
    head.push(chunk)
    length += chunk.length
    if (length < wanted) continue
    wanted = await checkHead(Buffer.concat(head), claimed)
    if (wanted === undefined) yield* head
  }
  if (wanted === undefined) return
  await checkHead(Buffer.concat(head), claimed)
  yield* head
}

/** Passes the bytes on once the beginning of the file is valid, and ends `into`. @throws HttpProblem */
export const passChecked = (file: Readable, claimed: string, into: Writable): Promise<void> =>
  pipeline(checked(file, claimed), into)
