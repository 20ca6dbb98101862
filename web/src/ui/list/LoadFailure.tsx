// Replaces content that could not be loaded: shows what failed, the reason if known, and a button to try again. The
// text of the status (spec core §8), if it has one, replaces that of the call.
import { ApiError, statusOf } from '../../api/api-error.ts'
import { statusNotice } from '../../api/notify.ts'
import { OfflineError } from '../../api/offline.ts'
import { Button } from '../Button.tsx'
import { Message } from '../Message.tsx'

type Props = {
  title: string
  /** The failed request, and how to repeat it. */
  query: { error: unknown; refetch: () => unknown }
}

/** The server's text for a wrong request, as from an address edited by hand; a repeat would fail again. */
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

/** The same in one line, inside other content. */
export const FailureLine = ({ title, query: { error, refetch }, className }: Props & { className?: string }) => (
  <p role="alert" className={className}>
    {statusNotice(error) ?? [title, refusalOf(error)].filter(Boolean).join(': ')}{' '}
    {!refusalOf(error) && !(error instanceof OfflineError) && (
      <Button label="Reintentar" kind="link" onClick={() => void refetch()} />
    )}
  </p>
)
