// The dialogs of the official calendars: every one that is known (what it says, to whom, who published it, and
// whether it is shown or why not), and the vehicles that one of them concerns, page by page.
import { type CalendarRule, obligations as calls, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { useEffect, useRef, useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { byValidity, hasEnded } from '../../lib/official-rule-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { OtherReading, RuleSource } from '../../ui/RuleSource.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { INFORMATIVE, readingsText, ruleText, vehiclesText } from './rule-words.ts'
import type { Open } from './What.tsx'

type RuleProps = {
  rule: CalendarRule
  today: string
  /** It has the focus when the list opens. */
  isFirst: boolean
  onVehicles: (rule: CalendarRule) => void
}

const Rule = ({ rule, today, isFirst, onVehicles }: RuleProps) => {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFirst) item.current?.focus()
  }, [isFirst])
  return (
    <li
      ref={item}
      className="rule stack gap-2 justify-start ruled-above ring-inside"
      tabIndex={isFirst ? -1 : undefined}
    >
      <h4>{rule.title}</h4>
      <p className="muted">{rule.where}</p>
      <p>{ruleText(rule)}</p>
      {rule.occurrences
        .filter(({ otherTo }) => otherTo !== null)
        .map((occurrence) => (
          <p key={occurrence.from}>{readingsText(occurrence, rule, today)}</p>
        ))}
      {rule.otherReading && (
        <p className="muted">
          <OtherReading reading={rule.otherReading} />
        </p>
      )}
      {rule.note && <p className="muted">{rule.note}</p>}
      {!hasEnded(rule, today) && (
        <p className="row gap-6">
          <StatusSign sign={rule.shown ? 'clear' : 'unknown'} size={16} />
          <span>{rule.shown ? 'Se muestra' : `No se muestra. ${rule.whyNot ?? 'No está vigente hoy.'}`}</span>
        </p>
      )}
      <RuleSource rule={rule} today={today} />
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
}

type ListProps = Omit<RuleProps, 'rule' | 'isFirst'> & {
  title: string
  rules: readonly CalendarRule[]
  first?: CalendarRule | undefined
}

const Rules = ({ title, rules, first, ...props }: ListProps) =>
  rules.length > 0 && (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {rules.map((rule) => (
          <Rule key={rule.ruleKey} rule={rule} isFirst={rule === first} {...props} />
        ))}
      </ul>
    </section>
  )

type AllProps = {
  today: string
  /** Opens at the first that nothing continues. */
  atUnreplaced?: boolean
  onClose: () => void
  onOpen: Open
}

export const AllCalendars = ({ today, atUnreplaced = false, onClose, onOpen }: AllProps) => {
  const list = useQuietCall(calls.rules, { query: {} })
  const [ruleOf, setRuleOf] = useState<CalendarRule>()
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.rules.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los calendarios" rows={5} columns={1} />
    if (list.data.rules.length === 0)
      return (
        <Message title="Sin calendarios" detail="No se conoce ningún calendario oficial que toque a su flotilla." />
      )
    const { current, ended } = byValidity(list.data.rules, today)
    const props = {
      today,
      first: atUnreplaced ? [...current, ...ended].find(({ unreplaced }) => unreplaced) : undefined,
      onVehicles: setRuleOf,
    }
    return (
      <>
        <p className="muted rules__about">{INFORMATIVE}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields */}
        <div
          className="rules"
          role="group"
          aria-label="Calendarios"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must do so by keyboard, with nothing to press in it too
          tabIndex={0}
        >
          <Rules title="Vigentes" rules={current} {...props} />
          <Rules title="Terminados" rules={ended} {...props} />
        </div>
      </>
    )
  }
  return (
    <>
      <Dialog title="Calendarios oficiales" shape="wide" onClose={onClose}>
        {content()}
      </Dialog>
      {ruleOf && (
        <RuleVehicles
          rule={ruleOf}
          onClose={() => setRuleOf(undefined)}
          onOpen={(place) => {
            onClose()
            onOpen(place)
          }}
        />
      )}
    </>
  )
}

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
        {ruleText(rule)} {rule.where}.{total !== undefined && ` ${vehiclesText(total)}.`}
      </p>
      {content()}
    </Dialog>
  )
}
