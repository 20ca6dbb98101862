// What to do next, fetched when it is there to be seen. Where it does not come or cannot be drawn, that is said: nothing at all
// would read as nothing to do.
import { dashboard } from '@padron/contract/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'

const piece = () => lazy(() => import('./actions/NextActions.tsx').then((m) => ({ default: m.NextActions })))
let NextActions = piece()

export const WeekActions = ({ computedAt }: { computedAt: string }): ReactNode => {
  const queries = useQueryClient()
  const [tries, setTries] = useState(0)
  /** A piece that did not come stays one that did not come, and an answer that cannot be drawn stays it. */
  const tryAgain = (): void => {
    NextActions = piece()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === dashboard.actions.name })
    setTries(tries + 1)
  }
  return (
    <CatchBoundary
      getResetKey={() => `${computedAt} ${tries}`}
      errorComponent={({ error }) => <LoadFailure title={dashboard.actions.fails} error={error} onRetry={tryAgain} />}
    >
      <Suspense fallback={<div className="bone rounded bone--actions" />}>
        <NextActions />
      </Suspense>
    </CatchBoundary>
  )
}
