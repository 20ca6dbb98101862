// In how many fields the registry says something else. No answer of a registry is not the same as no difference.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import { UNKNOWN } from '../../lib/money-text.ts'
import type { CellContext } from './cell-context.ts'

export const DifferencesCell = ({ row, context }: { row: VehicleRow; context: CellContext }): ReactNode => {
  const { registryDifferences: count, vehicleAssetId } = row.vehicleAsset
  if (count === null)
    return (
      <span className="muted" title="Ningún registro ha respondido todavía">
        {UNKNOWN}
      </span>
    )
  if (count === 0) return <span className="muted">Ninguna</span>
  return (
    <button type="button" className="link-button" onClick={() => context.reconcile(vehicleAssetId)}>
      {count} {count === 1 ? 'campo' : 'campos'}
    </button>
  )
}
