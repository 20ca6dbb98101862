// One dashboard: its heading, what was worked out or why there is nothing yet, and the failure of asking or of drawing in its place.
import { DASHBOARD_TITLES, type DashboardName } from '@padron/contract/dashboard-rules'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/listing.css'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { DashboardHead } from './DashboardHead.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import './dashboard.css'
import { Figures } from './Figures.tsx'
import { factsOf } from './facts.ts'
import { NoneYet } from './NoneYet.tsx'
import { useDashboard } from './use-dashboard.ts'

const FAILED = 'Error al mostrar estadísticas. Por favor, intente más tarde.'

/** Of drawing: nothing that the reader could do is known. */
const Failed = ({ onRetry }: { onRetry: () => void }): ReactNode => (
  <Message
    alert
    title={FAILED}
    action={
      <button type="button" className="button" onClick={onRetry}>
        Reintentar
      </button>
    }
  />
)

export const Dashboard = ({ name }: { name: DashboardName }): ReactNode => {
  const { zone } = useUser()
  const title = DASHBOARD_TITLES[name]
  useTitle(title)
  const asked = useDashboard()
  const { list } = asked
  const clock = { now: useNow(), zone }
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={FAILED} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <DashboardSkeleton />
    const facts = factsOf(list.data.dashboard)
    if (!facts) return <NoneYet asked={asked} />
    return (
      <CatchBoundary
        getResetKey={() => `${name} ${facts.computedAt}`}
        errorComponent={({ reset }) => <Failed onRetry={reset} />}
      >
        <Figures name={name} facts={facts} clock={clock} />
      </CatchBoundary>
    )
  }
  return (
    <div className="listing column grow dashboard" aria-busy={list.isFetching}>
      <PrintLine now={clock.now} />
      <DashboardHead title={title} asked={asked} clock={clock} />
      {content()}
    </div>
  )
}
