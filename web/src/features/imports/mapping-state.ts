// The column mapping of a company's own sheet, and what the user still has to decide. Pure.
import type { ImportKind } from '@padron/contract/imports'
import {
  type FileColumn,
  type FileSheet,
  headingKey,
  type ImportMapping,
  isKnownValue,
  MAPPING_LIMITS,
  mappableFields,
  mappingFault,
  mappingListOf,
} from '@padron/contract/imports/mapping'
import type { Country } from '@padron/contract/places/countries'
import { nearestState } from '@padron/contract/places/state-names'
import { nearestWord } from '@padron/contract/template/nearest'
import { BRAND_MODELS } from '@padron/contract/vehicles/brands'

export type Target = { field: string | null; category: string | null }

const chosenOf = (sheets: readonly FileSheet[], mapping: ImportMapping): readonly FileSheet[] =>
  sheets.filter(({ name }) => mapping.sheets.some((sheet) => sheet.name === name))

const joined = (a: FileColumn, b: FileColumn): FileColumn => {
  const counts = new Map<string, number>()
  for (const { text, count } of [...(a.values ?? []), ...(b.values ?? [])])
    counts.set(text, (counts.get(text) ?? 0) + count)
  return {
    ...a,
    filled: a.filled + b.filled,
    samples: [...new Set([...a.samples, ...b.samples])].slice(0, 3),
    values: a.values && b.values && [...counts].map(([text, count]) => ({ text, count })),
  }
}

/** The columns of the selected sheets; those with the same heading are merged. */
export const mappedColumns = (sheets: readonly FileSheet[], mapping: ImportMapping): readonly FileColumn[] => {
  const byKey = new Map<string, FileColumn>()
  for (const column of chosenOf(sheets, mapping).flatMap((sheet) => sheet.columns)) {
    const key = headingKey(column.heading)
    const before = byKey.get(key)
    byKey.set(key, before ? joined(before, column) : column)
  }
  return [...byKey.values()]
}

export const targetOf = (mapping: ImportMapping, heading: string): Target => {
  const found = mapping.columns.find((column) => headingKey(column.heading) === headingKey(heading))
  return { field: found?.field ?? null, category: found?.category ?? null }
}

export const withTarget = (mapping: ImportMapping, heading: string, target: Target): ImportMapping => {
  const at = mapping.columns.findIndex((column) => headingKey(column.heading) === headingKey(heading))
  // A saved mapping does not contain columns that had neither heading nor content.
  if (at < 0) return { ...mapping, columns: [...mapping.columns, { heading, ...target }] }
  return { ...mapping, columns: mapping.columns.map((column, i) => (i === at ? { ...column, ...target } : column)) }
}

/** Null: the row of the sheet's headings is unknown. */
const headingRowOf = (sheets: readonly FileSheet[], name: string): number | null =>
  sheets.find((sheet) => sheet.name === name)?.headingRow ?? null

/** Includes these sheets; their new columns get the proposed field, unless another column already has it. */
export const withSheets = (
  mapping: ImportMapping,
  sheets: readonly FileSheet[],
  names: readonly string[],
): ImportMapping => {
  const read = sheets.filter(({ name }) => names.includes(name)).map(({ name }) => name)
  const before = (name: string) => mapping.sheets.find((sheet) => sheet.name === name)
  const next = { ...mapping, sheets: read.map((name) => before(name) ?? { name, stateId: null }) }
  const own = mappedColumns(sheets, next)
  const keys = new Set(own.map(({ heading }) => headingKey(heading)))
  const remaining = mapping.columns.filter(({ heading }) => keys.has(headingKey(heading)))
  const known = new Map(remaining.map((column) => [headingKey(column.heading), column]))
  const used = new Set(remaining.map(({ field }) => field))
  const columns = own.map(({ heading, field, category }) => {
    const before = known.get(headingKey(heading))
    if (before) return before
    const free = field === null || !used.has(field)
    used.add(field)
    return { heading, field: free ? field : null, category: free ? category : null }
  })
  return { ...next, columns }
}

/** Sets the row of a sheet's headings, after the sheet was read again with it; includes the sheet if it was not. */
export const withHeadingRow = (
  mapping: ImportMapping,
  sheets: readonly FileSheet[],
  { name, headingRow }: { name: string; headingRow: number },
): ImportMapping => {
  const names = mapping.sheets.map((sheet) => sheet.name)
  const next = withSheets(mapping, sheets, names.includes(name) ? names : [...names, name])
  return {
    ...next,
    sheets: next.sheets.map((sheet) => (sheet.name === name ? { ...sheet, headingRow } : sheet)),
  }
}

export type OpenValue = {
  field: string
  text: string
  count: number
  value: string | undefined
  suggestion?: string
  /** The rows with this word are valid as they are. */
  isOptional: boolean
}

const BRANDS: readonly string[] = [...new Set(BRAND_MODELS.map(({ brand }) => brand))].toSorted()
const BRAND_KEYS: ReadonlySet<string> = new Set(BRANDS.map(headingKey))

/**
 * The possible meanings of a field's words; a brand may be any word, but one similar to a known brand is asked about.
 */
export const meaningsOf = (field: string, kind: ImportKind, country: Country): readonly string[] | undefined =>
  field === 'brandName' ? BRANDS : mappingListOf(field, kind, country)

const suggestionFor = (field: string, text: string, words: readonly string[], country: Country): string | undefined =>
  field === 'stateId' ? nearestState(text, country)?.stateName : nearestWord(text, words)

/** The words that match no value of their field's list, the most frequent first. */
export const openValues = (
  sheets: readonly FileSheet[],
  mapping: ImportMapping,
  kind: ImportKind,
  country: Country,
): readonly OpenValue[] =>
  mappedColumns(sheets, mapping).flatMap(({ heading, values }) => {
    const { field } = targetOf(mapping, heading)
    const words = field === null ? undefined : meaningsOf(field, kind, country)
    if (field === null || !words || !values) return []
    const byKey = new Map<string, OpenValue>()
    for (const { text, count } of values) {
      const isOptional = field === 'brandName'
      if (isOptional ? BRAND_KEYS.has(headingKey(text)) : isKnownValue(field, text, country)) continue
      const key = headingKey(text)
      const before = byKey.get(key)
      const value = mapping.values.find((one) => one.field === field && headingKey(one.text) === key)?.value
      const suggestion = suggestionFor(field, text, words, country)
      if (isOptional && !suggestion) continue
      byKey.set(key, {
        field,
        text,
        value,
        isOptional,
        ...(suggestion && { suggestion }),
        count: (before?.count ?? 0) + count,
      })
    }
    return [...byKey.values()].toSorted((a, b) => b.count - a.count)
  })

/** @param value undefined removes the meaning */
export const withValue = (
  mapping: ImportMapping,
  { field, text }: Pick<OpenValue, 'field' | 'text'>,
  value: string | undefined,
): ImportMapping => {
  const others = mapping.values.filter((one) => one.field !== field || headingKey(one.text) !== headingKey(text))
  return { ...mapping, values: value === undefined ? others : [...others, { field, text, value }] }
}

export type MissingStates = { series: readonly { stateId: number; rows: number }[]; federal: number; other: number }

/** The rows that get a state from no other source. */
export const missingStates = (sheets: readonly FileSheet[], mapping: ImportMapping): MissingStates => {
  const series = new Map<number, number>()
  let federal = 0
  let other = 0
  for (const sheet of chosenOf(sheets, mapping)) {
    const hasState = mapping.sheets.find(({ name }) => name === sheet.name)?.stateId ?? null
    const column = sheet.columns.find(({ heading }) => targetOf(mapping, heading).field === 'stateId')
    // The user chose this column; `withoutState` was counted with the proposed one.
    const isWhole = column !== undefined && column.filled >= sheet.rows
    if (hasState !== null || isWhole || !sheet.withoutState) continue
    for (const { stateId, rows } of sheet.withoutState.series) series.set(stateId, (series.get(stateId) ?? 0) + rows)
    federal += sheet.withoutState.federal
    other += sheet.withoutState.other
  }
  return { series: [...series].map(([stateId, rows]) => ({ stateId, rows })), federal, other }
}

/** Why the file cannot be read with this mapping yet, in one sentence. */
export const openFault = (
  mapping: ImportMapping,
  sheets: readonly FileSheet[],
  kind: ImportKind,
  country: Country,
): string | undefined => {
  if (mapping.sheets.length === 0) return 'Elija al menos una hoja.'
  const unheaded = mapping.sheets.find(({ name }) => headingRowOf(sheets, name) === null)
  if (unheaded) {
    const of = unheaded.name === '' ? '' : ` de la hoja «${unheaded.name}»`
    return `Falta decir en qué fila${of} están los encabezados.`
  }
  const missing = mappableFields(kind, country).filter(
    ({ field, required }) =>
      required && field !== 'stateId' && !mapping.columns.some((column) => column.field === field),
  )
  if (missing.length > 0)
    return `Falta decir qué columna es ${missing.map(({ heading }) => `«${heading}»`).join(' y ')}.`
  return mappingFault(mapping, kind, country)?.message
}

/** The file's name without its extension, as the default name of its mapping. */
export const nameFrom = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, '')
    .slice(0, MAPPING_LIMITS.name)
    .trim()
