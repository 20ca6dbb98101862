// Signing in and out (spec core §4, §7, §8; bulk §7): the three calls of the identity service, the key of the password
// step and the acceptance of the terms. An external identity service can replace it: the console reads its address from
// /config.json.
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { text } from './common.ts'
import { PasskeyAnswer } from './passkeys.ts'

/** Roles are one string or a list (spec core §6). */
export const SessionUser = z.object({
  /** Equals userId, for standard clients. */
  sub: z.optional(z.string()),
  userId: z.string(),
  name: z.string(),
  role: z.union([z.string(), z.array(z.string())]),
  country: z.string(),
  logoURL: z.nullable(z.string()),
  parentId: z.string(),
  parentName: z.string(),
  timeZone: z.optional(z.string()),
  /** Whether the company is part of the demo. */
  demo: z.optional(z.boolean()),
  /** The user must have a second factor and has none yet: only the calls to set it up are allowed. */
  lacksFactor: z.optional(z.boolean()),
  /** For a user who sees a part of the vehicles: an identifier of the part, which changes with it. */
  vehicleScope: z.optional(z.string()),
})
export type SessionUser = z.infer<typeof SessionUser>

/** @public */
export const Token = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
  /** A token to send with later sign-ins from this browser, which then need no code. */
  device_token: z.optional(z.string()),
})

/** A public X25519 key as a JWK; the password is encrypted to it as a compact JWE and never sent in clear. */
export const PasswordKey = z.object({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: z.string(), kid: z.string() })
export type PasswordKey = z.infer<typeof PasswordKey>

/** The use of a sealed password: signing in, accepting the terms, or the current or new one of a change. */
export const SEAL_USES = ['sign-in', 'terms', 'current-password', 'new-password'] as const
export type SealUse = (typeof SEAL_USES)[number]

/** The JWE's JSON content. It is valid once, for this user and use, at most five minutes from `iat`. */
export type SealedContent = {
  /** The password. */
  p: string
  /** Time of sealing, in seconds since 1970. */
  iat: number
  /** The user name of the password. */
  sub: string
  use: SealUse
  /** Unique, 22 to 64 letters: at least 16 random bytes as base64url. */
  jti: string
}

/**
 * The limit of the body: a password longer than any valid one is wrong like any other, not malformed.
 */
const Credential = text(1_048_576)

export const identity = calls('identity', {
  passwordKey: get('/connect/password-key', {
    summary: 'Llave pública con la que se cifra la contraseña antes de enviarla.',
    at: 'identity',
    needs: 'public',
    reply: PasswordKey,
  }),
  token: post('/connect/token', {
    summary:
      'Inicia sesión con usuario y contraseña cifrada; donde hay segundo factor responde 400 «mfa_required» con un ' +
      'mfa_token, que se envía con el código o la llave de acceso en otra llamada.',
    at: 'identity',
    needs: 'public',
    form: true,
    body: z.object({
      grant_type: text(60),
      /** For the password grant. */
      username: z.optional(Credential),
      password: z.optional(Credential),
      /** From a remembered browser. */
      device_token: z.optional(text(100)),
      /** For the second step. */
      mfa_token: z.optional(text(100)),
      otp: z.optional(text(40)),
      /** Instead of the code: the browser's answer to the `passkey` of the first step. */
      passkey: z.optional(PasskeyAnswer),
      remember_device: z.optional(z.enum(['true', 'false'])),
      /** For the company's sign-in: its code, the verifier of its challenge, and the accepted terms. */
      code: z.optional(text(100)),
      code_verifier: z.optional(text(128)),
      accepted_terms: z.optional(text(20)),
      scope: z.optional(text(200)),
      client_id: z.optional(text(100)),
      client_secret: z.optional(text(200)),
    }),
    reply: Token,
  }),
  companyStart: post('/connect/authorize/start', {
    summary:
      'Empieza la entrada con el proveedor de identidad de la empresa: dice la dirección a la que va el ' +
      'navegador, que vuelve a /empresa con un código de un solo uso. No dice si existe el usuario.',
    at: 'identity',
    needs: 'public',
    form: true,
    body: z.object({
      /** A user name, the short name of a company, or an email address. */
      account: text(254).check(z.minLength(1, 'Escriba su usuario o su correo')),
      /** SHA-256 of the verifier that is sent with the code, in base64url (RFC 7636, S256). */
      challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Desafío no válido')),
    }),
    reply: z.object({ address: z.string() }),
    within: 30,
  }),
  userinfo: get('/connect/userinfo', {
    summary: 'El usuario de la sesión, con sus permisos ya expandidos.',
    at: 'identity',
    needs: 'session',
    scope: 'own',
    reply: SessionUser,
    every: 30,
    within: 15,
  }),
  revocation: post('/connect/revocation', {
    summary: 'Termina la sesión, o revoca un token de acceso: deja de servir en la siguiente llamada.',
    at: 'identity',
    needs: 'public',
    form: true,
    body: z.object({
      token: text(400),
      token_type_hint: z.optional(text(40)),
      client_id: z.optional(text(100)),
      client_secret: z.optional(text(200)),
    }),
    reply: z.object({}),
    within: 5,
    done: 'Sesión cerrada con éxito.',
    fails: '¡Ocurrió un error al cerrar la sesión!',
  }),
})

export const terms = calls('terms', {
  accept: post('/api/v2/TermsAndConditions', {
    summary: 'Acepta los términos vigentes; pide usuario y contraseña porque aún no hay sesión.',
    needs: 'public',
    body: z.strictObject({ username: Credential, password: Credential }),
    reply: z.object({ message: z.string() }),
    fails: '¡Ocurrió un error al aceptar términos y condiciones!',
  }),
})

/** Spec core §9. */
export const LOGIN_DELAY_MS = 500
export const USERNAME_AT_MOST = 120
export const VERIFY_AT_START_MS = 1500
export const VERSION_LABEL = 'V5.1.4'
export const TOKEN_COOKIE = 'padron_token'

export const SESSION_TEXTS = {
  wrong: '¡Usuario o contraseña incorrectos!',
  elsewhere: 'Su empresa está en otra instalación.',
  failed: '¡Ocurrió un error al iniciar sesión!',
  done: 'Sesión iniciada con éxito.',
  locked: 'Demasiados intentos fallidos. Espere un momento y vuelva a intentarlo.',
  wrongCode: 'El código no es correcto, o ya se usó.',
  ended: 'Pasaron más de cinco minutos: escriba de nuevo su contraseña.',
  company: 'Su empresa no entra con contraseña: elija «Entrar con su empresa».',
} as const

/** RFC 6749 error descriptions of the token call. */
export const TOKEN_ERRORS = {
  wrong: 'invalid_username_or_password',
  terms: 'terms_not_accepted',
  locked: 'too_many_attempts',
  factor: 'second_factor_required',
  wrongCode: 'invalid_code',
  wrongPasskey: 'invalid_passkey',
  ended: 'sign_in_expired',
  company: 'company_sign_in_required',
} as const

/** The second step of a sign-in, an extension grant (RFC 6749 §4.5): a code or a passkey. */
export const SECOND_FACTOR_GRANT = 'urn:padron:oauth:grant-type:second-factor'

/**
 * The page on which people sign in with their company, and to which a provider's answer leads; its fragment has the
 * result.
 */
export const COMPANY_PATH = '/empresa'
/** The page of the console that a link in an email opens; its code is in the fragment. */
export const LINK_PATH = '/clave'
/** The last step of a sign-in by the company's provider, another extension grant. */
export const COMPANY_GRANT = 'urn:padron:oauth:grant-type:company-sign-in'

/** Faults of sealed passwords that do not count as wrong passwords, because their content was not checked. */
export const SEAL_TEXTS = {
  oldPage: 'Esta página es de una versión anterior del sistema: vuelva a cargar la página e intente de nuevo.',
  repeated: 'Este envío ya se había recibido. Intente de nuevo; si se repite, vuelva a cargar la página.',
} as const

export const TERMS_VERSION = '2024-05'
