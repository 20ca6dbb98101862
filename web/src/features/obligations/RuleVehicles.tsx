// The vehicles that an official calendar concerns, page by page; a plate opens its vehicle.
import { type CalendarRule, obligations as calls, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { type ReactNode, useState } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { saysText, vehiclesText } from './rule-words.ts'

const BONES = 6

type Props = { rule: CalendarRule; onClose: () => void; onOpen: (vehicleAssetId: number) => void }

export const RuleVehicles = ({ rule, onClose, onOpen }: Props): ReactNode => {
  const [page, setPage] = useState(1)
  const args = { params: { ruleKey: rule.ruleKey }, query: { page: `${page}` } }
  const list = useQuietCall(calls.ruleVehicles, args, { keep: true })
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.ruleVehicles.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <TableSkeleton label="Cargando los vehículos" rows={BONES} columns={2} />
    return (
      <ul className="concerned" data-waiting={list.isPlaceholderData} aria-label="Vehículos">
        {list.data.vehicles.map(({ vehicleAssetId, plate, vin, customId, stateName }) => (
          <li className="row-wrap between ruled-above" key={vehicleAssetId}>
            <button
              type="button"
              className="link-button plate"
              title={`VIN ${vin}`}
              onClick={() => onOpen(vehicleAssetId)}
            >
              {plate || vin}
            </button>
            <span className="muted">{[stateName, customId].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    )
  }
  const total = list.data?.totalCount
  return (
    <Dialog
      title={rule.title}
      onClose={onClose}
      footer={
        total !== undefined &&
        total > OBLIGATIONS_PAGE && (
          <Pagination page={page} pageSize={OBLIGATIONS_PAGE} total={total} narrow onPage={setPage} />
        )
      }
    >
      <p className="muted rules__about">
        {saysText(rule)} {rule.where}.{total !== undefined && ` ${vehiclesText(total)}.`}
      </p>
      {content()}
    </Dialog>
  )
}
