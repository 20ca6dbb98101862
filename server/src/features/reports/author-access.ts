// What the author of a report on a part of the fleet may see now, for a run and for a preview.
import { reports as rows } from '@padron/contract/reports'
import type { Tx } from '../../db/client.ts'
import { JobRefused } from '../../jobs/job.ts'
import { type ContentRole, contentRoles } from '../../jobs/report-file.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'

const NOT_THEIRS = 'Quien hizo este reporte ya no tiene acceso a la cuenta o el permiso de configurarlos.'

/** `isScoped`: the author still sees a part only. */
type AuthorAccess = { isScoped: boolean; roles: ReadonlySet<ContentRole> }

/**
 * @param tx of the whole company
 * @param ofRun the permissions without the author's
 * @throws JobRefused if the author may no longer have the report
 */
export const readAuthorAccess = async (
  tx: Tx,
  tenantId: number,
  authorId: number,
  ofRun: ReadonlySet<ContentRole>,
): Promise<AuthorAccess> => {
  const access = await readRequesterAccess(tx, tenantId, authorId, rows.send.needs, undefined, true)
  if (access.refused !== undefined) throw new JobRefused(NOT_THEIRS)
  return { isScoped: access.isScoped === true, roles: contentRoles([...ofRun], access.roles) }
}
