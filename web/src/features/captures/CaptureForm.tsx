// The form of a capture: what the source said, its proof, and when it was looked at.
import type { CaptureTask } from '@padron/contract/captures'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFocusOnWrong } from '../../ui/form/Form.tsx'
import { Message } from '../../ui/Message.tsx'
import { CaptureSteps } from './CaptureSteps.tsx'
import { type CaptureValues, listsDebts } from './capture-values.ts'
import { DebtsGrid } from './DebtsGrid.tsx'
import { FactsFields } from './FactsFields.tsx'
import { FilesField } from './FilesField.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { SeenFields } from './SeenFields.tsx'
import { StatusField } from './StatusField.tsx'
import { type Capture, useCaptureForm } from './use-capture-form.ts'

const FORM = 'capture-form'

type FootProps = { capture: Capture; onNext: (() => Promise<void>) | undefined; onClose: () => void }

const Foot = ({ capture: { said, busy, emptying, save, discard }, onNext, onClose }: FootProps): ReactNode => {
  const [skipping, setSkipping] = useState(false)
  const skip = async (): Promise<void> => {
    setSkipping(true)
    await onNext?.()
    setSkipping(false)
  }
  return (
    <>
      <span role="alert" className="dialog__error">
        {said?.kind === 'alert' && said.text}
      </span>
      <span role="status" className="dialog__said">
        {said?.kind === 'status' && said.text}
      </span>
      {emptying && said?.kind === 'status' && (
        <button type="button" className="link-button" onClick={discard}>
          {emptying}
        </button>
      )}
      <button type="button" className="button capture-foot__close" onClick={onClose}>
        Cerrar
      </button>
      {onNext && (
        <button
          type="button"
          className="button"
          aria-disabled={busy || skipping}
          onClick={() => busy || skipping || void skip()}
        >
          Omitir
        </button>
      )}
      <button
        type={onNext ? 'button' : 'submit'}
        form={FORM}
        className={onNext ? 'button' : 'button button--primary'}
        aria-disabled={busy}
        {...(onNext && { onClick: () => void save(false) })}
      >
        {busy && !onNext && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
      {onNext && (
        <button type="submit" form={FORM} className="button button--primary" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          <span>
            Guardar y seguir<span className="capture-foot__long"> con el siguiente</span>
          </span>
        </button>
      )}
    </>
  )
}

type Props = {
  task: CaptureTask
  /** What was captured last time. */
  before: CaptureValues | undefined
  /** Where its buttons stand. */
  foot: HTMLElement | null
  /** Where a list is being worked through. */
  onNext: (() => Promise<void>) | undefined
  onClose: () => void
}

export const CaptureForm = ({ task, before, foot, onNext, onClose }: Props): ReactNode => {
  const capture = useCaptureForm(task, before, (next) => (next && onNext ? void onNext() : onClose()))
  const { form, values, refused, busy } = capture
  const element = useRef<HTMLFormElement>(null)
  // The work begins at the source: after the dialog took the focus to the first field.
  useEffect(() => {
    const steps = element.current?.parentElement?.querySelector<HTMLElement>('.steps a, .steps button')
    steps?.focus({ preventScroll: true })
  }, [])
  useFocusOnWrong({ element, refusals: refused, busy })
  if (!form)
    return <Message title="Sin datos" detail="Este tipo de recurso no se captura: esta versión no lo conoce." />
  const owes = listsDebts(form, values.statusId)
  return (
    <div className="capture stack align-start relative">
      <CaptureSteps task={task} />
      <form
        ref={element}
        id={FORM}
        className="form"
        noValidate
        aria-label="Respuesta de la fuente"
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          void capture.save(onNext !== undefined)
        }}
      >
        <StatusField capture={capture} form={form} />
        {owes && <DebtsGrid capture={capture} />}
        {owes && <PaymentFields capture={capture} />}
        <FactsFields capture={capture} form={form} />
        <FilesField capture={capture} />
        <SeenFields capture={capture} />
      </form>
      {foot && createPortal(<Foot capture={capture} onNext={onNext} onClose={onClose} />, foot)}
    </div>
  )
}
