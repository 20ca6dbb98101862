// The frame of the capture forms: the steps at the source on one side, the form on the other, the buttons in the
// dialog's footer. It saves once the files are uploaded.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Form } from '../../../ui/form/Form.tsx'
import type { FormApi } from '../../../ui/form/use-form.ts'
import type { CaptureFiles } from '../use-capture-files.ts'
import { CaptureFoot, FORM } from './CaptureFoot.tsx'

/** Props of a capture form besides what it captures. */
export type FrameProps = {
  /** The element that contains the buttons. */
  foot: HTMLElement | null
  /** Opens the next task; undefined outside of the work list. */
  onNext: (() => Promise<void>) | undefined
  onClose: () => void
}

/** What follows a save: the next task, if the user asked for it; otherwise the dialog closes. */
export const useAfterSave = ({ onNext, onClose }: Pick<FrameProps, 'onNext' | 'onClose'>) => {
  const goesOn = useRef(false)
  return { goesOn, onSaved: () => (goesOn.current && onNext ? void onNext() : onClose()) }
}

type Props<V extends object> = FrameProps & {
  form: FormApi<V>
  files: CaptureFiles
  /** Whether to open the next task after the save. */
  goesOn: RefObject<boolean>
  label: string
  className?: string
  steps: ReactNode
  /** The values of an empty form. */
  empty: V
  /** The last capture's values. */
  before?: V | undefined
  children: ReactNode
}

export const CaptureFrame = <V extends object>(props: Props<V>) => {
  const { form, files, goesOn, label, className, steps, empty, before, foot, onNext, onClose, children } = props
  const { element } = form
  const [pressed, setPressed] = useState(false)
  // The work begins at the source: focuses its first link, after the dialog focused its first field.
  useEffect(() => {
    const first = element.current?.parentElement?.querySelector<HTMLElement>('.steps a, .steps button')
    first?.focus({ preventScroll: true })
  }, [element])
  const save = (next: boolean): void => {
    setPressed(files.uploading)
    if (files.uploading) return
    goesOn.current = next
    form.save()
  }
  return (
    <div className={`capture ${className ?? ''} stack align-start relative`}>
      {steps}
      <Form
        form={form}
        id={FORM}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          save(onNext !== undefined)
        }}
      >
        {children}
      </Form>
      {foot &&
        createPortal(
          <CaptureFoot
            form={form}
            empty={empty}
            before={before}
            isWaiting={pressed && files.uploading}
            onSave={() => save(false)}
            onNext={onNext}
            onClose={onClose}
          />,
          foot,
        )}
    </div>
  )
}
