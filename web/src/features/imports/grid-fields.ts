// Which cells of a row the grid shows, in which order: those something is said of, those that name the vehicle, and on
// demand all the others. Pure.
import type { Country } from '@padron/contract/countries'
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { KEY_FIELDS, type TemplateField, templateColumns } from '@padron/contract/template-columns'

export type GridCell = { field: string; heading: string; hint: string }

const NAMES: readonly TemplateField[] = ['plate', 'vin']
const ANY_YEAR = 2000 // headings do not depend on it

/** @param all every column of the kind */
export const gridCells = (
  kind: ImportKind,
  country: Country,
  { notes }: Pick<ImportRow, 'notes'>,
  all: boolean,
): readonly GridCell[] => {
  const columns = templateColumns(kind, country, ANY_YEAR).filter(({ hidden }) => !hidden)
  const noted = notes.flatMap(({ field, column }) => (field === null ? [] : [{ field, column }]))
  const wanted = [
    ...noted.map(({ field }) => field),
    ...KEY_FIELDS[kind],
    ...NAMES,
    ...(all ? columns.map(({ field }) => field) : []),
  ]
  return [...new Set(wanted)].flatMap((field): GridCell[] => {
    const column = columns.find((one) => one.field === field)
    if (column) return [{ field, heading: column.heading, hint: column.note }]
    const said = noted.find((one) => one.field === field)
    return said ? [{ field, heading: said.column || field, hint: '' }] : []
  })
}
