// What stands where content would when it could not be fetched: what failed, why if that is known, and another try.
// Where the status has words of its own (spec core §8), they stand in place of the call's.
import { ApiError, statusOf } from '../api/api-error.ts'
import { statusNotice } from '../api/notify.ts'
import { OfflineError } from '../api/offline.ts'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'

type Props = {
  title: string
  /** What failed, and how it is requested again. */
  query: { error: unknown; refetch: () => unknown }
}

/** What was asked is wrong, as by an address that somebody wrote: the server says what, and another try is in vain. */
const refusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return undefined
  return error.problem?.errors?.[0]?.message ?? error.problem?.title
}

const detailOf = (error: unknown): string =>
  statusOf(error) === 0
    ? 'Revise su conexión y vuelva a intentarlo.'
    : 'El servicio no respondió como se esperaba; vuelva a intentarlo en un momento.'

export const LoadFailure = ({ title, query: { error, refetch } }: Props) => {
  const notice = statusNotice(error)
  const refusal = refusalOf(error)
  return (
    <Message
      alert
      title={notice ?? title}
      detail={notice ? undefined : (refusal ?? detailOf(error))}
      action={
        !refusal && !(error instanceof OfflineError) && <Button label="Reintentar" onClick={() => void refetch()} />
      }
    />
  )
}

/** The same in one line, inside something else that is shown. */
export const FailureLine = ({ title, query: { error, refetch }, className }: Props & { className?: string }) => (
  <p role="alert" className={className}>
    {statusNotice(error) ?? [title, refusalOf(error)].filter(Boolean).join(': ')}{' '}
    {!refusalOf(error) && !(error instanceof OfflineError) && (
      <Button label="Reintentar" kind="link" onClick={() => void refetch()} />
    )}
  </p>
)
