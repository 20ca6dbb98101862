// Relationships and content types of a workbook's parts: read, add and remove.
import { posix } from 'node:path'
import { HEAD, OFFICE, xmlText } from '../xml-text.ts'
import type { Parts } from './package.ts'
import { type Edit, spliced, type Tag, walk } from './xml.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
export type Relation = { id: string; type: string; target: string }

const relationsPart = (part: string): string => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

/** Relationships with their targets as names of parts; the target of an external one is ''. */
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

/** Inserts text before the end of the part's root. */
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
          ? { from, to, text: `${xml.slice(from, to).replace(/(?<!\s)\s*\/>$/, '>')}${text(root)}</${whole}>` }
          : { from, to: from, text: text(root) },
      )
    },
  })
  return spliced(xml, edits)
}

/** Removes the root's children for which `isGone` is true. */
const without = (xml: string, isGone: (tag: Tag) => boolean): string => {
  const edits: Edit[] = []
  let from: number | undefined
  walk(xml, {
    open: (tag) => {
      if (tag.depth === 2) from = isGone(tag) ? tag.from : undefined
    },
    close: ({ depth, to }) => {
      if (depth === 2 && from !== undefined) edits.push({ from, to, text: '' })
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
    `<${prefix}Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="/${xmlText(target)}"/>`
  parts.write(name, appendToRoot(before, row))
  return id
}

const TYPES = '[Content_Types].xml'

/** Adds the content type of a new part. */
export const declarePart = async (parts: Parts, part: string, type: string): Promise<void> => {
  const row = ({ prefix }: Tag) => `<${prefix}Override PartName="/${xmlText(part)}" ContentType="${type}"/>`
  parts.write(TYPES, appendToRoot(await parts.read(TYPES), row))
}

/** Removes an optional part with its relationship and content type. */
export const removePart = async (parts: Parts, owner: string, kind: string): Promise<void> => {
  const gone = (await relationsOf(parts, owner)).find(({ type }) => type === kind)
  if (!gone) return
  parts.drop(gone.target)
  const rows = relationsPart(owner)
  parts.write(
    rows,
    without(await parts.read(rows), ({ attributes }) => attributes.Id === gone.id),
  )
  const named = `/${gone.target}`.toLowerCase()
  const isType = ({ attributes }: Tag) => attributes.PartName?.toLowerCase() === named
  parts.write(TYPES, without(await parts.read(TYPES), isType))
}

/** An unused part name: `name(1)`, or with the next free number. */
export const freeName = (parts: Parts, name: (count: number) => string): string => {
  let count = 1
  while (parts.has(name(count))) count++
  return name(count)
}
