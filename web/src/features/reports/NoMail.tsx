// That nothing is sent, where the installation has no mail server: over the reports, what went out and the alerts.
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'

export const NoMail = (): ReactNode =>
  useConfig()?.mail === false && (
    <p className="note flex gap-8 align-start">
      <StatusSign sign="warning" size={18} />
      <span>
        Esta instalación no tiene servidor de correo: los reportes y las alertas se preparan y se guardan, pero no se
        envían a nadie.
      </span>
    </p>
  )
