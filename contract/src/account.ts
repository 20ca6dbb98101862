// The user's own account: identity, permissions, sign-ins and password.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Instant, SealedPassword, text } from './common.ts'

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
  /** Since when a second factor is asked for at sign-in; null: it is not. */
  secondFactor: z.nullable(
    z.object({
      since: Instant,
      recoveryCodesLeft: z.int(),
      /** Browsers that enter with the password alone. */
      devices: z.int(),
    }),
  ),
  /** Of whom one is required: of the user, and of all who administer users. */
  factorRequired: z.object({ ofUser: z.boolean(), ofAdmins: z.boolean() }),
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

const Code = text(40).check(z.refine((typed) => typed.trim() !== '', 'Escriba el código'))
/** Each stands for a code of the application once; they are shown this time only. */
const RecoveryCodes = z.object({ codes: z.array(z.string()) })

export const account = calls('account', {
  me: get('/api/v2/account', {
    summary: 'La cuenta de quien pregunta, con sus últimos accesos.',
    needs: 'session',
    scope: 'own',
    withoutFactor: true,
    person: true,
    reply: Account,
    fails: 'Error al consultar su cuenta',
  }),
  changePassword: put('/api/v2/account/password', {
    summary: 'Cambia la contraseña propia; pide la actual y termina las demás sesiones.',
    needs: 'session',
    scope: 'own',
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
    scope: 'own',
    person: true,
    reply: z.object({ ended: z.int() }),
    touches: ['account.me'],
    done: 'Se cerraron sus demás sesiones',
    fails: 'No se pudieron cerrar las demás sesiones',
  }),
  beginFactor: post('/api/v2/account/factor', {
    summary: 'Empieza a activar el segundo factor; pide la contraseña y responde con lo que lee la aplicación.',
    needs: 'session',
    scope: 'own',
    withoutFactor: true,
    person: true,
    opens: true,
    body: z.strictObject({ current: SealedPassword }),
    reply: z.object({
      /** In base 32, to be typed. */
      secret: z.string(),
      /** As applications read it from a QR code: `otpauth://totp/…`. */
      uri: z.string(),
    }),
    fails: 'No se pudo empezar a activar el segundo factor',
  }),
  confirmFactor: post('/api/v2/account/factor/confirm', {
    summary: 'Activa el segundo factor con un código de la aplicación; responde con los códigos de recuperación.',
    needs: 'session',
    scope: 'own',
    withoutFactor: true,
    person: true,
    opens: true,
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    touches: ['account.me'],
    done: 'Segundo factor activo',
    fails: 'No se pudo activar el segundo factor',
  }),
  replaceRecoveryCodes: post('/api/v2/account/factor/codes', {
    summary: 'Da otros diez códigos de recuperación; pide un código y los anteriores dejan de servir.',
    needs: 'session',
    scope: 'own',
    person: true,
    opens: true,
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    touches: ['account.me'],
    done: 'Códigos de recuperación nuevos',
    fails: 'No se pudieron dar códigos nuevos',
  }),
  removeFactor: post('/api/v2/account/factor/remove', {
    summary: 'Quita el segundo factor propio; pide la contraseña y un código.',
    needs: 'session',
    scope: 'own',
    person: true,
    opens: true,
    body: z.strictObject({ current: SealedPassword, code: Code }),
    reply: Done,
    touches: ['account.me'],
    done: 'Segundo factor quitado',
    fails: 'No se pudo quitar el segundo factor',
  }),
  forgetDevices: post('/api/v2/account/factor/devices/forget', {
    summary: 'Olvida los equipos que entran sin código: la próxima vez se les pide.',
    needs: 'session',
    scope: 'own',
    person: true,
    reply: z.object({ forgotten: z.int() }),
    touches: ['account.me'],
    done: 'Se pedirá el código en todos los equipos',
    fails: 'No se pudieron olvidar los equipos',
  }),
  endSession: del('/api/v2/account/sessions/:sessionId', {
    summary: 'Termina una sesión propia: deja de servir en la siguiente llamada.',
    needs: 'session',
    scope: 'own',
    person: true,
    params: z.object({ sessionId: z.guid('Identificador no válido') }),
    reply: Done,
    touches: ['account.me'],
    done: 'Sesión cerrada',
    fails: 'No se pudo cerrar la sesión',
  }),
})

export const RECOVERY_CODES = 10
/** How long a browser is remembered. */
export const DEVICE_DAYS = 30
export const FACTOR_TEXTS = {
  wrong: 'El código no es correcto, o ya se usó',
  inUse: 'Su verificación en dos pasos ya está activa: quítela antes de poner otra',
  none: 'No tiene activa la verificación en dos pasos',
  required: 'Su empresa le pide la verificación en dos pasos: no puede quitarla',
  missing: 'Su empresa le pide la verificación en dos pasos: actívela para continuar',
  ownFirst: 'Active antes su propia verificación en dos pasos',
} as const
export const WRONG_PASSWORD = 'La contraseña actual no es correcta'
