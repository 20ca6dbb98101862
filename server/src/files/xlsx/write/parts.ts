// The small parts of a written workbook, made when its sheets are known.
import { xmlText } from './cells.ts'
import { tableRange } from './sheet.ts'
import { STYLES_XML } from './styles.ts'

/**
 * A sheet as it was written, its headings in row `heads`. `filtered`: a table, whose filter goes from there to row
 * `rows`.
 */
export type WrittenSheet = {
  name: string
  columns: number
  heads: number
  rows: number
  filtered: boolean
  opened: boolean
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`
const relations = (list: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`

const contentTypes = (sheets: readonly WrittenSheet[]): string => {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}"/>`
  return [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ' +
      'Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', `${SHEETML}.sheet.main+xml`),
    part('xl/styles.xml', `${SHEETML}.styles+xml`),
    part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    ...sheets.map((_, i) => part(sheetPath(i), `${SHEETML}.worksheet+xml`)),
    '</Types>',
  ].join('')
}

const quoted = (name: string): string => `'${xmlText(name).replaceAll("'", "''")}'`
const named = (name: string, i: number, of: string, more = ''): string =>
  `<definedName name="_xlnm.${name}" localSheetId="${i}"${more}>${of}</definedName>`

/**
 * A filter has a hidden name, by which spreadsheets find it again; headings have one by which every printed page
 * repeats them.
 */
const definedNames = (sheets: readonly WrittenSheet[]): string => {
  const names = sheets.flatMap(({ name, columns, heads, rows, filtered }, i) => [
    ...(filtered
      ? [named('_FilterDatabase', i, `${quoted(name)}!${tableRange(columns, rows, heads, true)}`, ' hidden="1"')]
      : []),
    named('Print_Titles', i, `${quoted(name)}!$${heads}:$${heads}`),
  ])
  return `<definedNames>${names.join('')}</definedNames>`
}

const workbook = (sheets: readonly WrittenSheet[]): string => {
  const active = sheets.findIndex(({ opened }) => opened)
  const list = sheets.map(({ name }, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  const activeTab = active > 0 ? ` activeTab="${active}"` : ''
  return [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships">`,
    `<bookViews><workbookView${activeTab}/></bookViews>`,
    `<sheets>${list.join('')}</sheets>${definedNames(sheets)}</workbook>`,
  ].join('')
}

const CORE =
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" ` +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Padrón</dc:creator></cp:coreProperties>'

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
  ])
