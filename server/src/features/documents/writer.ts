// Who sends a file, as they are when it is written: it may have travelled for twenty minutes, and they were looked at
// before.
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { linkRequesterOf, readLinkRequesterAccess } from '../../jobs/link-requester.ts'

/**
 * @throws HttpProblem 403 where they may no longer write documents, their user or token ended, or their company is
 * suspended
 */
export const refuseFallen = async (tx: Tx, session: Session): Promise<void> => {
  const { refused } = await readLinkRequesterAccess(tx, session.tenantId, linkRequesterOf(session), 'documents_admin')
  if (refused) throw refuse(403, refused)
}
