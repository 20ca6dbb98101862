// 'Envío programado de correos': saved at once (spec bulk §4). What is being typed below is not saved with it.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useCan } from '../../session/user-context.ts'
import { Switch } from '../../ui/Switch.tsx'
import { letterBody, letterValues } from './letter-values.ts'
import { useKeepSettings } from './use-keep-settings.ts'
import { useTold } from './use-told.ts'

const LABEL = 'Envío programado de correos'

export const MasterSwitch = ({ settings }: { settings: EmailSettings }): ReactNode => {
  const mayChange = useCan('programReports_admin')
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useTold(
    calls.save,
    useKeepSettings(),
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.read.name }),
  )
  const set = (active: boolean): void =>
    mutate({ body: letterBody(letterValues(settings), { active, version: settings.version }) })
  const { mail } = useConfig() ?? {}
  const on = isPending ? variables.body.active : settings.active
  return (
    <div className="mail-switch stack gap-2 justify-start">
      <Switch label={LABEL} on={on} may={mayChange} busy={isPending} onSwitch={set} />
      <small className="muted">
        {on
          ? `Los reportes activos se ${mail === false ? 'preparan' : 'envían'} en sus fechas.`
          : 'Ningún reporte programado ni alerta se envía. Lo que configure se conserva.'}
      </small>
    </div>
  )
}
