// Finds a workbook's columns by their headings: in any order, ignoring case, accents and stars, by alternative names,
// and below an optional title; reports missing, duplicate and unknown headings, and other kinds of workbook.
import type { Country } from './countries.ts'
import { bareWords } from './state-names.ts'
import { type CellNote, KEY_FIELDS, type TemplateColumn } from './template-columns.ts'
import { TEMPLATE_KINDS, type TemplateKind, templateKind } from './template-kinds.ts'
import { type Fields, headedColumns, knownNames, namedFields, typedHeading } from './template-names.ts'
import { nearestWord } from './template-nearest.ts'

/** `other`: the workbook is of another kind. */
export type Headings = { fields: Fields; errors: CellNote[]; warnings: CellNote[]; other?: TemplateKind }

/** Headings of a single kind. */
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
const of = ({ field, heading }: TemplateColumn, message: string): CellNote => ({ field, column: heading, message })

const missing = (kind: TemplateKind, columns: readonly TemplateColumn[], fields: Fields): CellNote[] => {
  const keys = KEY_FIELDS[kind]
  const named = keys.length === 0 || keys.some((key) => fields.includes(key))
  const headings = keys.map((key) => `«${columns.find(({ field }) => field === key)?.heading ?? key}»`)
  return [
    ...(named
      ? []
      : [
          whole(`Falta la columna que dice qué vehículo es: ${headings.slice(0, -1).join(', ')} o ${headings.at(-1)}.`),
        ]),
    ...columns
      .filter(({ field, required }) => required && !fields.includes(field))
      .map((column) => of(column, `Falta la columna «${column.heading}».`)),
  ]
}

const strange = (cells: readonly string[], columns: readonly TemplateColumn[], fields: Fields): CellNote[] => {
  const free = columns.filter(({ field, hidden }) => !hidden && !fields.includes(field)).map(({ heading }) => heading)
  return cells.flatMap((cell, i) => {
    if (cell.trim() === '' || fields[i]) return []
    const near = nearestWord(cell, free)
    const suggestion = near ? `; ¿es «${near}»?` : '.'
    return [{ field: null, column: typedHeading(cell), message: `La columna no se reconoce y no se leyó${suggestion}` }]
  })
}

/** Uses the file's own headings: «Modelo» and «Submarca» are both present, and «Modelo» only once. */
const doubled = (cells: readonly string[], columns: readonly TemplateColumn[], fields: Fields): CellNote[] =>
  columns.flatMap((column) => {
    const typed = cells.filter((_, i) => fields[i] === column.field).map(typedHeading)
    if (typed.length < 2) return []
    const [first = '', ...others] = new Map(typed.map((heading) => [bareWords(heading), `«${heading}»`])).values()
    return others.length === 0
      ? [of(column, `La columna «${typed[0]}» está más de una vez.`)]
      : [
          of(
            column,
            `La columna «${column.heading}» está más de una vez: ${[first, ...others.slice(0, -1)].join(', ')} y ` +
              `${others.at(-1)}.`,
          ),
        ]
  })

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
  const unread = cells.map((cell, i) => (knownNames(kind, country).has(words[i] ?? '') ? '' : cell))
  return {
    fields,
    errors: [...missing(kind, columns, fields), ...doubled(cells, columns, fields)],
    warnings: [...notes, ...strange(unread, columns, fields)],
  }
}

const ROWS_TO_LOOK_AT = 10
/**
 * Finds the row of the headings: of the first ten rows with text, the one with most column names.
 * @param isName whether a normalized word names a column
 * @returns its index in `rows`; without any name that of the first row with text
 */
export const headingRowOf = (rows: readonly (readonly string[])[], isName: (word: string) => boolean): number => {
  const [best] = rows
    .map((cells, at) => ({ at, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, ROWS_TO_LOOK_AT)
    .map(({ at, cells }) => ({ at, names: new Set(cells.map(bareWords).filter(isName)).size }))
    .sort((a, b) => b.names - a.names || a.at - b.at)
  return best?.at ?? 0
}

/** @returns the place of the headings in `firstRows`, and how they read */
export const findHeadings = (
  kind: TemplateKind,
  firstRows: readonly (readonly string[])[],
  country: Country,
): { at: number; headings: Headings } => {
  const names = TEMPLATE_KINDS.map((row) => knownNames(row.kind, country))
  const at = headingRowOf(firstRows, (word) => names.some((known) => known.has(word)))
  return { at, headings: matchHeadings(kind, firstRows[at] ?? [], country) }
}
