// The vehicles that a user selected in the list: by their ids, or all of a filter but some; and how many may be.
import type { Selection } from '@padron/contract/vehicles'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { refuse } from '../errors/http-problem.ts'
import type { Session } from '../http/access/sessions.ts'
import { refuseHidden } from './access.ts'
import { whereOf } from './where.ts'

/** A condition on `v`. @throws 403 where they may not ask for these */
export const selectedVehicles = ({ query, ...chosen }: Selection, session: Session): RawBuilder<unknown> => {
  const selection = { vehicleClass: {}, ...query, ...chosen }
  refuseHidden(session.roles, selection)
  return whereOf(selection, session)
}

/**
 * Before anything is locked or copied.
 * @param where a condition on `v`
 * @param text the message for the user
 * @returns how many they are
 * @throws 422 where they are more than `most`
 */
export const countAtMost = async (tx: Tx, where: RawBuilder<unknown>, most: number, text: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from vehicle v where ${where} limit ${most + 1}) x`.execute(tx)
  const n = rows[0]?.n ?? 0
  if (n > most) throw refuse(422, text, 'selection')
  return n
}
