// Typed values of an answer by path. A required value that is missing or unreadable throws Changed, which parse turns
// into shape-drift, so that no partly read row is counted.
import type { Country } from '@padron/contract/places/countries'
import { isoDate } from '../parsing/dates.ts'
import { colombianMoney, mexicanMoney } from '../parsing/money.ts'
import { clip } from '../parsing/text.ts'
import { pathOf, valueAt } from './path.ts'

/** The answer does not have the shape that the settings describe. */
export class Changed extends Error {}

export const at = (value: unknown, path: string): unknown => valueAt(value, pathOf(path))

/** Text or number as plain text; null if it is missing, empty or of another type. */
export const textAt = (value: unknown, path: string): string | null => {
  const found = at(value, path)
  if (Array.isArray(found)) return clip(found.filter((one) => typeof one === 'string').join('; ')) || null
  return typeof found === 'string' || typeof found === 'number' ? clip(String(found)) || null : null
}

export const firstText = (value: unknown, paths: string | readonly string[]): string | null =>
  [paths]
    .flat()
    .map((path) => textAt(value, path))
    .find((text) => text !== null) ?? null

const MONEY: Readonly<Record<Country, (value: string | number) => number | null>> = {
  MX: mexicanMoney,
  CO: colombianMoney,
}

/**
 * @returns null if the source gives no amount (null, empty)
 * @throws if the path does not exist or its value is no amount
 */
export const moneyAt = (value: unknown, path: string, country: Country): number | null => {
  const found = at(value, path)
  if (found === null || found === '') return null
  const amount = typeof found === 'string' || typeof found === 'number' ? MONEY[country](found) : null
  if (amount === null) throw new Changed(`Falta o cambió el dato «${path}».`)
  return amount
}

/** For dates such as 1/2/2026 the day comes first, unless the settings name a format. */
export const FORMATS = ['dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd', 'yyyymmdd', 'dd-mm-yyyy', 'iso-instant'] as const
type Format = (typeof FORMATS)[number]
/** The path of a day; a format where the source does not write the day first. */
export type Day = string | { path: string; format: Format }

const FORMS: Readonly<Record<Format, readonly [RegExp, string]>> = {
  'dd/mm/yyyy': [/^(\d{1,2}\/\d{1,2}\/\d{4}.*)$/, '$1'],
  'mm/dd/yyyy': [/^(\d{1,2})\/(\d{1,2})\/(\d{4}.*)$/, '$2/$1/$3'],
  'yyyy-mm-dd': [/^(\d{4}-\d{1,2}-\d{1,2}.*)$/, '$1'],
  yyyymmdd: [/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'],
  'dd-mm-yyyy': [/^(\d{1,2})-(\d{1,2})-(\d{4}.*)$/, '$1/$2/$3'],
  'iso-instant': [/^(\d{4}-\d{2}-\d{2}T[\d:.]+)(Z|[+-]\d{2}:?\d{2})$/, '$1'],
}

/** A local date, or date and time; null if the source gives none; throws if the text is no date. */
export const dateAt = (value: unknown, day: Day): string | null => {
  const { path, format } = typeof day === 'string' ? { path: day, format: undefined } : day
  const text = textAt(value, path)
  if (text === null) return null
  const [form, order] = format ? FORMS[format] : [/^(.*)$/, '$1']
  const date = form.test(text) ? isoDate(text.replace(form, order)) : null
  if (date === null) throw new Changed(`El dato «${path}» dice «${text}», que no es una fecha.`)
  return date
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
/** A moment with its zone; null if the source gives none; throws if the text is no moment. */
export const instantAt = (value: unknown, path: string): string | null => {
  const text = textAt(value, path)
  if (text === null) return null
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text)))
    throw new Changed(`El dato «${path}» dice «${text}», que no es un momento.`)
  return new Date(text).toISOString()
}

/** The objects of a list; null if the list is null; throws if the value is no list. */
export const rowsAt = (value: unknown, path: string): readonly object[] | null => {
  const found = at(value, path)
  if (found === null) return null
  const isRows = Array.isArray(found) && found.length <= 5000 && found.every((row) => typeof row === 'object' && row)
  if (!isRows) throw new Changed(`Falta o cambió la lista «${path}».`)
  return found
}

const HOLE = /\{([^{}]*)\}/g
/** The paths of a description such as `{codigo} {infraccion}`. */
export const holesOf = (template: string): string[] => [...template.matchAll(HOLE)].map(([, path]) => path ?? '')
/** `{codigo} {infraccion}` with the row's own texts; missing ones are removed with their separators. */
export const filled = (template: string, row: unknown): string =>
  clip(template.replace(HOLE, (_, path: string) => textAt(row, path) ?? '')).replace(
    /^[ ·,;:-]+|(?<![ ·,;:-])[ ·,;:-]+$/g,
    '',
  )
