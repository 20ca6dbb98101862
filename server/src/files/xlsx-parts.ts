// What a sheet needs from the rest of its workbook: which part it is, the shared strings, which cell formats are dates.
// Parts are found by their relationships, never by name, and a relationship to another place is never followed.
import { posix } from 'node:path'
import { bareWords } from '@padron/contract/state-names'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'
import { isWorkbookType, type Package } from './xlsx-package.ts'
import { readWhole, stringReader } from './xlsx-xml.ts'

const MB = 1_048_576
const SMALL = 4 * MB
const STRINGS_AT_MOST = 2_000_000
const FORMATS_AT_MOST = 65_000

type Relation = { id: string; type: string; target: string }

const readRelations = async (pack: Package, part: string): Promise<Relation[]> => {
  const folder = posix.dirname(part)
  const relations: Relation[] = []
  const stream = await pack.open(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), SMALL)
  await readWhole(stream, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.push({ id: Id, type: posix.basename(Type), target })
    },
  })
  return relations
}

const readContentType = async (pack: Package, part: string): Promise<string> => {
  let found = ''
  await readWhole(await pack.open('[Content_Types].xml', SMALL), {
    open: (name, { PartName = '', ContentType = '' }) => {
      if (name === 'Override' && PartName.toLowerCase() === `/${part.toLowerCase()}`) found = ContentType
    },
  })
  return found
}

export type Workbook = { sheet: string; strings: string | undefined; styles: string | undefined; date1904: boolean }

/** @param wanted the sheet's name; without one of that name, the first visible sheet */
export const readWorkbook = async (pack: Package, wanted: string): Promise<Workbook> => {
  if (!pack.has('_rels/.rels') || !pack.has('[Content_Types].xml'))
    throw new WorkbookError('El archivo no es un libro de Excel (.xlsx).')
  const main = (await readRelations(pack, '')).find(({ type }) => type === 'officeDocument')?.target
  if (!main || !isWorkbookType(await readContentType(pack, main))) {
    throw new WorkbookError('El archivo no es un libro de Excel sin macros (.xlsx).')
  }
  const sheets: { name: string; id: string }[] = []
  let date1904 = false
  await readWhole(await pack.open(main, SMALL), {
    open: (name, { name: title = '', id = '', state = 'visible', date1904: flag = '0' }) => {
      if (name === 'workbookPr') date1904 = flag === '1' || flag === 'true'
      if (name === 'sheet' && state === 'visible') sheets.push({ name: title, id })
    },
  })
  const relations = await readRelations(pack, main)
  const sheet = sheets.find(({ name }) => bareWords(name) === bareWords(wanted)) ?? sheets[0]
  const part = relations.find(({ id }) => id === sheet?.id)
  if (part?.type !== 'worksheet') throw new WorkbookError('El libro no tiene ninguna hoja visible con filas.')
  const target = (kind: string) => relations.find(({ type }) => type === kind)?.target
  return { sheet: part.target, strings: target('sharedStrings'), styles: target('styles'), date1904 }
}

export const readStrings = async (pack: Package, part: string | undefined): Promise<readonly string[]> => {
  const strings: string[] = []
  if (!part || !pack.has(part)) return strings
  const reader = stringReader()
  await readWhole(await pack.open(part, 120 * MB), {
    ...reader,
    close: (name) => {
      reader.close(name)
      if (name === 'si') strings.push(reader.take())
      if (strings.length > STRINGS_AT_MOST) throw new WorkbookError(TOO_BIG)
    },
  })
  return strings
}

export type Kind = 'number' | 'date' | 'time'

const BUILT_IN_DATES = [[14, 17], [22, 22], [27, 31], [36, 36], [50, 58]] as const // biome-ignore format: ranges
const BUILT_IN_TIMES = [
  [18, 21],
  [32, 35],
  [45, 47],
] as const

const within = (ranges: readonly (readonly [number, number])[], id: number): boolean =>
  ranges.some(([from, to]) => from <= id && id <= to)

/** Quotes, escapes, colours and conditions say nothing about the kind; [h] and [mm] are elapsed time. */
const kindOfCode = (code: string): Kind => {
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '').toLowerCase()
  if (/general|[#0?]/.test(bare.replace(/\.0+/g, ''))) return 'number'
  return /[yd]|m(?!.*[hs])/.test(bare.replace(/\[[hms]+\]|am\/pm|a\/p/g, '')) && !/^[hms:.\s]*$/.test(bare)
    ? 'date'
    : /[hms]/.test(bare)
      ? 'time'
      : 'number'
}

/** The kind of number each cell format shows, by its index. */
export const readFormats = async (pack: Package, part: string | undefined): Promise<readonly Kind[]> => {
  const formats: Kind[] = []
  if (!part || !pack.has(part)) return formats
  const custom = new Map<number, Kind>()
  let inCells = false
  await readWhole(await pack.open(part, SMALL), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt') custom.set(id, kindOfCode(formatCode))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      formats.push(
        custom.get(id) ?? (within(BUILT_IN_DATES, id) ? 'date' : within(BUILT_IN_TIMES, id) ? 'time' : 'number'),
      )
      if (formats.length > FORMATS_AT_MOST) throw new WorkbookError(DAMAGED)
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}
