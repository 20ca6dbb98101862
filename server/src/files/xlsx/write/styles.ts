// The looks of a written workbook: one format per kind of cell, with and without lines that wrap, and that of headings.
import type { CellKind } from './cells.ts'

const FORMATS: readonly (readonly [kind: CellKind, numberFormat: number, code?: string])[] = [
  ['text', 49], // @
  ['number', 1], // 0
  ['money', 4], // #,##0.00
  ['day', 164, 'yyyy-mm-dd'],
  ['moment', 165, 'yyyy-mm-dd hh:mm'],
]

export const HEAD_STYLE = 1
const FIRST = 2
const INDEX = new Map(FORMATS.map(([kind], i) => [kind, FIRST + 2 * i]))

/** @param wraps lines of a page to be read, not of a table */
export const styleOf = (kind: CellKind, wraps: boolean): number => (INDEX.get(kind) ?? 0) + (wraps ? 1 : 0)

const look = (format: number, wraps: boolean): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" ` +
  `applyAlignment="1"><alignment vertical="top"${wraps ? ' wrapText="1"' : ''}/></xf>`

const LOOKS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" ' +
    'applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>',
  ...FORMATS.flatMap(([, format]) => [look(format, false), look(format, true)]),
]
const CODES = FORMATS.flatMap(([, id, code]) => (code ? [`<numFmt numFmtId="${id}" formatCode="${code}"/>`] : []))

export const STYLES_XML = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet ' +
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="${CODES.length}">${CODES.join('')}</numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/><bgColor ' +
    'indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${LOOKS.length}">${LOOKS.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')
