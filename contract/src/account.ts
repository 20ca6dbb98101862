// The user's own account: identity, permissions, sign-ins and password.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, exactlyOneOf, Instant, SealedPassword, text } from './common.ts'
import { PASSKEY_NAME_AT_MOST, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from './passkeys.ts'

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
  /** Since when sign-in needs a second factor; null: it does not. */
  secondFactor: z.nullable(
    z.object({
      since: Instant,
      /** Whether an application's codes are one of its kinds. */
      application: z.boolean(),
      /** In the order in which they were added. */
      passkeys: z.array(
        z.object({
          passkeyId: z.string(),
          name: z.string(),
          createdAt: Instant,
          lastUsedAt: z.nullable(Instant),
          /** False: it was created at another address of this console, and cannot be used at this one. */
          fits: z.boolean(),
        }),
      ),
      recoveryCodesLeft: z.int(),
      /** Number of remembered browsers, which need no second factor. */
      devices: z.int(),
    }),
  ),
  /** The origin at which passkeys can be created and used; null: this installation has no such address. */
  passkeyOrigin: z.nullable(z.string()),
  /** Whether a second factor is required of the user, and of all who administer users. */
  factorRequired: z.object({ ofUser: z.boolean(), ofAdmins: z.boolean() }),
  openSessions: z.int(),
  /** The open sessions, newest first, fifty at most. */
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
  /** The last ten sign-ins and the last ten failed ones, newest first; failed ones may be another person's. */
  signIns: z.array(
    z.object({ at: Instant, address: z.string(), agent: z.string(), succeeded: z.boolean(), current: z.boolean() }),
  ),
})
export type Account = z.infer<typeof Account>

const Code = text(40).check(z.refine((typed) => typed.trim() !== '', 'Escriba el código'))
const PasskeyName = text(PASSKEY_NAME_AT_MOST).check(
  z.refine((typed) => typed.trim() !== '', 'Escriba el nombre de la llave'),
)
/** The proof of a second factor: a code, or a passkey's answer to `provePasskey`. */
const PROOF = { code: z.optional(Code), passkey: z.optional(PasskeyAnswer) }
const hasOneProof = exactlyOneOf(['code', 'passkey'], { error: 'Escriba el código', path: ['code'] })
/** Each replaces the second factor once; they are shown only in this reply. */
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
      /** In base 32, for manual entry. */
      secret: z.string(),
      /** The content of the QR code that applications read: `otpauth://totp/…`. */
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
  beginPasskey: post('/api/v2/account/factor/passkeys/begin', {
    summary: 'Empieza a agregar una llave de acceso; pide la contraseña y responde con lo que se le pide al navegador.',
    needs: 'session',
    scope: 'own',
    withoutFactor: true,
    person: true,
    opens: true,
    body: z.strictObject({ current: SealedPassword }),
    reply: PasskeyCreation,
    fails: 'No se pudo empezar a agregar la llave de acceso',
  }),
  addPasskey: post('/api/v2/account/factor/passkeys', {
    summary:
      'Agrega una llave de acceso con lo que respondió el navegador. Si es el primer segundo factor, responde con ' +
      'los códigos de recuperación; si no, con ninguno.',
    needs: 'session',
    scope: 'own',
    withoutFactor: true,
    person: true,
    opens: true,
    body: z.strictObject({ name: PasskeyName, passkey: PasskeyAnswer }),
    reply: RecoveryCodes,
    touches: ['account.me'],
    done: 'Llave de acceso agregada',
    fails: 'No se pudo agregar la llave de acceso',
  }),
  provePasskey: post('/api/v2/account/factor/passkeys/prove', {
    summary: 'Dice qué se le pide al navegador para probar una llave de acceso propia en lugar de un código.',
    needs: 'session',
    scope: 'own',
    person: true,
    reply: PasskeyRequest,
    fails: 'No se pudo usar la llave de acceso',
  }),
  replaceRecoveryCodes: post('/api/v2/account/factor/codes', {
    summary:
      'Da otros diez códigos de recuperación; pide un código o una llave de acceso, y los anteriores dejan de servir.',
    needs: 'session',
    scope: 'own',
    person: true,
    opens: true,
    body: z.strictObject(PROOF).check(...hasOneProof),
    reply: RecoveryCodes,
    touches: ['account.me'],
    done: 'Códigos de recuperación nuevos',
    fails: 'No se pudieron dar códigos nuevos',
  }),
  removeFactor: post('/api/v2/account/factor/remove', {
    summary:
      'Quita del segundo factor propio una llave de acceso o, sin decir cuál, la aplicación; pide la contraseña y un ' +
      'código o una llave de acceso.',
    needs: 'session',
    scope: 'own',
    person: true,
    opens: true,
    body: z
      .strictObject({ current: SealedPassword, passkeyId: z.optional(z.guid('Identificador no válido')), ...PROOF })
      .check(...hasOneProof),
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
  wrongPasskey: 'La llave de acceso no corresponde a este usuario o a esta dirección',
  sameName: 'Ya tiene una llave de acceso con ese nombre',
  samePasskey: 'Esa llave de acceso ya está registrada',
  passkeysFull: 'Tiene el máximo de llaves de acceso: quite una antes de agregar otra',
  noPasskey: 'No tiene llaves de acceso que sirvan en esta dirección',
  noAddress: 'Esta instalación no tiene una dirección en la que sirvan llaves de acceso',
  ended: 'Pasaron más de cinco minutos: empiece de nuevo',
} as const
export const WRONG_PASSWORD = 'La contraseña actual no es correcta'
