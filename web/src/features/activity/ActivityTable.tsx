// The record as a table: newest first.
import type { ActivityRow } from '@padron/contract/activity'
import { ACTIONS } from '@padron/contract/activity-words'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { When } from '../../ui/When.tsx'
import { Changes } from './Changes.tsx'
import { Subject, Who } from './RowParts.tsx'

type Props = { rows: readonly ActivityRow[]; clock: Clock }

export const ActivityTable = ({ rows, clock }: Props): ReactNode => (
  <table className="log">
    <caption className="visually-hidden">Actividad de la empresa</caption>
    <thead>
      <tr>
        <th scope="col">Cuándo</th>
        <th scope="col">Quién y desde dónde</th>
        <th scope="col">Qué</th>
        <th scope="col">Acción</th>
        <th scope="col">Cambios</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.activityId}>
          <td>
            <When at={row.at} clock={clock} />
          </td>
          <td>
            <Who {...row} />
          </td>
          <td>
            <Subject {...row} />
          </td>
          <td>
            <span className={`log__action log__action--${row.action}`}>{ACTIONS[row.action]}</span>
          </td>
          <td>
            <Changes changes={row.changes} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
