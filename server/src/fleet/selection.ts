// The vehicles that a user selected in the list: by ids, or all of a filter except some; and the limit of their number.
import type { Selection } from '@padron/contract/vehicles'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { refuse } from '../errors/http-problem.ts'
import type { Session } from '../http/access/sessions.ts'
import { refuseHidden, refuseTagQuery } from './access.ts'
import { whereOf } from './where.ts'

/** A condition on `v`. @throws 403 if the user may not use this query */
export const selectedVehicles = ({ query, ...chosen }: Selection, session: Session): RawBuilder<unknown> => {
  const selection = { vehicleClass: {}, ...query, ...chosen }
  refuseHidden(session.roles, selection)
  refuseTagQuery(session.roles, selection)
  return whereOf(selection, session)
}

/**
 * Counts the vehicles before they are locked or copied.
 * @param where a condition on `v`
 * @param text the message for the user
 * @returns the number of vehicles
 * @throws 422 if there are more than `most`
 */
export const countAtMost = async (tx: Tx, where: RawBuilder<unknown>, most: number, text: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from vehicle v where ${where} limit ${most + 1}) x`.execute(tx)
  const n = rows[0]?.n ?? 0
  if (n > most) throw refuse(422, text, 'selection')
  return n
}
