// The status switch: sent at once, undone from the notice. It lives with the screen, because a switched row may leave the
// list (a filter) before it is undone.
import { type UserRow, users } from '@padron/contract/users'
import { useCallback, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { actionFailure, isOutage, statusText } from './user-words.ts'

export const useSetStatus = () => {
  const sent = useRef(new Set<number>())
  const names = useRef(new Map<number, string>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(users.setStatus, {
    told: (error) => {
      if (isOutage(error)) notify('error', actionFailure(error, users.setStatus))
      return isOutage(error)
    },
    worked: (_, { params: { id }, body: { userStatus } }) =>
      notify('done', users.setStatus.done, {
        about: `${names.current.get(Number(id)) ?? id}: ${statusText(userStatus)}`,
        action: { label: 'Deshacer', run: () => setStatus(Number(id), !userStatus) },
      }),
  })
  const setStatus = useCallback(
    (userId: number, active: boolean): void => {
      if (sent.current.has(userId)) return
      const mark = (): void => setPending(new Set(sent.current))
      sent.current.add(userId)
      mark()
      // Until the list has come again: the switch shows what the product says.
      mutateAsync({ params: { id: `${userId}` }, body: { userStatus: active } })
        .catch(() => {})
        .finally(() => {
          sent.current.delete(userId)
          mark()
        })
    },
    [mutateAsync],
  )
  return {
    pending,
    setStatus: useCallback(
      ({ user: { userId, username } }: UserRow, active: boolean) => {
        names.current.set(userId, username)
        setStatus(userId, active)
      },
      [setStatus],
    ),
  }
}
