// The dialogs of the calendars: every one that is known (what it says, to whom, who published it, and whether it is
// shown or why not), those of the company's own among them, and the vehicles that one of them concerns, page by page.
import { type CalendarRule, obligations as calls, OBLIGATIONS_PAGE, ownCalendars } from '@padron/contract/obligations'
import { ownCalendarIdOf } from '@padron/contract/own-calendar-rules'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQuietCall } from '../../api/use-call.ts'
import { byValidity, hasEnded } from '../../lib/official-rule-words.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { OtherReading } from '../../ui/RuleSource.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useDangerAction } from '../../ui/use-danger-action.ts'
import { Origin, OwnMark } from './Origin.tsx'
import { AddOwnCalendar, EditOwnCalendar } from './OwnCalendarDialog.tsx'
import { INFORMATIVE, OWN, readingsText, ruleText, vehiclesText } from './rule-words.ts'
import type { Open } from './What.tsx'

/** What is open over the list, and of which calendar. */
type Over = { is: 'vehicles' | 'edit' | 'delete'; rule: CalendarRule } | { is: 'add' }

type RuleProps = {
  rule: CalendarRule
  today: string
  /** It has the focus when the list opens. */
  isFirst: boolean
  onOver: (over: Over) => void
}

const RuleButtons = ({ rule, onOver }: Pick<RuleProps, 'rule' | 'onOver'>) => {
  const isEditable = useCan('documents_admin') && rule.own
  const button = (is: 'vehicles' | 'edit' | 'delete', label: string, name: string) => (
    <Button
      label={label}
      kind="link"
      aria-haspopup="dialog"
      aria-label={`${name}: ${rule.title}`}
      onClick={() => onOver({ is, rule })}
    />
  )
  return (
    <p className="row-wrap gap-4-12 hide-empty">
      {rule.shown && button('vehicles', 'Ver los vehículos', 'Ver los vehículos a los que toca')}
      {isEditable && button('edit', 'Editar', 'Editar')}
      {isEditable && button('delete', 'Eliminar', 'Eliminar')}
    </p>
  )
}

const Rule = ({ rule, today, isFirst, onOver }: RuleProps) => {
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
      {rule.own && <OwnMark />}
      <p className="muted">{rule.where}</p>
      <p>{ruleText(rule)}</p>
      {rule.occurrences
        .filter(({ otherTo }) => otherTo !== null)
        .map((occurrence) => (
          <p key={occurrence.from}>{readingsText(occurrence, today)}</p>
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
      <Origin rule={rule} today={today} />
      <RuleButtons rule={rule} onOver={onOver} />
    </li>
  )
}

type ListProps = Omit<RuleProps, 'rule' | 'isFirst'> & {
  title: string
  rules: readonly CalendarRule[]
  first: CalendarRule | undefined
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

type DeleteProps = { rule: CalendarRule; onDelete: () => void; onClose: () => void }

const DeleteOwnCalendar = ({ rule: { ruleKey, title }, onDelete, onClose }: DeleteProps) => {
  const { mutate, dialog } = useDangerAction(ownCalendars.remove, title)
  const ownCalendarId = `${ownCalendarIdOf(ruleKey)}`
  return (
    <DangerDialog
      title="Eliminar calendario propio"
      yes="Eliminar calendario"
      {...dialog}
      onYes={() => mutate({ params: { ownCalendarId } }, { onSuccess: onDelete })}
      onClose={onClose}
    >
      <p>
        Se eliminará <strong>{title}</strong>: dejará de mostrarse y de recordarse. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}

type AllProps = {
  today: string
  /** Opens at the first that nothing continues. */
  atUnreplaced?: boolean
  onClose: () => void
  onOpen: Open
}

export const AllCalendars = ({ today, atUnreplaced = false, onClose, onOpen }: AllProps) => {
  const list = useQuietCall(calls.rules, { query: {} })
  const isEditor = useCan('documents_admin')
  const [over, setOver] = useState<Over>()
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => setOver(undefined)
  /** What opened the question is gone with its calendar: the list has the focus. */
  const closeDeleted = (): void => {
    flushSync(close)
    box.current?.focus()
  }
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.rules.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los calendarios" rows={5} columns={1} />
    const { rules } = list.data
    if (rules.length === 0)
      return (
        <Message title="Sin calendarios" detail="No se conoce ningún calendario oficial que toque a su flotilla." />
      )
    const { current, ended } = byValidity(
      rules.filter(({ own }) => !own),
      today,
    )
    const first = atUnreplaced ? [...current, ...ended].find(({ unreplaced }) => unreplaced) : undefined
    const props = { today, first, onOver: setOver }
    return (
      <>
        <p className="muted rules__about">{INFORMATIVE}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields */}
        <div
          ref={box}
          className="rules"
          role="group"
          aria-label="Calendarios"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must do so by keyboard, with nothing to press in it too
          tabIndex={0}
        >
          <Rules title="De su empresa" rules={rules.filter(({ own }) => own)} {...props} />
          <Rules title="Vigentes" rules={current} {...props} />
          <Rules title="Terminados" rules={ended} {...props} />
        </div>
      </>
    )
  }
  const footer = isEditor && (
    <Button
      label="Agregar calendario propio"
      icon="plus"
      aria-haspopup="dialog"
      onClick={() => setOver({ is: 'add' })}
    />
  )
  return (
    <>
      <Dialog title="Calendarios oficiales" shape="wide" onClose={onClose} footer={footer}>
        {content()}
      </Dialog>
      {over?.is === 'vehicles' && (
        <RuleVehicles
          rule={over.rule}
          onClose={close}
          onOpen={(place) => {
            onClose()
            onOpen(place)
          }}
        />
      )}
      {over?.is === 'add' && <AddOwnCalendar onClose={close} />}
      {over?.is === 'edit' && <EditOwnCalendar ruleKey={over.rule.ruleKey} onClose={close} />}
      {over?.is === 'delete' && <DeleteOwnCalendar rule={over.rule} onDelete={closeDeleted} onClose={close} />}
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
        {rule.own && `${OWN}. `}
        {ruleText(rule)} {rule.where}.{total !== undefined && ` ${vehiclesText(total)}.`}
      </p>
      {content()}
    </Dialog>
  )
}
