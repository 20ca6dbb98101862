// Publishes the order of the list, so that the drawer can open the next vehicle, also on the next page.
import { PAGE_SIZE } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { useEffect, useRef } from 'react'
import { listOrder } from '../../lib/list-order.ts'

type Props = {
  rows: readonly VehicleRow[]
  /** Undefined until the list has loaded. */
  total: number | undefined
  page: number
  /** The rows are still those of another page. */
  isWaiting: boolean
  onPage: (page: number | undefined, how: { replace: boolean }) => void
  open: (vehicleAssetId: number) => void
}

export const useListOrder = ({ rows, total, page, isWaiting, onPage, open }: Props): void => {
  /** The direction in which a page was turned to open a vehicle of it. */
  const turned = useRef<1 | -1>(undefined)
  useEffect(() => {
    if (isWaiting || total === undefined) return
    const ids = rows.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
    const turn = (step: 1 | -1): void => {
      turned.current = step
      onPage(page + step === 1 ? undefined : page + step, { replace: true })
    }
    listOrder.set({ ids, before: (page - 1) * PAGE_SIZE, total, turn })
    const wanted = turned.current && ids.at(turned.current === 1 ? 0 : -1)
    turned.current = undefined
    if (wanted !== undefined) open(wanted)
  }, [rows, total, page, isWaiting, onPage, open])
  useEffect(() => () => listOrder.set(undefined), [])
}
