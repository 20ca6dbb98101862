// "Qué hacer esta semana": what falls due, what is blocked by which debts, and the debts that should not be there; the most urgent first.
import { type NextActions as Actions, dashboard as calls } from '@padron/contract/dashboard'
import { actionQueries } from '@padron/contract/dashboard-queries'
import { type ReactNode, useId } from 'react'
import { useQuietCall } from '../../../api/use-quiet-call.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { weekText } from './action-words.ts'
import './actions.css'
import { Blocked } from './Blocked.tsx'
import { Discounts } from './Discounts.tsx'
import { Payments } from './Payments.tsx'
import { Rules } from './Rules.tsx'
import { GrowingDebts, StillListed } from './Unexpected.tsx'
import { useShown } from './use-shown.ts'

const Groups = ({ actions }: { actions: Actions }): ReactNode => {
  const shown = useShown(actions.today)
  const queries = actionQueries(actions)
  return (
    <>
      <ul className="next-groups box clip">
        <Payments actions={actions} query={queries.payments} shown={shown} />
        <Discounts actions={actions} queries={queries.discounts} shown={shown} />
        <Blocked actions={actions} queries={queries.blocked} shown={shown} />
        <GrowingDebts actions={actions} query={queries.growing} shown={shown} />
        <StillListed actions={actions} query={queries.stillListed} shown={shown} />
      </ul>
      <Rules rules={actions.rules} />
    </>
  )
}

const Bones = (): ReactNode => (
  <div className="next-bones box" role="status" aria-label="Cargando las próximas acciones">
    {['a', 'b', 'c', 'd', 'e'].map((line) => (
      <span className="block ruled" key={line} />
    ))}
  </div>
)

export const NextActions = (): ReactNode => {
  const heading = useId()
  const actions = useQuietCall(calls.actions, {})
  const content = () => {
    if (actions.data) return <Groups actions={actions.data} />
    if (!actions.isError) return <Bones />
    return <LoadFailure title={calls.actions.fails} error={actions.error} onRetry={() => void actions.refetch()} />
  }
  return (
    <section className="next" aria-labelledby={heading} tabIndex={-1}>
      <header className="next__head flex-wrap baseline">
        <h2 id={heading}>Qué hacer esta semana</h2>
        {actions.data && <span className="muted">{weekText(actions.data)}</span>}
      </header>
      {content()}
    </section>
  )
}
