// Signing in by the company's own identity provider (OpenID Connect), and its settings. The steps without a session are
// calls of the identity service (session.ts).
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, Instant, text, Version } from './common.ts'

/** The screen of the settings, to which the result of a trial leads. */
export const COMPANY_SIGN_IN_PATH = '/companySignIn'
/** The redirect address of providers. */
export const CALLBACK_PATH = '/connect/authorize/callback'
/** Time limit at the provider, and then for the terms. */
export const COMPANY_SIGN_IN_SECONDS = 300

/** Why a sign-in was refused. */
export const COMPANY_FAULTS = {
  unknown: 'Con ese usuario o correo no se entra con la empresa. Revíselo, o entre con su contraseña.',
  expired: 'La entrada venció, ya se usó o empezó en otra ventana. Empiece de nuevo.',
  denied: 'El proveedor de identidad de su empresa no autorizó la entrada.',
  unavailable:
    'El proveedor de identidad de su empresa no responde. Intente más tarde; la cuenta principal puede entrar con su ' +
    'contraseña.',
  certificate: 'El certificado del proveedor de identidad de su empresa no es válido. Avise a quien lo administra.',
  inside: 'La dirección del proveedor de identidad de su empresa lleva a una red privada.',
  clock:
    'El reloj del proveedor de identidad y el de este sistema difieren en más de un minuto. Avise a quien los ' +
    'administra.',
  settings:
    'El proveedor de identidad no reconoce a este sistema. Un administrador debe revisar el cliente y su secreto.',
  refused: 'La respuesta del proveedor de identidad no es válida, y por eso no se dejó entrar a nadie.',
  unmatched: 'Su empresa no tiene un usuario con su correo. Pida a un administrador que lo invite.',
  noProfile: 'Ninguno de sus grupos tiene un perfil en este sistema. Pida a un administrador que le dé uno.',
  unverified: 'El proveedor de identidad no ha verificado su correo, y por eso no se puede saber qué usuario es suyo.',
  foreignDomain: 'Su correo no es de los dominios de la empresa. Pida a un administrador que lo revise.',
  notInvited:
    'Hay un usuario con su correo, pero nadie permitió enlazarlo. Pida a un administrador que lo invite o lo permita.',
  severalUsers: 'Varios usuarios de su empresa tienen su correo. Pida a un administrador que deje uno.',
  mainAccount: 'La cuenta principal entra con su contraseña, hasta que ella misma pruebe aquí la entrada.',
  inactive: 'Su usuario está inactivo. Pida a un administrador que lo active.',
  linked:
    'El usuario con su correo ya entra con otra cuenta del proveedor. Pida a un administrador que revise de quién es.',
  taken: 'Esa cuenta del proveedor ya es de otro usuario de la empresa.',
} as const
export type CompanyFault = keyof typeof COMPANY_FAULTS

const DOMAINS_AT_MOST = 20
export const GROUPS_AT_MOST = 50
const URL_AT_MOST = 500
const SECRET_AT_MOST = 500

export const SIGN_IN_TEXTS = {
  issuer: 'Escriba la dirección completa del proveedor, con https://',
  credentials: 'La dirección no puede llevar usuario ni contraseña',
  privateUrl: 'La dirección lleva a una red privada',
  port: 'Ese puerto no es de la web',
  query: 'La dirección no lleva «?» ni «#»',
  secret: 'Escriba el secreto del cliente',
  domain: 'Escriba dominios como acme.mx, separados por comas',
  publicDomain: 'Es un correo público, que no es de ninguna empresa',
  domainInUse: (domain: string) =>
    `El dominio ${domain} ya es de otra empresa. Quien opera el sistema puede liberarlo.`,
  twice: 'El grupo está dos veces',
  profile: 'El perfil elegido no existe',
  untried: 'Antes de hacerla obligatoria, entre usted mismo con «Probar»',
  mainFactor:
    'Antes de hacerla obligatoria, la cuenta principal debe activar su verificación en dos pasos, en Mi cuenta',
  changed: 'La entrada con la empresa cambió en otra ventana. Revísela antes de guardar.',
  needsAll:
    'Solo la cuenta principal, o quien tiene todos los permisos, configura la entrada con la empresa: el proveedor ' +
    'decide quién entra como quién.',
  none: 'La empresa no tiene un proveedor de identidad',
} as const

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const Domain = text(253).check(z.regex(DOMAIN, SIGN_IN_TEXTS.domain))

const filled = (max: number, missing: string) => text(max).check(z.refine((typed) => typed.trim() !== '', missing))

export const CompanyProvider = z.object({
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  /** The claim that contains the person's groups. */
  groupsClaim: z.string(),
  /** In order of priority: a new user gets the profile of the first of their groups in this list. */
  groups: z.array(z.object({ group: z.string(), presetId: Id })),
  /** Whether existing users are linked by their verified email address without an invitation. */
  linksByMail: z.boolean(),
  /** Whether passwords are accepted only for the main account, of which a second factor is then required. */
  forced: z.boolean(),
  version: Version,
})
export type CompanyProvider = z.infer<typeof CompanyProvider>

export const companySignIn = calls('companySignIn', {
  read: get('/api/v2/company/sign-in', {
    summary: 'La entrada con el proveedor de identidad de la empresa; su secreto no se dice.',
    needs: 'users_admin',
    person: true,
    reply: z.object({
      provider: z.nullable(CompanyProvider),
      /** The redirect address to configure at the provider. */
      redirectUrl: z.string(),
      /** When the requesting user last signed in with this provider; null: never. */
      triedAt: z.nullable(Instant),
    }),
    fails: 'Error al consultar la entrada con la empresa',
  }),
  save: put('/api/v2/company/sign-in', {
    summary:
      'Guarda la entrada con el proveedor de identidad de la empresa. Otro proveedor o cliente pide su secreto; con ' +
      'otro secreto no es obligatorio antes de otra prueba. Obligatorio pide el segundo factor de la cuenta principal.',
    needs: 'users_admin',
    person: true,
    body: z.strictObject({
      issuer: filled(URL_AT_MOST, SIGN_IN_TEXTS.issuer),
      clientId: filled(200, 'Escriba el cliente'),
      /** Missing or empty: the stored one is kept. */
      clientSecret: z.optional(text(SECRET_AT_MOST)),
      domains: z.array(Domain).check(z.maxLength(DOMAINS_AT_MOST, `Máximo ${DOMAINS_AT_MOST} dominios`)),
      groupsClaim: filled(100, 'Escriba el nombre del dato'),
      groups: z
        .array(z.strictObject({ group: filled(200, 'Escriba el grupo'), presetId: Id }))
        .check(z.maxLength(GROUPS_AT_MOST, `Máximo ${GROUPS_AT_MOST} grupos`)),
      linksByMail: z.boolean(),
      forced: z.boolean(),
      /** The version that the user read; absent: there were no settings. */
      version: z.optional(Version),
    }),
    reply: Done,
    touches: ['companySignIn.read', 'activity.list'],
    done: 'La entrada con la empresa se guardó',
    fails: 'No se pudo guardar la entrada con la empresa',
  }),
  remove: del('/api/v2/company/sign-in', {
    summary: 'Quita la entrada con el proveedor de identidad de la empresa: se entra otra vez con contraseña.',
    needs: 'users_admin',
    person: true,
    reply: Done,
    touches: ['companySignIn.read', 'activity.list'],
    done: 'La entrada con la empresa se quitó',
    fails: 'No se pudo quitar la entrada con la empresa',
  }),
  attempt: post('/api/v2/company/sign-in/trial', {
    summary: 'Empieza una entrada de prueba de quien la pide, que así queda enlazado con su cuenta del proveedor.',
    needs: 'users_admin',
    person: true,
    opens: true,
    reply: z.object({ address: z.string() }),
    fails: 'No se pudo empezar la prueba',
  }),
})
