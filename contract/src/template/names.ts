// Alternative names of a workbook's columns, and the few names that differ in meaning between Mexico and Colombia,
// which only the other headings resolve; a note then says how the column was read.
import { bareWords } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import type { CellNote } from './columns.ts'
import { type TemplateColumn, type TemplateField, templateColumns } from './columns.ts'
import type { TemplateKind } from './kinds.ts'
import { vehicleColumns } from './vehicle-template.ts'
import { type Fields, typedHeading } from './workbook-columns.ts'

type Names = Readonly<Record<string, TemplateField>>

const OTHER_NAMES: Names = {
  estado: 'stateId',
  departamento: 'stateId',
  entidad: 'stateId',
  rfc: 'taxIdentifier',
  nit: 'taxIdentifier',
  rfcnit: 'taxIdentifier',
  numeroeconomico: 'customId',
  economico: 'customId',
  submarca: 'modelName',
  linea: 'modelName',
  carroceria: 'type',
  cilindraje: 'cilinders',
  fechadematricula: 'plateDate',
  organismodetransito: 'plateEntity',
  modeloano: 'year',
  anomodelo: 'year',
  anodelmodelo: 'year',
  tipodecarroceria: 'type',
  cilindrada: 'cilinders',
}
const ONE_VEHICLE: Names = { niv: 'vin', numerodeserie: 'vin', numerodechasisovin: 'vin' }
const KIND_NAMES: Readonly<Record<TemplateKind, Names>> = {
  add: ONE_VEHICLE,
  edit: { ...ONE_VEHICLE, status: 'assetStatusId', idvehiculo: 'vehicleAssetId', iddelvehiculo: 'vehicleAssetId' },
  replace: {
    idvehiculo: 'vehicleAssetId',
    iddelvehiculo: 'vehicleAssetId',
    placaanterior: 'currentPlate',
    vinanterior: 'currentVin',
    nivactual: 'currentVin',
    nivanterior: 'currentVin',
    nuevaplaca: 'plate',
    nuevovin: 'vin',
    nivnuevo: 'vin',
    nuevoniv: 'vin',
    motivodereemplazo: 'replacementReasonId',
    motivodelremplazo: 'replacementReasonId',
    motivoderemplazo: 'replacementReasonId',
  },
}

const MODEL = 'modelo'
/** The meaning of «Modelo» in a country and in the other one. */
const MODEL_IS: Readonly<Record<Country, { usual: TemplateField; other: TemplateField }>> = {
  MX: { usual: 'modelName', other: 'year' },
  CO: { usual: 'year', other: 'modelName' },
}
/**
 * Names of the other country with a different meaning here (a «Departamento» in Mexico is one of the company, four
 * «Cilindros» are no «Cilindraje»): used only if the country's own heading is missing, with a note.
 */
const ALTERNATIVES: Readonly<Record<Country, ReadonlySet<string>>> = {
  MX: new Set(['departamento', 'entidad', 'carroceria', 'tipodecarroceria', 'cilindraje', 'cilindrada']),
  CO: new Set(['estado', 'entidad', 'tipo', 'cilindros']),
}
/** Headings of the first Colombian templates, which used Mexico's headings with their Mexican meaning. */
const FIRST_TEMPLATE: ReadonlySet<string> = new Set(['fechadeemplacado', 'entidaddeemplacado'])

const ANY_YEAR = 2000 // headings do not depend on it
export const headedColumns = (kind: TemplateKind, country: Country): readonly TemplateColumn[] =>
  templateColumns(kind, country, ANY_YEAR)

const namesOf = (kind: TemplateKind, country: Country): ReadonlyMap<string, TemplateField> => {
  const columns = headedColumns(kind, country)
  const first = vehicleColumns(country, ANY_YEAR).filter(
    ({ field }) =>
      columns.some((column) => column.field === field) && (kind !== 'replace' || !/^(plate|vin)$/.test(field)),
  )
  return new Map<string, TemplateField>([
    ...first.map(({ heading, field }) => [bareWords(heading), field] as const),
    ...Object.entries(OTHER_NAMES),
    ...Object.entries(KIND_NAMES[kind]),
    [MODEL, MODEL_IS[country].usual],
    ...columns.map(({ heading, field }) => [bareWords(heading), field] as const),
  ])
}
const made = new Map<string, ReadonlyMap<string, TemplateField>>()
/** The field of each normalized column name. */
export const knownNames = (kind: TemplateKind, country: Country): ReadonlyMap<string, TemplateField> => {
  const found = made.get(kind + country) ?? namesOf(kind, country)
  made.set(kind + country, found)
  return found
}

type NamedFields = { fields: Fields<TemplateField>; notes: CellNote[] }

/**
 * «Modelo» has its less usual meaning if the sheet has a column for the usual one and none for the other: Submarca and
 * Modelo, Modelo and Año.
 */
const resolveModel = (
  cells: readonly string[],
  words: readonly string[],
  fields: Fields<TemplateField>,
  country: Country,
  headingOf: (field: TemplateField) => string,
): NamedFields => {
  const at = words.indexOf(MODEL)
  const { usual, other } = MODEL_IS[country]
  const usualAt = fields.findIndex((field, i) => field === usual && i !== at)
  if (at < 0 || words.lastIndexOf(MODEL) !== at || usualAt < 0 || fields.includes(other)) return { fields, notes: [] }
  const message =
    `La columna se leyó como «${headingOf(other)}», porque «${typedHeading(cells[usualAt] ?? '')}» ya da ` +
    `«${headingOf(usual)}».`
  return { fields: fields.with(at, other), notes: [{ field: other, column: typedHeading(cells[at] ?? ''), message }] }
}

/** The field of each heading. @param cells as typed @param words the same, normalized */
export const namedFields = (
  kind: TemplateKind,
  cells: readonly string[],
  words: readonly string[],
  country: Country,
): NamedFields => {
  const headings = new Map(headedColumns(kind, country).map(({ field, heading }) => [field, heading]))
  const headingOf = (field: TemplateField): string => headings.get(field) ?? field
  const named = words.map((word) => knownNames(kind, country).get(word))
  const { fields, notes } = resolveModel(cells, words, named, country, headingOf)
  const isAlternative = (word: string, i: number): boolean => fields[i] !== undefined && ALTERNATIVES[country].has(word)
  const isDouble = (word: string, i: number): boolean =>
    isAlternative(word, i) && fields.some((field, k) => field === fields[i] && !isAlternative(words[k] ?? '', k))
  const alternativeNotes = words.flatMap((word, i): CellNote[] => {
    const field = fields[i]
    if (!field || !isAlternative(word, i)) return []
    const column = typedHeading(cells[i] ?? '')
    const heading = headingOf(field)
    return isDouble(word, i)
      ? [{ field: null, column, message: `La columna no se leyó: el dato se toma de «${heading}».` }]
      : field === 'stateId'
        ? []
        : [{ field, column, message: `La columna se leyó como «${heading}»; revise que lo sea.` }]
  })
  return {
    fields: fields.map((field, i) => (isDouble(words[i] ?? '', i) ? undefined : field)),
    notes: words.some((word) => FIRST_TEMPLATE.has(word)) && country === 'CO' ? [] : [...notes, ...alternativeNotes],
  }
}
