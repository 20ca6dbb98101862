// Who sends a file, as they are when it is written: it may have travelled for twenty minutes, and they were looked at before.
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { standingOf } from '../../jobs/orderer.ts'

/** @throws HttpProblem 403 where they may no longer write documents, their user ended, or their company is suspended */
export const refuseFallen = async (tx: Tx, { tenantId, userId }: Session): Promise<void> => {
  const { refused } = await standingOf(tx, tenantId, userId, 'documents_admin')
  if (refused) throw refuse(403, refused)
}
