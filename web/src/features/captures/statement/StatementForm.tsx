// The form of a statement: a portal's table pasted or typed, each debt assigned to its type, one proof for all of them.
// The draft is stored.
import { CAPTURE_DEBTS_AT_MOST, type CaptureTask, captures } from '@padron/contract/captures'
import { typeName } from '@padron/contract/resources'
import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { CHECK_FIELDS } from '../../../api/form-refusal.ts'
import { notify } from '../../../api/notify.ts'
import { useUser } from '../../../session/user-context.ts'
import { differingFields, type FormApi, useForm } from '../../../ui/form/use-form.ts'
import { captureFailure } from '../capture/CaptureForm.tsx'
import { CaptureFrame, type FrameProps, useAfterSave } from '../capture/CaptureFrame.tsx'
import { isBlank } from '../capture/debt-rows.ts'
import { readPortalTable } from '../capture/portal-table.ts'
import { FilesField } from '../FilesField.tsx'
import { useCaptureFiles } from '../use-capture-files.ts'
import { StatementContent } from './StatementContent.tsx'
import { StatementSteps } from './StatementSteps.tsx'
import { statementFaults, statementPlace, totalRemark } from './statement-faults.ts'
import { EMPTY_STATEMENT, StatementValues, statementBody } from './statement-values.ts'

const HINT =
  'Copie la tabla del portal y péguela con Ctrl+V: cada fila va a su tipo por el concepto. Un importe vacío queda ' +
  'sin dato.'

type Props = FrameProps & {
  /** The tasks of one vehicle and one portal, in the order of the types. */
  tasks: readonly [CaptureTask, ...CaptureTask[]]
}

/** A table pasted while no text field has the focus goes to the grid. */
const usePastedTable = (take: (text: string) => boolean): void => {
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (isField || event.defaultPrevented) return
    if (take(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}

export const StatementForm = ({ tasks, foot, onNext, onClose }: Props) => {
  const { zone, country } = useUser()
  const [task] = tasks
  const { goesOn, onSaved } = useAfterSave({ onNext, onClose })
  const about = task.plate || task.vin
  const context = () => ({ tasks, now: serverNow(), zone, country })
  const form: FormApi<StatementValues> = useForm<StatementValues, typeof captures.statement>({
    stored: EMPTY_STATEMENT,
    validate: (values) => statementFaults(values, context()),
    draft: {
      name: `statement-${task.vehicleAssetId}-${task.resourceId}`,
      shape: StatementValues,
      announces: true,
      isNone: (values) => differingFields(EMPTY_STATEMENT, values).length === 0,
    },
    call: captures.statement,
    args: (values) => ({ body: statementBody(values, context()) }),
    fieldAt: (path) => statementPlace(path, form.values, { tasks }),
    summary: CHECK_FIELDS,
    failure: (error, marked) => (marked ? CHECK_FIELDS : captureFailure(error, captures.statement)),
    about: () => about,
    notice: () => notify('done', captures.statement.done, { about }),
    onSaved,
  })
  const { values } = form
  const files = useCaptureFiles({
    task: { vehicleAssetId: task.vehicleAssetId },
    sent: values.files,
    onSent: (file) => form.put((now) => ({ files: [...now.files, file] }), ['fileIds']),
  })
  const takeTable = (text: string): boolean => {
    const table = readPortalTable(text, country)
    if (!table) return false
    form.put((now) => {
      const typed = now.debts.filter((debt) => !isBlank(debt))
      const pasted = table.debts.map((debt) => ({ ...debt, resource: '' }))
      return {
        debts: [...typed, ...pasted].slice(0, CAPTURE_DEBTS_AT_MOST),
        ...(table.total && { portalTotal: table.total }),
      }
    })
    return true
  }
  usePastedTable(takeTable)
  return (
    <CaptureFrame
      form={form}
      files={files}
      goesOn={goesOn}
      label="Estado de cuenta del portal"
      className="capture--statement"
      steps={
        <StatementSteps task={task} names={tasks.map(({ resourceTypeId }) => typeName(resourceTypeId, country))} />
      }
      empty={EMPTY_STATEMENT}
      foot={foot}
      onNext={onNext}
      onClose={onClose}
    >
      <StatementContent tasks={tasks} hint={HINT} remark={totalRemark(values, context())} onTable={takeTable}>
        <FilesField files={files} />
      </StatementContent>
    </CaptureFrame>
  )
}
