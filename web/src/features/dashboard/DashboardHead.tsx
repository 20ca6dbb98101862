// The heading: which dashboard, when its figures were worked out, whether the fleet changed since, and a way to have them worked out again.
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Asked } from './use-dashboard.ts'

type Props = { title: string; asked: Asked; clock: Clock }

const Standing = ({ asked: { list, refreshing }, clock: { now, zone } }: Omit<Props, 'title'>): ReactNode => {
  const { computedAt, changed } = list.data?.dashboard ?? {}
  if (!computedAt) return list.isError || list.data ? '' : 'Cargando…'
  return (
    <>
      <time dateTime={computedAt} title={dateTime(computedAt, zone)}>
        {sinceText('Calculado', computedAt, now, zone)}
      </time>
      {refreshing && ' · Calculando de nuevo; las cifras anteriores siguen a la vista…'}
      {!refreshing && changed && ' · La flota cambió desde entonces'}
    </>
  )
}

export const DashboardHead = ({ title, asked, clock }: Props): ReactNode => {
  const { list, refreshing, refresh } = asked
  return (
    <header className="listing__head row-wrap gap-4-12">
      <h1>{title}</h1>
      <p className="listing__total muted narrow clip dashboard__standing" role="status">
        <Standing asked={asked} clock={clock} />
      </p>
      {list.data && (
        <button
          type="button"
          className={`button${list.data.dashboard.changed && !refreshing ? ' button--primary' : ''}`}
          aria-disabled={refreshing}
          onClick={() => refreshing || refresh()}
        >
          {refreshing ? <span className="spinner" aria-hidden="true" /> : <Icon name="refresh" size={16} />}
          <span>Actualizar</span>
        </button>
      )}
    </header>
  )
}
