// Colours and corrects a sheet's cells. Only the format of marked cells changes; a marked cell that was empty is
// created with the format of its row or column. Colours of an earlier copy are removed. Corrected cells get new
// content.
import { DAMAGED, WorkbookError } from '../read/workbook-error.ts'
import { columnName } from '../references.ts'
import { xmlText } from '../xml-text.ts'
import { type Level, refuseOther, type Styles } from './styles.ts'
import { type Edit, parseCellReference, spliced, type Tag, walk, withAttributes } from './xml.ts'

/** `level` decides the colour; `text` replaces the content. */
export type Mark = { level?: Level; text?: string }
/** By row number, then by column from 0. */
export type Marks = ReadonlyMap<number, ReadonlyMap<number, Mark>>

const format = ({ attributes }: Tag, name: string): number => Number(attributes[name] ?? 0)

type Row = {
  tag: Tag
  number: number
  open: Map<number, Mark>
  next: number
  format: number | undefined
  added: boolean
  /** The current cell, if its content is replaced. */
  replaced: { from: number; text: string } | undefined
}

/** A cell's type and content, without its reference. */
const contentOf = (prefix: string, { text }: Mark): string =>
  text
    ? ` t="inlineStr"><${prefix}is><${prefix}t ` +
      `xml:space="preserve">${xmlText(text)}</${prefix}t></${prefix}is></${prefix}c>`
    : '/>'

/** A formula that other cells share cannot be removed. */
const refuseShared = ({ attributes: { t, ref = '' } }: Tag): void => {
  const [first, last = first] = ref.split(':')
  if (t !== undefined && t !== 'normal' && first !== last) throw new WorkbookError(DAMAGED)
}

/**
 * @returns the sheet's XML with the cells coloured and corrected, and whether a formula was removed
 * @throws WorkbookError if the part is of another dialect, or if other cells need a formula that would be removed
 */
export const markedCells = (xml: string, marks: Marks, styles: Styles): { xml: string; formulas: boolean } => {
  const edits: Edit[] = []
  const columns: { min: number; max: number; style: number }[] = []
  const rowsLeft = [...marks.keys()].toSorted((a, b) => a - b)
  let row: Row | undefined
  let last = 0
  let inData = false
  let prefix = ''
  let formulas = false

  const columnFormat = (column: number) => columns.find(({ min, max }) => min <= column + 1 && column < max)?.style ?? 0
  const styleOf = (base: number, { level }: Mark = {}): number =>
    level ? styles.marked(base, level) : styles.unmarked(base)
  const newCell = (number: number, column: number, mark: Mark, base = columnFormat(column)): string =>
    `<${prefix}c r="${columnName(column)}${number}" s="${styleOf(base, mark)}"${contentOf(prefix, mark)}`
  const newCells = (now: Row, before: number): string => {
    let text = ''
    for (const [column, mark] of [...now.open].toSorted(([a], [b]) => a - b)) {
      if (column >= before) break
      text += newCell(now.number, column, mark, now.format)
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
      const marked = cells.map(([column, mark]) => newCell(number, column, mark)).join('')
      text += `<${prefix}row r="${number}">${marked}</${prefix}row>`
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
    row = { tag, number, open, next: 0, format: own ? format(tag, 's') : undefined, added: false, replaced: undefined }
  }
  const openCell = (now: Row, tag: Tag) => {
    const column = tag.attributes.r ? parseCellReference(tag.attributes.r).column : now.next
    now.next = column + 1
    put(tag.from, newCells(now, column))
    const mark = now.open.get(column)
    now.open.delete(column)
    const before = format(tag, 's')
    if (mark?.text !== undefined) {
      now.replaced = { from: tag.from, text: newCell(now.number, column, mark, before) }
      return
    }
    const after = styleOf(before, mark)
    if (after === before) return
    edits.push({ from: tag.from, to: tag.to, text: withAttributes(xml.slice(tag.from, tag.to), { s: String(after) }) })
  }
  const openFormula = (now: Row, tag: Tag) => {
    if (!now.replaced) return
    refuseShared(tag)
    formulas = true
  }
  const closeCell = (now: Row, { to }: Tag) => {
    if (now.replaced) edits.push({ ...now.replaced, to })
    now.replaced = undefined
  }
  const closeRow = (now: Row, tag: Tag) => {
    const text = newCells(now, Number.POSITIVE_INFINITY)
    if (tag.empty && text) {
      const open = withAttributes(xml.slice(tag.from, tag.to), { spans: undefined }).replace(/(?<!\s)\s*\/>$/, '>')
      edits.push({ from: tag.from, to: tag.to, text: `${open}${text}</${prefix}row>` })
    } else {
      put(tag.from, text)
      // The row's `spans`, a hint of the program that wrote it, may no longer be right.
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
      if (inData && tag.name === 'f' && row) openFormula(row, tag)
    },
    close: (tag) => {
      if (tag.name === 'c' && row) closeCell(row, tag)
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
  return { xml: spliced(xml, edits), formulas }
}
