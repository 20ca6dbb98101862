// Above the table, for what is filtered: how many, what they owe, and how far that can be trusted. It is asked once the
// list has answered, and never stands in its way.
import { catalogue, type FleetQuery } from '@padron/contract/catalogue'
import { memo, type ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { COVERAGE_NOTE, coverageWords } from './coverage-words.ts'

type Props = {
  query: FleetQuery
  /** The list is there: only then is this asked. */
  after: boolean
  clock: Clock
}

export const CoverageLine = memo(({ query, after, clock }: Props): ReactNode => {
  const { country } = useUser()
  const { data, isError, isFetching, refetch } = useQuietCall(catalogue.coverage, { body: query }, { off: !after })
  if (isError && !data)
    return (
      <p className="coverage">
        <span>No se pudo calcular la cobertura de las consultas.</span>
        <button
          type="button"
          className="link-button"
          aria-disabled={isFetching}
          onClick={() => isFetching || void refetch()}
        >
          Reintentar
        </button>
      </p>
    )
  if (!data)
    return (
      <p className="coverage" role="status" aria-label="Calculando la cobertura de las consultas">
        <span className="coverage__wait" />
      </p>
    )
  const parts = coverageWords(data, country, clock)
  return (
    <p className="coverage coverage--said" title={`${parts.join(' · ')}. ${COVERAGE_NOTE}`}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
})
