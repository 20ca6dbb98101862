// The form of a capture: the source's answer, its proof, and when it was consulted. It starts with the values of the
// last capture; the draft is stored.
import type { Call } from '@padron/contract/call'
import { type CaptureTask, captures } from '@padron/contract/captures'
import type { CaptureForm as CaptureRules } from '@padron/contract/captures/forms'
import { ApiError } from '../../../api/api-error.ts'
import { serverNow } from '../../../api/clock.ts'
import { CHECK_FIELDS } from '../../../api/form-refusal.ts'
import { failureText, notify } from '../../../api/notify.ts'
import { captureKey } from '../../../lib/drawer-search.ts'
import { useUser } from '../../../session/user-context.ts'
import { differingFields, type FormApi, useForm } from '../../../ui/form/use-form.ts'
import { FilesField } from '../FilesField.tsx'
import { useCaptureFiles } from '../use-capture-files.ts'
import { FactsFields, PaymentFields, SeenFields, StatusField } from './CaptureFields.tsx'
import { CaptureFrame, type FrameProps, useAfterSave } from './CaptureFrame.tsx'
import { CaptureSteps } from './CaptureSteps.tsx'
import { captureFieldOf, validateCapture } from './capture-faults.ts'
import { CaptureValues, EMPTY, listsDebts, toCaptureBody } from './capture-values.ts'
import { DebtsGrid } from './DebtsGrid.tsx'

/** The server's own message, if the refusal belongs to no field. */
export const captureFailure = (error: unknown, call: Call): string =>
  (error instanceof ApiError && [409, 422].includes(error.status) && error.problem?.title) || failureText(error, call)

type Props = FrameProps & {
  task: CaptureTask
  rules: CaptureRules
  /** The last capture's values. */
  before: CaptureValues | undefined
}

export const CaptureForm = ({ task, rules, before, foot, onNext, onClose }: Props) => {
  const { zone } = useUser()
  const { goesOn, onSaved } = useAfterSave({ onNext, onClose })
  const about = task.plate || task.vin
  const context = () => ({ rules, now: serverNow(), zone })
  const form: FormApi<CaptureValues> = useForm<CaptureValues, typeof captures.create>({
    stored: before ?? EMPTY,
    validate: (values) => validateCapture(values, context()),
    draft: {
      name: `capture-${captureKey(task.vehicleAssetId, task.resourceId)}`,
      shape: CaptureValues,
      announces: true,
      isNone: (values) => differingFields(EMPTY, values).length === 0,
    },
    call: captures.create,
    args: (values) => ({ body: toCaptureBody(values, task, context()) }),
    fieldAt: (path) => captureFieldOf(path, form.values),
    summary: CHECK_FIELDS,
    failure: (error, marked) => (marked ? CHECK_FIELDS : captureFailure(error, captures.create)),
    about: () => about,
    notice: () => notify('done', captures.create.done, { about }),
    onSaved,
  })
  const { values } = form
  const files = useCaptureFiles({
    task,
    sent: values.files,
    onSent: (file) => form.put((now) => ({ files: [...now.files, file] }), ['fileIds']),
  })
  const owes = listsDebts(rules, values.statusId)
  return (
    <CaptureFrame
      form={form}
      files={files}
      goesOn={goesOn}
      label="Respuesta de la fuente"
      steps={<CaptureSteps task={task} />}
      empty={EMPTY}
      before={before}
      foot={foot}
      onNext={onNext}
      onClose={onClose}
    >
      <StatusField rules={rules} />
      {owes && <DebtsGrid />}
      {owes && <PaymentFields />}
      <FactsFields rules={rules} />
      <FilesField files={files} />
      <SeenFields />
    </CaptureFrame>
  )
}
