// The query for to-do items, and the shape of a source.
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { RequiredType } from '../../documents/types/missing.queries.ts'

export type Sql = RawBuilder<unknown>

/** Where a page ended: the next one begins after it. */
export type Cursor = { on: string | null; kind: string; vehicleId: number; ref: string }

/** A user's id; null: unassigned items. */
export type Whose = { userId: number | null }

export type Work = {
  tenantId: number
  country: 'MX' | 'CO'
  today: string
  at: Date
  kinds: ReadonlySet<PendingKind>
  /** Payment lines due before this day are left out, because they can no longer be used. */
  linesSince: string
  /** Dates after this day are left out; undefined: none. */
  until: string | undefined
  /** Document types that some vehicles must have. */
  required: readonly RequiredType[]
  /** Undefined: not requested. */
  discounts: readonly Discount[] | undefined
}
/** For a source's debts: the day on which the next discount ends, and what it saves; null: unknown. */
export type Discount = { vehicleId: number; resourceId: number; dueOn: string; saving: number | null }

export type ItemFilter = {
  /** Conditions on `v`, the vehicle. */
  vehicles: readonly Sql[]
  /** An SQL array: only these vehicles. They are few, so the rows about them are read by key. */
  among?: Sql | undefined
  whose: Whose | undefined
  from: string | undefined
  to: string | undefined
}

export type Source = {
  /** One kind, or undefined if the rows have several. */
  kind: PendingKind | undefined
  /** Whether its rows have a day. Rows without one come after all rows with one. */
  isDated: boolean
  select: Sql
}

/** @param table the alias of the rows that have the vehicle's id */
export const ofVehicles = ({ vehicles, among }: ItemFilter, table: 'o' | 'f' | 'v' | 'g'): Sql => sql`
  ${vehicles.length > 0 ? sql`and ${sql.join([...vehicles], sql` and `)}` : sql``}
  ${among ? sql`and ${sql.ref(`${table}.vehicle_id`)} = any(${among})` : sql``}`
