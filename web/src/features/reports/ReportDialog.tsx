// A report is made or changed on the screen, without a workbook. What was typed stays in this browser until it is saved or given up.
import type { Report } from '@padron/contract/report-definition'
import { type ReactNode, useState } from 'react'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import './editor.css'
import { FleetFields } from './FleetFields.tsx'
import { leavesTab } from './leaves-tab.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { bodyOf } from './report-values.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { type ReportForm, useReportForm } from './use-report-form.ts'
import { useTrial } from './use-trial.ts'
import { WhatFields } from './WhatFields.tsx'

type Props = {
  /** As it is stored now; undefined: a new one. */
  report: Report | undefined
  viewId: number | undefined
  timeZone: string
  onClose: () => void
}

/** Looking at it before it is saved. */
const Tries = ({ form, report }: { form: ReportForm; report: Report | undefined }): ReactNode => {
  const trial = useTrial()
  const [open, setOpen] = useState(false)
  return (
    <div className="editor__tries">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => form.isRight() && setOpen(true)}>
        <Icon name="eye" size={16} />
        Vista previa
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={trial.busy}
        onClick={() => trial.busy || (form.isRight() && trial.sendDefinition(bodyOf(form.values)))}
      >
        {trial.busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="mail" size={16} />}
        Enviar prueba a mi correo
      </button>
      <span className="muted">Se hacen con lo que está escrito aquí; no se guarda nada.</span>
      {open && (
        <PreviewDialog definition={bodyOf(form.values)} reportId={report?.reportId} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

export const ReportDialog = ({ report, viewId, timeZone, onClose }: Props): ReactNode => {
  const form = useReportForm(report, viewId, onClose)
  return (
    <FormFrame
      title={report ? `Editar «${report.name}»` : 'Agregar reporte'}
      verb={form.changes ? 'Guardar lo mío' : 'Guardar'}
      discard={report ? 'Descartar cambios' : 'Descartar reporte'}
      busy={form.busy}
      touched={form.touched}
      said={form.said}
      refused={form.refused}
      onSave={() => void form.save()}
      onClose={() => {
        form.forget()
        onClose()
      }}
    >
      {form.recovered && <RecoveredNote onDiscard={form.restart}>Se recuperó lo que no había guardado.</RecoveredNote>}
      {form.changes && <ConflictNote thing="reporte" changes={form.changes} onNew={form.restart} />}
      <WhatFields form={form} />
      <FleetFields form={form} />
      <ScheduleFields form={form} report={report} timeZone={timeZone} />
      <Tries form={form} report={report} />
      <LeaveGuard when={form.touched && !form.busy} leaves={leavesTab} onDiscard={form.forget} />
    </FormFrame>
  )
}
