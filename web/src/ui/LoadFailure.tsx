// What stands where content would when it could not be fetched: what failed, why if that is known, and another try.
// Where the status has words of its own (spec core §8), they stand in place of the call's.
import { statusOf } from '../api/api-error.ts'
import { statusNotice } from '../api/notify.ts'
import { OfflineError } from '../api/offline.ts'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'

type Props = {
  title: string
  /** What failed, and how it is requested again. */
  query: { error: unknown; refetch: () => unknown }
}

const detailOf = (error: unknown): string =>
  statusOf(error) === 0
    ? 'Revise su conexión y vuelva a intentarlo.'
    : 'El servicio no respondió como se esperaba; vuelva a intentarlo en un momento.'

export const LoadFailure = ({ title, query: { error, refetch } }: Props) => {
  const notice = statusNotice(error)
  return (
    <Message
      alert
      title={notice ?? title}
      detail={notice ? undefined : detailOf(error)}
      action={!(error instanceof OfflineError) && <Button label="Reintentar" onClick={() => void refetch()} />}
    />
  )
}

/** The same in one line, inside something else that is shown. */
export const FailureLine = ({ title, query: { error, refetch }, className }: Props & { className?: string }) => (
  <p role="alert" className={className}>
    {statusNotice(error) ?? title}{' '}
    {!(error instanceof OfflineError) && <Button label="Reintentar" kind="link" onClick={() => void refetch()} />}
  </p>
)
