// The sheet «Errores» in the user's own workbook: one row per note, with a link to its cell. Values are texts, never
// formulas. The sheet of an earlier round is found by a defined name in the workbook and replaced in its place.
import { columnName, quoteSheetName } from '../references.ts'
import {
  ERROR_COLUMNS,
  ERROR_SHEET,
  errorRow,
  type FileNote,
  moreRow,
  NOTES_AT_MOST,
  summaryOf,
} from '../write/error-workbook-rows.ts'
import { HEAD, MAIN, OFFICE, xmlText } from '../xml-text.ts'
import type { Parts } from './package.ts'
import { declarePart, freeName, relate, relationsOf } from './relations.ts'
import { refuseOther, type Styles } from './styles.ts'
import { type Edit, spliced, type Tag, walk } from './xml.ts'

const NAME = 'Padron_Errores'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'

const cell = (column: number, row: number, value: string | number, style: number): string => {
  const open = `<c r="${columnName(column)}${row}" s="${style}"`
  return typeof value === 'number'
    ? `${open}><v>${value}</v></c>`
    : `${open} t="inlineStr"><is><t xml:space="preserve">${xmlText(value.slice(0, 32_767))}</t></is></c>`
}

const line = (row: number, values: readonly (string | number)[], style: (column: number) => number): string =>
  `<row r="${row}">${values.map((value, column) => cell(column, row, value, style(column))).join('')}</row>`

/** Row of the headings, below the summary; notes start in the third row. */
const HEADINGS_AT = 2
const LINKED = [0, 1] // LibreOffice keeps links of texts, but loses those of numbers when it saves

const links = ({ row, column }: FileNote, at: number, sheet: string): string => {
  const location = xmlText(`${quoteSheetName(sheet)}!${columnName(column ?? 0)}${row}`)
  return row < 1 ? '' : LINKED.map((of) => `<hyperlink ref="${columnName(of)}${at}" location="${location}"/>`).join('')
}

/** @param sheet name of the sheet with the cells of the notes */
const sheetXml = (notes: readonly FileNote[], sheet: string, styles: Styles): string => {
  const [text, linked, heading, summary] = [styles.text(), styles.link(), styles.heading(), styles.summary()]
  const listed = notes.slice(0, NOTES_AT_MOST)
  const more = moreRow(notes.length)
  const first = HEADINGS_AT + 1
  const rows = listed.map((note, index) =>
    line(first + index, errorRow(note), (column) => (note.row > 0 && LINKED.includes(column) ? linked : text)),
  )
  if (more) rows.push(line(first + rows.length, more, () => text))
  const linksXml = listed.map((note, index) => links(note, first + index, sheet)).join('')
  const end = columnName(ERROR_COLUMNS.length - 1)
  const columns = ERROR_COLUMNS.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1" style="${text}"/>`,
  )
  return [
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><tabColor rgb="FFC0392B"/><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<dimension ref="A1:${end}${rows.length + HEADINGS_AT}"/>`,
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${HEADINGS_AT}" topLeftCell="A${first}" ` +
      'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${columns.join('')}</cols>`,
    '<sheetData>',
    line(1, [summaryOf(notes)], () => summary),
    line(
      HEADINGS_AT,
      ERROR_COLUMNS.map(({ title }) => title),
      () => heading,
    ),
    ...rows,
    `</sheetData><autoFilter ref="A${HEADINGS_AT}:${end}${listed.length + HEADINGS_AT}"/>`,
    linksXml && `<hyperlinks>${linksXml}</hyperlinks>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    '</worksheet>',
  ].join('')
}

type BookSheet = { name: string; id: number; relation: string }
type Book = {
  root: Tag | undefined
  sheets: BookSheet[]
  sheetsEnd: Tag | undefined
  after: number
  names: { tag: Tag; end: Tag | undefined } | undefined
  ours: { from: number; to: number; refers: string } | undefined
}

const readBook = (xml: string): Book => {
  const book: Book = { root: undefined, sheets: [], sheetsEnd: undefined, after: 0, names: undefined, ours: undefined }
  let from: number | undefined
  let text = ''
  walk(xml, {
    open: (tag) => {
      if (!book.root) refuseOther(tag)
      book.root ??= tag
      const { name = '', sheetId = '0' } = tag.attributes
      const relation = Object.entries(tag.attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      if (tag.name === 'sheet') book.sheets.push({ name, id: Number(sheetId), relation })
      if (tag.name === 'definedNames') book.names = { tag, end: undefined }
      from = tag.name === 'definedName' && name === NAME ? tag.from : undefined
      text = ''
    },
    text: (piece) => {
      text += piece
    },
    close: (tag) => {
      if (tag.name === 'sheets') book.sheetsEnd = tag
      if (['sheets', 'functionGroups', 'externalReferences'].includes(tag.name) && tag.depth === 2) book.after = tag.to
      if (tag.name === 'definedNames' && book.names) book.names.end = tag
      if (tag.name === 'definedName' && from !== undefined) book.ours = { from, to: tag.to, refers: text }
    },
  })
  return book
}

const freeTitle = (sheets: readonly BookSheet[]): string => {
  const usedNames = new Set(sheets.map(({ name }) => name.toLowerCase()))
  for (let count = 1; ; count++) {
    const title = count === 1 ? ERROR_SHEET : `${ERROR_SHEET} (${count})`
    if (!usedNames.has(title.toLowerCase())) return title
  }
}

/** Adds a name to find our sheet in the next round, and its print titles (the rows that every printed page repeats). */
const nameEdits = ({ names, ours, after, root, sheets }: Book, title: string): Edit[] => {
  const prefix = root?.prefix ?? ''
  const named = (attributes: string, place: string) =>
    `<${prefix}definedName ${attributes}>${xmlText(`${quoteSheetName(title)}!${place}`)}</${prefix}definedName>`
  const printed = `name="_xlnm.Print_Titles" localSheetId="${sheets.length}"`
  const name = named(printed, `$${HEADINGS_AT}:$${HEADINGS_AT}`) + named(`name="${NAME}" hidden="1"`, '$A$1')
  const gone = ours ? [{ from: ours.from, to: ours.to, text: '' }] : []
  if (names?.end && !names.tag.empty) return [...gone, { from: names.end.from, to: names.end.from, text: name }]
  const whole = `<${prefix}definedNames>${name}</${prefix}definedNames>`
  return names ? [{ from: names.tag.from, to: names.tag.to, text: whole }] : [{ from: after, to: after, text: whole }]
}

/**
 * Writes the list in the place of an earlier one of ours, or as a new sheet at the end.
 * @param main the workbook's part @param target the part of the sheet with the cells of the notes
 */
export const putList = async (
  parts: Parts,
  main: string,
  target: string,
  notes: readonly FileNote[],
  styles: Styles,
): Promise<void> => {
  const xml = await parts.read(main)
  const book = readBook(xml)
  const relations = await relationsOf(parts, main)
  const partOf = ({ relation }: BookSheet) => relations.find(({ id }) => id === relation)?.target
  const about = book.sheets.find((sheet) => partOf(sheet) === target)?.name ?? ''
  const content = sheetXml(notes, about, styles)

  const earlier = book.sheets.find(
    ({ name }) => book.ours && [quoteSheetName(name), name].some((n) => book.ours?.refers.startsWith(`${n}!`)),
  )
  const place = earlier && partOf(earlier)
  if (place && place !== target) return parts.write(place, content)

  const part = freeName(parts, (count) => `xl/worksheets/padronErrores${count}.xml`)
  parts.write(part, content)
  await declarePart(parts, part, TYPE)
  const relation = await relate(parts, main, 'worksheet', part)
  const title = freeTitle(book.sheets)
  const prefix = book.root?.prefix ?? ''
  const id = Math.max(0, ...book.sheets.map((sheet) => sheet.id)) + 1
  const sheet = `<${prefix}sheet xmlns:r="${OFFICE}" name="${title}" sheetId="${id}" r:id="${relation}"/>`
  const end = book.sheetsEnd?.from ?? 0
  parts.write(main, spliced(xml, [{ from: end, to: end, text: sheet }, ...nameEdits(book, title)]))
}
