// What is due by day, or grouped by kind or holder: a table, or cards on a phone.
import type { Reply } from '@padron/contract/call'
import type { Grouping, Obligation, ObligationGroup, obligations } from '@padron/contract/obligations'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dayText, nearSign, nearText } from '../../lib/day-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { displayText } from '../../lib/typed-day.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { choiceName } from './kind-labels.ts'
import { ObligationAmount, ObligationSource, ObligationTitle, type Open } from './ObligationParts.tsx'

type RowsProps = {
  list: Pick<Reply<typeof obligations.list>, 'today' | 'obligations' | 'groups'>
  /** Undefined: by day. */
  groupBy: Grouping | undefined
  onOpen: Open
}

type Group = { key: string; name: string; heading: ReactNode; phoneHeading: ReactNode; rows: readonly Obligation[] }

const nameOf = ({ plate, vin }: Obligation): string => plate || vin

/** @param signed whether the heading has the sign, because its rows have none */
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

/** "Seguro · 12 vencimientos de 10 vehículos · $1,234.50 MXN": the whole group, also its rows on other pages. */
const GroupHeading = ({ name, group }: { name: string; group: ObligationGroup | undefined }) => {
  const { country } = useUser()
  return (
    <span className="day row-inline gap-8">
      <strong>{name}</strong>
      {group && (
        <span className="muted">
          {countOf(group.total, 'vencimiento', 'vencimientos')} de {vehiclesText(group.vehicles)}
          {group.amount !== null && ` · ${moneyText(group.amount, country)}`}
        </span>
      )}
    </span>
  )
}

const NO_HOLDER = 'Sin razón social'

/** The rows of a page in groups, in the order of the reply. */
const groupsOf = ({ list, groupBy }: RowsProps, country: Country): readonly Group[] => {
  const { obligations: due, today, groups } = list
  if (!groupBy)
    return [...Map.groupBy(due, ({ dueOn }) => dueOn)].map(([day, rows]) => ({
      key: day,
      name: dayText(day, today),
      heading: <DayHeading day={day} today={today} />,
      phoneHeading: <DayHeading day={day} today={today} signed />,
      rows,
    }))
  const keyOf = ({ kind, holder }: Obligation) => (groupBy === 'kind' ? kind : holder)
  return [...Map.groupBy(due, keyOf)].map(([key, rows]) => {
    const kind = rows[0]?.kind
    const name = groupBy === 'kind' && kind ? choiceName(kind, country) : (key ?? NO_HOLDER)
    const heading = { name, group: groups.find((group) => group.key === key) }
    return {
      key: key ?? '',
      name,
      heading: <GroupHeading {...heading} />,
      phoneHeading: <GroupHeading {...heading} />,
      rows,
    }
  })
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

type Context = { today: string; onOpen: Open; clock: Clock }

/** The date on a card that has no heading of its day. */
const DueDay = ({ day, today }: { day: string; today: string }) => {
  const sign = nearSign(day, today)
  return (
    <span className="row-inline gap-6">
      {sign && <StatusSign sign={sign} size={16} />}
      {displayText(day)} <span className={sign === 'debt' ? 'debt-text' : 'muted'}>{nearText(day, today)}</span>
    </span>
  )
}

const DAY: Column<Obligation, Context> = {
  key: 'day',
  title: 'Vence',
  className: 'due__day',
  cell: ({ dueOn }, { today }) => (
    <>
      <span className="nowrap">{displayText(dueOn)}</span>
      <small className={nearSign(dueOn, today) === 'debt' ? 'debt-text tiny block' : 'muted tiny block'}>
        {nearText(dueOn, today)}
      </small>
    </>
  ),
}
const HOLDER: Column<Obligation, Context> = {
  key: 'holder',
  title: 'Razón social',
  className: 'due__holder',
  cell: ({ holder }) => holder,
}

const columnsOf = (country: Country, groupBy: Grouping | undefined): readonly Column<Obligation, Context>[] => [
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
  ...(groupBy ? [DAY] : []),
  ...(groupBy === 'kind' ? [HOLDER] : []),
  {
    key: 'what',
    title: 'Qué vence',
    className: 'due__what',
    cell: (one, { onOpen }) => (
      <ObligationTitle one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />
    ),
  },
  { key: 'amount', title: 'Importe', kind: 'money', cell: (one) => <ObligationAmount one={one} /> },
  {
    key: 'source',
    title: 'Fuente',
    className: 'due__source',
    cell: (one, { clock }) => <ObligationSource one={one} clock={clock} stacked />,
  },
]

const ObligationTable = (props: RowsProps) => {
  const { list, groupBy, onOpen } = props
  const context = { today: list.today, onOpen, clock: useClock() }
  const { country } = useUser()
  return (
    <DataTable
      className={groupBy ? 'grid due due--grouped' : 'grid due'}
      caption={groupBy ? `Vencimientos por ${groupBy === 'kind' ? 'tipo' : 'razón social'}` : 'Vencimientos por día'}
      columns={columnsOf(country, groupBy)}
      groups={groupsOf(props, country)}
      keyOf={({ obligationId }) => obligationId}
      context={context}
    />
  )
}

const ObligationCards = (props: RowsProps) => {
  const { list, groupBy, onOpen } = props
  const clock = useClock()
  const { country } = useUser()
  return (
    <div className="due-days">
      {groupsOf(props, country).map(({ key, name, phoneHeading, rows }) => (
        <section key={key} aria-label={name}>
          <h2 className="due-days__day regular">{phoneHeading}</h2>
          <ul className="cards">
            {rows.map((one) => (
              <li key={one.obligationId} className="card stack gap-6">
                <div className="card__head row-wrap between">
                  <Plate one={one} onOpen={onOpen} />
                  <span className="muted">{whereOf(one)}</span>
                </div>
                {groupBy && (
                  <div className="row-wrap between gap-4-12">
                    <DueDay day={one.dueOn} today={list.today} />
                    {groupBy === 'kind' && one.holder && <span className="muted break">{one.holder}</span>}
                  </div>
                )}
                <div className="flex gap-12 between">
                  <ObligationTitle one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />
                  <span className="money nowrap">
                    <ObligationAmount one={one} />
                  </span>
                </div>
                <p className="muted small">
                  <ObligationSource one={one} clock={clock} />
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
