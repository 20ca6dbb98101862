// Without a network it shows the age of the data; with one it renders nothing.
import type { Args, Call } from '@padron/contract/call'
import { storedAnswer, useIsOffline } from '../../api/offline.ts'
import { seenText } from '../../lib/seen-text.ts'
import { useUser } from '../../session/user-context.ts'

type Props<R extends Call> = { row: R; args: Args<R> }

export const SeenLine = <R extends Call>({ row, args }: Props<R>) => {
  const isOffline = useIsOffline()
  const { zone } = useUser()
  const stored = isOffline && storedAnswer(row, args)
  if (!stored) return null
  return (
    <p role="status" className="seen small strong warning-text">
      Sin conexión · {seenText(stored.at, Date.now(), zone)}
    </p>
  )
}
