// What is asked of the items, and what a source of them brings.
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { RequiredType } from '../../documents/types/missing.queries.ts'

export type Sql = RawBuilder<unknown>

/** Where a page ended: the next one begins after it. */
export type Cursor = { on: string | null; kind: string; vehicleId: number; ref: string }

/** A user's id, or nobody's. */
export type Whose = { userId: number | null }

export type Work = {
  tenantId: number
  country: 'MX' | 'CO'
  today: string
  at: Date
  kinds: ReadonlySet<PendingKind>
  /** Payment lines that fell due before are useless. */
  linesSince: string
  /** Dates of later days are left out; undefined: none is. */
  until: string | undefined
  /** Document types that some vehicles must have. */
  required: readonly RequiredType[]
  /** Undefined: nobody asks. */
  discounts: readonly Discount[] | undefined
}
/** Of the debts of a source: the day on which the next discount ends, and what it saves; null: nobody knows. */
export type Discount = { vehicleId: number; resourceId: number; dueOn: string; saving: number | null }

export type ItemFilter = {
  /** Conditions on `v`, the vehicle. */
  vehicles: readonly Sql[]
  /** Of these vehicles only, an array: they are few, and what is about them is read by key. */
  among?: Sql | undefined
  whose: Whose | undefined
  from: string | undefined
  to: string | undefined
}

export type Source = {
  /** One kind, or undefined where the rows have several. */
  kind: PendingKind | undefined
  /** Whether its rows have a day: those that have none come after all that have one. */
  isDated: boolean
  select: Sql
}

/** @param table the name by which the statement calls the rows that name the vehicle */
export const ofVehicles = ({ vehicles, among }: ItemFilter, table: 'o' | 'f' | 'v' | 'g'): Sql => sql`
  ${vehicles.length > 0 ? sql`and ${sql.join([...vehicles], sql` and `)}` : sql``}
  ${among ? sql`and ${sql.ref(`${table}.vehicle_id`)} = any(${among})` : sql``}`
