// Writes the merged rules of the packs to their tables, which all readers use.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import type { Rules } from './merge-packs.ts'
import { appealRow, calendarRow, holidayRow, paymentRow, unitRow } from './rule-rows.ts'

type Row = Readonly<Record<string, unknown>>
/** undefined becomes null. */
const columnsOf = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {})

type DeclaredTable = 'calendar_rule' | 'payment_rule' | 'appeal_rule'
/** The operator's choices stay; a rule that no pack contains any more is marked as not declared. */
const writeDeclared = async (tx: Tx, table: DeclaredTable, rows: readonly Row[]): Promise<void> => {
  const keys = rows.map(({ rule_key: key }) => key)
  await sql`update ${sql.table(table)} set declared = false where declared and not (rule_key = any(${keys}))`.execute(
    tx,
  )
  if (rows.length === 0) return
  const columns = columnsOf(rows).map((column) => sql.ref(column))
  const changes = columns.map((column) => sql`${column} = excluded.${column}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)}
    from json_populate_recordset(null::${sql.table(table)}, ${asJsonb(rows)}::json)
    on conflict (rule_key) do update set ${sql.join(changes)}`.execute(tx)
}

const writeAnew = async (tx: Tx, table: 'holiday_rule' | 'unit_value', rows: readonly Row[]): Promise<void> => {
  await sql`delete from ${sql.table(table)}`.execute(tx)
  if (rows.length === 0) return
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${asJsonb(rows)}::json)`.execute(tx)
}

/**
 * Transactions that compute amounts with the values hold it as a shared lock; a lock of the table would wait for
 * backups.
 */
export const UNIT_VALUES_LOCK = 7_236_120

/**
 * If values change, the amounts of debts in units are computed again (checks/store/recompute-unit-amounts.ts). This
 * waits for transactions that have read the former values, so that the debts that they write are included.
 */
const writeUnitValues = async (tx: Tx, rows: readonly Row[]): Promise<void> => {
  const { rows: found } = await sql<{ differs: boolean }>`
    with former as (select unit, valid_from, valid_to, value from unit_value),
    present as (
      select unit, valid_from, valid_to, value
      from json_populate_recordset(null::unit_value, ${asJsonb(rows)}::json))
    select exists (
      (table former except table present)
      union all
      (table present except table former)) as differs`.execute(tx)
  if (found[0]?.differs) {
    await sql`
      insert into pending_unit_amounts (tenant_id)
      select tenant_id
      from company
      order by tenant_id
      on conflict (tenant_id) do update set cursor = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${UNIT_VALUES_LOCK})`.execute(tx)
  }
  await writeAnew(tx, 'unit_value', rows)
}

/** Depends on nothing else, so that a withdrawal restores the previous state. */
export const writeRules = async (tx: Tx, { calendars, payments, appeals, holidays, units }: Rules): Promise<void> => {
  await writeDeclared(tx, 'calendar_rule', calendars.map(calendarRow))
  await writeDeclared(tx, 'payment_rule', payments.map(paymentRow))
  await writeDeclared(tx, 'appeal_rule', appeals.map(appealRow))
  await writeAnew(tx, 'holiday_rule', holidays.map(holidayRow))
  await writeUnitValues(tx, units.map(unitRow))
}
