// What an alert would see now, and when it would tell.
import { alerts as calls } from '@padron/contract/alerts'
import type { Measure } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { seenText, uncertainText, willTell } from './alert-words.ts'

type Props = { viewId: number; measure: Measure; threshold: number | undefined }

export const LiveValue = ({ viewId, measure, threshold }: Props): ReactNode => {
  const { country } = useUser()
  const { data, error, isError, refetch } = useQuietCall(calls.value, { body: { viewId, measure } }, { fresh: true })
  const uncertain = data && uncertainText(measure, data.uncertain, country)
  return (
    <div className="alert-now stack gap-4 soft rounded" role="status">
      {!data && !isError && <p className="muted">Viendo cuánto vale ahora…</p>}
      {isError && !data && (
        <FailureLine title="No se pudo saber cuánto vale ahora." error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <p>
          Ahora: <strong>{seenText(measure, data.value, data.uncertain, country)}</strong>
        </p>
      )}
      {uncertain && (
        <p className="alert-now__uncertain">
          <StatusSign sign="unknown" size={16} /> {uncertain}
        </p>
      )}
      {data && threshold !== undefined && <p>{willTell(measure, threshold, data.value, country)}</p>}
    </div>
  )
}
