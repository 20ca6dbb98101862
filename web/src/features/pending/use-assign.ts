// Assigns pending items; its notice offers to undo it.
import type { Reply } from '@padron/contract/call'
import { type AssignmentOf, type PendingItem, pending } from '@padron/contract/pending'
import { notify } from '../../api/notify.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'

export const assignmentOf = (
  { kind, vehicleAssetId, ref }: PendingItem,
  to: Pick<AssignmentOf, 'userId' | 'dueOn' | 'note'>,
): AssignmentOf => ({ kind, vehicleAssetId, ref, ...to })

export const useAssign = () => {
  const undo = useNoticeAction(pending.assign, undefined, pending.list)
  /** Notifies of the assignment and offers to undo it. */
  const notifyAssigned = ({ message, before }: Reply<typeof pending.assign>): void =>
    notify(
      'done',
      message,
      before.length > 0
        ? { action: { label: 'Deshacer', run: () => undo.mutate({ body: { assignments: before } }) } }
        : {},
    )
  const assign = useNoticeAction(pending.assign, notifyAssigned, pending.list)
  return { notifyAssigned, assign: (assignments: AssignmentOf[]): void => assign.mutate({ body: { assignments } }) }
}
