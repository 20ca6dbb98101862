// The styles of a written workbook: one format per kind of cell, with and without wrapped lines, and those of headings
// and titles.
import { HEAD, MAIN } from '../xml-text.ts'
import type { CellKind } from './cells.ts'

const FORMATS: readonly (readonly [kind: CellKind, numberFormat: number, code?: string])[] = [
  ['text', 49], // @
  ['number', 1], // 0
  ['money', 4], // #,##0.00
  ['day', 164, 'yyyy-mm-dd'],
  ['moment', 165, 'yyyy-mm-dd hh:mm'],
  ['dayMonthYear', 166, 'dd/mm/yyyy'],
]

export const HEAD_STYLE = 1
export const OPTIONAL_HEAD_STYLE = 2
export const TITLE_STYLE = 3
export const SUBTITLE_STYLE = 4
const FIRST = 5
const INDEX = new Map(FORMATS.map(([kind], i) => [kind, FIRST + 2 * i]))

/** @param wraps for pages to read; tables do not wrap */
export const styleOf = (kind: CellKind, wraps: boolean): number => (INDEX.get(kind) ?? 0) + (wraps ? 1 : 0)

const look = (format: number, wraps: boolean): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" ` +
  `applyAlignment="1"><alignment vertical="top"${wraps ? ' wrapText="1"' : ''}/></xf>`

const headLook = (fill: number): string =>
  `<xf numFmtId="49" fontId="1" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" ` +
  'applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>'
const titleLook = (font: number): string =>
  `<xf numFmtId="49" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

const LOOKS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  headLook(2),
  headLook(3),
  titleLook(2),
  titleLook(3),
  ...FORMATS.flatMap(([, format]) => [look(format, false), look(format, true)]),
]
/** Some programs use a serif font if it has no name. */
const font = (look: string): string => `<font>${look}<name val="Calibri"/><family val="2"/></font>`
const fill = (colour: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const CODES = FORMATS.flatMap(([, id, code]) => (code ? [`<numFmt numFmtId="${id}" formatCode="${code}"/>`] : []))

export const STYLES_XML = [
  `${HEAD}<styleSheet xmlns="${MAIN}">`,
  `<numFmts count="${CODES.length}">${CODES.join('')}</numFmts>`,
  `<fonts count="4">${font('<sz val="11"/>')}${font('<b/><sz val="11"/><color rgb="FFFFFFFF"/>')}`,
  `${font('<b/><sz val="16"/>')}${font('<b/><sz val="12"/>')}</fonts>`,
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  `${fill('FF1F3A5F')}${fill('FF566B84')}</fills>`,
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${LOOKS.length}">${LOOKS.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')
