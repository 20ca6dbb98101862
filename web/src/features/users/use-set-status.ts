// The status switch: sent at once, undone from the notice. It lives with the screen, because a switched row may leave the
// list (a filter) before it is undone.
import { type UserRow, users } from '@padron/contract/users'
import { useCallback, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { actionFailure, isOutage, statusText } from './user-words.ts'

export const useSetStatus = () => {
  /** Ids whose change is on its way: nothing is sent twice. */
  const sent = useRef(new Set<number>())
  /** Changes of each id until the list has come again: the switch shows what the product says, and an undo does not wait. */
  const waiting = useRef(new Map<number, number>())
  const names = useRef(new Map<number, string>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(users.setStatus, {
    told: (error) => {
      if (isOutage(error)) notify('error', actionFailure(error, users.setStatus))
      return isOutage(error)
    },
    worked: (_, { params, body: { userStatus } }) => {
      const id = Number(params.id)
      sent.current.delete(id)
      notify('done', users.setStatus.done, {
        about: `${names.current.get(id) ?? id}: ${statusText(userStatus)}`,
        action: { label: 'Deshacer', run: () => send(id, !userStatus) },
      })
    },
  })
  const send = useCallback(
    async (id: number, userStatus: boolean): Promise<void> => {
      if (sent.current.has(id)) return
      const count = (by: 1 | -1): void => {
        waiting.current.set(id, (waiting.current.get(id) ?? 0) + by)
        setPending(new Set([...waiting.current].flatMap(([each, changes]) => (changes > 0 ? [each] : []))))
      }
      sent.current.add(id)
      count(1)
      await mutateAsync({ params: { id: `${id}` }, body: { userStatus } }).catch(() => sent.current.delete(id))
      count(-1)
    },
    [mutateAsync],
  )
  const setStatus = useCallback(
    ({ user: { userId, username } }: UserRow, active: boolean) => {
      names.current.set(userId, username)
      if (!waiting.current.get(userId)) void send(userId, active)
    },
    [send],
  )
  return { pending, setStatus }
}
