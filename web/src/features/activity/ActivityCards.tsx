// The record on a phone: a card for each change.
import { ACTIONS } from '@padron/contract/activity-words'
import type { ComponentProps, ReactNode } from 'react'
import { When } from '../../ui/When.tsx'
import type { ActivityTable } from './ActivityTable.tsx'
import { Changes } from './Changes.tsx'
import { Subject, Who } from './RowParts.tsx'

export const ActivityCards = ({ rows, clock }: ComponentProps<typeof ActivityTable>): ReactNode => (
  <ul className="cards" aria-label="Actividad de la empresa">
    {rows.map((row) => (
      <li key={row.activityId} className="card log-card">
        <div className="flex gap-12 between baseline">
          <span className={`log__action nowrap surface bordered rounded-small log__action--${row.action}`}>
            {ACTIONS[row.action]}
          </span>
          <When at={row.at} clock={clock} />
        </div>
        <p className="stack">
          <Subject {...row} />
        </p>
        <Changes changes={row.changes} />
        <p className="stack">
          <Who {...row} />
        </p>
      </li>
    ))}
  </ul>
)
