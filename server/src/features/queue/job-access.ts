// Whose a job is, to call it off or to have its letters sent again: its orderer's and the main account's. A program's
// too, where it was given what ordering takes: it may do nothing to a job that it could not have ordered.
import { holdsExactly } from '@padron/contract/permissions'
import type { Session } from '../../http/sessions.ts'
import type { Needs } from '../../jobs/orderer.ts'

export type JobOwner = { queueId: number; whoId: number | null }
/** What whoever orders of a kind must be allowed. */
export type NeedsOf = (queueId: number) => Needs

const NOT_GIVEN = 'Este token de acceso no tiene el permiso con que se pide este trabajo.'

/** @param notTheirs what is said to others @returns why not; undefined where it is theirs */
export const refusalOf = (session: Session, job: JobOwner, needsOf: NeedsOf, notOwner: string): string | undefined => {
  const { userId, isMain, byToken, roles } = session
  if (!isMain && job.whoId !== userId) return notOwner
  return byToken && !holdsExactly(roles, needsOf(job.queueId)) ? NOT_GIVEN : undefined
}
