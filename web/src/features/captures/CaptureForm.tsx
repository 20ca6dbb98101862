// The form of a capture: what the source said, its proof, and when it was looked at. It begins with what was captured
// last time; what is typed is stored as a draft.
import type { Call } from '@padron/contract/call'
import type { CaptureForm as CaptureRules } from '@padron/contract/capture-forms'
import { type CaptureTask, captures } from '@padron/contract/captures'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '../../api/api-error.ts'
import { serverNow } from '../../api/clock.ts'
import { CHECK_FIELDS } from '../../api/form-refusal.ts'
import { failureText, notify } from '../../api/notify.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { useUser } from '../../session/user-context.ts'
import { Form } from '../../ui/form/Form.tsx'
import { differingFields, type FormApi, useForm } from '../../ui/form/use-form.ts'
import { FactsFields, PaymentFields, SeenFields, StatusField } from './CaptureFields.tsx'
import { CaptureFoot, FORM } from './CaptureFoot.tsx'
import { CaptureSteps } from './CaptureSteps.tsx'
import { faultsOf, placeOf } from './capture-faults.ts'
import { bodyOf, CaptureValues, EMPTY, listsDebts } from './capture-values.ts'
import { DebtsGrid } from './DebtsGrid.tsx'
import { FilesField } from './FilesField.tsx'
import { useCaptureFiles } from './use-capture-files.ts'

/** What the server says, in its words where it names no field. */
export const captureFailure = (error: unknown, call: Call): string =>
  (error instanceof ApiError && [409, 422].includes(error.status) && error.problem?.title) || failureText(error, call)

type Props = {
  task: CaptureTask
  rules: CaptureRules
  /** What was captured last time. */
  before: CaptureValues | undefined
  /** Where its buttons stand. */
  foot: HTMLElement | null
  /** Where a list is being worked through. */
  onNext: (() => Promise<void>) | undefined
  onClose: () => void
}

export const CaptureForm = ({ task, rules, before, foot, onNext, onClose }: Props) => {
  const { zone } = useUser()
  const goesOn = useRef(false)
  const about = task.plate || task.vin
  const context = () => ({ rules, now: serverNow(), zone })
  const form: FormApi<CaptureValues> = useForm<CaptureValues, typeof captures.create>({
    stored: before ?? EMPTY,
    validate: (values) => faultsOf(values, context()),
    draft: {
      name: `capture-${captureKey(task.vehicleAssetId, task.resourceId)}`,
      shape: CaptureValues,
      announces: true,
      isNone: (values) => differingFields(EMPTY, values).length === 0,
    },
    call: captures.create,
    args: (values) => ({ body: bodyOf(values, task, context()) }),
    fieldAt: (path) => placeOf(path, form.values),
    summary: CHECK_FIELDS,
    failure: (error, marked) => (marked ? CHECK_FIELDS : captureFailure(error, captures.create)),
    about: () => about,
    notice: () => notify('done', captures.create.done, { about }),
    onSaved: () => (goesOn.current && onNext ? void onNext() : onClose()),
  })
  const { element, values } = form
  const files = useCaptureFiles({
    task,
    sent: values.files,
    onSent: (file) => form.put((now) => ({ files: [...now.files, file] }), ['fileIds']),
  })
  const [pressed, setPressed] = useState(false)
  const isWaiting = pressed && files.uploading
  // The work begins at the source: after the dialog took the focus to the first field.
  useEffect(() => {
    const steps = element.current?.parentElement?.querySelector<HTMLElement>('.steps a, .steps button')
    steps?.focus({ preventScroll: true })
  }, [element])
  /** @param next the following task is wanted after it */
  const save = (next: boolean): void => {
    setPressed(files.uploading)
    if (files.uploading) return
    goesOn.current = next
    form.save()
  }
  const owes = listsDebts(rules, values.statusId)
  return (
    <div className="capture stack align-start relative">
      <CaptureSteps task={task} />
      <Form
        form={form}
        id={FORM}
        aria-label="Respuesta de la fuente"
        onSubmit={(event) => {
          event.preventDefault()
          save(onNext !== undefined)
        }}
      >
        <StatusField rules={rules} />
        {owes && <DebtsGrid />}
        {owes && <PaymentFields />}
        <FactsFields rules={rules} />
        <FilesField files={files} />
        <SeenFields />
      </Form>
      {foot &&
        createPortal(
          <CaptureFoot
            form={form}
            empty={EMPTY}
            before={before}
            isWaiting={isWaiting}
            onSave={() => save(false)}
            onNext={onNext}
            onClose={onClose}
          />,
          foot,
        )}
    </div>
  )
}
