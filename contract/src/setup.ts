// The set-up of an installation without companies. No user exists yet, so its calls accept the one-time code from the
// server's output, or the session of the browser that sent the code. After the first company they are all 404.
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Done, Instant, isEmailFormat, isEmailOrEmptyFormat, text } from './common.ts'
import { isMail } from './exports.ts'
import { COUNTRY_CODES } from './places/countries.ts'

export const SETUP_STEPS = ['address', 'mail', 'files', 'backup', 'provider', 'company'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
export const SETUP_STEP_NAMES: Readonly<Record<SetupStep, string>> = {
  address: 'Dirección pública',
  mail: 'Correo',
  files: 'Archivos',
  backup: 'Respaldo',
  provider: 'Proveedor',
  company: 'Primera empresa',
}
/** Validity of a one-time code. */
export const SETUP_CODE_MINUTES = 60
export const SETUP_SESSION_HOURS = 12
export const SETUP_COOKIE = 'padron_setup'

export const SETUP_TEXTS = {
  wrongCode: 'El código no es válido: ya se usó, venció o está incompleto. Pida otro con: padron init --address',
  noSession: 'Abra la dirección con código que está en la salida del servidor, o pida otra con: padron init --address',
  elsewhere: 'La solicitud viene de otra página.',
  tooMany: 'Hizo demasiadas pruebas en poco tiempo. Espere un minuto y vuelva a intentarlo.',
} as const

const Fact = z.object({ label: z.string(), value: z.string() })
/** The result of a test. `advice`: how to fix a failure; or a remark on a success. */
export const SetupReport = z.object({
  ok: z.boolean(),
  summary: z.string(),
  advice: z.nullable(z.string()),
  facts: z.array(Fact),
  at: Instant,
})
export type SetupReport = z.infer<typeof SetupReport>

const step = {
  state: z.enum(['pending', 'done', 'later']),
  /** Its settings are in the environment. */
  fixed: z.boolean(),
  /** The report of the last test. */
  report: z.nullable(SetupReport),
}

/** `smtp` begins in clear text and uses STARTTLS if the server supports it; `smtps` uses TLS from the first byte. */
const SMTP_SCHEMES = ['smtp', 'smtps'] as const
export const CURRENCIES = ['MXN', 'COP', 'USD'] as const

const SetupProvider = z.object({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  /** The format of its credential. */
  credential: z.string(),
  /** What is known about its price. */
  charges: z.string(),
  price: z.nullable(z.number()),
  currency: z.enum(CURRENCIES),
  paceMs: z.int(),
  /** A credential is stored in this installation. */
  configured: z.boolean(),
  connectors: z.array(
    z.object({
      key: z.string(),
      country: z.enum(COUNTRY_CODES),
      /** Names of the types that it answers. */
      types: z.array(z.string()),
      /** The data that a query needs besides the plate. */
      vin: z.boolean(),
      taxIdentifier: z.boolean(),
      provenance: z.string(),
    }),
  ),
})
export type SetupProvider = z.infer<typeof SetupProvider>

export const SetupState = z.object({
  address: z.object({ ...step, publicUrl: z.string() }),
  mail: z.object({
    ...step,
    scheme: z.enum(SMTP_SCHEMES),
    host: z.string(),
    port: z.string(),
    user: z.string(),
    hasPassword: z.boolean(),
    from: z.string(),
  }),
  files: z.object({
    ...step,
    store: z.enum(['folder', 's3']),
    /** The data folder, set in the environment. */
    folder: z.string(),
    endpoint: z.string(),
    bucket: z.string(),
    region: z.string(),
    keyId: z.string(),
    hasSecret: z.boolean(),
    prefix: z.string(),
  }),
  backup: z.object({ ...step, folder: z.string() }),
  provider: z.object({ ...step, providers: z.array(SetupProvider) }),
  company: z.object(step),
})
export type SetupState = z.infer<typeof SetupState>

const needed = (max: number, cause: string) => text(max).check(z.refine((typed) => typed.trim() !== '', cause))
const ADDRESS = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i
const WEB = 'Escriba una dirección que empiece con https:// o http://'
const MAIL = 'Escriba una dirección de correo, como avisos@empresa.mx'

/** `anyway`: stores it although the test failed, for example if its name is not in the DNS yet. */
export const SetupAddress = z.strictObject({
  publicUrl: text(300).check(z.regex(ADDRESS, WEB)),
  anyway: z.optional(z.boolean()),
})
export type SetupAddress = z.input<typeof SetupAddress>

/** An empty password keeps the stored one if server and user are unchanged. */
export const SetupMail = z.strictObject({
  scheme: z.enum(SMTP_SCHEMES),
  host: text(253).check(
    z.regex(/^[\w.-]+$|^\[[\da-fA-F:.]+\]$/, 'Escriba el nombre del servidor, como smtp.empresa.mx'),
  ),
  port: text(5).check(z.regex(/^\d{1,5}$/, 'Escriba un puerto, como 587')),
  user: text(200),
  password: text(500),
  from: text(254).check(z.refine(isMail, MAIL), isEmailFormat),
  to: text(254).check(z.refine(isMail, MAIL), isEmailFormat),
})
export type SetupMail = z.input<typeof SetupMail>

/** Fields of an S3 store, which are ignored if files are stored in the folder. */
export const SetupFiles = z.strictObject({
  store: z.enum(['folder', 's3']),
  endpoint: text(300),
  bucket: text(63),
  region: text(40),
  keyId: text(200),
  secret: text(500),
  prefix: text(200),
})
export type SetupFiles = z.input<typeof SetupFiles>

export const SetupBackup = z.strictObject({ folder: needed(500, 'Escriba la ruta completa de una carpeta') })
export type SetupBackup = z.input<typeof SetupBackup>

const amount = (cause: string) => text(14).check(z.regex(/^(?:\d{1,9}(?:\.\d{1,4})?)?$/, cause))
/** An empty price or cap: none. An empty credential: the stored one, if the address is unchanged. */
export const SetupQuestion = z.strictObject({
  provider: needed(60, 'Elija un proveedor'),
  connector: needed(60, 'Elija qué se pregunta'),
  url: text(300).check(z.regex(ADDRESS, WEB)),
  credential: text(4_000),
  plate: text(15).check(z.regex(/^[A-Za-z0-9-]{1,15}$/, 'Escriba una placa, sin espacios')),
  vin: text(17),
  taxIdentifier: text(20),
  price: amount('Escriba una cantidad, como 0.40'),
  currency: z.enum(CURRENCIES),
  monthlyCap: amount('Escriba una cantidad, como 200'),
  paceMs: text(7).check(z.regex(/^\d{1,7}$/, 'Escriba milisegundos, como 500')),
})
export type SetupQuestion = z.input<typeof SetupQuestion>

export const SetupCompany = z.strictObject({
  shortName: text(30).check(
    z.regex(/^[a-z0-9ñ]{2,30}$/, 'De 2 a 30 letras minúsculas o dígitos, sin guiones ni espacios'),
  ),
  title: needed(120, 'Escriba el nombre de la empresa'),
  country: z.enum(COUNTRY_CODES),
  timeZone: needed(60, 'Escriba una zona horaria, como America/Monterrey'),
  email: text(254).check(
    z.refine((typed) => typed === '' || isMail(typed), MAIL),
    isEmailOrEmptyFormat,
  ),
})
export type SetupCompany = z.input<typeof SetupCompany>

const Tried = z.object({ report: SetupReport })
const touches = ['setup.state']

export const setup = calls('setup', {
  enter: post('/api/v2/setup/session', {
    summary: 'Cambia el código de un solo uso por la sesión de este navegador.',
    needs: 'public',
    body: z.strictObject({ code: text(100) }),
    reply: Done,
    fails: '¡Ocurrió un error al abrir la puesta en marcha!',
  }),
  state: get('/api/v2/setup', {
    summary: 'Hasta dónde va la puesta en marcha, y con qué ajustes.',
    needs: 'public',
    reply: SetupState,
    fails: '¡Ocurrió un error al consultar la puesta en marcha!',
  }),
  address: post('/api/v2/setup/address', {
    summary: 'Prueba la dirección pública y la guarda si responde.',
    needs: 'public',
    body: SetupAddress,
    reply: Tried,
    touches,
    fails: '¡Ocurrió un error al probar la dirección!',
  }),
  mail: post('/api/v2/setup/mail', {
    summary: 'Envía un correo de prueba y guarda el servidor de correo si lo acepta.',
    needs: 'public',
    body: SetupMail,
    reply: Tried,
    touches,
    fails: '¡Ocurrió un error al probar el correo!',
  }),
  files: post('/api/v2/setup/files', {
    summary: 'Escribe, lee y borra un archivo donde se guardarán, y guarda el ajuste si se puede.',
    needs: 'public',
    body: SetupFiles,
    reply: Tried,
    touches,
    fails: '¡Ocurrió un error al probar los archivos!',
  }),
  backup: post('/api/v2/setup/backup', {
    summary: 'Escribe un respaldo, lo lee completo y guarda la carpeta si está bien.',
    needs: 'public',
    body: SetupBackup,
    reply: Tried,
    touches,
    fails: '¡Ocurrió un error al probar el respaldo!',
  }),
  provider: post('/api/v2/setup/provider', {
    summary: 'Pregunta a un proveedor por una placa y guarda la cuenta si entiende la respuesta.',
    needs: 'public',
    body: SetupQuestion,
    reply: Tried,
    touches,
    fails: '¡Ocurrió un error al preguntar al proveedor!',
  }),
  later: post('/api/v2/setup/later', {
    summary: 'Deja un paso para después.',
    needs: 'public',
    body: z.strictObject({ step: z.enum(['address', 'mail', 'files', 'backup', 'provider']) }),
    reply: Done,
    touches,
  }),
  company: post('/api/v2/setup/company', {
    summary: 'Crea la primera empresa y su cuenta principal; con ello termina la puesta en marcha.',
    needs: 'public',
    body: SetupCompany,
    /** The password, if no invitation was sent. */
    reply: z.object({ username: z.string(), password: z.nullable(z.string()), sentTo: z.nullable(z.string()) }),
    fails: '¡Ocurrió un error al crear la empresa!',
  }),
})
