// The cells that several groups have.
import type { ReactNode } from 'react'
import { dateTime } from '../../../lib/dates.ts'
import { dayText, nearText } from '../../../lib/day-words.ts'
import { moneyText, UNKNOWN } from '../../../lib/money-text.ts'
import { sinceText } from '../../../lib/relative-time.ts'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import { withoutText } from './action-words.ts'
import type { Shown } from './use-shown.ts'

type Whose = { vehicleAssetId: number; plate: string; stateName: string }

export const Vehicle = ({ of, shown, typeId }: { of: Whose; shown: Shown; typeId?: number }): ReactNode => (
  <span className="next-vehicle">
    {shown.open ? (
      <button type="button" className="link-button plate" onClick={() => shown.open?.(of.vehicleAssetId, typeId)}>
        {of.plate}
      </button>
    ) : (
      <span className="plate">{of.plate}</span>
    )}
    <small className="muted">{of.stateName}</small>
  </span>
)

/** A day, and how near it is. */
export const Deadline = ({ day, today }: { day: string; today: string }): ReactNode => (
  <span className="next-two">
    <span>{dayText(day, today)}</span>
    <small className={day === today ? 'next-late gap-6 baseline' : 'muted'}>
      {day === today && <StatusSign sign="warning" size={14} />}
      {nearText(day, today)}
    </small>
  </span>
)

export const Ago = ({ at, shown: { clock } }: { at: string; shown: Shown }): ReactNode => (
  <time dateTime={at} title={dateTime(at, clock.zone)}>
    {sinceText('', at, clock.now, clock.zone).trim()}
  </time>
)

/** Whoever says it, and since when. */
export const Told = ({ source, at, shown }: { source: string; at: string; shown: Shown }): ReactNode => (
  <span className="next-two muted">
    <span>{source}</span>
    <Ago at={at} shown={shown} />
  </span>
)

/** A debt as its source calls it. */
export const Debt = ({ folio, description }: { folio: string | null; description: string }): ReactNode => (
  <span className="next-two">
    <span>{description}</span>
    {folio && <small className="muted">Folio {folio}</small>}
  </span>
)

/** A sum, and beside it what no source gave an amount of. */
export const Sum = ({ of, shown }: { of: { amount: number; withoutAmount: number }; shown: Shown }): ReactNode => (
  <span className="next-two">
    <span>{of.amount === 0 && of.withoutAmount > 0 ? UNKNOWN : moneyText(of.amount, shown.country)}</span>
    {of.withoutAmount > 0 && <small className="muted">+ {withoutText(of.withoutAmount, shown.country)}</small>}
  </span>
)
