// The work list as a table, and on a phone as cards.
import type { CaptureTask, WorkList } from '@padron/contract/captures'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { statusWords } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { When } from '../../ui/When.tsx'

export type RowsProps = {
  tasks: readonly CaptureTask[]
  list: WorkList
  clock: Clock
  country: Country
  /** Undefined for who may not look at vehicles. */
  onOpen: ((task: CaptureTask) => void) | undefined
  /** Undefined for who may not capture. */
  onCapture: ((captura: string) => void) | undefined
}

const keyOf = ({ vehicleAssetId, resourceId }: CaptureTask): string => captureKey(vehicleAssetId, resourceId)
const nameOf = ({ plate, vin }: CaptureTask): string => plate || vin

const Status = ({ task, list, clock }: Pick<RowsProps, 'list' | 'clock'> & { task: CaptureTask }): ReactNode => {
  const said = statusWords(task.status, task.freshness, clock)
  const old = said.old || (list === 'old' && said.sign !== 'unknown')
  const age = [old && 'dato antiguo', said.age].filter(Boolean).join(', ')
  return (
    <span className="task-status" title={[said.words, age].filter(Boolean).join(', ')}>
      <StatusSign sign={said.sign} old={old} size={16} />
      <span className="task-status__words">
        {said.words}
        <small className="muted">{age || 'sin respuesta válida'}</small>
      </span>
    </span>
  )
}

const Plate = ({ task, onOpen }: Pick<RowsProps, 'onOpen'> & { task: CaptureTask }): ReactNode =>
  onOpen ? (
    <button type="button" className="link-button plate" onClick={() => onOpen(task)}>
      {nameOf(task)}
    </button>
  ) : (
    <strong>{nameOf(task)}</strong>
  )

const CaptureButton = ({ task, onCapture }: Pick<RowsProps, 'onCapture'> & { task: CaptureTask }): ReactNode =>
  onCapture && (
    <button
      type="button"
      className="button button--small"
      aria-haspopup="dialog"
      data-captura={keyOf(task)}
      aria-label={`Capturar ${task.resourceName} de ${nameOf(task)}`}
      onClick={() => onCapture(keyOf(task))}
    >
      Capturar
    </button>
  )

const never = <span className="muted">Nunca</span>

export const CaptureTable = (props: RowsProps): ReactNode => {
  const { tasks, list, clock, country, onCapture } = props
  return (
    <table className="grid tasks">
      <caption className="visually-hidden">Verificaciones por capturar</caption>
      <thead>
        <tr>
          <th scope="col" className="head">
            Placa y {COUNTRIES[country].state.toLowerCase()}
          </th>
          <th scope="col">Recurso</th>
          <th scope="col" className="tasks__status">
            Estatus
          </th>
          <th scope="col">Por qué</th>
          {list !== 'never' && (
            <th scope="col" className="tasks__time">
              {list === 'old' ? 'Vencida desde' : 'Espera desde'}
            </th>
          )}
          <th scope="col" className="tasks__time tasks__last">
            Última respuesta válida
          </th>
          {onCapture && (
            <th scope="col" className="row-end">
              <span className="visually-hidden">Acción</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={keyOf(task)} data-row={keyOf(task)}>
            <th scope="row" className="head">
              <Plate task={task} onOpen={props.onOpen} />
              <small className="muted" title={task.stateName}>
                {task.stateName}
              </small>
            </th>
            <td title={`${task.resourceName} (${task.portal})`}>
              <span>{task.resourceName}</span>
              <small className="muted">{task.portal}</small>
            </td>
            <td>
              <Status task={task} list={list} clock={clock} />
            </td>
            <td title={task.reason}>
              <span className="tasks__why">{task.reason}</span>
            </td>
            {list !== 'never' && (
              <td className="tasks__time">{task.since && <When at={task.since} clock={clock} />}</td>
            )}
            <td className="tasks__last">{task.lastGood ? <When at={task.lastGood} clock={clock} /> : never}</td>
            {onCapture && (
              <td className="row-end">
                <CaptureButton task={task} onCapture={onCapture} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const CaptureCards = (props: RowsProps): ReactNode => {
  const { tasks, list, clock } = props
  return (
    <ul className="cards" aria-label="Verificaciones por capturar">
      {tasks.map((task) => (
        <li key={keyOf(task)} className="card task-card">
          <div className="card__head">
            <Plate task={task} onOpen={props.onOpen} />
            <span className="muted">{task.stateName}</span>
          </div>
          <p>
            <strong>{task.resourceName}</strong>
            <span className="task-card__portal muted">{task.portal}</span>
          </p>
          <Status task={task} list={list} clock={clock} />
          <p className="muted">{task.reason}</p>
          <dl className="facts">
            {task.since && (
              <div>
                <dt>{list === 'old' ? 'Vencida desde' : 'Espera desde'}</dt>
                <dd>
                  <When at={task.since} clock={clock} />
                </dd>
              </div>
            )}
            <div>
              <dt>Última respuesta válida</dt>
              <dd>{task.lastGood ? <When at={task.lastGood} clock={clock} /> : never}</dd>
            </div>
          </dl>
          <CaptureButton task={task} onCapture={props.onCapture} />
        </li>
      ))}
    </ul>
  )
}
