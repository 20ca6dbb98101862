// Converts the text of a cell or form field to the stored value: one zod rule per kind of field. A blank optional field
// is null. Messages are the specification's where it has one (core §5).
import { z } from 'zod/mini'
import {
  ACQUISITION_REASONS,
  bareIdentifier,
  DOORS_MAX,
  notANumber,
  outOfRange,
  Plate,
  required,
  Vin,
  YEAR_MIN,
  yearMax,
} from '../assets.ts'
import { bareWords, normalize } from '../normalize.ts'
import { COUNTRIES, type Country } from '../places/countries.ts'
import { findState, nearestState } from '../places/state-names.ts'
import { readTaxId } from '../rules/tax-ids.ts'
import { fieldTitle } from '../vehicles/fields.ts'
import { readTagList, type TagName } from '../vehicles/tag-list.ts'
import { formulaFault } from './formula-faults.ts'

export type Refusal = { refused: string }
export const refuse = (refused: string): Refusal => ({ refused })
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** A rule from a plain function: the value, or a refusal with its message. */
export const reading = <T>(read: (text: string) => T | Refusal) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): T => {
      const value = read(text)
      if (!isRefusal(value)) return value
      context.issues.push({ code: 'custom', message: value.refused, input: text })
      return z.NEVER
    }),
  )

const PLAIN = /^[\x20-\x7e]*$/
/** Trims, converts line breaks to \n, drops other control characters except tabs, and replaces lone surrogates. */
export const cleanText = (text: string): string => {
  if (PLAIN.test(text)) return text.trim()
  const plain = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return normalize(plain, 'NFC')
}

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const SUGGESTED_AT_MOST = 60
/** The fault of a text with an invisible direction mark, which is copied along from messages. */
export const directionMarkFault = (text: string): string | undefined => {
  const [mark] = text.match(DIRECTION_MARKS) ?? []
  if (mark === undefined) return undefined
  const code = mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  const without = text.replaceAll(DIRECTION_MARKS, '').trim()
  const canSuggest = without !== '' && without.length <= SUGGESTED_AT_MOST && !/[?\n]/.test(without)
  return (
    'El texto tiene una marca invisible de dirección ' +
    `(U+${code})${canSuggest ? `; ¿quiso escribir ${without}?` : '; bórrela o escriba el texto de nuevo.'}`
  )
}

/** Why a cell's text cannot be read, in any column. */
export const unreadableCell = (text: string): string | undefined => formulaFault(text) ?? directionMarkFault(text)

export const plateCell = z.pipe(z.pipe(z.string(), z.transform(bareIdentifier)), Plate)
export const vinCell = z.pipe(z.pipe(z.string(), z.transform(bareIdentifier)), Vin)

export const textCell = (max: number) =>
  reading((text): string | null | Refusal => (text.length > max ? refuse(`Máximo ${max} caracteres`) : text || null))

const NUMBER = /^-?\d+(\.\d+)?$/
/**
 * A fraction within the range is an invalid number: the message about the range would be untrue for 2.5 doors.
 */
const integerCell = (label: string, min: number, max: number) =>
  reading((text): number | null | Refusal => {
    if (text === '') return null
    if (!NUMBER.test(text)) return refuse(notANumber(label))
    const value = Number(text)
    if (value < min || value > max) return refuse(outOfRange(label, min, max))
    return Number.isInteger(value) ? value : refuse(notANumber(label))
  })
export const yearCell = (thisYear: number, country: Country) =>
  integerCell(fieldTitle('year', country), YEAR_MIN, yearMax(thisYear))
export const doorsCell = integerCell('Puertas', 0, DOORS_MAX)

/** @param advice how to correct an unknown value */
export const stateCell = (country: Country, advice = '') =>
  reading((text): number | Refusal => {
    const label = COUNTRIES[country].state
    if (text === '') return refuse(required(label))
    const found = findState(text, country)
    if (found !== undefined) return found
    const near = nearestState(text, country)
    return refuse(
      near
        ? `${label} desconocido; ¿quiso escribir ${near.stateName}?`
        : `${label} desconocido${advice && `; ${advice}`}.`,
    )
  })

export const taxIdCell = (country: Country) =>
  reading((text): string | null | Refusal => {
    if (text === '') return null
    const { verdict, value, message } = readTaxId(text, country)
    return verdict === 'refuse' ? refuse(message ?? notANumber(COUNTRIES[country].taxId)) : value
  })

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

const NO_LEAP_DAY = 'El 29/02/1900 no existe, aunque Excel lo cuente como el día 60; escriba la fecha de nuevo.'

/** yyyy-mm-dd, or day first as typed in both countries. */
export const dateCell = reading((text): string | null | Refusal => {
  if (text === '') return null
  const [, a = '', month = '', c = ''] = DATE.exec(text) ?? DAY_FIRST.exec(text) ?? []
  const [year, day] = a.length === 4 ? [a, c] : [c, a]
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (`${Number(year)}-${Number(month)}-${Number(day)}` === '1900-2-29') return refuse(NO_LEAP_DAY)
  const exists = Number(year) >= 1900 && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
  return exists
    ? date.toISOString().slice(0, 10)
    : refuse('Fecha no válida; escríbala como día/mes/año, por ejemplo 31/01/2026.')
})

const [EXPANSION] = ACQUISITION_REASONS
/** In the registration workbook a blank reason means Expansión; the form requires one. */
export const reasonCell = reading((text): number | Refusal => {
  if (text === '') return EXPANSION.id
  const reason = ACQUISITION_REASONS.find(
    ({ id, text: name }) => bareWords(name) === bareWords(text) || `${id}` === text,
  )
  if (!reason) return refuse('Motivo de alta desconocido; escriba Expansión.')
  return reason.id !== EXPANSION.id
    ? refuse('Para dar de alta un vehículo en reemplazo de otro use la plantilla de reemplazo.')
    : reason.id
})

/** 'Regiones: norte, Uso: reparto, nuevo'; names are stored in lower case. */
export const tagsCell = reading((text): TagName[] | Refusal => {
  const tags = readTagList(text)
  return typeof tags === 'string' ? refuse(tags) : tags
})
