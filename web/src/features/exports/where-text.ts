// Where a result is found: by mail where the server has it, and in the queue panel for who has it.
import { can, type User } from '../../session/session.ts'

const NO_MAIL = 'este servidor no tiene correo configurado'

/** @param mail whether the server sends mail; undefined while that is not known */
export const whereText = (user: User, mail: boolean | undefined): string => {
  const panel = can(user, 'queue_read')
  if (mail === false) return panel ? `${NO_MAIL}, así que el archivo se descarga del panel de trabajos.` : `${NO_MAIL}.`
  return panel
    ? 'el enlace para descargarlo llega a los correos y aparece en el panel de trabajos.'
    : 'el enlace para descargarlo llega a los correos.'
}
