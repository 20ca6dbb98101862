// The strip of the weeks, while it loads and when it could not be had: the list under it works all the same.

import type { Reply } from '@padron/contract/call'
import type { obligations } from '@padron/contract/obligations'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { Periods } from './Periods.tsx'
import type { Period } from './period.ts'

type Props = {
  weeks: UseQueryResult<Reply<typeof obligations.weeks>>
  chosen: Period
  onChoose: (period: Period) => void
}

export const PeriodsBar = ({ weeks, chosen, onChoose }: Props): ReactNode => {
  const { country } = useUser()
  if (weeks.data)
    return (
      <div className="periods-bar rigid" data-waiting={weeks.isPlaceholderData}>
        <Periods data={weeks.data} chosen={chosen} country={country} onChoose={onChoose} />
      </div>
    )
  if (weeks.isError)
    return (
      <FailureLine
        className="periods-bar rigid periods-bar--failed"
        title="No se pudo obtener cuánto vence en cada semana."
        error={weeks.error}
        onRetry={() => void weeks.refetch()}
      />
    )
  return (
    <div className="periods-bar rigid periods-bar--bones no-print" role="status" aria-label="Cargando las semanas" />
  )
}
