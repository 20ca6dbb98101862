// 'Correo' (spec bulk §2, block 2): the master switch of reports, the tracking report's recipients, and the appearance
// of the emails. While the switch is off, the rest is disabled.
import {
  emailSettings as calls,
  type EmailSettings,
  readTrackingMails,
  TRACKING_HELP,
} from '@padron/contract/email-settings'
import { useState } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { useCan } from '../../session/user-context.ts'
import { MailboxLink } from '../../ui/domain/MailboxLink.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { EmailForm } from './EmailForm.tsx'
import { emailBody, emailValues } from './email-values.ts'
import { mailsText } from './report-texts.ts'
import { mailsFault } from './report-values.ts'
import { useKeepSettings } from './use-keep-settings.ts'
import './email.css'
import { Button } from '../../ui/Button.tsx'

const { LongTextField } = formFields<{ mails: string }>()
const HELP = TRACKING_HELP.replace('{email}', 'ana@empresa.mx')

/** 'Destinatarios del Reporte de Seguimiento' (spec bulk §2, §5). */
const TrackingDialog = ({ emails, onClose }: { emails: readonly string[]; onClose: () => void }) => {
  const form = useForm({
    stored: { mails: emails.join(', ') },
    validate: ({ mails }) => onlyFaults({ mails: !readTrackingMails(mails) && mailsFault(mails) }),
    call: calls.tracking,
    args: ({ mails }) => ({ body: { active: true, emails: readTrackingMails(mails) ?? [] } }),
    failure: (error) => formRefusalText(error, calls.tracking),
    notice: useKeepSettings(),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title="Destinatarios del Reporte de Seguimiento"
      verb="Guardar"
      ready={readTrackingMails(form.values.mails) !== undefined}
      onClose={onClose}
    >
      <LongTextField name="mails" label="Correos" required hint={HELP} rows={3} autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}

/**
 * 'Envío de reporte de seguimiento de correos programados' (spec bulk §4): turning it on asks for the recipients, and
 * it is on once they are saved; turning it off saves at once.
 */
const TrackingSwitch = ({ settings }: { settings: EmailSettings }) => {
  const mayChange = useCan('programReports_admin')
  const [open, setOpen] = useState(false)
  const { mail } = useConfig() ?? {}
  const off = useNoticeAction(calls.tracking, useKeepSettings())
  const { activeTrackingReports: active, emails } = settings
  // Displayed as on while the recipients are edited: closing the dialog without saving turns it off again.
  const on = off.isPending ? false : active || open
  return (
    <div className="mail-switch stack gap-2 justify-start">
      <span className="row-inline gap-4">
        <Switch
          label="Envío de reporte de seguimiento de correos programados"
          on={on}
          may={mayChange}
          busy={off.isPending}
          onSwitch={(next) => (next ? setOpen(true) : off.mutate({ body: { active: false } }))}
        />
        {mayChange && active && (
          <Button
            kind="icon"
            icon="edit"
            aria-haspopup="dialog"
            aria-label="Editar los destinatarios del reporte de seguimiento"
            title="Editar los destinatarios"
            onClick={() => setOpen(true)}
          />
        )}
      </span>
      <small className="small muted break">
        Después de cada envío: qué salió, a quién y qué falló.
        {active &&
          emails.length > 0 &&
          ` ${mail === false ? 'Se guarda sin enviar; sería para' : 'Va a'} ${mailsText(emails)}.`}
      </small>
      {open && <TrackingDialog emails={emails} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Saved at once (spec bulk §4), without the texts below. */
const MasterSwitch = ({ settings }: { settings: EmailSettings }) => {
  const mayChange = useCan('programReports_admin')
  const { mail } = useConfig() ?? {}
  const { mutate, isPending, variables } = useNoticeAction(calls.save, useKeepSettings(), calls.read)
  const on = isPending ? variables.body.active : settings.active
  return (
    <div className="mail-switch stack gap-2 justify-start">
      <Switch
        label="Envío programado de correos"
        on={on}
        may={mayChange}
        busy={isPending}
        onSwitch={(active) => mutate({ body: emailBody(emailValues(settings), { ...settings, active }) })}
      />
      <small className="small muted break">
        {on
          ? `Los reportes activos se ${mail === false ? 'preparan' : 'envían'} en sus fechas.`
          : 'Ningún reporte programado se envía, tampoco a canales; las alertas llegan solo a sus canales. Lo que ' +
            'configure se conserva.'}
      </small>
    </div>
  )
}

export const MailBlock = () => {
  const { data, isError, error, refetch } = useQuietCall(calls.read, {})
  const content = () => {
    if (isError && !data) return <LoadFailure title={calls.read.fails} query={{ error, refetch }} />
    if (!data) return <TableSkeleton label="Cargando los ajustes del correo" rows={6} columns={1} />
    const { emailSettings: settings } = data
    return (
      <>
        <MasterSwitch settings={settings} />
        <div className="relative">
          <div inert={!settings.active}>
            <TrackingSwitch settings={settings} />
            <EmailForm settings={settings} />
          </div>
          {!settings.active && <div className="covered__over rounded absolute" aria-hidden="true" />}
        </div>
      </>
    )
  }
  return (
    <section className="reports__block" aria-labelledby="letters">
      <header className="reports__head">
        <h2 id="letters">Correo</h2>
        <MailboxLink />
      </header>
      {content()}
    </section>
  )
}
