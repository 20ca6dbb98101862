// The status switch: sent at once, undone from the notice. It lives with the screen, because a switched row may leave the
// list (a filter) before it is undone.
import { type UserRow, users } from '@padron/contract/users'
import { useCallback, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { actionFailure, isOutage, statusText } from './user-words.ts'

export const useSetStatus = () => {
  /** On its way: nothing is sent twice. */
  const sent = useRef(new Set<number>())
  /** Until the list has come again: the switch shows what the product says. How many of each, as an undo does not wait for it. */
  const waiting = useRef(new Map<number, number>())
  const names = useRef(new Map<number, string>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(users.setStatus, {
    told: (error) => {
      if (isOutage(error)) notify('error', actionFailure(error, users.setStatus))
      return isOutage(error)
    },
    worked: (_, { params: { id }, body: { userStatus } }) => {
      sent.current.delete(Number(id))
      notify('done', users.setStatus.done, {
        about: `${names.current.get(Number(id)) ?? id}: ${statusText(userStatus)}`,
        action: { label: 'Deshacer', run: () => setStatus(Number(id), !userStatus) },
      })
    },
  })
  const setStatus = useCallback(
    (userId: number, active: boolean): void => {
      if (sent.current.has(userId)) return
      const count = (by: 1 | -1): void => {
        const left = (waiting.current.get(userId) ?? 0) + by
        if (left > 0) waiting.current.set(userId, left)
        else waiting.current.delete(userId)
        setPending(new Set(waiting.current.keys()))
      }
      sent.current.add(userId)
      count(1)
      mutateAsync({ params: { id: `${userId}` }, body: { userStatus: active } })
        .catch(() => void sent.current.delete(userId))
        .finally(() => count(-1))
    },
    [mutateAsync],
  )
  return {
    pending,
    setStatus: useCallback(
      ({ user: { userId, username } }: UserRow, active: boolean) => {
        names.current.set(userId, username)
        if (!waiting.current.has(userId)) setStatus(userId, active)
      },
      [setStatus],
    ),
  }
}
