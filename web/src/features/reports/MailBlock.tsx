// 'Correo' (spec bulk §2, block 2): whether reports go at all, to whom the tracking report goes, and how the emails look. While
// nothing goes, the rest is covered.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MailboxLink } from '../../ui/MailboxLink.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { EmailForm } from './EmailForm.tsx'
import './email.css'
import { emailBody, emailValues } from './email-values.ts'
import { TrackingSwitch } from './TrackingSwitch.tsx'
import { useKeepSettings } from './use-keep-settings.ts'

const BONES = 6

/** Saved at once (spec bulk §4). What is being typed below is not saved with it. */
const MasterSwitch = ({ settings }: { settings: EmailSettings }): ReactNode => {
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
      <small className="muted">
        {on
          ? `Los reportes activos se ${mail === false ? 'preparan' : 'envían'} en sus fechas.`
          : 'Ningún reporte programado ni alerta se envía. Lo que configure se conserva.'}
      </small>
    </div>
  )
}

export const MailBlock = (): ReactNode => {
  const { data, isError, error, refetch } = useQuietCall(calls.read, {})
  const content = (): ReactNode => {
    if (isError && !data) return <LoadFailure title={calls.read.fails} error={error} onRetry={() => void refetch()} />
    if (!data) return <TableSkeleton label="Cargando los ajustes del correo" rows={BONES} columns={1} />
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
