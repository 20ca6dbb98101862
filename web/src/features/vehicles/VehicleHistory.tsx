// "Historia": the events of the vehicle and of its replacement chain, newest first (spec core §2, §4).
import { type HistoryEntry, linkOf, vehicles } from '@padron/contract/vehicles'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { dateInText } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import './vehicles.css'

const AT_FIRST = 5

/** 'Placa RKA123B → RKA124A' */
export const listPlateChanges = ({ plate, vin, formerPlate, formerVin }: HistoryEntry): readonly string[] => [
  ...(formerPlate && formerPlate !== plate ? [`Placa ${formerPlate} → ${plate}`] : []),
  ...(formerVin && formerVin !== vin ? [`VIN ${formerVin} → ${vin}`] : []),
]

/** The relation of the entry's vehicle to another of the chain: replaced by it, or replacing it. */
export const relationOf = ({ replacedBy, replacing }: HistoryEntry) => {
  if (replacedBy) return { label: 'Reemplazado por', other: replacedBy }
  return replacing ? { label: 'En reemplazo de', other: replacing } : undefined
}

type EntryProps = { entry: HistoryEntry; current: number; several: boolean; zone: string }

const Entry = ({ entry, current, several, zone }: EntryProps) => {
  const relation = relationOf(entry)
  /** A vehicle of the chain: «este vehículo», a link to the one of the entry's link, or the plate alone. */
  const plateOf = ({ vehicleAssetId, plate }: { vehicleAssetId: number; plate: string }) => {
    if (vehicleAssetId === current) return 'este vehículo'
    if (linkOf(entry, current)?.vehicleAssetId !== vehicleAssetId) return plate
    const search = (before: object) => ({ ...before, asset: vehicleAssetId, vehicle: undefined, tipo: undefined })
    return (
      <Link to="." search={search as never} className="history__link">
        {plate}
      </Link>
    )
  }
  const isOwn = entry.vehicleAssetId === current
  return (
    <li className={`history__entry unbroken break relative ${isOwn ? 'history__entry--own' : ''}`}>
      <time className="small muted figures-text" dateTime={entry.dateTime}>
        {dateInText(entry.dateTime, zone)}
      </time>
      <p>
        <strong>{entry.assetStatus}</strong>
        {several && <span className="history__whose tiny bordered">{plateOf(entry)}</span>}
      </p>
      {listPlateChanges(entry).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {relation && (
        <p>
          {relation.label} {plateOf(relation.other)}
        </p>
      )}
      <p className="muted">por {entry.who}</p>
    </li>
  )
}

const Entries = ({ entries, current, zone }: { entries: readonly HistoryEntry[]; current: number; zone: string }) => {
  const [all, showAll] = useState(false)
  const several = entries.some(({ vehicleAssetId }) => vehicleAssetId !== current)
  const visible = all ? entries : entries.slice(0, AT_FIRST)
  return (
    <>
      <ol className="history" aria-label="Historia del vehículo">
        {visible.map((entry) => (
          <Entry key={entry.historyId} entry={entry} current={current} several={several} zone={zone} />
        ))}
      </ol>
      {entries.length > AT_FIRST && (
        <Button kind="link" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver solo lo más reciente' : `Ver las ${entries.length} entradas`}
        </Button>
      )}
    </>
  )
}

type Props = {
  vehicleAssetId: number
  zone: string
  /** The address leads to the history. */
  isWanted?: boolean
}

export const VehicleHistory = ({ vehicleAssetId, zone, isWanted = false }: Props) => {
  const { data, error, isError, refetch } = useCall(vehicles.history, { params: { id: `${vehicleAssetId}` } })
  const heading = useRef<HTMLHeadingElement>(null)
  const isAnswered = data !== undefined || isError
  useEffect(() => {
    if (!isWanted || !isAnswered || !heading.current) return
    heading.current.focus({ preventScroll: true })
    // Not scrollIntoView: while the drawer slides in, it would scroll the window sideways.
    const box = heading.current.closest('.dialog__body')
    if (box) box.scrollTop += heading.current.getBoundingClientRect().top - box.getBoundingClientRect().top
  }, [isWanted, isAnswered])
  const content = () => {
    if (data?.vehicleAssetList.length)
      return <Entries entries={data.vehicleAssetList} current={vehicleAssetId} zone={zone} />
    if (data) return <p className="muted">Sin datos</p>
    if (!isError) return <div role="status" aria-label="Cargando la historia" className="history-skeleton" />
    return (
      <FailureLine className="history__failed debt-text" title={vehicles.history.fails} query={{ error, refetch }} />
    )
  }
  return (
    <section aria-labelledby="vehicle-history">
      <h3 id="vehicle-history" ref={heading} tabIndex={-1}>
        Historia
      </h3>
      {content()}
    </section>
  )
}
