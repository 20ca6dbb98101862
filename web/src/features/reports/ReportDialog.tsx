// The form of a report, new or edited, without a workbook. The draft stays in this browser until it is saved or
// discarded.
import { NOTICES } from '@padron/contract/common'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { EMPTY_POLICIES } from '@padron/contract/reports/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHECK_FIELDS, formRefusalText } from '../../api/form-refusal.ts'
import { useSeesAll } from '../../session/user-context.ts'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { FormDialog, UNSAVED } from '../../ui/form/FormDialog.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FleetFields } from './FleetFields.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { RecipientFields, ScheduleFields, WhatFields } from './ReportFields.tsx'
import { fleetText, kindName, lowerFirst, scheduleText } from './report-texts.ts'
import {
  fieldAt,
  mailsOf,
  newValues,
  ReportDraft,
  type ReportValues,
  toReportBody,
  toReportValues,
  validateReport,
} from './report-values.ts'
import { leavesTab } from './search.ts'
import { useTrial } from './use-trial.ts'
import './editor.css'
import { Button } from '../../ui/Button.tsx'

const policyName = (wanted: Report['emptyPolicy']): string =>
  EMPTY_POLICIES.find(({ policy }) => policy === wanted)?.name ?? wanted

/**
 * What another user changed, in sentences.
 * @param before as it was when the form opened
 * @param after as it is stored now
 */
const reportChanges = (before: ReportValues, after: Report): readonly string[] => {
  const now = toReportValues(after)
  const differs = (...names: readonly (keyof ReportValues)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  const had = mailsOf(before.mails)
  const added = after.mails.filter((mail) => !had.includes(mail))
  const gone = had.filter((mail) => !after.mails.includes(mail))
  return [
    differs('name') && `Le puso el nombre «${after.name}».`,
    differs('kind') && `Cambió el tipo de reporte a «${kindName(after.kind)}».`,
    added.length > 0 && `Agregó a ${added.join(', ')}.`,
    differs('channels') && `Cambió los canales: ${after.channels.map(({ name }) => name).join(', ') || 'ninguno'}.`,
    gone.length > 0 && `Quitó a ${gone.join(', ')}.`,
    differs('by', 'viewId', 'taxName', 'lessor', 'states', 'tags') &&
      `Cambió de qué vehículos informa: ${fleetText(after)}.`,
    differs('frequency', 'sendDay', 'sendHour') && `Cambió cuándo se envía: ${lowerFirst(scheduleText(after))}.`,
    differs('emptyPolicy') && `Cambió qué se hace cuando no hay nada que informar: «${policyName(after.emptyPolicy)}».`,
    differs('active') && (after.active ? 'Lo activó.' : 'Lo puso en pausa.'),
  ].filter((text) => text !== false)
}

type Props = {
  /** As it is stored now; undefined: a new one. */
  report: Report | undefined
  viewId: number | undefined
  timeZone: string
  onClose: () => void
}

const CONFLICT = {
  outdated:
    'Otra persona cambió este reporte mientras usted lo editaba. Lo que escribió sigue aquí: revíselo y ' +
    'guarde de nuevo.',
  gone: `${NOTICES[404]} Otra persona eliminó este reporte. Lo que escribió sigue aquí: puede copiarlo en uno nuevo.`,
}

/** Buttons that preview or test the report before it is saved. */
const Tries = ({ report }: { report: Report | undefined }) => {
  const form = useFormContext<ReportValues>()
  const trial = useTrial()
  const [open, setOpen] = useState(false)
  return (
    <div className="editor__tries row-wrap gap-8-12 ruled-above">
      <Button label="Vista previa" icon="eye" aria-haspopup="dialog" onClick={() => form.isValid() && setOpen(true)} />
      <Button
        label="Enviar prueba a mi correo"
        icon="mail"
        busy={trial.busy}
        onClick={() => form.isValid() && trial.send(toReportBody(form.values), report?.reportId)}
      />
      <span className="muted">Usan lo escrito en este formulario; no se guarda nada.</span>
      {open && (
        <PreviewDialog
          definition={toReportBody(form.values)}
          reportId={report?.reportId}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

export const ReportDialog = ({ report, viewId, timeZone, onClose }: Props) => {
  const queries = useQueryClient()
  const reload = (): void =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.list.name })
  const seesAll = useSeesAll()
  // Each view has its own draft.
  const of = viewId === undefined ? 'new' : `view-${viewId}`
  const form = useForm({
    stored: report ? toReportValues(report) : newValues(viewId),
    validate: (values) => validateReport(values, !seesAll && report?.mails.length === 0),
    summary: CHECK_FIELDS,
    draft: { name: `report-${report?.reportId ?? of}`, shape: ReportDraft, withBase: true },
    call: report ? calls.edit : calls.create,
    args: (values) => {
      const body = { ...toReportBody(values, seesAll), firstReportSendTime: values.first }
      if (!report) return { body }
      return { params: { reportId: `${report.reportId}` }, body: { ...body, version: report.version } }
    },
    fieldAt,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, calls.create), reload),
    onSaved: onClose,
  })
  const changes = report && form.newer && !form.busy ? reportChanges(form.base, report) : undefined
  return (
    <FormDialog
      form={form}
      title={report ? `Editar «${report.name}»` : 'Agregar reporte'}
      verb={changes ? 'Guardar mi versión' : 'Guardar'}
      question={{ ...UNSAVED, yes: report ? 'Descartar cambios' : 'Descartar reporte' }}
      shape="wide"
      onClose={onClose}
    >
      {form.recovered && <RecoveredNote onDiscard={form.restart}>Se recuperó lo que no había guardado.</RecoveredNote>}
      {changes && <ConflictNote noun="reporte" changes={changes} onNew={form.restart} />}
      <RecipientFields />
      <ScheduleFields report={report} timeZone={timeZone} />
      <WhatFields />
      <FleetFields />
      <Tries report={report} />
      <LeaveGuard when={form.isChanged && !form.busy} leaves={leavesTab} onDiscard={form.discard} />
    </FormDialog>
  )
}
