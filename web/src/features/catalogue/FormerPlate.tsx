// Under an empty list filtered by plate: the vehicles that had that plate before, and the way to each.
import { catalogue } from '@padron/contract/catalogue'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import type { CellContext } from './cell-context.ts'

/** What the wire takes. */
const LIKE_AT_MOST = 50

type Props = { plate: string | undefined; open: CellContext['open'] }

export const FormerPlate = ({ plate = '', open }: Props): ReactNode => {
  const off = plate === '' || plate.length > LIKE_AT_MOST
  const { data } = useQuietCall(catalogue.bestMatch, { body: { like: plate } }, { off })
  const found = (off ? [] : (data ?? [])).filter(({ former }) => former !== null)
  if (!found.length) return null
  return (
    <ul className="former stack gap-4" aria-label="Placas anteriores">
      {found.map(({ vehicleAssetId, plate: now, vin, former }) => (
        <li key={vehicleAssetId}>
          {former} era la placa anterior de{' '}
          <button type="button" className="link-button" onClick={() => open(vehicleAssetId)}>
            {now || vin}: ver
          </button>
        </li>
      ))}
    </ul>
  )
}
