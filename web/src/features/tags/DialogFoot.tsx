// The foot of a dialog with a form: what was refused, the way out, and saving.
import type { ReactNode } from 'react'

type Props = { form: string; busy: boolean; error: string | undefined; onClose: () => void }

export const DialogFoot = ({ form, busy, error, onClose }: Props): ReactNode => (
  <>
    <span role="alert" className="dialog__error">
      {error}
    </span>
    <button type="button" className="button" onClick={onClose}>
      Cancelar
    </button>
    <button type="submit" form={form} className="button button--primary" aria-disabled={busy}>
      {busy && <span className="spinner" aria-hidden="true" />}
      Guardar cambios
    </button>
  </>
)
