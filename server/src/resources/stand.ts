// How a vehicle stands: its thirteen columns and its debt, from its resources. Checks write it after each answer; an edit
// of what sources are asked by writes it anew.
import { sql } from 'kysely'
import { STATUS_SQL } from '../db/status-columns.ts'
import { columnsOf, type TypeStatus } from './check-rules.ts'
import { type Debt, debtOf } from './debt.ts'

export type Standing = TypeStatus & { answered: boolean; debt: Debt }

export const standingOf = (resources: readonly Standing[]) => ({
  columns: columnsOf(resources),
  debt: debtOf(resources),
})

/** The assignments that write how one vehicle stands, and the condition under which they change anything. */
export const standingSql = (resources: readonly Standing[]) => {
  const standing = standingOf(resources)
  const columns = Object.entries(standing.columns) as [keyof typeof STATUS_SQL, number][]
  const { total, withoutAmount } = standing.debt
  const set = sql.raw(columns.map(([column, id]) => `${STATUS_SQL[column]} = ${Number(id)}`).join(', '))
  const differs = sql.raw(columns.map(([column, id]) => `${STATUS_SQL[column]} <> ${Number(id)}`).join(' or '))
  return {
    set: sql`${set}, debt_total = ${total}::numeric, debt_without_amount = ${withoutAmount}`,
    differs: sql`(${differs} or debt_total is distinct from ${total}::numeric or debt_without_amount <> ${withoutAmount}::int)`,
  }
}
