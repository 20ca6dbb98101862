// Formats of marked cells: each is the cell's own format with another fill, so that dates remain dates and texts remain
// texts. Our fills are recognized by their exact colours, which are in no spreadsheet's palette.
import { DAMAGED, WorkbookError } from '../read/workbook-error.ts'
import { MAIN } from '../xml-text.ts'
import { type Edit, spliced, type Tag, walk, withAttributes } from './xml.ts'

export type Level = 'error' | 'warning'
export const FILLS: Readonly<Record<Level | 'heading', string>> = {
  error: 'FFF9C8C3',
  warning: 'FFFBE3A4',
  heading: 'FF1F3A5E',
}
const LISTS = ['fonts', 'fills', 'cellXfs'] as const
type ListName = (typeof LISTS)[number]
type List = { tag: Tag; end: Tag | undefined; items: { from: number; to: number }[]; added: string[] }

export type Styles = {
  /** The format with the fill of the level. */
  marked: (format: number, level: Level) => number
  /** The format without our fill, if it has one. */
  unmarked: (format: number) => number
  heading: () => number
  text: () => number
  link: () => number
  /** A bold line that overflows into the cells to its right. */
  summary: () => number
  xml: () => string
}

const readLists = (xml: string): Map<string, List> => {
  const lists = new Map<string, List>()
  let now: List | undefined
  let from = 0
  walk(xml, {
    open: (tag) => {
      if (tag.depth === 2 && (LISTS as readonly string[]).includes(tag.name)) {
        now = { tag, end: undefined, items: [], added: [] }
        lists.set(tag.name, now)
      }
      if (tag.depth === 3) from = tag.from
    },
    close: (tag) => {
      if (tag.depth === 3) now?.items.push({ from, to: tag.to })
      if (tag.depth !== 2 || !now) return
      now.end = tag
      now = undefined
    },
  })
  return lists
}

const listOf = (lists: Map<string, List>, name: ListName): List => {
  const list = lists.get(name)
  if (!list || list.tag.empty || list.items.length === 0) throw new WorkbookError(DAMAGED)
  return list
}

const COLOR = /<(?:\w+:)?color\s[^<>]*\/>/
const LIGHT = /rgb="[0-9A-Fa-f]{2}(?:[D-Fd-f][0-9A-Fa-f]){3}"|theme="0"|indexed="[19]"/

/** Caches the results per format, because it is called for every cell. */
const remembered = <Rest extends readonly string[]>(answer: (index: number, ...rest: Rest) => number) => {
  const known = new Map<string, number>()
  return (index: number, ...rest: Rest): number => {
    const key = [index, ...rest].join()
    const found = known.get(key) ?? answer(index, ...rest)
    known.set(key, found)
    return found
  }
}

const number = (tag: string, name: string): number => Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+)`).exec(tag)?.[1])

/** @throws WorkbookError if the part is not as spreadsheet programs write it */
export const readStyles = (xml: string): Styles => {
  const lists = readLists(xml)
  const { fonts, fills, cellXfs } = {
    fonts: listOf(lists, 'fonts'),
    fills: listOf(lists, 'fills'),
    cellXfs: listOf(lists, 'cellXfs'),
  }
  const prefix = fills.tag.prefix
  const newStyles = new Map<string, number>()
  const textOf = ({ items, added }: List, index: number): string => {
    const item = items[index]
    return item ? xml.slice(item.from, item.to) : (added[index - items.length] ?? '')
  }
  const add = (list: List, text: string): number => {
    const known = newStyles.get(text)
    if (known !== undefined) return known
    const index = list.items.length + list.added.push(text) - 1
    newStyles.set(text, index)
    return index
  }
  const ours = new Map<string, number>()
  for (const [index] of fills.items.entries()) {
    const text = textOf(fills, index)
    for (const colour of Object.values(FILLS)) if (text.includes(`"${colour}"`)) ours.set(colour, index)
  }
  const fillOf = (colour: string): number =>
    ours.get(colour) ??
    add(
      fills,
      `<${prefix}fill><${prefix}patternFill patternType="solid"><${prefix}fgColor ` +
        `rgb="${colour}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill></${prefix}fill>`,
    )
  const isOurs = (fill: number) =>
    [FILLS.error, FILLS.warning].some((colour) => textOf(fills, fill).includes(`"${colour}"`))
  /** A light font, such as white, would be unreadable on our colours, so it becomes black. */
  const readable = (index: number): number => {
    const text = textOf(fonts, index)
    const color = COLOR.exec(text)?.[0] ?? ''
    return LIGHT.test(color) ? add(fonts, text.replace(color, `<${prefix}color rgb="FF000000"/>`)) : index
  }
  const formatOf = (index: number): string => {
    const text = textOf(cellXfs, index)
    if (!text) throw new WorkbookError(DAMAGED)
    return text
  }
  const withChanges = (index: number, changes: Readonly<Record<string, string>>): number =>
    add(
      cellXfs,
      formatOf(index).replace(/^<[^>]*>/, (tag) => withAttributes(tag, changes)),
    )
  const marked = (index: number, level: Level): number => {
    const before = number(formatOf(index), 'fontId') || 0
    const font = readable(before)
    const fill = String(fillOf(FILLS[level]))
    return withChanges(index, {
      fillId: fill,
      applyFill: '1',
      ...(font === before ? {} : { fontId: String(font), applyFont: '1' }),
    })
  }
  const unmarked = (index: number): number =>
    isOurs(number(formatOf(index), 'fillId')) ? withChanges(index, { fillId: '0', applyFill: '0' }) : index
  const plain = (font: number, fill: number, wrap = '1'): number =>
    add(
      cellXfs,
      `<${prefix}xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" ` +
        `applyFont="1" applyFill="1" applyAlignment="1"><${prefix}alignment vertical="top" ` +
        `wrapText="${wrap}"/></${prefix}xf>`,
    )
  const font = (mark: 'b' | 'u', colour: string): number => {
    const like = (name: string) => new RegExp(`<(\\w+:)?${name}\\b[^<>]*/>`).exec(textOf(fonts, 0))?.[0] ?? ''
    return add(
      fonts,
      `<${prefix}font><${prefix}${mark}/>${like('sz')}<${prefix}color rgb="${colour}"/>${like('name')}</${prefix}font>`,
    )
  }
  const listEdits = ({ tag, end, items, added }: List): Edit[] =>
    added.length === 0 || !end
      ? []
      : [
          {
            from: tag.from,
            to: tag.to,
            text: withAttributes(xml.slice(tag.from, tag.to), { count: String(items.length + added.length) }),
          },
          { from: end.from, to: end.from, text: added.join('') },
        ]
  return {
    marked: remembered(marked),
    unmarked: remembered(unmarked),
    heading: () => plain(font('b', 'FFFFFFFF'), fillOf(FILLS.heading)),
    text: () => plain(0, 0),
    summary: () => plain(font('b', 'FF000000'), 0, '0'),
    link: () => plain(font('u', 'FF0563C1'), 0),
    xml: () => spliced(xml, [fonts, fills, cellXfs].flatMap(listEdits)),
  }
}

/** Rejects a part of the strict dialect or of another format, which cannot be changed safely. */
export const refuseOther = ({ attributes, prefix }: Tag): void => {
  const space = attributes[prefix ? `xmlns:${prefix.slice(0, -1)}` : 'xmlns']
  if (space !== MAIN) throw new WorkbookError(DAMAGED)
}
