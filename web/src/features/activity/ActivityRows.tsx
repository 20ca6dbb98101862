// The activity log, newest first: a table, or a card for each change on a phone.
import type { ActivityRow } from '@padron/contract/activity'
import { ACTIONS, ORIGINS } from '@padron/contract/texts/activity-labels'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { When } from '../../ui/When.tsx'
import { kindName } from './filter.ts'

type Change = ActivityRow['changes'][number]

const AT_ONCE = 3
const BETWEEN = '; '

/** A vehicle links to its drawer; any other subject filters the log by it. */
const Subject = ({ subject: { kind, id, name }, action }: ActivityRow) => {
  const mayOpen = useCan('vehicles_read')
  const vehicle = kind === 'vehicle'
  const to = vehicle ? { asset: id, vehicle: undefined } : { subjectKind: kind, subjectId: id }
  const opens = id !== null && (!vehicle || (mayOpen && action !== 'delete'))
  return (
    <div className="stack">
      <small className="muted">{kindName(kind)}</small>
      {opens ? (
        <Link
          to="."
          search={((before: object) => ({ ...before, ...to })) as never}
          className="log__name strong break"
          title={vehicle ? 'Abrir el vehículo' : 'Ver solo sus cambios'}
        >
          {name}
        </Link>
      ) : (
        <span className="log__name strong break">{name}</span>
      )}
    </div>
  )
}

const minus = (items: readonly string[], others: readonly string[]): string | null =>
  items.filter((item) => !others.includes(item)).join(BETWEEN) || null

/**
 * For a list (a profile's permissions), only the added and removed items.
 * @returns null where the list is empty
 */
export const difference = ({ before, after }: Change): { before: string | null; after: string | null } => {
  if (before === null || after === null || !`${before}${after}`.includes(BETWEEN)) return { before, after }
  const [old, now] = [before.split(BETWEEN), after.split(BETWEEN)]
  return { before: minus(old, now), after: minus(now, old) }
}

const Values = (change: Change) => {
  const { before, after } = difference(change)
  if (before === null) return <ins>{after}</ins>
  if (after === null)
    return (
      <>
        <span className="visually-hidden">se quitó </span>
        <del className="log__gone muted">{before}</del>
      </>
    )
  return (
    <>
      <del className="muted">{before}</del>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> pasó a </span>
      <ins>{after}</ins>
    </>
  )
}

/** The changes field by field; three until the rest is requested. */
const Changes = ({ changes }: Pick<ActivityRow, 'changes'>) => {
  const [whole, showWhole] = useState(false)
  const rest = changes.length - AT_ONCE
  return (
    <>
      <ul className="log__changes stack gap-2 break">
        {(whole ? changes : changes.slice(0, AT_ONCE)).map((change) => (
          <li key={change.field}>
            <span className="muted">{change.field}: </span>
            <Values {...change} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          kind="link"
          label={whole ? 'Ver menos' : `Ver ${rest} más`}
          aria-expanded={whole}
          onClick={() => showWhole(!whole)}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<ActivityRow, Clock>[] = [
  { key: 'at', title: 'Cuándo', card: 'top', cell: ({ at }, clock) => <When at={at} clock={clock} /> },
  {
    key: 'who',
    title: 'Quién y desde dónde',
    card: 'end',
    cell: ({ who, origin, address }) => (
      <div className="stack">
        <span className="log__name strong break">{who.name}</span>
        <small className="muted">{[ORIGINS[origin], address].filter(Boolean).join(' · ')}</small>
      </div>
    ),
  },
  { key: 'subject', title: 'Qué', card: 'line', cell: (row) => <Subject {...row} /> },
  {
    key: 'action',
    title: 'Acción',
    card: 'top',
    cell: ({ action }) => (
      <span className={`log__action nowrap surface bordered rounded-small log__action--${action}`}>
        {ACTIONS[action]}
      </span>
    ),
  },
  { key: 'changes', title: 'Cambios', card: 'line', cell: ({ changes }) => <Changes changes={changes} /> },
]

export const ActivityRows = ({ rows, clock }: { rows: readonly ActivityRow[]; clock: Clock }) => (
  <DataTable
    className="table log"
    cards="log-card stack gap-6"
    caption="Actividad de la empresa"
    columns={COLUMNS}
    rows={rows}
    keyOf={({ activityId }) => activityId}
    context={clock}
  />
)
