// The small parts of a written workbook, created when its sheets are known.
import { quoteSheetName } from '../references.ts'
import { HEAD, MAIN, OFFICE, xmlText } from '../xml-text.ts'
import { hasNotes, NOTES_DRAWING, notesXml } from './heading-notes.ts'
import { type SheetColumn, tableRange } from './sheet.ts'
import { STYLES_XML } from './styles.ts'

/** A written table, with its headings in row `heads`; a filter covers the rows from there to `rows`. */
type WrittenTable = { columns: readonly SheetColumn[]; heads: number; rows: number; filtered: boolean }
/** A sheet without a table has texts only. */
export type WrittenSheet = { name: string; opened?: boolean; hidden?: boolean; table?: WrittenTable }

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`
const notesPath = (index: number): string => `xl/comments${index + 1}.xml`
const boxesPath = (index: number): string => `xl/drawings/vmlDrawing${index + 1}.vml`

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (list: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`

type NotedSheet = { table: WrittenTable; i: number }
const withHeadingNotes = (sheets: readonly WrittenSheet[]): NotedSheet[] =>
  sheets.flatMap(({ table }, i) => (table && hasNotes(table.columns) ? [{ table, i }] : []))

const noteParts = ({ table, i }: NotedSheet): [path: string, text: string][] => {
  const { texts, boxes } = notesXml(table.columns, table.heads)
  const of = [
    relation('rId1', 'comments', `/${notesPath(i)}`),
    relation(NOTES_DRAWING, 'vmlDrawing', `/${boxesPath(i)}`),
  ]
  return [
    [notesPath(i), texts],
    [boxesPath(i), boxes],
    [`xl/worksheets/_rels/sheet${i + 1}.xml.rels`, relations(of)],
  ]
}

const contentTypes = (sheets: readonly WrittenSheet[]): string => {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}"/>`
  return [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ' +
      'Extension="xml" ContentType="application/xml"/><Default Extension="vml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
    part('xl/workbook.xml', `${SHEETML}.sheet.main+xml`),
    part('xl/styles.xml', `${SHEETML}.styles+xml`),
    part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    ...sheets.map((_, i) => part(sheetPath(i), `${SHEETML}.worksheet+xml`)),
    ...withHeadingNotes(sheets).map(({ i }) => part(notesPath(i), `${SHEETML}.comments+xml`)),
    '</Types>',
  ].join('')
}

const sheetReference = (name: string): string => xmlText(quoteSheetName(name))
const named = (name: string, i: number, of: string, more = ''): string =>
  `<definedName name="_xlnm.${name}" localSheetId="${i}"${more}>${of}</definedName>`

/**
 * A filter has a hidden name, by which spreadsheets find it; headings have a name that makes every printed page repeat
 * them.
 */
const definedNames = (sheets: readonly WrittenSheet[]): string => {
  const names = sheets.flatMap(({ name, table }, i) => {
    if (!table) return []
    const { columns, heads, rows, filtered } = table
    const range = `${sheetReference(name)}!${tableRange(columns.length, rows, heads, true)}`
    return [
      ...(filtered ? [named('_FilterDatabase', i, range, ' hidden="1"')] : []),
      named('Print_Titles', i, `${sheetReference(name)}!$${heads}:$${heads}`),
    ]
  })
  return names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
}

const workbook = (sheets: readonly WrittenSheet[]): string => {
  const active = sheets.findIndex(({ opened }) => opened)
  const list = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${xmlText(name)}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  )
  const activeTab = active > 0 ? ` activeTab="${active}"` : ''
  return [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<bookViews><workbookView${activeTab}/></bookViews>`,
    `<sheets>${list.join('')}</sheets>${definedNames(sheets)}</workbook>`,
  ].join('')
}

const CORE =
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" ` +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Padrón</dc:creator>' +
  '<cp:lastModifiedBy>Padrón</cp:lastModifiedBy></cp:coreProperties>'

/** @returns path in the package → its text */
export const smallParts = (sheets: readonly WrittenSheet[]): ReadonlyMap<string, string> =>
  new Map([
    ['xl/workbook.xml', workbook(sheets)],
    ['xl/styles.xml', STYLES_XML],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)),
        relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ]),
    ],
    ['docProps/core.xml', CORE],
    [
      '_rels/.rels',
      relations([
        relation('rId1', 'officeDocument', 'xl/workbook.xml'),
        `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
      ]),
    ],
    ['[Content_Types].xml', contentTypes(sheets)],
    ...withHeadingNotes(sheets).flatMap(noteParts),
  ])
