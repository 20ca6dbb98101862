// A sheet's cells in colour: only the format of the cells that are spoken of is changed, and a cell that was empty is made with
// the format its row or column would have given it. Colours of an earlier copy are taken off.
import { type Level, refuseOther, type Styles } from './marked-copy-styles.ts'
import { type Edit, lettersOf, OFFICE, placeOf, spliced, type Tag, walk, withAttributes } from './marked-copy-xml.ts'

/** By Excel's row, then by column from 0. */
export type Marks = ReadonlyMap<number, ReadonlyMap<number, Level>>

const format = ({ attributes }: Tag, name: string): number => Number(attributes[name] ?? 0)

type Row = {
  tag: Tag
  number: number
  open: Map<number, Level>
  next: number
  format: number | undefined
  added: boolean
}

/** @returns the sheet's XML with those cells in colour @throws WorkbookError where the part is of another dialect */
export const colouredCells = (xml: string, marks: Marks, styles: Styles): string => {
  const edits: Edit[] = []
  const columns: { min: number; max: number; style: number }[] = []
  const rowsLeft = [...marks.keys()].toSorted((a, b) => a - b)
  let row: Row | undefined
  let last = 0
  let inData = false
  let prefix = ''

  const columnFormat = (column: number) => columns.find(({ min, max }) => min <= column + 1 && column < max)?.style ?? 0
  const newCell = (number: number, column: number, level: Level, base: number | undefined): string =>
    `<${prefix}c r="${lettersOf(column)}${number}" s="${styles.marked(base ?? columnFormat(column), level)}"/>`
  const newCells = (now: Row, before: number): string => {
    let text = ''
    for (const [column, level] of [...now.open].toSorted(([a], [b]) => a - b)) {
      if (column >= before) break
      text += newCell(now.number, column, level, now.format)
      now.open.delete(column)
      now.added = true
    }
    return text
  }
  const newRows = (before: number): string => {
    let text = ''
    while ((rowsLeft[0] ?? Number.POSITIVE_INFINITY) < before) {
      const number = rowsLeft.shift() ?? 0
      const cells = [...(marks.get(number) ?? [])].toSorted(([a], [b]) => a - b)
      text += `<${prefix}row r="${number}">${cells.map(([column, level]) => newCell(number, column, level, undefined)).join('')}</${prefix}row>`
    }
    return text
  }
  const put = (from: number, text: string) => {
    if (text) edits.push({ from, to: from, text })
  }

  const openRow = (tag: Tag) => {
    const number = tag.attributes.r ? Number(tag.attributes.r) : last + 1
    last = number
    put(tag.from, newRows(number))
    if (rowsLeft[0] === number) rowsLeft.shift()
    const own = tag.attributes.customFormat === '1' || tag.attributes.customFormat === 'true'
    const open = new Map(marks.get(number) ?? [])
    row = { tag, number, open, next: 0, format: own ? format(tag, 's') : undefined, added: false }
  }
  const openCell = (now: Row, tag: Tag) => {
    const column = tag.attributes.r ? placeOf(tag.attributes.r).column : now.next
    now.next = column + 1
    put(tag.from, newCells(now, column))
    const level = now.open.get(column)
    now.open.delete(column)
    const before = format(tag, 's')
    const after = level ? styles.marked(before, level) : styles.unmarked(before)
    if (after === before) return
    edits.push({ from: tag.from, to: tag.to, text: withAttributes(xml.slice(tag.from, tag.to), { s: String(after) }) })
  }
  const closeRow = (now: Row, tag: Tag) => {
    const text = newCells(now, Number.POSITIVE_INFINITY)
    if (tag.empty && text) {
      const open = withAttributes(xml.slice(tag.from, tag.to), { spans: undefined }).replace(/\s*\/>$/, '>')
      edits.push({ from: tag.from, to: tag.to, text: `${open}${text}</${prefix}row>` })
    } else {
      put(tag.from, text)
      // What its program noted of the row's width may no longer be so.
      const spans = /\sspans\s*=\s*("[^"]*"|'[^']*')/.exec(xml.slice(now.tag.from, now.tag.to))
      if (now.added && spans) {
        const from = now.tag.from + spans.index
        edits.push({ from, to: from + spans[0].length, text: '' })
      }
    }
    row = undefined
  }

  walk(xml, {
    open: (tag) => {
      if (tag.depth === 1) {
        refuseOther(tag)
        prefix = tag.prefix
      }
      if (tag.name === 'col')
        columns.push({ min: format(tag, 'min'), max: format(tag, 'max'), style: format(tag, 'style') })
      if (tag.name === 'sheetData') inData = true
      if (inData && tag.name === 'row') openRow(tag)
      if (inData && tag.name === 'c' && row) openCell(row, tag)
    },
    close: (tag) => {
      if (tag.name === 'row' && row) closeRow(row, tag)
      if (tag.name !== 'sheetData') return
      inData = false
      const text = newRows(Number.POSITIVE_INFINITY)
      if (!text) return
      edits.push(
        tag.empty
          ? { from: tag.from, to: tag.to, text: `<${prefix}sheetData>${text}</${prefix}sheetData>` }
          : { from: tag.from, to: tag.from, text },
      )
    },
  })
  return spliced(xml, edits)
}

const AFTER_DRAWING = ['legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems', 'tableParts', 'extLst'] // biome-ignore format: the schema's order

/** Ties the sheet to the drawing of its notes, where the schema wants it. */
export const withLegacyDrawing = (xml: string, id: string): string => {
  let place: number | undefined
  let prefix = ''
  walk(xml, {
    open: (tag) => {
      if (tag.depth === 1) prefix = tag.prefix
      if (tag.depth === 2 && AFTER_DRAWING.includes(tag.name)) place ??= tag.from
    },
    close: ({ depth, from }) => {
      if (depth === 1) place ??= from
    },
  })
  const from = place ?? xml.length
  const text = `<${prefix}legacyDrawing xmlns:r="${OFFICE}" r:id="${id}"/>`
  return spliced(xml, [{ from, to: from, text }])
}

/** The relationship of the drawing that shows the sheet's notes, where it has one. */
export const legacyDrawingOf = (xml: string): string | undefined => {
  let id: string | undefined
  walk(xml, {
    open: ({ name, depth, attributes }) => {
      if (depth !== 2 || name !== 'legacyDrawing') return
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    },
  })
  return id
}
