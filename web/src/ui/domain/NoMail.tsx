// A note for installations without a mail server: emails that are configured here are not sent.
import { useConfig } from '../../api/use-config.ts'
import { StatusSign } from './StatusSign.tsx'

export const NoMail = () =>
  useConfig()?.mail === false && (
    <p className="note flex gap-8 align-start">
      <StatusSign sign="warning" size={18} />
      <span>
        Esta instalación no tiene servidor de correo: los reportes y las alertas se preparan y se guardan, pero no se
        envían a nadie.
      </span>
    </p>
  )
