// The user's own account: identity, permissions, sign-ins and password.
import { z } from 'zod/mini'
import { calls, del, get, put } from './call.ts'
import { Done, Instant, SealedPassword } from './common.ts'

export const Account = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  customId: z.nullable(z.string()),
  company: z.object({ name: z.string(), country: z.string(), timeZone: z.string() }),
  profile: z.string(),
  isMain: z.boolean(),
  /** The user's highest level of each role type. */
  permissions: z.array(z.object({ name: z.string(), level: z.string() })),
  terms: z.object({ version: z.nullable(z.string()), acceptedAt: z.nullable(Instant) }),
  /** Null while it is still the first password. */
  passwordChangedAt: z.nullable(Instant),
  openSessions: z.int(),
  /** Those that are open, newest first, fifty at most. */
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      startedAt: Instant,
      expiresAt: Instant,
      address: z.nullable(z.string()),
      agent: z.nullable(z.string()),
      current: z.boolean(),
    }),
  ),
  /** The last ten sign-ins and the last ten failed ones, newest first; failed ones may be somebody else's. */
  signIns: z.array(
    z.object({ at: Instant, address: z.string(), agent: z.string(), succeeded: z.boolean(), current: z.boolean() }),
  ),
})
export type Account = z.infer<typeof Account>

export const account = calls('account', {
  me: get('/api/v2/account', {
    summary: 'La cuenta de quien pregunta, con sus últimos accesos.',
    needs: 'session',
    person: true,
    reply: Account,
    fails: 'Error al consultar su cuenta',
  }),
  changePassword: put('/api/v2/account/password', {
    summary: 'Cambia la contraseña propia; pide la actual y termina las demás sesiones.',
    needs: 'session',
    person: true,
    opens: true,
    body: z.strictObject({ current: SealedPassword, password: SealedPassword }),
    reply: Done,
    touches: ['account.me'],
    done: 'Su contraseña ha sido cambiada',
    fails: 'No se pudo cambiar la contraseña',
  }),
  endOtherSessions: del('/api/v2/account/sessions', {
    summary: 'Termina todas las sesiones propias menos esta.',
    needs: 'session',
    person: true,
    reply: z.object({ ended: z.int() }),
    touches: ['account.me'],
    done: 'Se cerraron sus demás sesiones',
    fails: 'No se pudieron cerrar las demás sesiones',
  }),
  endSession: del('/api/v2/account/sessions/:sessionId', {
    summary: 'Termina una sesión propia: deja de servir en la siguiente llamada.',
    needs: 'session',
    person: true,
    params: z.object({ sessionId: z.guid('Identificador no válido') }),
    reply: Done,
    touches: ['account.me'],
    done: 'Sesión cerrada',
    fails: 'No se pudo cerrar la sesión',
  }),
})

export const WRONG_PASSWORD = 'La contraseña actual no es correcta'
