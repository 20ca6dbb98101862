// The record as a table: newest first.
import type { ActivityRow } from '@padron/contract/activity'
import { ACTIONS } from '@padron/contract/activity-words'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { When } from '../../ui/When.tsx'
import { Changes } from './Changes.tsx'
import { Subject, Who } from './RowParts.tsx'

const COLUMNS: readonly Column<ActivityRow, Clock>[] = [
  { key: 'at', title: 'Cuándo', cell: ({ at }, clock) => <When at={at} clock={clock} /> },
  { key: 'who', title: 'Quién y desde dónde', cell: (row) => <Who {...row} /> },
  { key: 'subject', title: 'Qué', cell: (row) => <Subject {...row} /> },
  {
    key: 'action',
    title: 'Acción',
    cell: ({ action }) => (
      <span className={`log__action nowrap surface bordered rounded-small log__action--${action}`}>
        {ACTIONS[action]}
      </span>
    ),
  },
  { key: 'changes', title: 'Cambios', cell: ({ changes }) => <Changes changes={changes} /> },
]

type Props = { rows: readonly ActivityRow[]; clock: Clock }

export const ActivityTable = ({ rows, clock }: Props): ReactNode => (
  <DataTable
    className="table log"
    caption="Actividad de la empresa"
    columns={COLUMNS}
    rows={rows}
    keyOf={({ activityId }) => activityId}
    context={clock}
  />
)
