// Finds a workbook's columns by their headings: in any order, ignoring case, accents and stars, by alternative names,
// and below an optional title; reports missing, duplicate and unknown headings, and other kinds of workbook.
import { bareWords } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import { type CellNote, KEY_FIELDS, type TemplateColumn, type TemplateField } from './columns.ts'
import { TEMPLATE_KINDS, type TemplateKind, templateKind } from './kinds.ts'
import { headedColumns, knownNames, namedFields } from './names.ts'
import {
  type Fields,
  type HeadingFault,
  headingRowOf,
  missingHeadings,
  repeatedHeadings,
  unknownHeadings,
} from './workbook-columns.ts'

/** `other`: the workbook is of another kind. */
export type Headings = { fields: Fields<TemplateField>; errors: CellNote[]; warnings: CellNote[]; other?: TemplateKind }

/** Headings that only one kind of workbook has. */
const SIGNS: Readonly<Record<TemplateKind, ReadonlySet<string>>> = {
  add: new Set(['motivodealta']),
  edit: new Set(['estatus', 'versiondelregistro']),
  replace: new Set(['placaactual', 'vinactual', 'placanueva', 'vinnuevo', 'motivodelreemplazo']),
}

/** The workbook's other kind, if it is clearly not this one. */
const otherKind = (kind: TemplateKind, words: readonly string[]): TemplateKind | undefined => {
  const signs = (of: TemplateKind) => words.filter((word) => SIGNS[of].has(word)).length
  // Many companies' own sheets have an «Estatus»; in the edit workbook it comes with the ID.
  const surely = (of: TemplateKind) =>
    signs(of) > 0 && (of !== 'edit' || words.includes('id') || words.includes('versiondelregistro'))
  return signs(kind) > 0 ? undefined : TEMPLATE_KINDS.map((row) => row.kind).find(surely)
}

const whole = (message: string): CellNote => ({ field: null, column: '', message })
const noteOf = ({ field, column, message }: HeadingFault<TemplateField>): CellNote => ({ field, column, message })

const missing = (kind: TemplateKind, columns: readonly TemplateColumn[], fields: Fields<TemplateField>): CellNote[] => {
  const keys = KEY_FIELDS[kind]
  const named = keys.length === 0 || keys.some((key) => fields.includes(key))
  const headings = keys.map((key) => `«${columns.find(({ field }) => field === key)?.heading ?? key}»`)
  return [
    ...(named
      ? []
      : [
          whole(`Falta la columna que dice qué vehículo es: ${headings.slice(0, -1).join(', ')} o ${headings.at(-1)}.`),
        ]),
    ...missingHeadings(
      columns.filter(({ required }) => required),
      fields,
    ).map(noteOf),
  ]
}

const UNREAD = { means: 'La columna no se reconoce y no se leyó', advice: '.' }

/** Parses one row as headings. @param cells its texts from the sheet's first column */
export const matchHeadings = (kind: TemplateKind, cells: readonly string[], country: Country): Headings => {
  const words = cells.map(bareWords)
  const columns = headedColumns(kind, country)
  const { fields, notes } = namedFields(kind, cells, words, country)
  const other = otherKind(kind, words)
  if (other) {
    const { word, title } = templateKind(other)
    return { fields, errors: [whole(`Esta es la plantilla de ${word}; súbala en ${title}.`)], warnings: [], other }
  }
  const shown = columns.filter(({ hidden }) => !hidden)
  const unread = cells.map((cell, i) => (knownNames(kind, country).has(words[i] ?? '') ? '' : cell))
  return {
    fields,
    errors: [...missing(kind, columns, fields), ...repeatedHeadings(columns, fields, cells).map(noteOf)],
    warnings: [...notes, ...unknownHeadings(shown, fields, unread, UNREAD).map(noteOf)],
  }
}

/** @returns the position of the headings in `firstRows`, and their columns */
export const findHeadings = (
  kind: TemplateKind,
  firstRows: readonly (readonly string[])[],
  country: Country,
): { at: number; headings: Headings } => {
  const names = TEMPLATE_KINDS.map((row) => knownNames(row.kind, country))
  const at = headingRowOf(firstRows, (word) => names.some((known) => known.has(word)))
  return { at, headings: matchHeadings(kind, firstRows[at] ?? [], country) }
}
