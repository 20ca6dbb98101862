// The data read from a PDF in the form of a statement: the user corrects them beside the page and accepts them.
import type { Reply } from '@padron/contract/call'
import type { CaptureTask } from '@padron/contract/captures'
import type { PdfFields } from '@padron/contract/captures/readings'
import { captureReadings } from '@padron/contract/captures/readings'
import { useEffect } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { CHECK_FIELDS } from '../../../api/form-refusal.ts'
import { notify } from '../../../api/notify.ts'
import { useUser } from '../../../session/user-context.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { differingFields, type FormApi, useForm } from '../../../ui/form/use-form.ts'
import { captureFailure } from '../capture/CaptureForm.tsx'
import { StatementContent } from '../statement/StatementContent.tsx'
import { statementFaults, statementPlace, totalRemark } from '../statement/statement-faults.ts'
import { StatementValues, statementBody } from '../statement/statement-values.ts'
import { toReadingValues } from './reading-values.ts'

export const READING_FORM = 'reading-form'
const HINT = 'Compare cada importe con la página y corrija lo que difiera. Un importe vacío queda sin dato.'

/** The fields that were not found, that are inconsistent, or that were read by an unconfirmed label. */
const Remarks = ({ fields }: { fields: PdfFields | null }) => {
  if (!fields) return null
  const { missing, remarks, unconfirmed } = fields
  if (missing.length + remarks.length + unconfirmed.length === 0) return null
  return (
    <ul className="reading-remarks tinted small rounded" aria-label="Lo que se leyó">
      {missing.length > 0 && <li>No se encontró: {missing.join(', ')}.</li>}
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
      {unconfirmed.length > 0 && <li>Sin confirmar: {unconfirmed.join(', ')}. Compárelo con la página.</li>}
    </ul>
  )
}

type Props = {
  reading: Reply<typeof captureReadings.one>
  tasks: readonly [CaptureTask, ...CaptureTask[]]
  /** Called when the form can be accepted, and when it no longer can. */
  onReady: (ready: boolean) => void
  onSaved: () => void
}

export const ReadingForm = ({ reading, tasks, onReady, onSaved }: Props) => {
  const { zone, country } = useUser()
  const { readingId, plate, fields } = reading
  const context = () => ({ tasks, now: serverNow(), zone, country })
  const stored = toReadingValues(reading, fields, zone)
  const form: FormApi<StatementValues> = useForm<StatementValues, typeof captureReadings.accept>({
    stored,
    validate: (values) => statementFaults(values, context()),
    draft: {
      name: `reading-${readingId}`,
      shape: StatementValues,
      announces: true,
      isNone: (values) => differingFields(stored, values).length === 0,
    },
    call: captureReadings.accept,
    args: (values) => {
      const { vehicleAssetId: _vehicle, fileIds: _files, ...body } = statementBody(values, context())
      return { params: { readingId }, body }
    },
    fieldAt: (path) => statementPlace(path, form.values, { tasks }),
    summary: CHECK_FIELDS,
    failure: (error, marked) => (marked ? CHECK_FIELDS : captureFailure(error, captureReadings.accept)),
    about: () => plate ?? undefined,
    notice: () => notify('done', captureReadings.accept.done, { about: plate ?? undefined }),
    onSaved,
  })
  const { values, message } = form
  useEffect(() => {
    onReady(true)
    return () => onReady(false)
  }, [onReady])
  return (
    <Form
      form={form}
      id={READING_FORM}
      aria-label="Lo que dice el PDF"
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <Remarks fields={fields} />
      <StatementContent tasks={tasks} hint={HINT} remark={totalRemark(values, context())} />
      <span role="alert" className="dialog__error">
        {message?.kind === 'alert' && message.text}
      </span>
      <span role="status" className="dialog__message">
        {message?.kind === 'status' && message.text}
      </span>
    </Form>
  )
}
