// What is due, day by day: as a table, and on a phone as cards.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { Obligation } from '@padron/contract/obligations'
import type { Clock } from '../../lib/clock.ts'
import { dayText, nearText } from '../../lib/day-words.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Column } from '../../ui/table-column.ts'
import { nearSign } from './kind-words.ts'
import { Amount, type Open, Source, What } from './What.tsx'

type RowsProps = { due: readonly Obligation[]; today: string; onOpen: Open }

/** A page of what is due, one group a day, in the order it came. */
const byDay = (due: readonly Obligation[]) => [...Map.groupBy(due, ({ dueOn }) => dueOn)]

const nameOf = ({ plate, vin }: Obligation): string => plate || vin

/** @param signed where the rows under it have no sign of their own */
const DayHeading = ({ day, today, signed = false }: { day: string; today: string; signed?: boolean }) => {
  const sign = nearSign(day, today)
  return (
    <span className="day row-inline gap-8">
      {signed && sign && <StatusSign sign={sign} size={16} />}
      <strong>{dayText(day, today)}</strong>
      <span className={sign === 'debt' ? 'debt-text' : 'muted'}>{nearText(day, today)}</span>
    </span>
  )
}

const Plate = ({ one, onOpen }: { one: Obligation; onOpen: Open }) => (
  <Button
    label={nameOf(one)}
    kind="link"
    className="plate"
    title={`VIN ${one.vin}`}
    onClick={() => onOpen({ asset: one.vehicleAssetId })}
  />
)

const whereOf = ({ stateName, customId }: Obligation): string => [stateName, customId].filter(Boolean).join(' · ')

type Context = Omit<RowsProps, 'due'> & { clock: Clock }

const columnsOf = (country: Country): readonly Column<Obligation, Context>[] => [
  {
    key: 'vehicle',
    title: `Placa y ${COUNTRIES[country].state.toLowerCase()}`,
    head: true,
    cell: (one, { today, onOpen }) => {
      const sign = nearSign(one.dueOn, today)
      return (
        <>
          <span className="due__sign">{sign && <StatusSign sign={sign} size={16} />}</span>
          <span className="due__vehicle">
            <Plate one={one} onOpen={onOpen} />
            <small className="muted tiny break block">
              {one.stateName}
              {one.stateName && one.customId && ' · '}
              <span className="due__id">{one.customId}</span>
            </small>
          </span>
        </>
      )
    },
  },
  {
    key: 'what',
    title: 'Qué vence',
    className: 'due__what',
    cell: (one, { onOpen }) => <What one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />,
  },
  { key: 'amount', title: 'Importe', kind: 'money', cell: (one) => <Amount one={one} /> },
  {
    key: 'source',
    title: 'Fuente',
    className: 'due__source',
    cell: (one, { clock }) => <Source one={one} clock={clock} stacked />,
  },
]

const ObligationTable = ({ due, ...props }: RowsProps) => {
  const context = { ...props, clock: useClock() }
  const { country } = useUser()
  return (
    <DataTable
      className="grid due"
      caption="Vencimientos por día"
      columns={columnsOf(country)}
      groups={byDay(due).map(([day, rows]) => ({
        key: day,
        heading: <DayHeading day={day} today={context.today} />,
        rows,
      }))}
      keyOf={({ obligationId }) => obligationId}
      context={context}
    />
  )
}

const ObligationCards = ({ due, today, onOpen }: RowsProps) => {
  const clock = useClock()
  return (
    <div className="due-days">
      {byDay(due).map(([day, rows]) => (
        <section key={day} aria-label={dayText(day, today)}>
          <h2 className="due-days__day regular">
            <DayHeading day={day} today={today} signed />
          </h2>
          <ul className="cards">
            {rows.map((one) => (
              <li key={one.obligationId} className="card stack gap-6">
                <div className="card__head row-wrap between">
                  <Plate one={one} onOpen={onOpen} />
                  <span className="muted">{whereOf(one)}</span>
                </div>
                <div className="flex gap-12 between">
                  <What one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />
                  <span className="money nowrap">
                    <Amount one={one} />
                  </span>
                </div>
                <p className="muted small">
                  <Source one={one} clock={clock} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

export const ObligationRows = (props: RowsProps) =>
  useMedia(PHONE) ? <ObligationCards {...props} /> : <ObligationTable {...props} />
