// Above the table, for what is filtered: how many, what they owe, and how far that can be trusted; and where the filter is of
// debts or dates, how much of that it speaks of. It is asked once the list has answered, and never stands in its way.
import { catalogue, type FleetQuery } from '@padron/contract/catalogue'
import { memo, type ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { COVERAGE_NOTE, coverageWords, matchedWords } from './coverage-words.ts'

type Props = {
  query: FleetQuery
  /** The list is there: only then is this asked. */
  after: boolean
  clock: Clock
}

export const CoverageLine = memo(({ query, after, clock }: Props): ReactNode => {
  const { country } = useUser()
  const { data, error, isError, isFetching, refetch } = useQuietCall(
    catalogue.coverage,
    { body: query },
    { off: !after, untilSaid: true },
  )
  const { debts, due } = query.vehicleClass
  // The second line has its place before it is known: what is below never moves for it.
  const two = debts !== undefined || due !== undefined
  const first = two ? 'coverage--first' : ''
  const line = (): ReactNode => {
    if (data) {
      const parts = coverageWords(data, country, clock)
      return (
        <p className={`coverage coverage--said ${first}`} title={`${parts.join(' · ')}. ${COVERAGE_NOTE}`}>
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      )
    }
    if (isError)
      return (
        <FailureLine
          className={`coverage ${first}`}
          title="No se pudo calcular la cobertura de las consultas."
          error={error}
          onRetry={() => isFetching || void refetch()}
        />
      )
    return (
      <p className={`coverage ${first}`} role="status" aria-label="Calculando la cobertura de las consultas">
        {data === null ? (
          <span>Calculando el adeudo y la vigencia de tantos vehículos…</span>
        ) : (
          <span className="coverage__wait" />
        )}
      </p>
    )
  }
  return (
    <>
      {line()}
      {two && <p className="coverage coverage--second">{data && matchedWords(data, country)}</p>}
    </>
  )
})
