// The parts of an uploaded workbook: a few are taken out as texts and changed, new ones are added, and all others go into
// the copy byte for byte. Only what the reader's own judgement lets pass is opened.
import { posix } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromBufferPromise, type ZipFile as YauzlFile } from 'yauzl'
import { ZipFile } from 'yazl'
import { type Edit, escaped, HEAD, OFFICE, spliced, type Tag, walk } from './marked-copy-xml.ts'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'
import { openPackage } from './xlsx-package.ts'

const PART_AT_MOST = 96 * 1_048_576
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

export type Relation = { id: string; type: string; target: string }
export type Parts = {
  has: (name: string) => boolean
  /** @throws WorkbookError where it is not there, too big or not UTF-8 */
  read: (name: string) => Promise<string>
  write: (name: string, text: string) => void
  zip: () => Promise<Buffer>
}

const entriesOf = async (bytes: Buffer) => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  const entries: Entry[] = []
  await new Promise<void>((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', done)
    zip.once('error', fail)
    zip.readEntry()
  })
  return { zip, entries }
}

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WorkbookError(DAMAGED)
  }
}

/** A part as it is; where it cannot be inflated, the copy ends with the error. */
const copied = (zip: YauzlFile, entry: Entry, out: ZipFile): Readable => {
  const copy = new PassThrough()
  const fail = (error: Error) => void (out.outputStream as PassThrough).destroy(error)
  void zip.openReadStreamPromise(entry).then((stream) => pipeline(stream, copy)).catch(fail) // biome-ignore format: one way
  return copy
}

/** @throws WorkbookError where the bytes are no workbook we would open */
export const openParts = async (bytes: Buffer): Promise<Parts> => {
  await openPackage(bytes)
  const { zip, entries } = await entriesOf(bytes)
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  const written = new Map<string, string>()
  // Part names do not tell case; a part that is there keeps its own spelling.
  const nameOf = (name: string) => byName.get(name.toLowerCase())?.fileName ?? name
  return {
    has: (name) => byName.has(name.toLowerCase()) || written.has(name),
    read: async (name) => {
      const known = written.get(nameOf(name))
      if (known !== undefined) return known
      const entry = byName.get(name.toLowerCase())
      if (!entry) throw new WorkbookError(DAMAGED)
      if (entry.uncompressedSize > PART_AT_MOST) throw new WorkbookError(TOO_BIG)
      return decoded(await buffer(await zip.openReadStreamPromise(entry)))
    },
    write: (name, content) => void written.set(nameOf(name), content),
    zip: () => {
      const out = new ZipFile()
      const left = new Map(written)
      for (const entry of entries) {
        const changed = left.get(entry.fileName)
        left.delete(entry.fileName)
        if (changed !== undefined) out.addBuffer(Buffer.from(changed), entry.fileName)
        else out.addReadStreamLazy(entry.fileName, (give) => give(null, copied(zip, entry, out)))
      }
      for (const [name, content] of left) out.addBuffer(Buffer.from(content), name)
      out.end()
      return buffer(out.outputStream)
    },
  }
}

export const relationsPart = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

/** Targets as names of parts; a relationship to another place is left out. */
export const relationsOf = async (parts: Parts, part: string): Promise<Relation[]> => {
  const found: Relation[] = []
  if (!parts.has(relationsPart(part))) return found
  walk(await parts.read(relationsPart(part)), {
    open: ({ name, attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      if (name !== 'Relationship') return
      const inside = Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(part), Target)
      found.push({ id: Id, type: posix.basename(Type), target: TargetMode === 'External' ? '' : inside })
    },
  })
  return found
}

/** Puts text before the end of the part's root. */
export const appendToRoot = (xml: string, text: (root: Tag) => string): string => {
  let root: Tag | undefined
  const edits: Edit[] = []
  walk(xml, {
    open: (tag) => {
      root ??= tag
    },
    close: ({ depth, from, to, empty }) => {
      if (depth !== 1 || !root) return
      const whole = `${root.prefix}${root.name}`
      edits.push(
        empty
          ? { from, to, text: `${xml.slice(from, to).replace(/\s*\/>$/, '>')}${text(root)}</${whole}>` }
          : { from, to: from, text: text(root) },
      )
    },
  })
  return spliced(xml, edits)
}

/** @returns the new relationship's id */
export const relate = async (parts: Parts, part: string, kind: string, target: string): Promise<string> => {
  const name = relationsPart(part)
  const ids = new Set((await relationsOf(parts, part)).map(({ id }) => id))
  let count = ids.size + 1
  while (ids.has(`rIdPadron${count}`)) count++
  const id = `rIdPadron${count}`
  const before = parts.has(name)
    ? await parts.read(name)
    : `${HEAD}<Relationships xmlns="${RELATIONS}"></Relationships>`
  const row = ({ prefix }: Tag) =>
    `<${prefix}Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="/${escaped(target)}"/>`
  parts.write(name, appendToRoot(before, row))
  return id
}

const TYPES = '[Content_Types].xml'

/** Says what a new part is. */
export const declarePart = async (parts: Parts, part: string, type: string): Promise<void> => {
  const row = ({ prefix }: Tag) => `<${prefix}Override PartName="/${escaped(part)}" ContentType="${type}"/>`
  parts.write(TYPES, appendToRoot(await parts.read(TYPES), row))
}

/** A name no part has: `name(1)`, or the next number. */
export const freeName = (parts: Parts, name: (count: number) => string): string => {
  let count = 1
  while (parts.has(name(count))) count++
  return name(count)
}
