// The frame of a dialog that orders work: what it does, its fields, and a button that waits until they are right.
import { type FormEvent, type ReactNode, useId } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = {
  title: string
  yes: string
  ready: boolean
  busy: boolean
  error: string | undefined
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

export const OrderDialog = ({ title, yes, ready, busy, error, onYes, onClose, children }: Props): ReactNode => {
  const form = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready && !busy) onYes()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <button type="button" className="button" onClick={onClose}>
        Cancelar
      </button>
      <button type="submit" form={form} className="button button--primary" disabled={!ready} aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {yes}
      </button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <form id={form} className="form order" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
