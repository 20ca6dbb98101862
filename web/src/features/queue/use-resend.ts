// Sending a letter of a job again: which of them are on their way, and why one was refused, told in its row. In its row it
// waits from the moment it was pressed until the list has come again.
import { type Delivery, queue } from '@padron/contract/queue'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureText, notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'

/** No notice for what its row tells; an ended session is told as everywhere. */
const told = (error: Error): boolean => !(error instanceof ApiError && error.status === 401)

export const useResend = (queueItemId: string) => {
  const sent = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutateAsync } = useAction(queue.resend, {
    told,
    worked: (_, { params: { deliveryId } }) => {
      notify('done', queue.resend.done)
      // Its button goes when the list comes again, and the focus with it.
      const row = document.querySelector<HTMLElement>(`.deliveries [data-row="${deliveryId}"]`)
      if (row?.contains(document.activeElement)) row.focus()
    },
  })
  const put = (id: string, fault: string | undefined): void =>
    setFaults((before) => {
      const after = new Map(before)
      if (fault === undefined) after.delete(id)
      else after.set(id, fault)
      return after
    })
  const resend = ({ _id }: Delivery): void => {
    if (sent.current.has(_id)) return
    const mark = (): void => setPending(new Set(sent.current))
    sent.current.add(_id)
    mark()
    put(_id, undefined)
    mutateAsync({ params: { queueItemId, deliveryId: _id } })
      .catch((error: Error) => put(_id, refusalText(error) ?? failureText(error, queue.resend)))
      .finally(() => {
        sent.current.delete(_id)
        mark()
      })
  }
  return { pending, faults, resend }
}
export type Resending = ReturnType<typeof useResend>
