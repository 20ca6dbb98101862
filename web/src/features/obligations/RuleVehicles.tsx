// The dialog of the vehicles concerned by a calendar, by pages.
import { type CalendarRule, obligations as calls, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import type { Open } from './ObligationParts.tsx'
import { OWN, ruleText } from './rule-texts.ts'

type VehiclesProps = { rule: CalendarRule; onClose: () => void; onOpen: Open }

export const RuleVehicles = ({ rule, onClose, onOpen }: VehiclesProps) => {
  const [page, setPage] = useState(1)
  const args = { params: { ruleKey: rule.ruleKey }, query: { page: `${page}` } }
  const list = useQuietCall(calls.ruleVehicles, args, { keep: true })
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.ruleVehicles.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los vehículos" rows={6} columns={2} />
    return (
      <ul className="concerned" data-waiting={list.isPlaceholderData} aria-label="Vehículos">
        {list.data.vehicles.map(({ vehicleAssetId, plate, vin, customId, stateName }) => (
          <li className="row-wrap between ruled-above" key={vehicleAssetId}>
            <Button
              label={plate || vin}
              kind="link"
              className="plate"
              title={`VIN ${vin}`}
              onClick={() => {
                onClose()
                onOpen({ asset: vehicleAssetId })
              }}
            />
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
        {rule.own && `${OWN}. `}
        {ruleText(rule)} {rule.where}.{total !== undefined && ` ${vehiclesText(total)}.`}
      </p>
      {content()}
    </Dialog>
  )
}
