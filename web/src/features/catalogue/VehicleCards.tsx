// The catalogue on a phone: a card for each vehicle with its plate, its state, what it owes and its worst news in words.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import type { Sign } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { CellContext } from './columns.tsx'
import { DebtCell } from './DebtCell.tsx'
import { statusFilters } from './filters.ts'
import { wordsOf } from './StatusCell.tsx'

const ORDER: readonly Sign[] = ['debt', 'warning', 'unknown', 'unprocessed', 'clear']
const SHOWN = 4

const news = (row: VehicleRow, { country, now, zone }: CellContext) =>
  statusFilters(country)
    .map(({ column, name }) => ({ column, name, ...wordsOf(row, column, { now, zone }) }))
    .sort((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign))

/** A clear sign stands for all of them: it is only shown where nothing else is to be told. */
const newsText = (type: string, sign: Sign, words: string): string => {
  if (sign === 'clear') return 'Sin adeudos ni avisos'
  return sign === 'debt' ? words : `${type}: ${words}`
}

const Card = ({ row, context }: { row: VehicleRow; context: CellContext }): ReactNode => {
  const { vehicleAsset, state, brand, model, assetHistoric } = row
  const all = news(row, context)
  const bad = all.filter(({ sign }) => sign === 'debt' || sign === 'warning' || sign === 'unknown')
  const shown = (bad.length ? bad : all).slice(0, bad.length ? SHOWN : 1)
  const name = [brand.brandName, model.modelName, model.year].filter(Boolean).join(' ')
  return (
    <li className="card">
      <div className="card__head">
        <button type="button" className="link-button plate" onClick={() => context.open(vehicleAsset.vehicleAssetId)}>
          {vehicleAsset.plate || vehicleAsset.vin}
        </button>
        <span className="muted">{state.stateName}</span>
        {assetHistoric.assetStatusId !== ACTIVE && <span>{assetStatusText(assetHistoric.assetStatusId)}</span>}
      </div>
      {name && <p className="card__name">{name}</p>}
      <p className="card__debt">
        <span className="muted">Adeudo</span>
        <DebtCell row={row} country={context.country} />
      </p>
      <ul className="card__news">
        {shown.map(({ column, name: type, sign, old, words, shortAge }) => (
          <li key={column}>
            <StatusSign sign={sign} old={old} />
            <span>
              {newsText(type, sign, words)}
              {shortAge && <span className="muted"> · hace {shortAge}</span>}
            </span>
          </li>
        ))}
        {bad.length > SHOWN && <li className="muted">y {bad.length - SHOWN} más</li>}
      </ul>
    </li>
  )
}

export const VehicleCards = ({ rows, context }: { rows: readonly VehicleRow[]; context: CellContext }): ReactNode => (
  <ul className="cards" aria-label="Catálogo de vehículos">
    {rows.map((row) => (
      <Card key={row.vehicleAsset.vehicleAssetId} row={row} context={context} />
    ))}
  </ul>
)
