// Files that prove an answer: what they are is read from their bytes and never believed from a name, and a name keeps nothing
// that could be a path, a control character or a change of writing direction.
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../http/problem.ts'

/** Enough of a file to know what it is. */
const HEAD_BYTES = 4_100
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}
const NAME_AT_MOST = 200

/** The last piece of what may be a path, as one visible line, with the ending of what the file is. */
export const cleanName = (given: string, mediaType: string): string => {
  const endings = ENDINGS[mediaType] ?? []
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = visible.lastIndexOf('.')
  const known = dot > 0 && endings.includes(visible.slice(dot + 1).toLowerCase())
  const ending = known ? visible.slice(dot) : `.${endings[0] ?? 'bin'}`
  const stem = (known ? visible.slice(0, dot) : visible) || 'evidencia'
  return [...stem].slice(0, NAME_AT_MOST - ending.length).join('').slice(0, NAME_AT_MOST - ending.length).toWellFormed() + ending // biome-ignore format: one name
}

const refuseUnlike = async (head: Buffer, claimed: string): Promise<void> => {
  if (head.length === 0) throw refuse(400, 'El archivo está vacío.')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found || !(found.mime in ENDINGS)) throw refuse(415, 'El contenido del archivo no es PDF, PNG ni JPEG.')
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
