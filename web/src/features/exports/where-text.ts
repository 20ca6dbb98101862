// Where a result is found: by mail, and in the queue panel for who has it.
import { can, type User } from '../../session/session.ts'

export const whereText = (user: User): string =>
  can(user, 'queue_read')
    ? 'el enlace para descargarlo llega a los correos y aparece en el panel de trabajos.'
    : 'el enlace para descargarlo llega a los correos.'
