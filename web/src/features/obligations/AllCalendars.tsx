// The dialog of all calendars: the company's own, the official values, the calendars in force and ended, and the
// holidays.
import { type CalendarRule, obligations as calls, ownCalendars } from '@padron/contract/obligations'
import { ownCalendarIdOf } from '@padron/contract/rules/own-calendar-rules'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQuietCall } from '../../api/use-call.ts'
import { byValidity } from '../../lib/official-rule-texts.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { type Over, Rules } from './CalendarRules.tsx'
import type { Open } from './ObligationParts.tsx'
import { OfficialHolidays, OfficialValues } from './OfficialValues.tsx'
import { AddOwnCalendar, EditOwnCalendar } from './OwnCalendarDialog.tsx'
import { RuleVehicles } from './RuleVehicles.tsx'
import { INFORMATIVE } from './rule-texts.ts'

type DeleteProps = { rule: CalendarRule; onDelete: () => void; onClose: () => void }

/** Confirms the deletion of one of the company's own calendars. */
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
  /** Scrolls to the first calendar without a successor. */
  atUnreplaced?: boolean
  onClose: () => void
  onOpen: Open
}

export const AllCalendars = ({ today, atUnreplaced = false, onClose, onOpen }: AllProps) => {
  const list = useQuietCall(calls.rules, { query: {} })
  const seesAll = useSeesAll()
  const isEditor = useCan('documents_admin') && seesAll
  const [over, setOver] = useState<Over>()
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => setOver(undefined)
  /** The button that opened the dialog is deleted with its calendar: focuses the list. */
  const closeDeleted = (): void => {
    flushSync(close)
    box.current?.focus()
  }
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.rules.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los calendarios" rows={5} columns={1} />
    const { rules, units, holidays } = list.data
    const { current, lacking, ended } = byValidity(
      rules.filter(({ own }) => !own),
      today,
    )
    const first = atUnreplaced ? [...current, ...lacking].find(({ unreplaced }) => unreplaced) : undefined
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard too, where nothing in it can be focused
          tabIndex={0}
        >
          <Rules title="De su empresa" rules={rules.filter(({ own }) => own)} {...props} />
          <OfficialValues units={units} today={today} isFirst={atUnreplaced && !first} />
          <Rules title="Vigentes" rules={current} {...props} />
          <Rules title="Sin calendario vigente" rules={lacking} {...props} />
          <OfficialHolidays holidays={holidays} today={today} />
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
