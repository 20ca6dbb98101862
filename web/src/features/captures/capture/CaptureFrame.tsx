// The frame of the forms of captures: what to do at the source on one side, the form on the other, its buttons in the
// dialog's foot. It is saved once its files are there.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Form } from '../../../ui/form/Form.tsx'
import type { FormApi } from '../../../ui/form/use-form.ts'
import type { CaptureFiles } from '../use-capture-files.ts'
import { CaptureFoot, FORM } from './CaptureFoot.tsx'

/** Props of a form of captures beside what it captures. */
export type FrameProps = {
  /** Where its buttons stand. */
  foot: HTMLElement | null
  /** Where a list is being worked through. */
  onNext: (() => Promise<void>) | undefined
  onClose: () => void
}

/** What follows a save: the next one, where that was asked for, or the end. */
export const useAfterSave = ({ onNext, onClose }: Pick<FrameProps, 'onNext' | 'onClose'>) => {
  const goesOn = useRef(false)
  return { goesOn, onSaved: () => (goesOn.current && onNext ? void onNext() : onClose()) }
}

type Props<V extends object> = FrameProps & {
  form: FormApi<V>
  files: CaptureFiles
  /** Whether the next one is wanted after the save. */
  goesOn: RefObject<boolean>
  label: string
  className?: string
  steps: ReactNode
  /** The values of a form in which nothing is typed. */
  empty: V
  /** What was captured last time. */
  before?: V | undefined
  children: ReactNode
}

export const CaptureFrame = <V extends object>(props: Props<V>) => {
  const { form, files, goesOn, label, className, steps, empty, before, foot, onNext, onClose, children } = props
  const { element } = form
  const [pressed, setPressed] = useState(false)
  // The work begins at the source: after the dialog took the focus to the first field.
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
