// Reads an archive part by part, and joins parts that were split. Errors contain the name of the file.
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { ArchiveError } from './archive.ts'

/** Its content must be read before the next part. */
export type Part = { name: string; content: AsyncIterable<Buffer> }

const damaged = (file: string, error: unknown): Error =>
  new ArchiveError(`El archivo ${file} está dañado o incompleto (${error instanceof Error ? error.message : error}).`)

const nameOf = (piece: string): string => piece.slice(0, piece.lastIndexOf('/'))

async function* bytesOf(piece: AsyncIterable<unknown>, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of piece) yield chunk as Buffer
  } catch (error) {
    throw damaged(file, error)
  }
}

/** @throws ArchiveError if the file does not exist or is incomplete; errors of the caller's loop are not changed */
export async function* readArchive(file: string): AsyncGenerator<Part> {
  await access(file).catch(() => {
    throw new ArchiveError(`No se puede leer el archivo ${file}.`)
  })
  const tar = extract()
  const source = createReadStream(file)
  const reading = pipeline(source, createZstdDecompress(), tar)
  reading.catch(() => undefined) // the loop reports it
  const pieces = tar[Symbol.asyncIterator]()
  const next = async () => {
    try {
      return await pieces.next()
    } catch (error) {
      throw damaged(file, error)
    }
  }
  try {
    let piece = await next()
    while (!piece.done) {
      const name = nameOf(piece.value.header.name)
      const content = async function* () {
        while (!piece.done && nameOf(piece.value.header.name) === name) {
          yield* bytesOf(piece.value, file)
          piece = await next()
        }
      }
      yield { name, content: content() }
      if (!piece.done && nameOf(piece.value.header.name) === name) throw new Error(`part ${name} was not read`)
    }
    await reading.catch((error: unknown) => {
      throw damaged(file, error)
    })
  } finally {
    source.destroy()
    tar.destroy()
  }
}
