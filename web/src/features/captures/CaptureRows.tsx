// The work list as a table, and on a phone as cards.
import type { CaptureTask, WorkList } from '@padron/contract/captures'
import { COUNTRIES } from '@padron/contract/countries'
import type { Clock } from '../../lib/clock.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { statusWords } from '../../lib/status-words.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Column } from '../../ui/table-column.ts'
import { When } from '../../ui/When.tsx'

type Props = {
  tasks: readonly CaptureTask[]
  list: WorkList
  /** Undefined for who may not look at vehicles. */
  onOpen: ((task: CaptureTask) => void) | undefined
  /** Undefined for who may not capture. */
  onCapture: ((captura: string) => void) | undefined
}

const keyOf = ({ vehicleAssetId, resourceId }: CaptureTask): string => captureKey(vehicleAssetId, resourceId)
const nameOf = ({ plate, vin }: CaptureTask): string => plate || vin

const Status = ({ task, list, clock }: { task: CaptureTask; list: WorkList; clock: Clock }) => {
  const { sign, words, ...known } = statusWords(task.status, task.freshness, clock)
  const old = known.old || (list === 'old' && sign !== 'unknown')
  const age = [old && 'dato antiguo', known.age].filter(Boolean).join(', ')
  return (
    <span className="task-status row gap-8 narrow" title={[words, age].filter(Boolean).join(', ')}>
      <StatusSign sign={sign} old={old} size={16} />
      <span className="task-status__words narrow clip">
        {words}
        <small className="muted block">{age || 'sin respuesta válida'}</small>
      </span>
    </span>
  )
}

const useColumns = ({ list, onOpen, onCapture }: Props): readonly Column<CaptureTask>[] => {
  const { country } = useUser()
  const clock = useClock()
  const since: Column<CaptureTask> = {
    key: 'since',
    title: list === 'old' ? 'Vencida desde' : 'Espera desde',
    className: 'tasks__time',
    cell: (task) => task.since && <When at={task.since} clock={clock} />,
  }
  const action: Column<CaptureTask> = {
    key: 'action',
    title: 'Acción',
    kind: 'menu',
    card: 'end',
    cell: (task) => (
      <Button
        label="Capturar"
        small
        aria-haspopup="dialog"
        data-captura={keyOf(task)}
        aria-label={`Capturar ${task.resourceName} de ${nameOf(task)}`}
        onClick={() => onCapture?.(keyOf(task))}
      />
    ),
  }
  return [
    {
      key: 'plate',
      title: `Placa y ${COUNTRIES[country].state.toLowerCase()}`,
      head: true,
      cell: (task) => (
        <>
          {onOpen ? (
            <Button label={nameOf(task)} kind="link" className="plate" onClick={() => onOpen(task)} />
          ) : (
            <strong>{nameOf(task)}</strong>
          )}
          <small className="muted" title={task.stateName}>
            {task.stateName}
          </small>
        </>
      ),
    },
    {
      key: 'resource',
      title: 'Recurso',
      card: 'line',
      cell: ({ resourceName, portal }) => (
        <>
          <span className="tasks__resource">{resourceName}</span>
          <small className="muted block small">{portal}</small>
        </>
      ),
      titleOf: ({ resourceName, portal }) => `${resourceName} (${portal})`,
    },
    {
      key: 'status',
      title: 'Estatus',
      card: 'line',
      className: 'tasks__status',
      cell: (task) => <Status task={task} list={list} clock={clock} />,
    },
    {
      key: 'reason',
      title: 'Por qué',
      card: 'line',
      cell: ({ reason }) => <span className="tasks__why">{reason}</span>,
      titleOf: ({ reason }) => reason,
    },
    ...(list === 'never' ? [] : [since]),
    {
      key: 'lastGood',
      title: 'Última respuesta válida',
      className: 'tasks__time tasks__last',
      cell: ({ lastGood }) => (lastGood ? <When at={lastGood} clock={clock} /> : <span className="muted">Nunca</span>),
    },
    ...(onCapture ? [action] : []),
  ]
}

export const CaptureRows = (props: Props) => (
  <DataTable
    className="grid tasks"
    cards="task-card stack gap-6"
    caption="Verificaciones por capturar"
    columns={useColumns(props)}
    rows={props.tasks}
    keyOf={keyOf}
  />
)
