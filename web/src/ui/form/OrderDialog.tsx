// The frame of a dialog that orders work: a description, its fields, and a button that shows what is missing until the
// fields are valid.
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { wrongFields } from './Form.tsx'
import './order-dialog.css'

type Props = {
  title: string
  yes: string
  ready: boolean
  busy: boolean
  error: string | undefined
  onYes: () => void
  /** Called if the button is pressed too early: the fields then show what is missing. */
  onEarly?: () => void
  onClose: () => void
  children: ReactNode
}

export const OrderDialog = ({ title, yes, ready, busy, error, onYes, onEarly, onClose, children }: Props) => {
  const form = useId()
  const closeBlocked = useBlockClose(busy)
  const close = (): void => {
    if (!closeBlocked) onClose()
  }
  const element = useRef<HTMLFormElement>(null)
  /** Number of presses with invalid fields: each one focuses the first invalid field. */
  const [early, setEarly] = useState(0)
  useEffect(() => {
    if (early && element.current) wrongFields(element.current)[0]?.focus()
  }, [early])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    if (ready) onYes()
    else {
      onEarly?.()
      setEarly(early + 1)
    }
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <Button label="Cancelar" aria-disabled={closeBlocked} onClick={close} />
      <Button label={yes} type="submit" form={form} kind="primary" busy={busy} off={!ready} />
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      <form ref={element} id={form} className="form order" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
