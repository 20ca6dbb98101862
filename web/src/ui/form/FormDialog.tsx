// A dialog with a form: in its foot what was refused, the way out and the verb that saves. It stays open while the form is being
// saved, and asks before it leaves behind what was typed.
import { type ReactNode, useId, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Dialog } from '../Dialog.tsx'
import { Form } from './Form.tsx'
import type { FormFrame } from './use-form.ts'

/** The question before leaving; it is answered with "Seguir editando" or with its verb. */
export type Question = { title: string; text: string; yes: string; no?: string }

export const UNSAVED: Question = {
  title: 'Cambios sin guardar',
  text: 'Hay cambios que no ha guardado. Si continúa se perderán.',
  yes: 'Descartar cambios',
}
/** Of a form in which texts are typed. */
export const UNSAVED_TEXT: Question = {
  title: '¿Descartar los cambios?',
  text: 'Lo que escribió no se ha guardado.',
  yes: 'Descartar cambios',
}

type Props = {
  form: FormFrame
  title: string
  /** On the button that saves. */
  verb: string
  question?: Question
  /** Whether there is something to lose; by default, whether something was typed. */
  asks?: boolean
  shape?: 'box' | 'wide'
  className?: string
  /** Makes the form a landmark of its own; not a name that begins as one of its labels does. */
  formLabel?: string
  /** Other buttons of the foot. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const FormDialog = (props: Props): ReactNode => {
  const {
    form,
    title,
    verb,
    question = UNSAVED,
    shape,
    className = 'form',
    tools,
    formLabel,
    onClose,
    children,
  } = props
  const { isChanged, busy, message, discard } = form
  const { asks = isChanged } = props
  const id = useId()
  const [asking, ask] = useState(false)
  const isBlocked = useBlockClose(busy)
  const close = (): void => {
    if (isBlocked) return
    if (asks) ask(true)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {message?.kind === 'alert' && message.text}
      </span>
      <span role="status" className="dialog__said">
        {message?.kind === 'status' && message.text}
      </span>
      <Button label="Cancelar" aria-disabled={isBlocked} onClick={close} />
      {tools}
      <Button label={verb} type="submit" form={id} kind="primary" busy={busy} />
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer} {...(shape && { shape })}>
      <Form form={form} id={id} className={className} aria-label={formLabel}>
        {children}
      </Form>
      {asking && (
        <ConfirmDialog
          title={question.title}
          yes={question.yes}
          no={question.no ?? 'Seguir editando'}
          onYes={() => {
            discard()
            onClose()
          }}
          onNo={() => ask(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
