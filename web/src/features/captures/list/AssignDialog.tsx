// "Asignar": assigns the filtered or selected vehicles to users, and shows everybody's progress.
import type { Reply } from '@padron/contract/call'
import { captures } from '@padron/contract/captures'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { notify } from '../../../api/notify.ts'
import { useAction } from '../../../api/use-action.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { numberText } from '../../../lib/number-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { LabelledSelect } from '../../../ui/fields/Select.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import type { CapturesSearch } from '../search.ts'
import { listFilters } from './list-query.ts'

const TITLE = 'Asignar capturas'
type People = Reply<typeof captures.progress>['people']

const columns = (onSee: (userId: number) => void): readonly Column<People[number]>[] => [
  {
    key: 'person',
    title: 'Persona',
    head: true,
    cell: ({ username, mayCapture }) => (
      <>
        <strong>{username}</strong>
        {!mayCapture && <small className="warning-text block">Ya no puede capturar</small>}
      </>
    ),
  },
  { key: 'vehicles', title: 'Vehículos', kind: 'number', cell: ({ vehicles }) => numberText(vehicles) },
  { key: 'left', title: 'Por hacer', kind: 'number', cell: ({ left }) => numberText(left) },
  { key: 'done', title: 'Hechas hoy', kind: 'number', cell: ({ doneToday }) => numberText(doneToday) },
  {
    key: 'see',
    title: 'Ver',
    kind: 'menu',
    card: 'end',
    cell: ({ userId, username, vehicles }) => (
      <Button label="Ver" about={`lo de ${username}`} small off={vehicles === 0} onClick={() => onSee(userId)} />
    ),
  },
]

const whatText = (chosen: number, total: number | undefined): string => {
  if (chosen > 0) return `Se asignan ${vehiclesText(chosen)} de la lista, elegidos con su casilla`
  return total === undefined
    ? 'Se asigna lo que muestra la lista, con los filtros activos'
    : `Se asignan las ${numberText(total)} consultas de la lista, con los filtros activos`
}

type Props = {
  search: CapturesSearch
  /** Ids of the vehicles selected in the list; empty: all that match the filters. */
  chosen: readonly number[]
  /** Number of checks that match the filters. */
  total: number | undefined
  onSee: (assignedTo: string) => void
  onAssigned: () => void
  onClose: () => void
}

export const AssignDialog = ({ search, chosen, total, onSee, onAssigned, onClose }: Props) => {
  const { data, isError, error, refetch } = useQuietCall(captures.progress, {}, { fresh: true })
  const [userId, setUserId] = useState<number>()
  const [fault, setFault] = useState<string>()
  const { mutate, isPending } = useAction(captures.assign, {
    onSuccess: ({ message }) => {
      notify('done', message)
      onAssigned()
    },
  })
  const assign = (to: number | null): void =>
    mutate({
      body: { userId: to, ...(chosen.length > 0 ? { vehicleAssetIds: [...chosen] } : listFilters(search)) },
    })
  const people = data?.people ?? []
  const what = whatText(chosen.length, total)
  return (
    <Dialog title={TITLE} onClose={onClose} footer={<Button label="Cerrar" onClick={onClose} />}>
      {isError && <LoadFailure title={captures.progress.fails} query={{ error, refetch }} />}
      {!data && !isError && <TableSkeleton label="Cargando a las personas" rows={4} columns={4} />}
      {data && (
        <div className="form">
          <p className="muted">
            {what}: cada vehículo completo a una persona. Quien captura recibe los suyos y los de nadie; nunca uno que
            otra persona tiene abierto.
          </p>
          <div className="row-wrap gap-8-16 assign__choice">
            <LabelledSelect
              label="Persona"
              options={people
                .filter(({ mayCapture }) => mayCapture)
                .map((person) => ({ value: person.userId, label: person.username }))}
              value={userId}
              empty="Elija una persona"
              onChange={(chosen) => {
                setUserId(chosen)
                setFault(undefined)
              }}
              {...(fault && { 'aria-invalid': true })}
            />
            <Button
              label="Asignar"
              kind="primary"
              busy={isPending}
              onClick={() => (userId === undefined ? setFault('Elija una persona') : assign(userId))}
            />
            <Button label="Quitar la asignación" busy={isPending} onClick={() => assign(null)} />
          </div>
          {fault && (
            <small role="alert" className="field__fault">
              {fault}
            </small>
          )}
          <DataTable
            className="table"
            cards="stack gap-6"
            caption="Avance de cada persona"
            columns={columns((id) => onSee(`${id}`))}
            rows={people}
            keyOf={({ userId: id }) => id}
          />
        </div>
      )}
    </Dialog>
  )
}
