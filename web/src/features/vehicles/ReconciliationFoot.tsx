// What is said under the reconciliation, and its ways on: from the work list also to the next vehicle.
import type { ReactNode } from 'react'
import type { Reconciliation } from './use-reconciliation.ts'

type Props = {
  work: Reconciliation
  /** It is being saved, and does not close. */
  shut: boolean
  /** Whether the user may save. */
  editable: boolean
  onClose: () => void
  onNext: (() => void) | undefined
}

const Save = ({ work: { busy, save }, onClose, onNext }: Omit<Props, 'editable' | 'shut'>): ReactNode => (
  <>
    <button
      type="button"
      className={onNext ? 'button' : 'button button--primary'}
      aria-disabled={busy}
      onClick={() => void save(onClose)}
    >
      {busy && !onNext && <span className="spinner" aria-hidden="true" />}
      Guardar
    </button>
    {onNext && (
      <button type="button" className="button button--primary" aria-disabled={busy} onClick={() => void save(onNext)}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Guardar y siguiente
      </button>
    )}
  </>
)

export const ReconciliationFoot = ({ work, shut, editable, onClose, onNext }: Props): ReactNode => (
  <>
    <span role="alert" className="dialog__error">
      {work.said?.kind === 'alert' && work.said.text}
    </span>
    <span role="status" className="dialog__said">
      {work.said?.kind === 'status' && work.said.text}
    </span>
    <button type="button" className="button" aria-disabled={shut} onClick={() => shut || onClose()}>
      {editable ? 'Cancelar' : 'Cerrar'}
    </button>
    {onNext && (
      <button type="button" className="button" aria-disabled={shut} onClick={() => shut || onNext()}>
        {editable ? 'Omitir' : 'Siguiente'}
      </button>
    )}
    {editable && <Save work={work} onClose={onClose} onNext={onNext} />}
  </>
)
