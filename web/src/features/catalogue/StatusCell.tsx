// A status in a cell: a plain button, because hundreds of the library's would double the time the page takes. Its title
// has the words; an old answer has its age beside it. Pressed, it opens the vehicle at that type.
import type { VehicleRow } from '@padron/contract/catalogue'
import { RESOURCE_TYPES, type StatusColumn, UNPROCESSED } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { BY_HAND, type StatusWords, statusLine, statusWords } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { CellContext } from './cell-context.ts'

const typeOf = (column: StatusColumn): number | undefined => RESOURCE_TYPES.find((type) => type.column === column)?.id

export const wordsOf = (
  { vehicleAsset, state }: VehicleRow,
  column: StatusColumn,
  context: CellContext,
): StatusWords => {
  const typeId = typeOf(column) ?? 0
  const freshness = vehicleAsset.freshness.find(({ resourceTypeId }) => resourceTypeId === typeId)
  const said = statusWords(vehicleAsset[column], freshness, context)
  const sources = context.sources?.get(state.stateId)
  const byHand = vehicleAsset[column] === UNPROCESSED && !freshness && sources && !sources.includes(typeId)
  return byHand ? { ...said, words: BY_HAND } : said
}

type Props = { row: VehicleRow; column: StatusColumn; name: string; context: CellContext }

export const StatusCell = ({ row, column, name, context }: Props): ReactNode => {
  const words = wordsOf(row, column, context)
  const line = statusLine(name, words)
  return (
    <button
      type="button"
      className="status-button row-inline gap-4 rounded"
      title={line}
      // What is seen beside the sign is part of the name, for who says it to press it.
      aria-label={words.shortAge ? `${line}, ${words.shortAge}` : line}
      onClick={() => context.open(row.vehicleAsset.vehicleAssetId, typeOf(column))}
    >
      <StatusSign sign={words.sign} old={words.old} />
      {words.shortAge && <span className="tiny muted">{words.shortAge}</span>}
    </button>
  )
}
