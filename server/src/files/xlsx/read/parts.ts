// Finds the parts of a workbook that a sheet needs: its own, the shared strings and the formats. Parts are found by
// their relationships, never by name, and an external relationship is never followed.
import { posix } from 'node:path'
import { bareWords } from '@padron/contract/normalize'
import { checkMainType } from './kind.ts'
import { LIMITS } from './limits.ts'
import type { Package } from './package.ts'
import { WorkbookError } from './workbook-error.ts'
import { localAttribute, readWhole } from './xml.ts'

type Relation = { id: string; type: string; target: string }

const readRelations = async (pack: Package, part: string): Promise<Relation[]> => {
  const folder = posix.dirname(part)
  const relations: Relation[] = []
  const stream = await pack.open(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), LIMITS.bookBytes)
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
  await readWhole(await pack.open('[Content_Types].xml', LIMITS.bookBytes), {
    open: (name, { PartName = '', ContentType = '' }) => {
      if (name === 'Override' && PartName.toLowerCase() === `/${part.toLowerCase()}`) found = ContentType
    },
  })
  return found
}

const findMainPart = async (pack: Package): Promise<string> => {
  const main = (await readRelations(pack, '')).find(({ type }) => type === 'officeDocument')?.target ?? ''
  checkMainType(await readContentType(pack, main))
  return main
}

type NamedSheet = { name: string; id: string }

const readBook = async (pack: Package, main: string): Promise<{ visible: NamedSheet[]; date1904: boolean }> => {
  const visible: NamedSheet[] = []
  const names = new Set<string>()
  let date1904 = false
  await readWhole(await pack.open(main, LIMITS.bookBytes), {
    open: (element, attributes) => {
      if (element === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element !== 'sheet') return
      const { name = '', state = 'visible' } = attributes
      if (names.has(name.toLowerCase()))
        throw new WorkbookError(`El archivo tiene dos hojas con el nombre «${name}»; cambie el nombre de una.`)
      names.add(name.toLowerCase())
      if (state === 'visible') visible.push({ name, id: localAttribute(attributes, 'id') ?? '' })
    },
  })
  return { visible, date1904 }
}

export type Workbook = {
  /** the workbook's own part */
  main: string
  /** the part's name inside the ZIP */
  sheet: string
  name: string
  /** every visible sheet, in the book's order */
  sheets: readonly { name: string; part: string }[]
  strings: string | undefined
  styles: string | undefined
  date1904: boolean
}

/** @param wanted the sheet's name; if there is none with that name, the first visible sheet */
export const readWorkbook = async (pack: Package, wanted: string): Promise<Workbook> => {
  const main = await findMainPart(pack)
  const { visible, date1904 } = await readBook(pack, main)
  const relations = await readRelations(pack, main)
  const byId = new Map(relations.toReversed().map((relation) => [relation.id, relation]))
  const readable = visible.flatMap(({ name, id }) => {
    const part = byId.get(id)
    return part?.type === 'worksheet' ? [{ name, part: part.target }] : []
  })
  const words = bareWords(wanted)
  const sheet = readable.find(({ name }) => bareWords(name) === words) ?? readable[0]
  if (!sheet) throw new WorkbookError('El archivo no tiene ninguna hoja visible con filas.')
  const target = (kind: string) => relations.find(({ type }) => type === kind)?.target
  return {
    main,
    sheet: sheet.part,
    name: sheet.name,
    sheets: readable,
    strings: target('sharedStrings'),
    styles: target('styles'),
    date1904,
  }
}
