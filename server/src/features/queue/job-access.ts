// Who may cancel a job or resend its emails: its requester and the main account. An access token or
// a service account needs the permissions to request such a job as well.
import { holdsExactly } from '@padron/contract/permissions'
import type { Session } from '../../http/access/sessions.ts'
import type { Needs } from '../../jobs/requester.ts'

export type JobOwner = { queueId: number; whoId: number | null }
/** The permissions that requesting a job of this kind needs. */
export type NeedsOf = (queueId: number) => Needs

const NOT_GIVEN = 'Este token o cuenta de servicio no tiene el permiso con que se pide este trabajo.'

/** @param notOwner the refusal for others @returns the refusal; undefined if this session may */
export const findJobRefusal = (
  session: Session,
  job: JobOwner,
  needsOf: NeedsOf,
  notOwner: string,
): string | undefined => {
  const { userId, isMain, byToken, roles } = session
  if (!isMain && job.whoId !== userId) return notOwner
  return byToken && !holdsExactly(roles, needsOf(job.queueId)) ? NOT_GIVEN : undefined
}
