// Amounts of debts stated in units of account (10 UMA): the units times the unit's value on the debt's day. The values
// come from the rule packs; without a published value for that day the amount is unknown, never guessed. Pure except
// for the read.
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import type { Unit } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { UNIT_VALUES_LOCK } from '../../rules/write-rules.ts'
import type { Finding } from '../connectors/connector.ts'
import { cents } from '../connectors/parsing/money.ts'
import { sumsOf } from '../connectors/parsing/payables.ts'
import { debtDayOf } from './debt-changes.ts'

export type UnitValue = { unit: Unit; from: string; to: string; value: number }

/** A change of the values waits for the transactions that read them (rules/write-rules.ts): none writes old ones. */
export const readUnitValues = async (tx: Tx): Promise<UnitValue[]> => {
  await sql`select pg_advisory_xact_lock_shared(${UNIT_VALUES_LOCK})`.execute(tx)
  const { rows } = await sql<UnitValue>`
    select unit, valid_from as "from", valid_to as "to", value::float8 as value
    from unit_value`.execute(tx)
  return rows
}

export type StatedInUnits = {
  units: number
  unit: Unit
  day: string | null
  discount: number | null
  surcharge: number | null
}
type Amounts = { subTotal: number | null; total: number | null }

export const unitAmounts = (
  { units, unit, day, discount, surcharge }: StatedInUnits,
  values: readonly UnitValue[],
): Amounts => {
  const found = values.find((each) => each.unit === unit && day !== null && each.from <= day && day <= each.to)
  if (!found) return { subTotal: null, total: null }
  // In hundredths of a unit and cents: a product of whole numbers.
  const subTotal = Math.round((cents(units) * cents(found.value)) / 100)
  return { subTotal: subTotal / 100, total: (subTotal - cents(discount ?? 0) + cents(surcharge ?? 0)) / 100 }
}

const isStated = ({ units, unit }: DebtRow): boolean => units !== undefined && unit !== undefined

const rowWithAmounts = (row: DebtRow, values: readonly UnitValue[]): DebtRow => {
  const { units, unit, dateTime, discountsSum: discount, surchargesSum: surcharge } = row
  if (units === undefined || unit === undefined) return row
  return { ...row, ...unitAmounts({ units, unit, day: debtDayOf(dateTime), discount, surcharge }, values) }
}

const LISTS = ['scrapedTickets', 'scrapedTenencias', 'scrapedRefrendo'] as const

const resultWithAmounts = (result: ResourceResult, values: readonly UnitValue[]): ResourceResult => {
  if (!LISTS.some((list) => result[list].some(isStated))) return result
  const [tickets, tenencias, refrendo] = LISTS.map((list) => result[list].map((row) => rowWithAmounts(row, values)))
  const rows = { scrapedTickets: tickets ?? [], scrapedTenencias: tenencias ?? [], scrapedRefrendo: refrendo ?? [] }
  return { ...result, ...rows, ...sumsOf(Object.values(rows).flat()) }
}

/** @returns the same results with the amounts of rows stated in units, and their sums */
export const withUnitAmounts = (results: readonly ResourceResult[], values: readonly UnitValue[]): ResourceResult[] =>
  results.map((result) => resultWithAmounts(result, values))

export const findingsWithAmounts = (findings: readonly Finding[], values: readonly UnitValue[]): Finding[] =>
  findings.map((finding) => ({ ...finding, results: withUnitAmounts(finding.results, values) }))
