// The work list as a table, or as cards on a phone.
import type { CaptureTask, WorkList } from '@padron/contract/captures'
import { isStatementType } from '@padron/contract/captures/statement'
import { COUNTRIES } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import type { Clock } from '../../../lib/clock.ts'
import { captureKey } from '../../../lib/drawer-search.ts'
import { statusWords } from '../../../lib/status-texts.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { RowPicks } from '../../../ui/table/TableRows.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { When } from '../../../ui/When.tsx'

type Props = {
  tasks: readonly CaptureTask[]
  list: WorkList
  /** Undefined for users who may not see vehicles. */
  onOpen: ((task: CaptureTask) => void) | undefined
  /** Undefined for users who may not capture. */
  onCapture: ((captura: string) => void) | undefined
  onStatement: ((cuenta: string) => void) | undefined
  /** The selection of vehicles. Undefined for users who may not assign. */
  picks: RowPicks<Group, string> | undefined
}

/** A check, with the others of its vehicle on this page that the same portal answers in one statement. */
export type Group = CaptureTask & { tasks: readonly CaptureTask[] }

const keyOf = ({ vehicleAssetId, resourceId }: CaptureTask): string => captureKey(vehicleAssetId, resourceId)
const nameOf = ({ plate, vin }: CaptureTask): string => plate || vin

/** Each group has the position of its first check in the list. */
const groupTasks = (tasks: readonly CaptureTask[]): readonly Group[] => {
  const groupOf = ({ vehicleAssetId, portal, resourceId, resourceTypeId }: CaptureTask): string =>
    isStatementType(resourceTypeId) ? `${vehicleAssetId} ${portal}` : `${vehicleAssetId} ${resourceId}`
  return [...Map.groupBy(tasks, groupOf).values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, tasks: group }] : []
  })
}

type StatusProps = { task: CaptureTask; list: WorkList; clock: Clock }

const wordsOf = ({ task, list, clock }: StatusProps) => {
  const { sign, words, ...known } = statusWords(task.status, task.freshness, clock)
  const old = known.old || (list === 'old' && sign !== 'unknown')
  return { sign, words, old, age: [old && 'dato antiguo', known.age].filter(Boolean).join(', ') }
}

const Status = (props: StatusProps) => {
  const { sign, words, old, age } = wordsOf(props)
  return (
    <span className="task-status row gap-8 narrow" title={[words, age].filter(Boolean).join(', ')}>
      <StatusSign sign={sign} old={old} size={16} />
      <span className="narrow">
        {words}
        <small className="muted block">{age || 'sin respuesta válida'}</small>
      </span>
    </span>
  )
}

/** The statuses of several checks, each with its words. */
const Statuses = ({ tasks, list, clock }: Omit<StatusProps, 'task'> & Pick<Group, 'tasks'>) => {
  const { country } = useUser()
  return (
    <span className="row-wrap gap-4">
      {tasks.map((task) => {
        const { sign, old, words, age } = wordsOf({ task, list, clock })
        const label = [`${typeName(task.resourceTypeId, country)}: ${words}`, age].filter(Boolean).join(', ')
        return <StatusSign key={task.resourceId} sign={sign} old={old} size={16} label={label} />
      })}
    </span>
  )
}

type ResourceProps = { group: Group } & Pick<Props, 'onCapture' | 'onStatement'>

/** What to capture: several checks together are one statement, and each can still be captured alone. */
const Resources = ({ group, onCapture, onStatement }: ResourceProps) => {
  const { country } = useUser()
  const { tasks, resourceName, resourceTypeId, portal } = group
  if (tasks.length === 1)
    return (
      <>
        <span className="tasks__resource">{resourceName}</span>
        <small className="muted block small">
          {portal}
          {onStatement && isStatementType(resourceTypeId) && (
            <>
              {' · '}
              <Button
                label="Estado de cuenta"
                kind="link"
                aria-haspopup="dialog"
                about={`de ${nameOf(group)}`}
                onClick={() => onStatement(keyOf(group))}
              />
            </>
          )}
        </small>
      </>
    )
  return (
    <>
      <span className="tasks__resource">Estado de cuenta · {tasks.length} tipos</span>
      <small className="tasks__types muted block small">
        {tasks.map((task, at) => {
          const name = typeName(task.resourceTypeId, country)
          return (
            <span key={task.resourceId}>
              {onCapture ? (
                <Button
                  label={name}
                  kind="link"
                  aria-haspopup="dialog"
                  aria-label={`Capturar solo ${task.resourceName} de ${nameOf(task)}`}
                  data-captura={keyOf(task)}
                  onClick={() => onCapture(keyOf(task))}
                />
              ) : (
                name
              )}
              {at < tasks.length - 1 && ','}
            </span>
          )
        })}
      </small>
    </>
  )
}

const useColumns = (props: Props): readonly Column<Group>[] => {
  const { list, onOpen, onCapture, onStatement } = props
  const { country } = useUser()
  const clock = useClock()
  const since: Column<Group> = {
    key: 'since',
    title: list === 'old' ? 'Vencida desde' : 'Espera desde',
    className: 'tasks__time',
    cell: (task) => task.since && <When at={task.since} clock={clock} />,
  }
  const action: Column<Group> = {
    key: 'action',
    title: 'Acción',
    kind: 'menu',
    card: 'end',
    cell: (group) => {
      const isStatement = group.tasks.length > 1
      const key = keyOf(group)
      return (
        <Button
          label="Capturar"
          small
          aria-haspopup="dialog"
          {...(isStatement ? { 'data-cuenta': key } : { 'data-captura': key })}
          aria-label={`Capturar ${isStatement ? 'estado de cuenta' : group.resourceName} de ${nameOf(group)}`}
          onClick={() => (isStatement ? onStatement : onCapture)?.(key)}
        />
      )
    },
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
          <small className="muted">{task.stateName}</small>
        </>
      ),
    },
    {
      key: 'resource',
      title: 'Recurso',
      card: 'line',
      cell: (group) => <Resources group={group} onCapture={onCapture} onStatement={onStatement} />,
    },
    {
      key: 'status',
      title: 'Estatus',
      card: 'line',
      className: 'tasks__status',
      cell: (group) =>
        group.tasks.length > 1 ? (
          <Statuses tasks={group.tasks} list={list} clock={clock} />
        ) : (
          <Status task={group} list={list} clock={clock} />
        ),
    },
    {
      key: 'reason',
      title: 'Por qué',
      card: 'line',
      cell: ({ reason, assignedTo }) => (
        <>
          <span className="tasks__why">{reason}</span>
          {assignedTo && <small className="muted">Asignado a {assignedTo.username}</small>}
        </>
      ),
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
    cards="task-card card--pairs stack gap-6"
    caption="Consultas por capturar"
    columns={useColumns(props)}
    rows={groupTasks(props.tasks)}
    keyOf={keyOf}
    picks={props.picks}
  />
)
