// The catalogue's cells with more than text: a status, the vehicle's debt, and the number of fields that differ from
// the registry.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import { RESOURCE_TYPES, type StatusColumn, typeName, UNPROCESSED } from '@padron/contract/resources'
import type { Clock } from '../../lib/clock.ts'
import { byHandOf, byHandWords, debtAnswersOfRow, debtWords, missingOf } from '../../lib/debt-texts.ts'
import { NOTHING, UNKNOWN } from '../../lib/money-text.ts'
import { BY_HAND, type StatusWords, statusLine, statusWords } from '../../lib/status-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import type { RowAction } from './RowActions.tsx'

/** What a cell needs besides its row. */
export type CellContext = Clock & {
  country: Country
  /** Opens the vehicle's drawer. @param resourceTypeId scrolls to this type */
  open: (vehicleAssetId: number, resourceTypeId?: number) => void
  /** Opens the reconciliation with the registry. */
  reconcile: (vehicleAssetId: number) => void
  /** Whether the user edits rows here; otherwise a row can only be opened. */
  edits: boolean
  act: (action: RowAction, row: VehicleRow) => void
  /** The resource types that have an automatic source, per state; undefined until loaded. */
  sources: ReadonlyMap<number, readonly number[]> | undefined
}

const typeOf = (column: StatusColumn): number | undefined => RESOURCE_TYPES.find((type) => type.column === column)?.id

export const cellTexts = (
  { vehicleAsset, state }: VehicleRow,
  column: StatusColumn,
  context: CellContext,
): StatusWords => {
  const typeId = typeOf(column) ?? 0
  const freshness = vehicleAsset.freshness.find(({ resourceTypeId }) => resourceTypeId === typeId)
  const words = statusWords(vehicleAsset[column], freshness, context)
  const sources = context.sources?.get(state.stateId)
  const byHand = vehicleAsset[column] === UNPROCESSED && !freshness && sources && !sources.includes(typeId)
  return byHand ? { ...words, words: BY_HAND } : words
}

type StatusProps = { row: VehicleRow; column: StatusColumn; name: string; context: CellContext }

/**
 * A plain button, because hundreds of the library's would double the render time. Its title has the words; an old
 * answer has its age beside it. Pressing it opens the vehicle at that type.
 */
export const StatusCell = ({ row, column, name, context }: StatusProps) => {
  const words = cellTexts(row, column, context)
  const line = statusLine(name, words)
  return (
    <button
      type="button"
      className="status-button row-inline gap-4 rounded"
      title={line}
      // The accessible name includes the visible age, so that voice control finds the button by it.
      aria-label={words.shortAge ? `${line}, ${words.shortAge}` : line}
      onClick={() => context.open(row.vehicleAsset.vehicleAssetId, typeOf(column))}
    >
      <StatusSign sign={words.sign} old={words.old} />
      {words.shortAge && <span className="tiny muted">{words.shortAge}</span>}
    </button>
  )
}

type DebtProps = { row: VehicleRow; context: Pick<CellContext, 'country' | 'sources'> }

/**
 * The debt by the sources' answers. The title names the types without an answer; a sum without the types that only a
 * person can look up says so beside it.
 */
export const DebtCell = ({ row, context: { country, sources } }: DebtProps) => {
  const answers = debtAnswersOfRow(row.vehicleAsset, country, sources?.get(row.state.stateId))
  const missing = missingOf(answers)
  const byHand = byHandOf(answers)
  const { amount, more } = debtWords(row.vehicleAsset.debt, [...missing, ...byHand], country)
  const title = [
    missing.length > 0 && `Sin respuesta: ${missing.map((id) => typeName(id, country)).join(', ')}`,
    byHandWords(byHand, country),
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <span className="debt" title={title || undefined}>
      <span className={amount === NOTHING || amount === UNKNOWN ? 'muted' : 'strong'}>{amount}</span>
      {more && <small className="muted">{more}</small>}
      {byHand.length > 0 && amount !== UNKNOWN && <small className="muted">sin contar {byHand.length} a mano</small>}
    </span>
  )
}

/** Without an answer of a registry nothing is displayed, not «no differences». */
export const DifferencesCell = ({ row, context }: { row: VehicleRow; context: CellContext }) => {
  const { registryDifferences: count, vehicleAssetId } = row.vehicleAsset
  if (count === null)
    return (
      <span className="muted" title="Ningún registro ha respondido todavía">
        {UNKNOWN}
      </span>
    )
  if (count === 0) return <span className="muted">Ninguna</span>
  return (
    <Button
      label={`${count} ${count === 1 ? 'campo' : 'campos'}`}
      kind="link"
      onClick={() => context.reconcile(vehicleAssetId)}
    />
  )
}
