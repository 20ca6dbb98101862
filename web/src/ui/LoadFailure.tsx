// What stands where content would when it could not be fetched: what failed, why if that is known, and another try.
import type { ReactNode } from 'react'
import { statusOf } from '../api/api-error.ts'
import { Message } from './Message.tsx'

type Props = { title: string; error: unknown; onRetry: () => void }

export const LoadFailure = ({ title, error, onRetry }: Props): ReactNode => (
  <Message
    alert
    title={title}
    detail={
      statusOf(error) === 0
        ? 'Revise su conexión y vuelva a intentarlo.'
        : 'El servicio no respondió como se esperaba; vuelva a intentarlo en un momento.'
    }
    action={
      <button type="button" className="button" onClick={onRetry}>
        Reintentar
      </button>
    }
  />
)
