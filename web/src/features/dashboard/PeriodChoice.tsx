// The periods that the server has, as one choice of several buttons; arrows move in it.
import type { PeriodStatistics } from '@padron/contract/dashboard'
import { type ReactNode, useId } from 'react'

type Props = {
  statistics: readonly PeriodStatistics[]
  chosen: PeriodStatistics
  onChoose: (months: number) => void
}

export const PeriodChoice = ({ statistics, chosen, onChoose }: Props): ReactNode => {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Periodo</legend>
      {statistics.map(({ months, period }) => (
        <label key={months} className="segment hoverable row-inline nowrap rounded-small relative pressable">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={months}
            checked={months === chosen.months}
            onChange={() => onChoose(months)}
          />
          {period}
        </label>
      ))}
    </fieldset>
  )
}
