// Reads a whole archive and compares it with its manifest. Changes nothing.
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  ArchiveError,
  FORMAT,
  HEADER,
  type Header,
  KEYS,
  MANIFEST,
  type Manifest,
  partOf,
  readFilePart,
} from './archive.ts'
import { readArchive } from './read-archive.ts'
import type { Written } from './write-archive.ts'

export type Verified = { header: Header; manifest: Manifest; keys: string | undefined }

const measure = async (content: AsyncIterable<Buffer>, also?: Hash): Promise<Written> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    also?.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const wholeOf = (content: AsyncIterable<Buffer>): Promise<string> => text(Readable.from(content))

const readHeader = async (file: string, name: string, content: AsyncIterable<Buffer>): Promise<Header> => {
  if (name !== HEADER) throw new ArchiveError(`El archivo ${file} no es un respaldo de Padrón.`)
  const header: Header = JSON.parse(await wholeOf(content))
  if (header.format > FORMAT)
    throw new ArchiveError(
      `El archivo ${file} es de una versión más nueva de Padrón (${header.release}): use esa versión.`,
    )
  return header
}

/** @throws ArchiveError naming what differs from the manifest */
const compare = (
  file: string,
  manifest: Manifest,
  tables: ReadonlyMap<string, Written>,
  files: Manifest['files'],
): void => {
  const wrong = manifest.tables
    .filter((table) => tables.get(partOf(table))?.sha256 !== table.sha256)
    .map(({ name }) => name)
  const { count, sha256 } = manifest.files
  if (wrong.length > 0 || tables.size !== manifest.tables.length)
    throw new ArchiveError(
      `El archivo ${file} no tiene lo que dice su manifiesto: ${wrong.join(', ') || 'sobran tablas'}.`,
    )
  if (count !== files.count || sha256 !== files.sha256)
    throw new ArchiveError(`El archivo ${file} no tiene los archivos que dice su manifiesto.`)
}

export const verifyArchive = async (file: string): Promise<Verified> => {
  const tables = new Map<string, Written>()
  const files = { count: 0, bytes: 0 }
  const hash = createHash('sha256')
  let header: Header | undefined
  let manifest: Manifest | undefined
  let keys: string | undefined
  for await (const { name, content } of readArchive(file)) {
    if (!header) header = await readHeader(file, name, content)
    else if (name === MANIFEST) manifest = JSON.parse(await wholeOf(content))
    else if (name === KEYS) keys = await wholeOf(content)
    else if (readFilePart(name)) {
      files.count++
      hash.update(`${name}\n`)
      files.bytes += (await measure(content, hash)).bytes
    } else tables.set(name, await measure(content))
  }
  if (!header || !manifest) throw new ArchiveError(`El archivo ${file} está incompleto: le falta el manifiesto.`)
  compare(file, manifest, tables, { ...files, sha256: hash.digest('hex') })
  return { header, manifest, keys }
}
