// The columns of each group, the cells that several groups share, and the context of their rows.
import { assetStatusText } from '@padron/contract/assets'
import type { NextActions } from '@padron/contract/dashboard'
import type { Country } from '@padron/contract/places/countries'
import { countOf } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import type { ReactNode } from 'react'
import type { Clock } from '../../../lib/clock.ts'
import { dateInText } from '../../../lib/dates.ts'
import { dayText, nearText, rangeText } from '../../../lib/day-texts.ts'
import { DrawerSearch } from '../../../lib/drawer-search.ts'
import { moneyText, UNKNOWN } from '../../../lib/money-text.ts'
import { sinceText } from '../../../lib/relative-time.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useCan } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { type BlockedRule, DEBTS, debtsText, LATE_HOURS, withoutText } from './action-texts.ts'

export type RowContext = { country: Country; clock: Clock; today: string }

type VehicleRow = {
  vehicleAssetId: number
  plate: string
  stateName: string
  /** The vehicle's panel opens at the first of these debts. */
  debts?: readonly { typeId: number }[]
}

/** The plate opens the vehicle's panel, for users who may see vehicles. */
const Vehicle = ({ vehicleAssetId: asset, plate, stateName, debts }: VehicleRow) => {
  const reads = useCan('vehicles_read')
  const [, setDrawer] = useSearchState(DrawerSearch)
  const open = (): void => setDrawer({ asset, tipo: debts?.[0]?.typeId })
  return (
    <span className="next-vehicle stack justify-start">
      {reads ? (
        <Button kind="link" className="plate" label={plate} onClick={open} />
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

const AMOUNT: Column<{ amount: number | null }, RowContext> = {
  key: 'amount',
  title: 'Importe',
  kind: 'money',
  cell: ({ amount }, { country }) => moneyText(amount, country),
}

/** A sum, and beside it the number of debts without an amount. */
const SUM: Column<{ amount: number; withoutAmount: number }, RowContext> = {
  ...AMOUNT,
  cell: ({ amount, withoutAmount }, { country }) => (
    <TwoLines under={withoutAmount > 0 && `+ ${withoutText(withoutAmount, country)}`}>
      {amount === 0 && withoutAmount > 0 ? UNKNOWN : moneyText(amount, country)}
    </TwoLines>
  ),
}

/** @param under the second line, if any; a warning if `isLate` */
const TwoLines = ({ under, isLate = false, children }: { under: ReactNode; isLate?: boolean; children: ReactNode }) => (
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

/** A date, and how close it is. */
export const Deadline = ({ day, today }: { day: string; today: string }) => (
  <TwoLines under={nearText(day, today)} isLate={day === today}>
    {dayText(day, today)}
  </TwoLines>
)

const Ago = ({ at }: { at: string }) => {
  const { now, zone } = useClock()
  return (
    <time dateTime={at} title={dateInText(at, zone)}>
      {sinceText('', at, now, zone).trim()}
    </time>
  )
}

/** The source, and since when it reports it. */
export const Source = ({ source, at }: { source: string; at: string }) => (
  <span className="next-two stack justify-start break muted">
    <span>{source}</span>
    <Ago at={at} />
  </span>
)

/** A debt in the words of its source. */
export const Debt = ({ folio, description }: { folio: string | null; description: string }) => (
  <TwoLines under={folio && `Folio ${folio}`}>{description}</TwoLines>
)

export const PAYMENT_COLUMNS: readonly Column<NextActions['payments']['first'][number], RowContext>[] = [
  VEHICLE,
  { key: 'day', title: 'Vence', cell: ({ day }, { today }) => <Deadline day={day} today={today} /> },
  { key: 'what', title: 'Qué se paga', cell: ({ title, detail }) => <TwoLines under={detail}>{title}</TwoLines> },
  { key: 'source', title: 'Según', cell: ({ source, toldAt }) => <Source source={source} at={toldAt} /> },
  AMOUNT,
]

export const BLOCKED_COLUMNS: readonly Column<BlockedRule['first'][number], RowContext>[] = [
  VEHICLE,
  {
    key: 'debts',
    get title() {
      return localText('Adeudos que lo impiden')
    },
    cell: ({ debts }, { country }) => (
      <ul className="next-debts">
        {debts.map((debt) => (
          <li key={debt.typeId}>{debtsText(debt, country)}</li>
        ))}
      </ul>
    ),
  },
  { ...SUM, title: 'Para liberarlo' },
]

export const GROWING_COLUMNS: readonly Column<NextActions['growing']['first'][number], RowContext>[] = [
  VEHICLE,
  {
    key: 'status',
    title: 'Estatus',
    cell: ({ assetStatusId, since }) => (
      <TwoLines
        under={
          <>
            desde <Ago at={since} />
          </>
        }
      >
        {assetStatusText(assetStatusId)}
      </TwoLines>
    ),
  },
  {
    key: 'since',
    title: 'Desde entonces',
    cell: ({ count, latest }, { country, today }) => (
      <TwoLines under={`el último, ${rangeText(latest, latest, today)}`}>{countOf(count, ...DEBTS, country)}</TwoLines>
    ),
  },
  SUM,
]

type Listed = NextActions['stillListed']['first'][number]

/** The source was queried after the mark and still listed the debt. */
const isLate = ({ markedAt, listedAt }: Listed): boolean =>
  Date.parse(listedAt) - Date.parse(markedAt) > LATE_HOURS * 3_600_000

export const LISTED_COLUMNS: readonly Column<Listed, RowContext>[] = [
  VEHICLE,
  {
    key: 'debt',
    get title() {
      return localText('Adeudo')
    },
    cell: (row) => <Debt {...row} />,
  },
  {
    key: 'marked',
    title: 'Marcado como pagado',
    cell: (row) => (
      <TwoLines under={isLate(row) && 'la fuente lo sigue cobrando'} isLate>
        <Ago at={row.markedAt} />
        {row.markedBy && ` por ${row.markedBy}`}
      </TwoLines>
    ),
  },
  {
    key: 'source',
    title: 'Sigue en la lista de',
    cell: ({ source, listedAt }) => <Source source={source} at={listedAt} />,
  },
  AMOUNT,
]
