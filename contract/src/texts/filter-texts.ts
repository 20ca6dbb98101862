// The words of filters without a field of their own, for the console's chips, reports and workbooks. Pure.
import type { FallsDue, OwedDebts, VehicleFilter } from '../catalogue/filter.ts'
import { money } from '../money.ts'
import type { Country } from '../places/countries.ts'
import { statusText, typeName } from '../resources.ts'
import { OBLIGATION_KINDS } from '../rules/obligation-kinds.ts'
import { EXACT_FIELDS, type ExactField, type ExpiryKind, fieldTitle } from '../vehicles/fields.ts'
import { numericDay } from './day-texts.ts'
import { localText } from './local-text.ts'

type Days = { from?: string | undefined; to?: string | undefined }
export type FilterWords = {
  key: 'withoutYear' | 'anyStatus' | 'debts' | 'withoutDebts' | 'due' | 'stolen' | 'freshness' | `${ExactField}Is`
  title: string
  value: string
}

export const FRESHNESS_TITLE = 'Vigencia de las consultas'
export const ONLY_CURRENT = 'Solo vigentes'
export const WITHOUT_DEBTS_TITLE = 'Sin adeudo'
export const WITHOUT_DEBTS = 'Según todas sus consultas'

/** @returns '' for any day */
export const daysWords = (days: Days): string => {
  const [from, to] = [days.from && numericDay(days.from), days.to && numericDay(days.to)]
  if (from && to) return from === to ? `el ${from}` : `del ${from} al ${to}`
  return from ? `desde el ${from}` : to ? `hasta el ${to}` : ''
}

const POLICY: Record<Country, string> = { MX: 'Póliza de seguro', CO: 'SOAT o póliza' }

export const expiryKindName = (kind: ExpiryKind, country: Country): string =>
  kind === 'policy' ? POLICY[country] : (OBLIGATION_KINDS.find((each) => each.kind === kind)?.[country] ?? kind)

const typeNames = (types: readonly number[], country: Country): string =>
  types.map((id) => typeName(id, country)).join(', ')

const CENT = 0.01
const sayAmount = (amount: number, country: Country): string =>
  money(amount, country)
    .replace(/ [A-Z]{3}$/, '')
    .replace(/[.,]00$/, '')
const isWhole = (amount: number): boolean => Number.isInteger(Math.round(amount * 100) / 100)

/** 'más de $5,000', which means from 5,000.01 on; 'de $5,000 a $10,000'. @returns '' for any amount */
export const totalWords = ({ totalFrom, totalTo }: OwedDebts, country: Country): string => {
  const say = (amount: number): string => sayAmount(amount, country)
  if (totalFrom !== undefined && totalTo !== undefined)
    return totalFrom === totalTo ? say(totalFrom) : `de ${say(totalFrom)} a ${say(totalTo)}`
  if (totalFrom !== undefined)
    return isWhole(totalFrom - CENT) ? `más de ${say(totalFrom - CENT)}` : `${say(totalFrom)} o más`
  if (totalTo === undefined) return ''
  return isWhole(totalTo + CENT) ? `menos de ${say(totalTo + CENT)}` : `${say(totalTo)} o menos`
}

/** The adjective for a debt. */
const MARKED: Record<Country, string> = { MX: 'marcado como pagado', CO: 'marcada como pagada' }
const AFTER_STATUS: Record<Country, string> = {
  MX: 'surgido después de su estatus',
  CO: 'surgida después de su estatus',
}

const debtsWords = (debts: OwedDebts, country: Country): string =>
  [
    debts.types ? typeNames(debts.types, country) : 'De cualquier tipo',
    daysWords(debts),
    totalWords(debts, country),
    debts.undated ? 'sin fecha' : '',
    debts.marked ? MARKED[country] : '',
    debts.afterStatus ? AFTER_STATUS[country] : '',
  ]
    .filter(Boolean)
    .join('; ')

const dueWords = ({ kinds, types, ...days }: FallsDue, country: Country): string => {
  const named = kinds.map((kind) => {
    const name = expiryKindName(kind, country)
    return kind === 'payment' && types ? `${name} de ${typeNames(types, country)}` : name
  })
  return `${named.join(', ')}; ${daysWords(days)}`
}

const exactWords = (exact: VehicleFilter['exact'], country: Country): FilterWords[] =>
  EXACT_FIELDS.flatMap((field) => {
    const value = exact?.[field]
    if (value === undefined) return []
    const valueWords = value === null ? 'Sin dato' : `Es «${value}»`
    return [{ key: `${field}Is` as const, title: fieldTitle(field, country), value: valueWords }]
  })

export const filterWords = (filter: VehicleFilter, country: Country): FilterWords[] => {
  const { exact, withoutYear, anyStatus, debts, withoutDebts, due, stolen, freshness } = filter
  const words = (key: FilterWords['key'], title: string, value: string | undefined): FilterWords[] =>
    value === undefined ? [] : [{ key, title, value }]
  return [
    ...exactWords(exact, country),
    ...words('withoutYear', fieldTitle('year', country), withoutYear && 'Sin dato'),
    ...words('anyStatus', 'Estado de alguna consulta', anyStatus?.map(statusText).join(' o ')),
    ...words('debts', localText('Con adeudo', country), debts && debtsWords(debts, country)),
    ...words('withoutDebts', localText(WITHOUT_DEBTS_TITLE, country), withoutDebts && WITHOUT_DEBTS),
    ...words('due', 'Vence', due && dueWords(due, country)),
    ...words('stolen', 'Reporte de robo visto', stolen && (daysWords(stolen) || 'En cualquier fecha')),
    ...words('freshness', FRESHNESS_TITLE, freshness && ONLY_CURRENT),
  ]
}
