// What is due, day by day: as a table, and on a phone as cards.
import { COUNTRIES } from '@padron/contract/countries'
import type { Obligation } from '@padron/contract/obligations'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dayText, nearText } from '../../lib/day-words.ts'
import { useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { byDay } from './by-day.ts'
import { nearSign } from './kind-words.ts'
import { Amount, type Open, Source, What } from './What.tsx'

export type RowsProps = { due: readonly Obligation[]; today: string; clock: Clock; onOpen: Open }

const COLUMNS = 4

const nameOf = ({ plate, vin }: Obligation): string => plate || vin

/** @param signed where the rows under it have no sign of their own */
const DayHeading = ({ day, today, signed = false }: { day: string; today: string; signed?: boolean }): ReactNode => {
  const sign = nearSign(day, today)
  return (
    <span className="day">
      {signed && sign && <StatusSign sign={sign} size={16} />}
      <strong>{dayText(day, today)}</strong>
      <span className={sign === 'debt' ? 'day__late' : 'muted'}>{nearText(day, today)}</span>
    </span>
  )
}

const Plate = ({ one, onOpen }: { one: Obligation; onOpen: Open }): ReactNode => (
  <button
    type="button"
    className="link-button plate"
    title={`VIN ${one.vin}`}
    onClick={() => onOpen({ asset: one.vehicleAssetId })}
  >
    {nameOf(one)}
  </button>
)

const whereOf = ({ stateName, customId }: Obligation): string => [stateName, customId].filter(Boolean).join(' · ')

const Row = ({ one, clock, onOpen, today }: Omit<RowsProps, 'due'> & { one: Obligation }): ReactNode => {
  const sign = nearSign(one.dueOn, today)
  return (
    <tr data-row={one.obligationId}>
      <th scope="row" className="head">
        <span className="due__sign">{sign && <StatusSign sign={sign} size={16} />}</span>
        <span className="due__vehicle">
          <Plate one={one} onOpen={onOpen} />
          <small className="muted">
            {one.stateName}
            {one.stateName && one.customId && ' · '}
            <span className="due__id">{one.customId}</span>
          </small>
        </span>
      </th>
      <td>
        <What one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />
      </td>
      <td className="money">
        <Amount one={one} />
      </td>
      <td className="muted">
        <Source one={one} clock={clock} stacked />
      </td>
    </tr>
  )
}

export const ObligationTable = ({ due, ...rest }: RowsProps): ReactNode => {
  const { country } = useUser()
  return (
    <table className="grid due">
      <caption className="visually-hidden">Vencimientos por día</caption>
      <thead>
        <tr>
          <th scope="col" className="head">
            Placa y {COUNTRIES[country].state.toLowerCase()}
          </th>
          <th scope="col" className="due__what">
            Qué vence
          </th>
          <th scope="col" className="money">
            Importe
          </th>
          <th scope="col" className="due__source">
            Fuente
          </th>
        </tr>
      </thead>
      {byDay(due).map(({ day, due: group }) => (
        <tbody key={day}>
          <tr className="due__day">
            <th scope="rowgroup" colSpan={COLUMNS}>
              <DayHeading day={day} today={rest.today} />
            </th>
          </tr>
          {group.map((one) => (
            <Row key={one.obligationId} one={one} {...rest} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

export const ObligationCards = ({ due, today, clock, onOpen }: RowsProps): ReactNode => (
  <div className="due-days">
    {byDay(due).map(({ day, due: group }) => (
      <section key={day} aria-label={dayText(day, today)}>
        <h2 className="due-days__day">
          <DayHeading day={day} today={today} signed />
        </h2>
        <ul className="cards">
          {group.map((one) => (
            <li key={one.obligationId} className="card due-card">
              <div className="card__head">
                <Plate one={one} onOpen={onOpen} />
                <span className="muted">{whereOf(one)}</span>
              </div>
              <div className="due-card__what">
                <What one={one} onOpen={(place) => onOpen({ asset: one.vehicleAssetId, ...place })} />
                <span className="money">
                  <Amount one={one} />
                </span>
              </div>
              <p className="muted">
                <Source one={one} clock={clock} />
              </p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
