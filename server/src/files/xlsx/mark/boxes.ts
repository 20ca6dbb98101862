// The boxes of notes on cells: shapes in a legacy drawing (VML), which every program reads and writes in its own way.
import { columnName } from '../references.ts'
import type { Texts } from './notes.ts'
import { type Edit, parseCellReference, spliced } from './xml.ts'

// Programs choose their own prefixes for these namespaces, so each element of ours declares them.
const SPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
  'xmlns:x="urn:schemas-microsoft-com:office:excel"'
const BOXES = `<xml ${SPACES}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>`
const SHAPE_TYPE =
  `<v:shapetype ${SPACES} id="_x0000_t202" coordsize="21600,21600" o:spt="202" ` +
  'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>' +
  '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'

const CHARACTERS_A_LINE = 40
const USUAL = 8.43 // default width of a column, in characters
const POINTS = { line: 13, row: 15, least: 90, most: 360 } as const
const heightFor = (text: string): number => {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 1)
  return Math.min(POINTS.most, Math.max(POINTS.least, lines * POINTS.line))
}

const WIDTH = 230
const INDENT = 15
const pixelsOf = (characters: number): number => Math.round(characters * 7 + 5)
/** The right end of a box: its column and the pixels within it. Programs use this instead of the width. */
const rightOf = (column: number, widths: readonly number[] | undefined): string => {
  if (!widths) return `${column + 4}, 40`
  let left = INDENT + (WIDTH * 4) / 3
  let at = column + 1
  for (let width = pixelsOf(widths[at] ?? USUAL); left > width; width = pixelsOf(widths[at] ?? USUAL)) {
    left -= width
    at++
  }
  return `${at}, ${Math.round(left)}`
}

const box = (reference: string, id: number, text: string, widths?: readonly number[]): string => {
  const { row, column } = parseCellReference(reference)
  const top = Math.max(0, row - 2)
  const height = heightFor(text)
  const bottom = top + Math.ceil(height / POINTS.row)
  return (
    `<v:shape ${SPACES} id="_x0000_s${id}" type="#_x0000_t202" ` +
    `style="position:absolute;margin-left:60pt;margin-top:2pt;width:${WIDTH}pt;height:${height}pt;` +
    'z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>' +
    '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
    '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
    `<x:Anchor>${column + 1}, ${INDENT}, ${top}, 4, ${rightOf(column, widths)}, ${bottom}, 4</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column>` +
    '</x:ClientData></v:shape>'
  )
}

/** Replaces each shape of the drawing; a shape ends with the next closing tag that has its prefix. */
const withShapes = (drawing: string, answer: (shape: string) => string): string => {
  const edits: Edit[] = []
  let open: { from: number; prefix: string } | undefined
  for (const { 0: tag, 1: opened, 2: closed, index } of drawing.matchAll(/<((?:\w+:)?)shape\s|<\/((?:\w+:)?)shape>/g)) {
    if (opened !== undefined) open ??= { from: index, prefix: opened }
    if (!open || open.prefix !== closed) continue
    const to = index + tag.length
    edits.push({ from: open.from, to, text: answer(drawing.slice(open.from, to)) })
    open = undefined
  }
  return spliced(drawing, edits)
}

/**
 * The drawing with boxes for exactly these cells, as high as their texts; other shapes of the part remain. The part is
 * not always valid XML, so it is read with regular expressions.
 * @param widths of the sheet's columns in characters, if known
 */
export const withBoxes = (
  before: string | undefined,
  cells: ReadonlySet<string>,
  texts: Texts,
  widths?: readonly number[],
): string => {
  const left = new Set(cells)
  const shapes = withShapes(before ?? BOXES, (shape) => {
    if (!/ObjectType\s*=\s*["']Note["']/.test(shape)) return shape
    const row = /<(?:\w+:)?Row>\s*(\d+)\s*</.exec(shape)?.[1]
    const column = /<(?:\w+:)?Column>\s*(\d+)\s*</.exec(shape)?.[1]
    if (row === undefined || column === undefined) return shape
    return left.delete(`${columnName(Number(column))}${Number(row) + 1}`) ? shape : ''
  })
  let id = Math.max(1_024, ...[...shapes.matchAll(/id="_x0000_s(\d+)"/g)].map(([, number]) => Number(number)))
  const types = [...shapes.matchAll(/<(?:\w+:)?shapetype\s[^<>]*/g)]
  let text = types.some(([type]) => type.includes('_x0000_t202"')) ? '' : SHAPE_TYPE
  for (const reference of left) text += box(reference, ++id, texts.get(reference) ?? '', widths)
  return shapes.replace(/<\/xml>\s*$/, () => `${text}</xml>`)
}
