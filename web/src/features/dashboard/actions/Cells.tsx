// The columns and cells that several groups have, and what their rows need besides themselves.
import type { Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import type { Clock } from '../../../lib/clock.ts'
import { dateTime } from '../../../lib/dates.ts'
import { dayText, nearText } from '../../../lib/day-words.ts'
import { DrawerSearch } from '../../../lib/drawer-search.ts'
import { moneyText, UNKNOWN } from '../../../lib/money-text.ts'
import { sinceText } from '../../../lib/relative-time.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useCan } from '../../../session/user-context.ts'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { withoutText } from './action-words.ts'

export type RowContext = { country: Country; clock: Clock; today: string }

type VehicleRow = {
  vehicleAssetId: number
  plate: string
  stateName: string
  /** The vehicle's panel opens at the first of them. */
  debts?: readonly { typeId: number }[]
}

/** The plate opens the vehicle's panel, for who may read vehicles. */
const Vehicle = ({ vehicleAssetId: asset, plate, stateName, debts }: VehicleRow): ReactNode => {
  const reads = useCan('vehicles_read')
  const [, setDrawer] = useSearchState(DrawerSearch)
  const open = (): void => setDrawer({ asset, tipo: debts?.[0]?.typeId })
  return (
    <span className="next-vehicle stack justify-start">
      {reads ? (
        <button type="button" className="link-button plate" onClick={open}>
          {plate}
        </button>
      ) : (
        <span className="plate">{plate}</span>
      )}
      <small className="tiny muted">{stateName}</small>
    </span>
  )
}

export const VEHICLE: Column<VehicleRow> = {
  key: 'vehicle',
  title: 'Vehículo',
  head: true,
  cell: (row) => <Vehicle {...row} />,
}

export const AMOUNT: Column<{ amount: number | null }, RowContext> = {
  key: 'amount',
  title: 'Importe',
  kind: 'money',
  cell: ({ amount }, { country }) => moneyText(amount, country),
}

/** A sum, and beside it what no source gave an amount of. */
export const SUM: Column<{ amount: number; withoutAmount: number }, RowContext> = {
  ...AMOUNT,
  cell: ({ amount, withoutAmount }, { country }) => (
    <TwoLines under={withoutAmount > 0 && `+ ${withoutText(withoutAmount, country)}`}>
      {amount === 0 && withoutAmount > 0 ? UNKNOWN : moneyText(amount, country)}
    </TwoLines>
  ),
}

type TwoLinesProps = { under: ReactNode; isLate?: boolean; children: ReactNode }

/** @param under the second line, if any; a warning where it `isLate` */
export const TwoLines = ({ under, isLate = false, children }: TwoLinesProps): ReactNode => (
  <span className="next-two stack justify-start break">
    <span>{children}</span>
    {under && (
      <small className={`tiny ${isLate ? 'row-inline gap-6 warning-text' : 'muted'}`}>
        {isLate && <StatusSign sign="warning" size={14} />}
        {under}
      </small>
    )}
  </span>
)

/** A day, and how near it is. */
export const Deadline = ({ day, today }: { day: string; today: string }): ReactNode => (
  <TwoLines under={nearText(day, today)} isLate={day === today}>
    {dayText(day, today)}
  </TwoLines>
)

export const Ago = ({ at }: { at: string }): ReactNode => {
  const { now, zone } = useClock()
  return (
    <time dateTime={at} title={dateTime(at, zone)}>
      {sinceText('', at, now, zone).trim()}
    </time>
  )
}

/** Who says it, and since when. */
export const Source = ({ source, at }: { source: string; at: string }): ReactNode => (
  <span className="next-two stack justify-start break muted">
    <span>{source}</span>
    <Ago at={at} />
  </span>
)

/** A debt as its source calls it. */
export const Debt = ({ folio, description }: { folio: string | null; description: string }): ReactNode => (
  <TwoLines under={folio && `Folio ${folio}`}>{description}</TwoLines>
)
