// The pending items as a table, or as cards on a phone: kind, vehicle, date, amount and assignee.
import type { PendingItem } from '@padron/contract/pending'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { numericDay } from '@padron/contract/texts/day-texts'
import { nearSign, nearText } from '../../lib/day-texts.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowPicks } from '../../ui/table/TableRows.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { detailsOf, pendingKey, pendingName, worthOf } from './pending-texts.ts'

export type RowAct = 'own' | 'assign' | 'remove'

export type RowContext = {
  today: string
  country: Country
  userId: string
  onVehicle: (item: PendingItem) => void
  /** Opens the place where the item is resolved. */
  onDo: (item: PendingItem) => void
  /** Undefined for users who may not assign. */
  act: ((what: RowAct, item: PendingItem) => void) | undefined
}

const What = ({ item, context: { today, country, onDo } }: { item: PendingItem; context: RowContext }) => {
  const details = detailsOf(item, today, country)
  return (
    <span className="what stack justify-start narrow">
      <Button
        label={item.title}
        kind="link"
        className="todo__title break"
        about={`de ${pendingName(item)}`}
        onClick={() => onDo(item)}
      />
      {details && <small className="muted tiny break">{details}</small>}
    </span>
  )
}

const Until = ({ day, today }: { day: string | null; today: string }) => {
  if (day === null) return <span className="muted">Sin fecha</span>
  const sign = nearSign(day, today)
  return (
    <span className="todo__until">
      <span className={sign === 'debt' ? 'debt-text' : undefined}>{nearText(day, today)}</span>
      <small className="muted tiny block nowrap">{numericDay(day)}</small>
    </span>
  )
}

const Worth = ({ item, country }: { item: PendingItem; country: Country }) => {
  const worth = worthOf(item, country)
  if (!worth) return <span className="muted">{NOTHING}</span>
  return (
    <>
      <span className={item.amount === null ? 'muted' : 'nowrap'}>{worth.text}</span>
      {worth.more && <small className="muted tiny block">{worth.more}</small>}
    </>
  )
}

const Whose = ({ item: { assignment }, today }: { item: PendingItem; today: string }) => {
  if (!assignment) return <span className="muted">Sin asignar</span>
  const { username, dueOn, note, assignedBy } = assignment
  const late = dueOn !== null && dueOn < today
  return (
    <span className="todo__whose">
      <span className="break">{username}</span>
      {dueOn !== null && (
        <small className={`tiny block ${late ? 'debt-text' : 'muted'}`}>
          Para {dueOn === today ? 'hoy' : `el ${numericDay(dueOn)}`}
        </small>
      )}
      {assignedBy === null && <small className="muted tiny block">Por sus capturas</small>}
      {note && <small className="muted tiny block break">{note}</small>}
    </span>
  )
}

const Actions = ({ item, context }: { item: PendingItem; context: RowContext }) => {
  const { act, userId } = context
  if (!act) return null
  const { assignment } = item
  const isOwn = `${assignment?.userId}` === userId
  return (
    <ActionMenu
      label={`Acciones de ${item.title} de ${pendingName(item)}`}
      className="icon-button row-menu"
      actions={() => [
        {
          key: 'own',
          label: 'Asignarme',
          icon: 'user',
          reason: isOwn ? 'Ya es suyo' : undefined,
          run: () => act('own', item),
        },
        { key: 'assign', label: 'Asignar…', icon: 'users', run: () => act('assign', item) },
        {
          key: 'remove',
          label: 'Quitar asignación',
          icon: 'close',
          reason:
            assignment?.assignedBy == null ? (assignment ? 'Es por sus capturas' : 'No está asignado') : undefined,
          run: () => act('remove', item),
        },
      ]}
    />
  )
}

const columnsOf = ({ country, act }: RowContext): readonly Column<PendingItem, RowContext>[] => [
  {
    key: 'vehicle',
    title: `Placa y ${COUNTRIES[country].state.toLowerCase()}`,
    head: true,
    cell: (item, { today, onVehicle }) => {
      const sign = item.dueOn === null ? undefined : nearSign(item.dueOn, today)
      return (
        <>
          <span className="todo__sign">{sign && <StatusSign sign={sign} size={16} />}</span>
          <span className="todo__vehicle">
            <Button
              label={pendingName(item)}
              kind="link"
              className="plate"
              title={`VIN ${item.vin}`}
              onClick={() => onVehicle(item)}
            />
            <small className="muted tiny break block">
              {[item.stateName, item.customId].filter(Boolean).join(' · ')}
            </small>
          </span>
        </>
      )
    },
  },
  {
    key: 'what',
    title: 'Qué hacer',
    card: 'line',
    className: 'todo__what',
    cell: (item, context) => <What item={item} context={context} />,
  },
  {
    key: 'until',
    title: 'Hasta cuándo',
    className: 'todo__day',
    cell: ({ dueOn }, { today }) => <Until day={dueOn} today={today} />,
  },
  { key: 'worth', title: 'Importe', kind: 'money', cell: (item) => <Worth item={item} country={country} /> },
  {
    key: 'whose',
    title: 'De quién',
    className: 'todo__person',
    cell: (item, { today }) => <Whose item={item} today={today} />,
  },
  ...(act
    ? [
        {
          key: 'menu',
          title: 'Acciones',
          kind: 'menu' as const,
          cell: (item: PendingItem, context: RowContext) => <Actions item={item} context={context} />,
        },
      ]
    : []),
]

type Props = {
  items: readonly PendingItem[]
  context: Omit<RowContext, 'country' | 'userId'>
  picks: RowPicks<PendingItem, string> | undefined
}

export const PendingRows = ({ items, context, picks }: Props) => {
  const { country, userId } = useUser()
  const whole = { ...context, country, userId }
  return (
    <DataTable
      className="grid todo"
      cards="todo-card card--pairs stack gap-6"
      caption="Pendientes"
      columns={columnsOf(whole)}
      rows={items}
      keyOf={pendingKey}
      context={whole}
      picks={picks}
    />
  )
}
