// A bulk change: first a preview of exactly what would change; for a large one its number must be typed; then all of it
// or nothing is applied. If a vehicle changed meanwhile, nothing is applied and the preview is shown again.
import type { Args, Reply } from '@padron/contract/call'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { type BulkChange, type Selection, vehicles } from '@padron/contract/vehicles'
import { fieldTitle } from '@padron/contract/vehicles/fields'
import { useId, useMemo, useState } from 'react'
import { statusOf } from '../../../api/api-error.ts'
import { failureText } from '../../../api/notify.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { NOTHING } from '../../../lib/money-text.ts'
import { numberText } from '../../../lib/number-text.ts'
import { displayText } from '../../../lib/typed-day.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { BULK_FIELDS_OF, type BulkKind, bulkFaults, changeOf, NO_CHANGE } from './BulkFields.tsx'
import '../bulk.css'

const WAIT_MS = 350
/** Above this number of changes the user must type the number. */
const TYPED_FROM = 500
const CHANGED = 'Los vehículos cambiaron mientras tanto y no se hizo nada: revise de nuevo lo que cambiaría.'
const LOST =
  'No se sabe si el cambio se hizo: se perdió la conexión. Revise los cambios recientes antes de intentarlo de nuevo.'

/** The text of a failure, for the footer of the dialog. */
const failedText = (error: Error): string => {
  const status = statusOf(error)
  if (status === 409) return CHANGED
  if (status === 0) return LOST
  return status === 400 || status === 422 ? error.message : failureText(error, vehicles.bulk)
}

type Preview = Reply<typeof vehicles.bulkPreview>

const summary = ({ selected, changing, unchanged }: Preview): string => {
  const same = unchanged ? ` ${vehiclesText(unchanged)} ya ${unchanged === 1 ? 'está' : 'están'} así.` : ''
  if (!changing) return `No cambiaría ninguno de los ${vehiclesText(selected)}.${same}`
  return `${changing === 1 ? 'Cambiará' : 'Cambiarán'} ${vehiclesText(changing)} de ${numberText(selected)}.${same}`
}

/** What a change of a datum that sources are queried by deletes; undo does not bring it back. */
const deletionText = (change: BulkChange, country: Country): string | undefined => {
  const lost = (sources: string): string =>
    `Las respuestas, las capturas y las marcas de pago de ${sources} se borran, y se consulta de nuevo. No regresan ` +
    'al deshacer.'
  if ('stateId' in change) return lost(`las fuentes del ${COUNTRIES[country].state.toLowerCase()} anterior`)
  if ('field' in change && change.field === 'taxIdentifier')
    return lost(`las fuentes que buscan por ${fieldTitle(change.field, country)}`)
  return undefined
}

const COLUMNS: readonly Column<Preview['rows'][number]>[] = [
  { key: 'plate', title: 'Placa', head: true, cell: ({ plate }) => plate || NOTHING },
  { key: 'before', title: 'Antes', cell: ({ before }) => displayText(before ?? '') || NOTHING },
  { key: 'after', title: 'Después', cell: ({ after }) => displayText(after ?? '') || NOTHING },
]

type PreviewProps = { preview: Preview; waiting: boolean; deletion: string | undefined }

/** The preview: how many vehicles would change, which cannot and why, and the first of them before and after. */
const BulkPreview = ({ preview, waiting, deletion }: PreviewProps) => {
  const { refused, rows, changing } = preview
  return (
    <div className="bulk__preview stack gap-8" aria-busy={waiting} data-waiting={waiting}>
      <p className="strong" role="status">
        {summary(preview)}
      </p>
      {deletion && changing > 0 && <p className="warning-text">{deletion}</p>}
      {refused.length > 0 && (
        <ul className="bulk__refused bullets">
          {refused.map(({ reason, count, plates }) => (
            <li key={reason}>
              {vehiclesText(count)} no {count === 1 ? 'cambia' : 'cambian'}: {reason}
              {plates.length > 0 && (
                <small className="muted">
                  {' '}
                  {plates.join(', ')}
                  {plates.length < count && '…'}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <div className="bulk__rows bordered rounded scroll">
          <DataTable
            className="table"
            caption={rows.length < changing ? `Los primeros ${rows.length}` : 'Los que cambian'}
            showCaption
            columns={COLUMNS}
            rows={rows}
            keyOf={({ vehicleAssetId }) => vehicleAssetId}
          />
        </div>
      )}
    </div>
  )
}

type Props = {
  kind: BulkKind
  title: string
  selection: Selection
  /** Number of selected vehicles, as the screen knows it. */
  selected: number
  onDone: (bulkId: string | null, changed: number) => void
  /** Not called if the dialog was closed meanwhile: the user may have selected other vehicles since. */
  onSaved: () => void
  onClose: () => void
}

export const BulkDialog = ({ kind, title, selection, selected, onDone, onSaved, onClose }: Props) => {
  const { country } = useUser()
  const id = useId()
  const form = useForm({
    stored: NO_CHANGE,
    validate: (values) => bulkFaults(values, country),
    call: vehicles.bulk,
    args: (): Args<typeof vehicles.bulk> => ({ body: { ...body, expected: changing } }),
    failure: failedText,
    onFailure: () => {
      setTyped(undefined)
      void counting.refetch()
    },
    notice: ({ bulkId, changed }) => onDone(bulkId, changed),
    onSaved,
  })
  const { values } = form
  const latest = useMemo(() => changeOf(kind, values, country), [kind, values, country])
  /** The typed number of vehicles, which confirms only this change. */
  const [typed, setTyped] = useState<{ change: BulkChange | undefined; count: string }>()
  const count = typed?.change === latest ? (typed?.count ?? '') : ''
  const change = useDebounced(latest, WAIT_MS)
  const body = { selection, change: change ?? { status: 1 } }
  const counting = useQuietCall(vehicles.bulkPreview, { body }, { keep: true, off: !change, fresh: true })
  const Fields = BULK_FIELDS_OF[kind]

  const isCurrent = change !== undefined && change === latest && !counting.isFetching && !counting.isPlaceholderData
  const preview = latest && change ? counting.data : undefined
  const changing = preview?.changing ?? 0
  const mustType = changing > TYPED_FROM
  const isConfirmed = !mustType || count.replace(/[,.\s]/g, '') === `${changing}`
  return (
    <FormDialog
      form={form}
      title={title}
      verb={changing ? `Cambiar ${vehiclesText(changing)}` : 'Cambiar'}
      ready={isCurrent && changing > 0 && isConfirmed}
      asks={false}
      shape="wide"
      className="bulk stack gap-14"
      onClose={onClose}
    >
      <p className="muted">{vehiclesText(selected)} en la selección.</p>
      <Fields />
      {!preview && latest && !counting.isError && (
        <p className="muted" role="status">
          Calculando lo que cambiaría…
        </p>
      )}
      {counting.isError && !counting.isFetching && (
        <p className="debt-text" role="alert">
          {statusOf(counting.error) === 0 ? 'No se pudo calcular lo que cambiaría.' : failedText(counting.error)}{' '}
          <Button label="Reintentar" kind="link" onClick={() => void counting.refetch()} />
        </p>
      )}
      {preview && change && !counting.isError && (
        <BulkPreview preview={preview} waiting={!isCurrent} deletion={deletionText(change, country)} />
      )}
      {mustType && isCurrent && (
        <div className="field bulk__typed">
          <label htmlFor={id}>Son muchos vehículos: escriba {changing} para confirmar</label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={({ target }) => setTyped({ change: latest, count: target.value })}
          />
        </div>
      )}
    </FormDialog>
  )
}
