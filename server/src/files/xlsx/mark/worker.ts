// The worker thread that marks a user's workbook: cells, notes and list, and then packs it again.
import { posix } from 'node:path'
import { workerData } from 'node:worker_threads'
import { answerEach, type Refused } from '../../workbook-thread.ts'
import { readWorkbook } from '../read/parts.ts'
import { DAMAGED, WorkbookError } from '../read/workbook-error.ts'
import { columnName } from '../references.ts'
import { type FileNote, NOTES_AT_MOST, noteText } from '../write/error-workbook-rows.ts'
import { withBoxes } from './boxes.ts'
import { type Mark, type Marks, markedCells } from './cells.ts'
import { legacyDrawingOf, withLegacyDrawing } from './drawing.ts'
import { putList } from './list.ts'
import { withNotes } from './notes.ts'
import { openParts, type Parts } from './package.ts'
import { appendToRoot, declarePart, freeName, relate, relationsOf, removePart } from './relations.ts'
import { readStyles } from './styles.ts'
import { type Tag, walk } from './xml.ts'

export type MarkRequest = { bytes: Uint8Array; sheetName: string; notes: readonly FileNote[] }
export type MarkReply = { done: Uint8Array } | Refused

const COMMENTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'
const VML = 'application/vnd.openxmlformats-officedocument.vmlDrawing'

type Places = { main: string; sheet: string; styles: string }

/** Finds the same sheet that the reader reads. */
const findPlaces = async ({ pack }: Parts, wanted: string): Promise<Places> => {
  const { main, sheet, styles } = await readWorkbook(pack, wanted)
  if (!styles) throw new WorkbookError(DAMAGED)
  return { main, sheet, styles }
}

const LINES_BETWEEN = '\n\n'
/** One mark per cell: the worst level of its faults, the text of its correction. */
const withNote = (mark: Mark, { level, value }: FileNote): Mark => {
  if (level === 'corrected') return { ...mark, text: value }
  return level === 'omitted' ? mark : { ...mark, level: mark.level === 'error' ? 'error' : level }
}
const gather = (notes: readonly FileNote[]): { marks: Marks; texts: Map<string, string> } => {
  const marks = new Map<number, Map<number, Mark>>()
  const texts = new Map<string, string>()
  for (const note of notes) {
    const { row, column } = note
    if (row < 1) continue
    const inRow = marks.get(row) ?? new Map<number, Mark>()
    const at = column ?? 0
    marks.set(row, inRow.set(at, withNote(inRow.get(at) ?? {}, note)))
    const cell = `${columnName(at)}${row}`
    const before = texts.get(cell)
    texts.set(cell, `${before ? before + LINES_BETWEEN : ''}${noteText(note)}`)
  }
  return { marks, texts }
}

const declareDrawings = async (parts: Parts): Promise<void> => {
  const types = await parts.read('[Content_Types].xml')
  let known = false
  walk(types, {
    open: ({ name, attributes }) => {
      if (name === 'Default' && attributes.Extension?.toLowerCase() === 'vml') known = true
    },
  })
  const row = ({ prefix }: Tag) => `<${prefix}Default Extension="vml" ContentType="${VML}"/>`
  if (!known) parts.write('[Content_Types].xml', appendToRoot(types, row))
}

/** Writes the notes and their boxes; creates their parts if the sheet has none. @returns the sheet's XML */
const putNotes = async (parts: Parts, sheet: string, xml: string, texts: Map<string, string>): Promise<string> => {
  const relations = await relationsOf(parts, sheet)
  const known = relations.find(({ type }) => type === 'comments')?.target
  const { xml: comments, cells } = withNotes(known && (await parts.read(known)), texts)
  const part = known ?? freeName(parts, (count) => `xl/padronComments${count}.xml`)
  if (!known && cells.size === 0) return xml
  parts.write(part, comments)
  if (!known) {
    await declarePart(parts, part, COMMENTS)
    await relate(parts, sheet, 'comments', part)
  }
  const drawingId = legacyDrawingOf(xml)
  const drawing = relations.find(({ id }) => id === drawingId)?.target
  if (drawing) {
    parts.write(drawing, withBoxes(await parts.read(drawing), cells, texts))
    return xml
  }
  const partName = freeName(parts, (count) => posix.join('xl/drawings', `padronNotes${count}.vml`))
  parts.write(partName, withBoxes(undefined, cells, texts))
  await declareDrawings(parts)
  return withLegacyDrawing(xml, await relate(parts, sheet, 'vmlDrawing', partName))
}

const mark = async ({ bytes, sheetName, notes }: MarkRequest): Promise<Uint8Array> => {
  const parts = await openParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { main, sheet, styles: stylesPart } = await findPlaces(parts, sheetName)
  const styles = readStyles(await parts.read(stylesPart))
  const { marks, texts } = gather(notes.slice(0, NOTES_AT_MOST))
  const { xml, formulas } = markedCells(await parts.read(sheet), marks, styles)
  if (formulas) await removePart(parts, main, 'calcChain') // it lists cells with formulas; programs create it again
  parts.write(sheet, await putNotes(parts, sheet, xml, texts))
  await putList(parts, main, sheet, notes, styles)
  parts.write(stylesPart, styles.xml())
  return parts.zip()
}

answerEach<MarkReply>(async () => {
  try {
    return { done: await mark(workerData as MarkRequest) }
  } catch (error) {
    return { refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
})
