// "Historia": what happened to the vehicle and to those of its replacement chain, newest first (spec core §2, §4).
import { type HistoryEntry, linkOf, vehicles } from '@padron/contract/vehicles'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { dateTime } from '../../lib/dates.ts'
import { changesOf, relationOf } from './history-words.ts'
import './vehicles.css'
import { FailureLine } from '../../ui/LoadFailure.tsx'

const AT_FIRST = 5

type EntryProps = { entry: HistoryEntry; current: number; several: boolean; zone: string }

type Vehicle = { vehicleAssetId: number; plate: string }
type PlateProps = { vehicle: Vehicle; entry: HistoryEntry; current: number }

/** A vehicle of the chain: by name where it is the one being looked at, linked where the line leads to it. */
const Plate = ({ vehicle: { vehicleAssetId, plate }, entry, current }: PlateProps): ReactNode => {
  if (vehicleAssetId === current) return 'este vehículo'
  if (linkOf(entry, current)?.vehicleAssetId !== vehicleAssetId) return plate
  const search = (before: object) => ({ ...before, asset: vehicleAssetId, vehicle: undefined, tipo: undefined })
  return (
    <Link to="." search={search as never} className="history__link">
      {plate}
    </Link>
  )
}

const Entry = ({ entry, current, several, zone }: EntryProps): ReactNode => {
  const own = entry.vehicleAssetId === current
  const relation = relationOf(entry)
  return (
    <li className={own ? 'history__entry unbroken relative history__entry--own' : 'history__entry unbroken relative'}>
      <time className="small muted figures-text" dateTime={entry.dateTime}>
        {dateTime(entry.dateTime, zone)}
      </time>
      <p>
        <strong>{entry.assetStatus}</strong>
        {several && (
          <span className="history__whose tiny bordered">
            <Plate vehicle={entry} entry={entry} current={current} />
          </span>
        )}
      </p>
      {changesOf(entry).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {relation && (
        <p>
          {relation.says} <Plate vehicle={relation.other} entry={entry} current={current} />
        </p>
      )}
      <p className="muted">por {entry.who}</p>
    </li>
  )
}

const Entries = ({ entries, current, zone }: { entries: readonly HistoryEntry[]; current: number; zone: string }) => {
  const [all, showAll] = useState(false)
  const several = entries.some(({ vehicleAssetId }) => vehicleAssetId !== current)
  const shown = all ? entries : entries.slice(0, AT_FIRST)
  return (
    <>
      <ol className="history" aria-label="Historia del vehículo">
        {shown.map((entry) => (
          <Entry key={entry.historyId} entry={entry} current={current} several={several} zone={zone} />
        ))}
      </ol>
      {entries.length > AT_FIRST && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver solo lo más reciente' : `Ver las ${entries.length} entradas`}
        </button>
      )}
    </>
  )
}

type Props = { vehicleAssetId: number; zone: string }

export const VehicleHistory = ({ vehicleAssetId, zone }: Props): ReactNode => {
  const { data, error, isError, refetch } = useCall(vehicles.history, { params: { id: `${vehicleAssetId}` } })
  const content = () => {
    if (data?.vehicleAssetList.length)
      return <Entries entries={data.vehicleAssetList} current={vehicleAssetId} zone={zone} />
    if (data) return <p className="muted">Sin datos</p>
    if (!isError) return <div role="status" aria-label="Cargando la historia" className="history-skeleton" />
    return (
      <FailureLine
        className="history__failed"
        title={vehicles.history.fails}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <section aria-labelledby="vehicle-history">
      <h3 id="vehicle-history" tabIndex={-1}>
        Historia
      </h3>
      {content()}
    </section>
  )
}
