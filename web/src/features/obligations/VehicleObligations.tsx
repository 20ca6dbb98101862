// "Próximos vencimientos" in a vehicle's panel: its overdue and next items.
import { obligations as calls, type Obligation } from '@padron/contract/obligations'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { dayText, nearSign, nearText } from '../../lib/day-texts.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { ObligationAmount, ObligationSource, ObligationTitle } from './ObligationParts.tsx'

/** Number of items shown until the list is expanded. */
const FEW = 5

const Line = ({ one, today, clock }: { one: Obligation; today: string; clock: Clock }) => {
  const [, setDrawer] = useSearchState(DrawerSearch)
  const sign = nearSign(one.dueOn, today)
  return (
    <li className="vehicle-due unbroken stack ruled">
      <span className="vehicle-due__sign">{sign && <StatusSign sign={sign} size={16} />}</span>
      <ObligationTitle one={one} onOpen={setDrawer} />
      <span className="money">
        <ObligationAmount one={one} />
      </span>
      <span>
        {dayText(one.dueOn, today)} <span className="muted">({nearText(one.dueOn, today)})</span>
      </span>
      <small className="muted">
        <ObligationSource one={one} clock={clock} />
      </small>
    </li>
  )
}

type LinesProps = { due: readonly Obligation[]; total: number; today: string; clock: Clock }

const Lines = ({ due, total, today, clock }: LinesProps) => {
  const [all, setAll] = useState(false)
  const hidden = due.length - FEW
  return (
    <>
      <ul className="vehicle-dues">
        {(all ? due : due.slice(0, FEW)).map((one) => (
          <Line key={one.obligationId} one={one} today={today} clock={clock} />
        ))}
      </ul>
      {!all && hidden > 0 && <Button label={`Mostrar ${hidden} más`} kind="link" onClick={() => setAll(true)} />}
      {(all || hidden <= 0) && total > due.length && <p className="muted">Y {total - due.length} más adelante.</p>}
    </>
  )
}

export const VehicleObligations = (props: { vehicleAssetId: number; clock: Clock }) => {
  const of = { vehicleAssetId: `${props.vehicleAssetId}` }
  const overdue = useQuietCall(calls.list, { query: { ...of, overdue: 'true' } })
  const next = useQuietCall(calls.list, { query: of })
  const retry = (): void => {
    for (const one of [overdue, next]) if (one.isError) void one.refetch()
  }
  const content = () => {
    if (overdue.data && next.data) {
      const due = [...overdue.data.obligations, ...next.data.obligations]
      const total = overdue.data.totalCount + next.data.totalCount
      if (due.length === 0) return <p className="muted">No se conoce ninguno.</p>
      return <Lines due={due} total={total} today={next.data.today} clock={props.clock} />
    }
    if (overdue.isError || next.isError)
      return (
        <FailureLine title={`${calls.list.fails}.`} query={{ error: overdue.error ?? next.error, refetch: retry }} />
      )
    return <p role="status">Cargando los vencimientos…</p>
  }
  return (
    <section className="drawer-section" aria-labelledby="vehicle-obligations">
      <h3 id="vehicle-obligations" tabIndex={-1}>
        Próximos vencimientos
      </h3>
      {content()}
    </section>
  )
}
