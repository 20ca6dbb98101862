// The catalogue on a phone: a card for each vehicle with its plate, state, debt and most urgent statuses in words; for
// users who may edit, also a checkbox and the actions.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { existsIn, typesOfColumn } from '@padron/contract/resources'
import { countVerdict, NOT_QUERIED_LABEL } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { memo } from 'react'
import type { Sign } from '../../lib/status-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import type { RowPicks } from '../../ui/table/TableRows.tsx'
import { type CellContext, cellTexts, DebtCell } from './cells.tsx'
import { statusFilters } from './filters.ts'
import { RowActions, vehicleRowName } from './RowActions.tsx'

const ORDER: readonly Sign[] = ['debt', 'warning', 'unknown', 'unprocessed', 'clear']
const VISIBLE_STATUSES = 4

const news = (row: VehicleRow, context: CellContext) =>
  statusFilters(context.country)
    .map(({ column, name }) => ({ column, name, ...cellTexts(row, column, context) }))
    .sort((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign))

type News = ReturnType<typeof news>[number]
const BAD: readonly Sign[] = ['debt', 'warning', 'unknown']
/** A status in words, with the name of its type if another type has the same words. */
const newsText = ({ sign, name, words }: News, all: readonly News[]): string => {
  const isAlone = all.filter((other) => other.words === words).length === 1
  return sign === 'debt' && isAlone ? words : `${name}: ${words}`
}

/**
 * The text without bad news: clear only if every type of the vehicle's state was answered; otherwise the types without
 * an answer.
 */
export const quietNews = (all: readonly News[], stateId: number): { sign: Sign; text: string } => {
  const relevant = all.filter(
    ({ sign, column }) => sign !== 'unprocessed' || typesOfColumn(column).some((id) => existsIn(id, stateId)),
  )
  const missing = relevant.filter(({ sign }) => sign === 'unprocessed').map(({ name }) => name)
  const verdict = countVerdict(0, { known: relevant.length - missing.length, total: relevant.length })
  if (verdict === 'clear') return { sign: 'clear', text: localText('Sin adeudos ni avisos') }
  return {
    sign: 'unprocessed',
    text: verdict === 'partial' ? `Sin procesar: ${missing.join(', ')}` : NOT_QUERIED_LABEL,
  }
}

type CardProps = {
  row: VehicleRow
  context: CellContext
  /** Undefined where vehicles cannot be selected. */
  picked: boolean | undefined
  onPick: ((key: number, range: boolean) => void) | undefined
}

const Card = memo(({ row, context, picked, onPick }: CardProps) => {
  const { vehicleAsset, state, brand, model, assetHistoric } = row
  const all = news(row, context)
  const bad = all.filter(({ sign }) => BAD.includes(sign))
  const quiet = bad.length ? undefined : quietNews(all, state.stateId)
  const name = [brand.brandName, model.modelName, model.year].filter(Boolean).join(' ')
  return (
    <li className="card" {...(picked && { 'data-picked': true })}>
      <div className="card__head row-wrap between">
        {picked !== undefined && (
          <label className="card__pick centred">
            <input
              type="checkbox"
              aria-label={`Seleccionar ${vehicleRowName(row)}`}
              checked={picked}
              onChange={() => onPick?.(vehicleAsset.vehicleAssetId, false)}
            />
          </label>
        )}
        <Button
          label={vehicleRowName(row)}
          kind="link"
          className="plate card__plate"
          onClick={() => context.open(vehicleAsset.vehicleAssetId)}
        />
        <span className="muted card__state">{state.stateName}</span>
        {assetHistoric.assetStatusId !== ACTIVE && <span>{assetStatusText(assetHistoric.assetStatusId)}</span>}
        {context.edits && <RowActions row={row} act={context.act} />}
      </div>
      {name && <p className="card__name muted">{name}</p>}
      <p className="card__debt flex gap-12 between baseline">
        <span className="muted">{localText('Adeudo')}</span>
        <DebtCell row={row} context={context} />
      </p>
      <ul className="stack gap-6">
        {quiet && (
          <li className="flex gap-8">
            <StatusSign sign={quiet.sign} />
            <span>{quiet.text}</span>
          </li>
        )}
        {bad.slice(0, VISIBLE_STATUSES).map((one) => (
          <li className="flex gap-8" key={one.column}>
            <StatusSign sign={one.sign} old={one.old} />
            <span>
              {newsText(one, bad)}
              {one.shortAge && <span className="muted"> · hace {one.shortAge}</span>}
            </span>
          </li>
        ))}
        {bad.length > VISIBLE_STATUSES && <li className="muted">y {bad.length - VISIBLE_STATUSES} más</li>}
      </ul>
    </li>
  )
})

type Props = { rows: readonly VehicleRow[]; context: CellContext; picks: RowPicks<VehicleRow> | undefined }

export const VehicleCards = ({ rows, context, picks }: Props) => (
  <ul className="cards" aria-label="Catálogo de vehículos">
    {rows.map((row) => (
      <Card
        key={row.vehicleAsset.vehicleAssetId}
        row={row}
        context={context}
        picked={picks?.has(row.vehicleAsset.vehicleAssetId)}
        onPick={picks?.onPick}
      />
    ))}
  </ul>
)
