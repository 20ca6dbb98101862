// The worker thread in which a user's workbook is marked: cells, notes, list, and the whole put together again.
import { posix } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { bareWords } from '@padron/contract/state-names'
import { type FileNote, LEVELS, NOTES_AT_MOST } from './error-book-rows.ts'
import { colouredCells, legacyDrawingOf, type Marks, withLegacyDrawing } from './marked-copy-cells.ts'
import { putList } from './marked-copy-list.ts'
import { withBoxes, withNotes } from './marked-copy-notes.ts'
import {
  appendToRoot,
  declarePart,
  freeName,
  openParts,
  type Parts,
  relate,
  relationsOf,
} from './marked-copy-package.ts'
import { type Level, readStyles } from './marked-copy-styles.ts'
import { lettersOf, type Tag, walk } from './marked-copy-xml.ts'
import { DAMAGED, WorkbookError } from './workbook-error.ts'

export type MarkRequest = { bytes: Uint8Array; sheetName: string; notes: readonly FileNote[] }
export type MarkReply = { bytes: Uint8Array } | { failed: string }

const COMMENTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'
const VML = 'application/vnd.openxmlformats-officedocument.vmlDrawing'

type Places = { main: string; sheet: string; styles: string }

/** The same sheet the reader reads: of that name, or the first visible one. */
const findPlaces = async (parts: Parts, wanted: string): Promise<Places> => {
  const main = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.target
  if (!main) throw new WorkbookError(DAMAGED)
  const visible: { name: string; id: string }[] = []
  walk(await parts.read(main), {
    open: ({ name, attributes }) => {
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      visible.push({ name: attributes.name ?? '', id })
    },
  })
  const relations = await relationsOf(parts, main)
  const chosen = visible.find(({ name }) => bareWords(name) === bareWords(wanted)) ?? visible[0]
  const sheet = relations.find(({ id, type }) => id === chosen?.id && type === 'worksheet')?.target
  const styles = relations.find(({ type }) => type === 'styles')?.target
  if (!sheet || !styles) throw new WorkbookError(DAMAGED)
  return { main, sheet, styles }
}

const LINES_BETWEEN = '\n\n'
/** Levels for the colour, texts for the note: one of each per cell, the worst level winning. */
const gather = (notes: readonly FileNote[]): { marks: Marks; texts: Map<string, string> } => {
  const marks = new Map<number, Map<number, Level>>()
  const texts = new Map<string, string>()
  for (const { row, column, level, message } of notes) {
    if (row < 1) continue
    const inRow = marks.get(row) ?? new Map<number, Level>()
    const at = column ?? 0
    marks.set(row, inRow.set(at, inRow.get(at) === 'error' ? 'error' : level))
    const cell = `${lettersOf(at)}${row}`
    const before = texts.get(cell)
    texts.set(cell, `${before ? before + LINES_BETWEEN : ''}${LEVELS[level]}: ${message}`)
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

/** Writes the notes and their boxes; makes their parts where the sheet has none. @returns the sheet's XML */
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
    parts.write(drawing, withBoxes(await parts.read(drawing), cells))
    return xml
  }
  const made = freeName(parts, (count) => posix.join('xl/drawings', `padronNotes${count}.vml`))
  parts.write(made, withBoxes(undefined, cells))
  await declareDrawings(parts)
  return withLegacyDrawing(xml, await relate(parts, sheet, 'vmlDrawing', made))
}

const mark = async ({ bytes, sheetName, notes }: MarkRequest): Promise<Uint8Array> => {
  const parts = await openParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { main, sheet, styles: stylesPart } = await findPlaces(parts, sheetName)
  const styles = readStyles(await parts.read(stylesPart))
  const { marks, texts } = gather(notes.slice(0, NOTES_AT_MOST))
  const coloured = colouredCells(await parts.read(sheet), marks, styles)
  parts.write(sheet, await putNotes(parts, sheet, coloured, texts))
  await putList(parts, main, sheet, notes, styles)
  parts.write(stylesPart, styles.xml())
  return parts.zip()
}

const answer = async (): Promise<MarkReply> => {
  try {
    return { bytes: await mark(workerData as MarkRequest) }
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}
parentPort?.postMessage(await answer())
