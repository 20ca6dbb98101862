// The rights of a file's sender at the moment of writing: the upload may have taken twenty minutes since the call was
// authorized.
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { linkRequesterOf, readLinkRequesterAccess } from '../../jobs/link-requester.ts'

/**
 * @throws HttpProblem 403 if the sender may no longer write documents, saw the whole fleet and sees a part now, the
 * user or token ended, or the company is suspended
 */
export const requireWriter = async (tx: Tx, session: Session): Promise<void> => {
  const { refused } = await readLinkRequesterAccess(
    tx,
    session.tenantId,
    linkRequesterOf(session),
    'documents_admin',
    session.vehicleScope !== null,
  )
  if (refused) throw refuse(403, refused)
}
