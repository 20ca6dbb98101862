// A change of many vehicles at once: first what would change, exactly; then, of a large one, its number typed; then all of
// it or nothing. If something changed meanwhile nothing is done, and it is shown again.
import { type Selection, vehicles } from '@padron/contract/vehicles'
import { type ReactNode, useId, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { BULK_FORMS } from './BulkFields.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import './bulk.css'
import { BULK_KINDS, type BulkKind, NO_CHANGE, TYPED_FROM, vehiclesText } from './bulk-kinds.ts'

const WAIT_MS = 350
const CHANGED = 'Los vehículos cambiaron mientras tanto y no se hizo nada: revise de nuevo lo que cambiaría.'
const LOST =
  'No se sabe si el cambio se hizo: se perdió la conexión. Revise los cambios recientes antes de intentarlo de nuevo.'

/** What failed, in words for the foot of the dialog. */
const said = (error: unknown): string => {
  const status = statusOf(error)
  if (status === 409) return CHANGED
  if (status === 0) return LOST
  const title = error instanceof Error && (status === 400 || status === 422) ? error.message : undefined
  return title ?? failureText(error, vehicles.bulk)
}

type Props = {
  kind: BulkKind
  selection: Selection
  /** How many are chosen, as far as the screen knows. */
  count: number
  onDone: (bulkId: string | null, changed: number) => void
  /** What was chosen is no longer; not where something else was chosen since. */
  onClear: () => void
  onClose: () => void
}

export const BulkDialog = ({ kind, selection, count, onDone, onClear, onClose }: Props): ReactNode => {
  const { country } = useUser()
  const id = useId()
  const [draft, setDraft] = useState(NO_CHANGE)
  const change = useDebounced(draft.change, WAIT_MS)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const body = { selection, change: change ?? { status: 1 } }
  const asked = useQuietCall(vehicles.bulkPreview, { body }, { keep: true, off: !change, fresh: true })
  const clear = useIfMounted(onClear)
  const end = useIfMounted(onClose)
  const { mutateAsync } = useAction(vehicles.bulk, {
    told: said,
    worked: ({ bulkId, changed }) => {
      clear()
      onDone(bulkId, changed)
    },
  })
  const { busy, run } = useBusy()
  const closeBlocked = useBlockClose(busy)
  const close = (): void => {
    if (!closeBlocked) onClose()
  }
  const Form = BULK_FORMS[kind]
  const title = BULK_KINDS.find((one) => one.kind === kind)?.label(country) ?? ''

  const settled = change !== undefined && change === draft.change && !asked.isFetching && !asked.isPlaceholderData
  const preview = draft.change && change ? asked.data : undefined
  const changing = preview?.changing ?? 0
  const mustType = changing > TYPED_FROM
  const ready = settled && changing > 0 && (!mustType || typed.replace(/[,.\s]/g, '') === `${changing}`)

  const apply = (): void => {
    if (!ready || !change) return
    setError(undefined)
    void run(async () => {
      try {
        await mutateAsync({ body: { selection, change, expected: changing } })
        end()
      } catch (failure) {
        setTyped('')
        setError(said(failure))
        await asked.refetch()
      }
    })
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <button type="button" className="button" aria-disabled={closeBlocked} onClick={close}>
        Cancelar
      </button>
      <button
        type="button"
        className={`button ${ready ? 'button--primary' : 'button--off'}`}
        aria-disabled={!ready || busy}
        onClick={() => busy || apply()}
      >
        {busy && <span className="spinner" aria-hidden="true" />}
        {changing ? `Cambiar ${vehiclesText(changing)}` : 'Cambiar'}
      </button>
    </>
  )
  return (
    <Dialog title={title} shape="wide" onClose={close} footer={footer}>
      <div className="bulk stack gap-14">
        <p className="muted">{vehiclesText(count)} en la selección.</p>
        <Form
          onDraft={(next) => {
            setDraft(next)
            setTyped('')
            setError(undefined)
          }}
        />
        {!preview && draft.change && !asked.isError && (
          <p className="muted" role="status">
            Calculando lo que cambiaría…
          </p>
        )}
        {asked.isError && !asked.isFetching && (
          <p className="debt-text" role="alert">
            {said(asked.error) === LOST ? 'No se pudo calcular lo que cambiaría.' : said(asked.error)}{' '}
            <button type="button" className="link-button" onClick={() => void asked.refetch()}>
              Reintentar
            </button>
          </p>
        )}
        {preview && !asked.isError && <BulkPreview preview={preview} waiting={!settled} />}
        {mustType && settled && (
          <div className="field bulk__typed">
            <label htmlFor={id}>Son muchos vehículos: escriba {changing} para confirmar</label>
            <input
              id={id}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
