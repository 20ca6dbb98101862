// The rules of a vehicle's form, with the specification's texts (core §5): the console validates the typed values, the
// server validates before it writes. Adding and editing have the same fields, but different texts for plate and VIN.
import { z } from 'zod/mini'
import { ACQUISITION_REASONS, bareIdentifier } from '../assets.ts'
import type { Country } from '../places/countries.ts'
import { DOCUMENT_TYPES, isDocumentType, joinDocument, readTaxId } from '../rules/tax-ids.ts'
import {
  cleanText,
  dateCell,
  directionMarkFault,
  doorsCell,
  stateCell,
  taxIdCell,
  textCell,
  yearCell,
} from '../template/cell-rules.ts'
import { FORM_TEXTS, REPLACEMENT_REASONS } from '../texts/form-texts.ts'
import { INFO_TEXTS, VEHICLE_FIELDS } from './fields.ts'
import { plateWarnings } from './plates.ts'
import { vinWarnings } from './vin.ts'
import { wmiHints } from './wmi.ts'

export const EXPANSION = 1
export const REPLACEMENT = 2
export const FORM_FIELDS = [
  'plate',
  'vin',
  'customId',
  'stateId',
  'rfcName',
  'taxIdentifierType',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'year',
  ...INFO_TEXTS,
  'doors',
  'plateDate',
  'registrationDate',
  'acquisitionReasonId',
  'replacing',
  'replacementReason',
] as const
export type FormField = (typeof FORM_FIELDS)[number]
/** The typed or chosen values as text; an absent field is unchanged. */
export type VehicleTexts = Partial<Record<FormField, string>>
export type FieldNote = { field: FormField; message: string }

/** The stored values; a blank optional field is null. */
export type StoredTexts = Partial<Record<Exclude<FormField, NumberField>, string | null>> &
  Partial<Record<NumberField, number | null>>
type NumberField = 'stateId' | 'year' | 'doors' | 'acquisitionReasonId' | 'replacing' | 'replacementReason'

export type RuleOptions = {
  country: Country
  /** The current year, from the caller's clock: the newest accepted model year depends on it. */
  thisYear: number
  mode: 'add' | 'edit'
}

type Rule = (text: string) => { value: string | number | null } | { fault: string }
const fromCell =
  (cell: z.ZodMiniType<string | number | null, string>): Rule =>
  (text) => {
    const cleaned = cleanText(text)
    const mark = directionMarkFault(cleaned)
    if (mark) return { fault: mark }
    const { data, error } = z.safeParse(cell, cleaned)
    return error ? { fault: error.issues[0]?.message ?? 'Valor no válido' } : { value: data ?? null }
  }

/** The texts for a wrong length differ: one for adding, one for editing. */
const identifierRule =
  (words: { missing: string; short: string; long: string; signs: string }, min: number, max: number): Rule =>
  (text) => {
    const mark = directionMarkFault(text)
    if (mark) return { fault: mark }
    const bare = bareIdentifier(text)
    if (bare === '') return { fault: words.missing }
    if (bare.length < min) return { fault: words.short }
    if (bare.length > max) return { fault: words.long }
    return /^[A-Z0-9]+$/.test(bare) ? { value: bare } : { fault: words.signs }
  }

const PLATE = {
  missing: 'La placa es un valor necesario',
  long: 'Tamaño de placa no válido',
  signs: 'La placa solo puede contener caracteres alfanuméricos',
}
const VIN = { missing: 'El VIN es un valor necesario', signs: 'El VIN solo puede contener caracteres alfanuméricos' }
const VIN_LENGTH = { add: 'El VIN debe de contener 17 caracteres.', edit: 'Tamaño de VIN no válido' } as const

const chosen =
  (ids: readonly number[], missing: string): Rule =>
  (text) =>
    ids.includes(Number(text)) && text.trim() !== '' ? { value: Number(text) } : { fault: missing }

const [FIRST_TYPES, LAST_TYPE] = [DOCUMENT_TYPES.slice(0, -1).join(', '), DOCUMENT_TYPES.at(-1)]
const DOCUMENT_TYPE_UNKNOWN = `Tipo de documento desconocido: ${FIRST_TYPES} o ${LAST_TYPE}.`
const DOCUMENT_TYPE_MX = 'En México el titular se identifica con su RFC.'

/** It is stored before the number; blank: only the number is stored. */
const documentTypeRule =
  (country: Country): Rule =>
  (text) => {
    const type = text.trim().toUpperCase()
    if (country === 'MX') return type === '' || type === 'RFC' ? { value: null } : { fault: DOCUMENT_TYPE_MX }
    return type === '' || isDocumentType(type) ? { value: type || null } : { fault: DOCUMENT_TYPE_UNKNOWN }
  }

const ruleOf = (field: FormField, { country, thisYear, mode }: RuleOptions): Rule => {
  switch (field) {
    case 'plate':
      return identifierRule({ ...PLATE, short: mode === 'add' ? 'Mínimo 3 caracteres' : PLATE.long }, 3, 10)
    case 'vin':
      return identifierRule({ ...VIN, short: VIN_LENGTH[mode], long: VIN_LENGTH[mode] }, 17, 17)
    case 'stateId':
      return fromCell(stateCell(country))
    case 'taxIdentifierType':
      return documentTypeRule(country)
    case 'taxIdentifier':
      return fromCell(taxIdCell(country))
    case 'year':
      return fromCell(yearCell(thisYear, country))
    case 'doors':
      return fromCell(doorsCell)
    case 'plateDate':
    case 'registrationDate':
      return fromCell(dateCell)
    case 'acquisitionReasonId':
      return chosen(
        ACQUISITION_REASONS.map(({ id }) => id),
        FORM_TEXTS.reasonRequired,
      )
    case 'replacing':
      return (text) => (/^[1-9]\d{0,15}$/.test(text) ? { value: Number(text) } : { fault: FORM_TEXTS.replacedRequired })
    case 'replacementReason':
      return chosen(REPLACEMENT_REASONS, FORM_TEXTS.replacementReasonRequired)
    default: {
      const found = VEHICLE_FIELDS.find((row) => row.field === field)
      return fromCell(textCell(found && 'max' in found ? found.max : 0))
    }
  }
}

/** The fault of one field; undefined if it is valid. */
export const fieldFault = (field: FormField, text: string, options: RuleOptions): string | undefined => {
  const read = ruleOf(field, options)(text)
  return 'fault' in read ? read.fault : undefined
}

/** Fields required to add a vehicle; with reason Reemplazo also the replaced vehicle and the reason. */
const requiredToAdd = (texts: VehicleTexts): readonly FormField[] => [
  'plate',
  'vin',
  'stateId',
  'acquisitionReasonId',
  ...(Number(texts.acquisitionReasonId) === REPLACEMENT ? (['replacing', 'replacementReason'] as const) : []),
]

/** The holder's document as one text, with its type first, if given. */
const joinedDocument = (texts: VehicleTexts, country: Country): string | undefined => {
  const { taxIdentifierType, taxIdentifier } = texts
  if (taxIdentifier === undefined || country === 'MX') return taxIdentifier
  return joinDocument(taxIdentifierType?.trim().toUpperCase() ?? '', taxIdentifier)
}

/** A type without a number is invalid. */
const numberMissing = ({ taxIdentifierType, taxIdentifier }: VehicleTexts, country: Country): boolean =>
  country === 'CO' && Boolean(taxIdentifierType?.trim()) && !taxIdentifier?.trim()

/** @returns the values to store, and every fault in the form's order; with a fault, nothing may be written */
export const readVehicleForm = (
  texts: VehicleTexts,
  options: RuleOptions,
): { values: StoredTexts; faults: FieldNote[] } => {
  const needed = options.mode === 'add' ? requiredToAdd(texts) : []
  const replaces = needed.includes('replacing')
  const faults: FieldNote[] = []
  const values: Record<string, string | number | null> = {}
  for (const field of FORM_FIELDS) {
    if ((field === 'replacing' || field === 'replacementReason') && !replaces) continue
    const given = field === 'taxIdentifier' ? joinedDocument(texts, options.country) : texts[field]
    const text = given ?? (needed.includes(field) ? '' : undefined)
    if (text === undefined) continue
    const read = ruleOf(field, options)(text)
    if ('fault' in read) faults.push({ field, message: read.fault })
    else if (field !== 'taxIdentifierType') values[field] = read.value
  }
  if (numberMissing(texts, options.country))
    faults.push({ field: 'taxIdentifier', message: FORM_TEXTS.documentNumberRequired })
  return { values: values as StoredTexts, faults }
}

/** Warnings that never refuse: check digits, model year, maker, plate format. */
export const vehicleHints = (texts: VehicleTexts, country: Country): FieldNote[] => {
  const plate = bareIdentifier(texts.plate ?? '')
  const vin = bareIdentifier(texts.vin ?? '')
  const year = /^\d{4}$/.test(texts.year ?? '') ? Number(texts.year) : null
  const stateId = Number(texts.stateId)
  const of =
    (field: FormField) =>
    (message: string): FieldNote => ({ field, message })
  const document = joinedDocument(texts, country)?.trim()
  const tax = document ? readTaxId(document, country) : undefined
  return [
    ...(/^[A-Z0-9]{3,10}$/.test(plate) ? plateWarnings(plate, country, stateId).map(of('plate')) : []),
    ...(/^[A-Z0-9]{17}$/.test(vin)
      ? [...vinWarnings(vin, year), ...wmiHints(vin, texts.brandName ?? '')].map(of('vin'))
      : []),
    ...(tax?.verdict === 'warn' && tax.message ? [of('taxIdentifier')(tax.message)] : []),
  ]
}
