// The operator's settings, read once at the start. A wrong value stops the start with the setting's name and the cause.
import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { CHANNEL_KINDS, type ChannelKind } from '@padron/contract/channels'
import { isMail } from '@padron/contract/exports'
import { z } from 'zod/mini'
import { PLACE, type PlaceName } from '../http/access/place.ts'
import { type DocumentSettings, documentSettings, readDocumentSettings } from './env-documents.ts'
import { type RunningSettings, runningOf, runningSettings } from './env-running.ts'

const portText = (name: string) =>
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, `${name} debe ser un puerto entre 0 y 65535`)), z.transform(Number))
const port = (name: string, otherwise: number) => z._default(portText(name), otherwise)
/** @param schemes with the trailing colon */
const url = (name: string, schemes: readonly string[], cause: string) =>
  z.string().check(
    z.refine((text) => {
      const parsed = URL.parse(text)
      return (
        parsed !== null &&
        schemes.includes(parsed.protocol) &&
        (parsed.hostname !== '' || parsed.searchParams.has('host'))
      )
    }, `${name} ${cause}`),
  )

const secretsIn = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
const isSecret = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

const keys = (name: string) =>
  z
    .string()
    .check(
      z.refine(
        (text) => secretsIn(text).length > 0 && secretsIn(text).every(isSecret),
        `${name} debe ser una o más claves de 32 bytes en base64, separadas por comas; una se hace con: ` +
          'openssl rand -base64 32',
      ),
    )

const Settings = z.object({
  PORT: port('PORT', 3000),
  HOST: z._default(z.string().check(z.minLength(1, 'HOST no puede estar vacío')), '127.0.0.1'),
  PADRON_BACKUP_DIR: z.optional(
    z.string().check(z.refine(isAbsolute, 'PADRON_BACKUP_DIR debe ser la ruta completa de una carpeta')),
  ),
  PADRON_DATA_DIR: z._default(z.string().check(z.minLength(1, 'PADRON_DATA_DIR no puede estar vacío')), '.data'),
  DATABASE_URL: z.optional(
    url('DATABASE_URL', ['postgres:', 'postgresql:'], 'debe ser postgresql://usuario:clave@servidor/base'),
  ),
  PADRON_DEMO: z.optional(z.enum(['0', '1'], 'PADRON_DEMO debe ser 0 o 1')),
  PUBLIC_URL: z.optional(url('PUBLIC_URL', ['http:', 'https:'], 'debe ser una dirección http o https')),
  PADRON_TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.regex(/^[\da-fA-F:./, ]*$/, 'PADRON_TRUSTED_PROXIES debe ser una lista de direcciones separadas por comas'),
      ),
    '',
  ),
  PADRON_ROLE: z._default(
    z.enum(['all', 'api', 'worker', 'identity'], 'PADRON_ROLE debe ser all, api, worker o identity'),
    'all',
  ),
  SIMULATOR_PORT: port('SIMULATOR_PORT', 3001),
  PADRON_SMTP_URL: z.optional(
    url('PADRON_SMTP_URL', ['smtp:', 'smtps:'], 'debe ser smtp://usuario:clave@servidor:puerto o smtps://…'),
  ),
  PADRON_MAIL_FROM: z.optional(
    z.string().check(z.refine(isMail, 'PADRON_MAIL_FROM debe ser una dirección de correo, como avisos@empresa.mx')),
  ),
  PADRON_MAIL_BOUNCES: z.optional(
    z.string().check(z.refine(isMail, 'PADRON_MAIL_BOUNCES debe ser una dirección de correo, como rebotes@empresa.mx')),
  ),
  PADRON_BOUNCE_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{32,200}$/, 'PADRON_BOUNCE_SECRET debe tener de 32 a 200 caracteres, sin espacios')),
  ),
  PADRON_SECRET: z.optional(keys('PADRON_SECRET')),
  PADRON_PLACE: z.optional(
    z.string().check(z.regex(PLACE, 'PADRON_PLACE debe tener de una a tres letras minúsculas o dígitos')),
  ),
  PADRON_DIRECTORY: z.optional(z.string()),
  PADRON_PASSWORD_KEY: z.optional(keys('PADRON_PASSWORD_KEY')),
  PADRON_METRICS_PORT: z.optional(portText('PADRON_METRICS_PORT')),
  PADRON_PRIVATE_SOURCES: z._default(z.enum(['0', '1'], 'PADRON_PRIVATE_SOURCES debe ser 0 o 1'), '0'),
  PADRON_CHANNEL_ORIGINS: z._default(z.string(), ''),
  ...documentSettings,
  ...runningSettings,
  PADRON_LOG: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'PADRON_LOG debe ser debug, info, warn, error o silent'),
    'info',
  ),
})

/**
 * Addresses of the operator's own servers that channels may use besides the public services, by kind, as
 * `https://host:port`. The one for Telegram replaces the public service.
 */
export type ChannelOrigins = Partial<Readonly<Record<ChannelKind, string>>>

export type Env = {
  port: number
  host: string
  dataDir: string
  /** The folder of `padron backup` without a file argument; undefined: the argument is required. */
  backupDir: string | undefined
  databaseUrl: string | undefined
  /** When the demo is loaded into an empty installation; `local`: only until it was removed. */
  demo: 'always' | 'local' | 'never'
  publicUrl: string | undefined
  trustedProxies: string[]
  role: 'all' | 'api' | 'worker' | 'identity'
  simulatorPort: number
  /** The mail server, and the sender's address; undefined: emails are stored and not sent. */
  mail: { smtpUrl: string; from: string; bounces: string | undefined } | undefined
  /** The secret of a mail server that reports bounces; undefined: none are accepted. */
  bounceSecret: string | undefined
  /**
   * Keys that seal the sources' credentials, in base64, the sealing one first; undefined: a file of the data directory.
   */
  secrets: string[] | undefined
  /** Names this installation among several behind one address; undefined: it is the only one. */
  place: PlaceName
  /** A file with the place of each company; undefined: all companies are here. */
  directory: string | undefined
  /** Keys of the password step, in base64, the published one first; undefined: the installation's own. */
  passwordKeys: string[] | undefined
  /** The loopback port of the metrics; undefined: no metrics. */
  metricsPort: number | undefined
  /** Whether a source's host name may resolve to an address of the installation's own networks. */
  privateSources: boolean
  channelOrigins: ChannelOrigins
  documents: DocumentSettings
  running: RunningSettings
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Its users' password is public: without an explicit setting the demo is only for installations that are not reachable
 * from outside this machine.
 */
const demoOf = (data: z.output<typeof Settings>): Env['demo'] => {
  if (data.PADRON_DEMO !== undefined) return data.PADRON_DEMO === '1' ? 'always' : 'never'
  const behindProxy = data.PUBLIC_URL !== undefined || data.PADRON_TRUSTED_PROXIES !== ''
  return data.PADRON_ROLE === 'all' && isLoopback(data.HOST) && !behindProxy ? 'local' : 'never'
}

const KINDS: readonly string[] = CHANNEL_KINDS.map(({ kind }) => kind)

/** `slack=https://chat.empresa.mx, telegram=https://bot.empresa.mx`; plain http where sources may be private. */
const channelOriginsOf = ({ PADRON_CHANNEL_ORIGINS, PADRON_PRIVATE_SOURCES }: z.output<typeof Settings>) => {
  const schemes = PADRON_PRIVATE_SOURCES === '1' ? ['https:', 'http:'] : ['https:']
  const isOrigin = (text: string): boolean => {
    const parsed = URL.parse(text)
    return parsed !== null && schemes.includes(parsed.protocol) && parsed.origin === text
  }
  const pairs = secretsIn(PADRON_CHANNEL_ORIGINS).map((each) => each.split(/=(.*)/s))
  if (pairs.some(([kind = '', origin = '']) => !KINDS.includes(kind) || !isOrigin(origin)))
    throw new SettingError(
      'PADRON_CHANNEL_ORIGINS: debe ser una lista como slack=https://chat.empresa.mx,telegram=https://bot.empresa.mx ' +
        `(${KINDS.join(', ')}), sin ruta ni barra final`,
    )
  return Object.fromEntries(pairs.map(([kind, origin]) => [kind, origin])) as ChannelOrigins
}

/** A refused setting: its message is for the operator. */
export class SettingError extends Error {}

/** @throws SettingError naming every wrong setting. An empty value counts as missing. */
export const readEnv = (from: Record<string, string | undefined> = process.env): Env => {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ''))
  const { data, error } = Settings.safeParse(given)
  if (!data) {
    throw new SettingError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  for (const [name, value] of [
    ['PORT', data.PORT],
    ['SIMULATOR_PORT', data.SIMULATOR_PORT],
    ['PADRON_METRICS_PORT', data.PADRON_METRICS_PORT ?? 0],
  ] as const) {
    if (value > 65_535) throw new SettingError(`${name}: debe ser un puerto entre 0 y 65535`)
  }
  if (data.PADRON_ROLE !== 'all' && !data.DATABASE_URL) {
    throw new SettingError(
      `PADRON_ROLE: ${data.PADRON_ROLE} es una parte del producto y necesita DATABASE_URL; la base integrada es ` +
        'de un solo proceso',
    )
  }
  if (data.PADRON_SMTP_URL && !data.PADRON_MAIL_FROM)
    throw new SettingError('PADRON_MAIL_FROM: con PADRON_SMTP_URL hace falta la dirección que envía los correos')
  if (data.PADRON_SMTP_URL && !data.PUBLIC_URL)
    throw new SettingError(
      'PUBLIC_URL: con PADRON_SMTP_URL hace falta la dirección que llevan los enlaces de los correos',
    )
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.PADRON_DATA_DIR,
    backupDir: data.PADRON_BACKUP_DIR,
    databaseUrl: data.DATABASE_URL,
    demo: demoOf(data),
    publicUrl: data.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    trustedProxies: data.PADRON_TRUSTED_PROXIES.split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    role: data.PADRON_ROLE,
    simulatorPort: data.SIMULATOR_PORT,
    mail:
      data.PADRON_SMTP_URL && data.PADRON_MAIL_FROM
        ? { smtpUrl: data.PADRON_SMTP_URL, from: data.PADRON_MAIL_FROM, bounces: data.PADRON_MAIL_BOUNCES }
        : undefined,
    bounceSecret: data.PADRON_BOUNCE_SECRET,
    secrets: data.PADRON_SECRET === undefined ? undefined : secretsIn(data.PADRON_SECRET),
    place: data.PADRON_PLACE,
    directory: data.PADRON_DIRECTORY,
    passwordKeys: data.PADRON_PASSWORD_KEY === undefined ? undefined : secretsIn(data.PADRON_PASSWORD_KEY),
    metricsPort: data.PADRON_METRICS_PORT,
    privateSources: data.PADRON_PRIVATE_SOURCES === '1',
    channelOrigins: channelOriginsOf(data),
    documents: readDocumentSettings(data, (fault) => new SettingError(fault)),
    running: runningOf(data),
    logLevel: data.PADRON_LOG,
  }
}
