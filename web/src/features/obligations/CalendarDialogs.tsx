// The dialogs of the official calendars: every one that is known (what it says, to whom, who published it, and
// whether it is shown or why not), and the vehicles that one of them concerns, page by page.
import { type CalendarRule, obligations as calls, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { INFORMATIVE, ruleText, sourceText, validText, vehiclesText } from './rule-words.ts'

const Rule = ({ rule, onVehicles }: { rule: CalendarRule; onVehicles: (rule: CalendarRule) => void }) => (
  <li className="rule stack gap-2 justify-start ruled-above">
    <h3>{rule.title}</h3>
    <p className="muted">{rule.where}</p>
    <p>{ruleText(rule)}</p>
    {rule.note && <p className="muted">{rule.note}</p>}
    <p className="row gap-6">
      <StatusSign sign={rule.shown ? 'clear' : 'unknown'} size={16} />
      <span>{rule.shown ? 'Se muestra' : `No se muestra. ${rule.whyNot ?? 'No está vigente hoy.'}`}</span>
    </p>
    <p className="muted small break">{[validText(rule), `Fuente: ${sourceText(rule)}`].filter(Boolean).join(' · ')}</p>
    {rule.shown && (
      <Button
        label="Ver los vehículos"
        kind="link"
        aria-haspopup="dialog"
        aria-label={`Ver los vehículos a los que toca: ${rule.title}`}
        onClick={() => onVehicles(rule)}
      />
    )}
  </li>
)

type AllProps = { from: string; to: string; onVehicles: (rule: CalendarRule) => void; onClose: () => void }

export const AllCalendars = ({ from, to, onVehicles, onClose }: AllProps) => {
  const list = useQuietCall(calls.rules, { query: { from, to } })
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.rules.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los calendarios" rows={5} columns={1} />
    if (list.data.rules.length === 0)
      return (
        <Message title="Sin calendarios" detail="No se conoce ningún calendario oficial que toque a su flotilla." />
      )
    return (
      <>
        <p className="muted rules__about">{INFORMATIVE}</p>
        <ul
          className="rules"
          aria-label="Calendarios"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must do so by keyboard, with nothing to press in it too
          tabIndex={0}
        >
          {list.data.rules.map((rule) => (
            <Rule key={rule.ruleKey} rule={rule} onVehicles={onVehicles} />
          ))}
        </ul>
      </>
    )
  }
  return (
    <Dialog title="Calendarios oficiales" shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}

type VehiclesProps = { rule: CalendarRule; onClose: () => void; onOpen: (vehicleAssetId: number) => void }

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
              onClick={() => onOpen(vehicleAssetId)}
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
        {ruleText(rule)} {rule.where}.{total !== undefined && ` ${vehiclesText(total)}.`}
      </p>
      {content()}
    </Dialog>
  )
}
