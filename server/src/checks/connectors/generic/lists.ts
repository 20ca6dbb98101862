// Lists of debts → findings. Every row must be ignored, paid or a debt of one type; any other row, or one that lacks a
// field on which this depends, is a changed answer. A type is clear only if all its lists exist, no row is owed, and
// the source's totals agree.
import { addMoney } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { type ResourceTypeId, typeName } from '@padron/contract/resources'
import type { Finding, Subject } from '../connector.ts'
import { cents, umaUnits } from '../parsing/money.ts'
import {
  debt,
  everyType,
  inUma,
  missing,
  owedOr,
  payable,
  type RowFacts,
  remark,
  unpriced,
} from '../parsing/payables.ts'
import { bareIdentifier } from '../parsing/text.ts'
import { holds, type When } from './conditions.ts'
import type { Definition, List } from './definition.ts'
import { at, Changed, dateAt, filled, firstText, moneyAt, rowsAt, textAt } from './values.ts'

export const OWED_CLEAR: Readonly<Record<number, readonly [owed: number, clear: number]>> = {
  0: [2, 3],
  1: [0, 1],
  6: [9, 7],
  7: [0, 1],
  8: [16, 17],
  9: [0, 1],
  10: [21, 3],
  13: [24, 25],
}

type Row = {
  type: number
  name: string | undefined
  /** Other types that it may have. */
  possibleTypes: readonly number[]
  plate: string | null
  paid: boolean
  line: string | null
  due: string | null
  debt: DebtRow
}

/** The types that a list's rows have or may have. */
const typesOf = ({ debts }: List): number[] => debts.flatMap(({ type, possibleTypes = [] }) => [type, ...possibleTypes])

const decided = (when: When | undefined, row: object): boolean => {
  const isTrue = when === undefined ? false : holds(when, row)
  if (isTrue === undefined) throw new Changed('A una fila le falta el dato que dice qué es.')
  return isTrue
}

const sumOf = (row: object, paths: string | readonly string[] | undefined, country: Country): number =>
  paths === undefined ? 0 : [paths].flat().reduce((sum, path) => sum + cents(moneyAt(row, path, country) ?? 0), 0) / 100

const unitsAt = (row: object, path: string): number | null => {
  const text = textAt(row, path)
  if (text === null) return null
  const units = /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Number(text) : umaUnits(text)
  if (units === null) throw new Changed(`El dato «${path}» dice «${text}», que no son unidades de cuenta.`)
  return units
}

/** The facts about a fine's notification; those that the source does not give are left out. */
const noticeOf = ({ electronic, notifiedOn, promptPaymentDiscount }: List, row: object, country: Country): RowFacts => {
  const isElectronic = electronic && holds(electronic, row)
  const day = notifiedOn && dateAt(row, notifiedOn)?.slice(0, 10)
  const hasDiscount = promptPaymentDiscount !== undefined && at(row, promptPaymentDiscount) !== undefined
  const discount = hasDiscount ? moneyAt(row, promptPaymentDiscount, country) : null
  return {
    ...(isElectronic === undefined ? {} : { electronic: isElectronic }),
    ...(day ? { notifiedOn: day } : {}),
    ...(discount ? { promptPaymentDiscount: discount } : {}),
  }
}

const debtOf = (list: List, row: object, country: Country, fallback: string): DebtRow => {
  const { subTotal, total, discount, surcharge, units } = list.amounts
  const facts = {
    folio: list.folio === undefined ? null : firstText(row, list.folio),
    dateTime: list.dateTime === undefined ? null : dateAt(row, list.dateTime),
    ...noticeOf(list, row, country),
  }
  const description = filled(list.description, row) || fallback
  const whole = total === undefined ? null : moneyAt(row, total, country)
  const base = subTotal === undefined ? null : moneyAt(row, subTotal, country)
  const extra = { discount: sumOf(row, discount, country), surcharge: sumOf(row, surcharge, country) }
  const stated = base !== null || units === undefined ? null : unitsAt(row, units)
  if (stated !== null && whole === null) return inUma(description, stated, extra, facts)
  // Next to units, the source's own total counts.
  const first =
    stated !== null && whole !== null ? addMoney([whole, extra.discount, -extra.surcharge]) : (base ?? whole)
  if (first === null) return unpriced(description, facts)
  const amounts = { subTotal: first, ...extra }
  return debt(description, whole === null ? amounts : { ...amounts, total: whole }, facts)
}

const readRow = (list: List, row: object, country: Country): Row[] => {
  if (decided(list.ignored, row)) return []
  const paid = decided(list.paid, row)
  const kind = list.debts.find(({ when }) => when === undefined || decided(when, row))
  if (!kind && !paid) throw new Changed('La fuente trae una fila que no se reconoce.')
  const type = kind?.type ?? list.debts[0]?.type ?? 0
  const plate = list.plate === undefined ? null : textAt(row, list.plate)
  if (list.plate !== undefined && plate === null && !list.plateMayBeMissing)
    throw new Changed(`Falta o cambió el dato «${list.plate}».`)
  const line = list.paymentLine === undefined ? null : textAt(row, list.paymentLine)
  const due = list.paymentLineDueDate === undefined ? null : dateAt(row, list.paymentLineDueDate)
  const { name, possibleTypes = [] } = kind ?? {}
  const one = debtOf(list, row, country, typeName(type, country))
  return [{ type, name, possibleTypes, plate, paid, line, due, debt: one }]
}

/**
 * Whether the source's own totals match its rows; a missing total is a changed answer. A total is not compared with
 * rows stated in units, whose amounts are unknown here.
 */
const agrees = ({ sum, country }: Definition, body: unknown, all: readonly Row[]): boolean => {
  const unpaidRows = all.filter(({ paid }) => !paid)
  const added = unpaidRows.reduce((all, row) => all + cents(row.debt.total ?? 0), 0)
  if (sum?.total !== undefined && moneyAt(body, sum.total, country) === null)
    throw new Changed(`Falta el dato «${sum.total}».`)
  const isComparable = unpaidRows.every(({ debt: { units } }) => units === undefined)
  if (sum?.total !== undefined && isComparable && cents(moneyAt(body, sum.total, country) ?? 0) !== added) return false
  const count = sum?.count === undefined ? undefined : at(body, sum.count)
  if (sum?.count !== undefined && !/^\d{1,6}$/.test(String(count)))
    throw new Changed(`Falta o cambió el dato «${sum.count}».`)
  if (count === undefined) return true
  const counted = sum?.counted ?? 'owed'
  const isOwed = counted !== 'all' && Number(count) === unpaidRows.length
  return isOwed || (counted !== 'owed' && Number(count) === all.length)
}

/** Types that the answer excludes from being clear, whatever its rows are. */
const notClear = ({ clearWhen = [] }: Definition, body: unknown): ReadonlySet<number> =>
  new Set(
    clearWhen.flatMap(({ type, when }) => {
      const isTrue = holds(when, body)
      if (isTrue === undefined) throw new Changed('Falta o cambió un dato que dice si no hay adeudos.')
      return isTrue ? [] : [type]
    }),
  )

/** One result for each payment line; debts without one are payable together. */
const resultsOf = (type: ResourceTypeId, rows: readonly Row[], name: string, mismatch: boolean): ResourceResult[] => {
  const groups = Map.groupBy(rows, ({ line, name: own }) => `${own ?? ''}\n${line ?? ''}`)
  return [...groups.values()].map((group) => {
    const { line = null, due = null, name: own } = group[0] ?? {}
    const extra = { paymentLine: line, paymentLineDueDate: due, ...(mismatch ? { sumMismatch: true } : {}) }
    return payable(
      type,
      own ?? name,
      group.map((row) => row.debt),
      extra,
    )
  })
}

export type ListsRead = { findings: Finding[]; remarks: string[]; whole: boolean }

const NOT_REGISTERED = 11
const NO_HOLDER = remark('Respuesta de la fuente', [
  { label: 'Mensaje', value: 'La fuente no tiene registros de este propietario: falta saber si el vehículo debe.' },
])

type Placed = Row & { place: number }
/** The key of a row's plate; a plate without letters or digits belongs to no vehicle. */
const plateKey = ({ plate }: Row): string => (plate === null ? '' : bareIdentifier(plate) || '?')

/** The lists, read once for all vehicles that the answer covers. */
export type Gathered = {
  /** Rows by plate with their position; key '': rows without a plate, which belong to every vehicle. */
  byPlate: ReadonlyMap<string, readonly Placed[]>
  mismatch: boolean
  unread: ReadonlySet<number>
  notClear: ReadonlySet<number>
  /** By holder: the source has no row of the holder and does not show that it knows the holder. */
  aboutNobody: boolean
}

/** @param body of a good answer */
export function gatherRows(definition: Definition, body: unknown): Gathered {
  const { lists = [], country, criteria, holderKnown } = definition
  const read = lists.map((list) => ({ list, rows: rowsAt(body, list.path) }))
  const missingList = read.find(({ list, rows }) => rows === null && !list.mayBeNull)
  if (missingList) throw new Changed(`Falta la lista «${missingList.list.path}».`)
  const all = read.flatMap(({ list, rows }) => (rows ?? []).flatMap((row) => readRow(list, row, country)))
  const unread = read.filter(({ rows }) => rows === null).flatMap(({ list }) => typesOf(list))
  return {
    byPlate: Map.groupBy(
      all.map((row, place) => ({ ...row, place })),
      plateKey,
    ),
    mismatch: !agrees(definition, body, all),
    unread: new Set(unread),
    notClear: notClear(definition, body),
    aboutNobody: criteria === 'taxIdentifier' && all.length === 0 && !(holderKnown && holds(holderKnown, body)),
  }
}

/** Whether two debts without a folio have the same text and day: a missing one could not be identified. */
const areAlike = (rows: readonly Row[]): boolean => {
  const nameless = rows.filter(({ debt: { folio } }) => folio === null)
  return (
    new Set(nameless.map(({ debt: { description, dateTime } }) => `${dateTime}\n${description}`)).size < nameless.length
  )
}

const hasFinding = (findings: readonly Finding[], type: number): boolean => findings.some((one) => one.type === type)

/** Types that an owed row may have instead of its own. */
const mixedTypes = (rows: readonly Row[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ paid, possibleTypes }) => (paid ? [] : possibleTypes)))

const mixedRemarks = ({ country }: Definition, rows: readonly Row[]): string[] => {
  const all = rows.flatMap(({ paid, type, possibleTypes }) => (paid ? [] : possibleTypes.map((other) => [type, other])))
  const sentences = all.map(
    ([type = 0, other = 0]) =>
      `La fuente no distingue «${typeName(type, country)}» de «${typeName(other, country)}»: lo que se debe está ` +
      `en «${typeName(type, country)}».`,
  )
  return [...new Set(sentences)]
}

/** The rows of one vehicle, as findings. */
export function readLists(definition: Definition, gathered: Gathered, { plate }: Subject): ListsRead {
  const { byPlate, mismatch, unread, aboutNobody, notClear } = gathered
  const { lists = [], country, criteria, portal } = definition
  const queriedPlate = bareIdentifier(plate)
  if (criteria !== 'taxIdentifier' && [...byPlate.keys()].some((of) => of !== '' && of !== queriedPlate))
    throw new Changed('La respuesta trae filas de otra placa.')
  const named = queriedPlate === '' ? [] : (byPlate.get(queriedPlate) ?? [])
  const own = [...(byPlate.get('') ?? []), ...named].toSorted((a, b) => a.place - b.place)
  const types = [...new Set(lists.flatMap(typesOf))] as ResourceTypeId[]
  if (aboutNobody && !mismatch && unread.size === 0)
    return { findings: everyType(types, NOT_REGISTERED, [NO_HOLDER]), remarks: [], whole: true }
  // For every type: a row may have had another type before it was paid.
  const paid = own.flatMap((row) => (row.paid && row.debt.folio ? [row.debt.folio] : []))
  const mixed = mixedTypes(own)
  const findings = types.flatMap((type): Finding[] => {
    const unpaidRows = own.filter((row) => row.type === type && !row.paid)
    const isUnknown = mismatch || unread.has(type) || notClear.has(type) || mixed.has(type)
    if (unpaidRows.length === 0 && isUnknown) return []
    const [debtStatus, clear] = OWED_CLEAR[type] ?? [15, 15]
    const results = unpaidRows.length
      ? resultsOf(type, unpaidRows, `${typeName(type, country)} · ${portal.name}`, mismatch)
      : []
    const finding = {
      ...owedOr(type, debtStatus, clear, results),
      ...missing(unread.has(type) || mixed.has(type) || areAlike(unpaidRows)),
    }
    return [paid.length ? { ...finding, paid } : finding]
  })
  const remarks = [
    ...(mismatch ? ['El total de la fuente no es la suma de sus filas.'] : []),
    ...(unread.size ? ['La fuente no pudo leer todas sus secciones.'] : []),
    ...(types.some((type) => notClear.has(type) && !mixed.has(type) && !hasFinding(findings, type))
      ? ['La fuente dice por otro dato que puede haber adeudos que no lista.']
      : []),
  ]
  // A new query would not distinguish rows that the source never distinguishes: without those types it is complete.
  const whole = remarks.length === 0 && types.every((type) => mixed.has(type) || hasFinding(findings, type))
  return { findings, remarks: [...remarks, ...mixedRemarks(definition, own)], whole }
}
