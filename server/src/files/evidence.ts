// Files that prove an answer: what they are is read from their bytes and never believed from a name.
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../http/problem.ts'

/** Enough of a file to know what it is. */
const HEAD_BYTES = 4_100
const TYPES: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

const refuseUnlike = async (head: Buffer, claimed: string): Promise<void> => {
  if (head.length === 0) throw refuse(400, 'El archivo está vacío.')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found || !TYPES.includes(found.mime)) throw refuse(415, 'El contenido del archivo no es PDF, PNG ni JPEG.')
  if (found.mime !== claimed) throw refuse(415, 'El contenido del archivo no es del tipo que dice ser.')
}

async function* checked(file: Readable, claimed: string): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of file) {
    if (head === undefined) {
      yield chunk as Buffer
      continue
    }
    head = Buffer.concat([head, chunk as Buffer])
    if (head.length < HEAD_BYTES) continue
    await refuseUnlike(head, claimed)
    yield head
    head = undefined
  }
  if (head === undefined) return
  await refuseUnlike(head, claimed)
  yield head
}

/** Passes the bytes on once their beginning has shown that they are what they claim, and ends. @throws HttpProblem */
export const passChecked = (file: Readable, claimed: string, into: Writable): Promise<void> =>
  pipeline(checked(file, claimed), into)
