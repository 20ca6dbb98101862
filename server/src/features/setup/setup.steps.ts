// The steps of the set-up: each tries the given settings and stores them if the trial passed. The screen and `padron
// init` use them.
import { isAbsolute } from 'node:path'
import type {
  SetupAddress,
  SetupBackup,
  SetupCompany,
  SetupFiles,
  SetupMail,
  SetupReport,
  SetupStep,
} from '@padron/contract/setup'
import { type Actor, asSystem, type Tx } from '../../db/client.ts'
import { type Env, SettingError } from '../../env/env.ts'
import {
  applyIfStored,
  applySettings,
  isFixed,
  mergedEnv,
  readStored,
  type SettingGroup,
  type Settings,
  storeSettings,
} from '../../env/env-stored.ts'
import { HttpProblem, notFound, refuse } from '../../errors/http-problem.ts'
import type { SetupTools } from '../../feature.ts'
import { createCompany, createFirstProfiles } from '../../identity/accounts/accounts.ts'
import { inviteUser } from '../../identity/accounts/links.ts'
import { hashPassword, newPassword } from '../../identity/passwords/passwords.ts'
import { hasCompany } from './setup.access.ts'
import { recordStep } from './setup.state.ts'
import { tryAddress } from './trials/address.ts'
import { tryBackup } from './trials/backup.ts'
import { tryFolder, tryS3 } from './trials/files.ts'
import { tryMail } from './trials/mail.ts'

const currentEnv = ({ db, secrets }: SetupTools): Promise<Env> =>
  asSystem(db, async (tx) => mergedEnv(await readStored(tx, secrets)))

/** The form field of each setting, and its name in refusals. */
const FIELDS: Readonly<Record<string, readonly [path: string, name: string]>> = {
  PUBLIC_URL: ['publicUrl', 'La dirección pública'],
  PADRON_SMTP_URL: ['host', 'El servidor'],
  PADRON_MAIL_FROM: ['from', 'El remitente'],
  PADRON_S3_ENDPOINT: ['endpoint', 'La dirección'],
  PADRON_S3_BUCKET: ['bucket', 'El bucket'],
  PADRON_S3_REGION: ['region', 'La región'],
  PADRON_S3_KEY_ID: ['keyId', 'El identificador de la llave'],
  PADRON_S3_SECRET: ['secret', 'La llave secreta'],
  PADRON_S3_PREFIX: ['prefix', 'La carpeta'],
  PADRON_BACKUP_DIR: ['folder', 'La carpeta'],
}

const asFieldFaults = ({ message }: SettingError): HttpProblem => {
  const errors = message.split('\n').flatMap((line) => {
    const [setting = '', ...rest] = line.split(': ')
    const [path, name] = FIELDS[setting] ?? []
    return path && name ? [{ path, message: rest.join(': ').replaceAll(setting, name) }] : []
  })
  return new HttpProblem(422, errors[0]?.message ?? message, errors)
}

/** The environment that a start with these settings would have. @throws HttpProblem with the invalid field */
const envWith = ({ db, secrets }: SetupTools, settings: Settings): Promise<Env> =>
  asSystem(db, async (tx) => {
    const stored = await readStored(tx, secrets)
    const others = Object.entries(stored.settings).filter(([name]) => !(name in settings))
    try {
      return mergedEnv({ settings: { ...Object.fromEntries(others), ...settings }, unopened: stored.unopened })
    } catch (error) {
      if (error instanceof SettingError) throw asFieldFaults(error)
      throw error
    }
  })

export type Outcome = { report: SetupReport }
type Storing = {
  step: SetupStep & SettingGroup
  settings: Settings
  report: SetupReport
  by: Actor
  /** Stores it even if the trial failed. */
  anyway?: boolean
}

/**
 * Stores the settings. If a company exists, the processes restart with them at once; otherwise when the set-up ends,
 * which a restart would interrupt.
 */
const storeStep = async (
  { db, secrets }: SetupTools,
  { step, settings, report, by, anyway = false }: Storing,
): Promise<Outcome> => {
  const isAccepted = report.ok || anyway
  await asSystem(db, async (tx) => {
    await recordStep(tx, step, { report, ...(isAccepted ? { state: 'done' as const } : {}) })
    if (!isAccepted) return
    await storeSettings(tx, secrets, { group: step, settings, by: by.name })
    if (await hasCompany(tx)) await applySettings(tx)
  })
  return { report }
}

/** Settings that the environment fixes are tried as they are, and nothing is stored. */
const recordFixed = async ({ db }: SetupTools, step: SetupStep, report: SetupReport): Promise<Outcome> => {
  await asSystem(db, (tx) => recordStep(tx, step, { report, ...(report.ok ? { state: 'done' as const } : {}) }))
  return { report }
}

export const setAddress = async (
  tools: SetupTools,
  { publicUrl, anyway = false }: SetupAddress,
  by: Actor,
): Promise<Outcome> => {
  const { publicUrl: fixed = '' } = await currentEnv(tools)
  if (isFixed('address')) return recordFixed(tools, 'address', await tryAddress(fixed))
  const settings = { PUBLIC_URL: publicUrl.trim().replace(/(?<!\/)\/+$/, '') }
  await envWith(tools, settings)
  return storeStep(tools, { step: 'address', settings, report: await tryAddress(settings.PUBLIC_URL), by, anyway })
}

const addressOfServer = ({ scheme, host, port, user }: SetupMail): string =>
  `${scheme}://${user === '' ? '' : `${encodeURIComponent(user)}@`}${host}:${port}`

/** The stored password is used only for the same server and user. */
const smtpUrlOf = (mail: SetupMail, stored: string | undefined): string => {
  const url = new URL(addressOfServer(mail))
  if (mail.user === '') return url.href
  const before = stored === undefined ? undefined : new URL(stored)
  const isSame = before !== undefined && before.host === url.host && before.username === url.username
  const password = mail.password === '' && isSame ? before.password : encodeURIComponent(mail.password)
  if (password === '') throw refuse(422, 'Escriba la contraseña.', 'password')
  return url.href.replace('@', `:${password}@`)
}

export const setMail = async (tools: SetupTools, mail: SetupMail, by: Actor): Promise<Outcome> => {
  const env = await currentEnv(tools)
  if (isFixed('mail')) {
    if (!env.mail) throw refuse(422, 'El entorno tiene PADRON_MAIL_FROM y no PADRON_SMTP_URL: ponga los dos o ninguno.')
    return recordFixed(tools, 'mail', await tryMail(env.mail.smtpUrl, env.mail.from, mail.to))
  }
  if (!env.publicUrl)
    throw refuse(422, 'Primero guarde la dirección pública: los enlaces de los correos empiezan con ella.')
  if (Number(mail.port) < 1 || Number(mail.port) > 65_535)
    throw refuse(422, 'El puerto debe estar entre 1 y 65535.', 'port')
  const settings = { PADRON_SMTP_URL: smtpUrlOf(mail, env.mail?.smtpUrl), PADRON_MAIL_FROM: mail.from }
  await envWith(tools, settings)
  return storeStep(tools, {
    step: 'mail',
    settings,
    report: await tryMail(settings.PADRON_SMTP_URL, mail.from, mail.to),
    by,
  })
}

const installationId = async (tx: Tx): Promise<string> =>
  (await tx.selectFrom('installation').select('installation_id').executeTakeFirstOrThrow()).installation_id

const s3Settings = (files: SetupFiles, before: Env['documents']['s3']): Settings => {
  const isSame = before?.endpoint === files.endpoint && before.accessKeyId === files.keyId
  return {
    PADRON_S3_ENDPOINT: files.endpoint,
    PADRON_S3_BUCKET: files.bucket,
    PADRON_S3_REGION: files.region || 'us-east-1',
    PADRON_S3_KEY_ID: files.keyId,
    PADRON_S3_SECRET: files.secret === '' && isSame ? before.secretAccessKey : files.secret,
    PADRON_S3_PREFIX: files.prefix,
  }
}

/** Tries the configured store: a folder or an S3 store. */
export const tryFiles = async ({ db }: Pick<SetupTools, 'db'>, { documents, dataDir }: Env): Promise<SetupReport> =>
  documents.s3 ? tryS3(documents.s3, await asSystem(db, installationId)) : tryFolder(dataDir)

export const setFiles = async (tools: SetupTools, files: SetupFiles, by: Actor): Promise<Outcome> => {
  const env = await currentEnv(tools)
  if (isFixed('files')) return recordFixed(tools, 'files', await tryFiles(tools, env))
  if (files.store === 'folder')
    return storeStep(tools, { step: 'files', settings: {}, report: await tryFolder(env.dataDir), by })
  const settings = s3Settings(files, env.documents.s3)
  const trialEnv = await envWith(tools, settings)
  if (!trialEnv.documents.s3) throw refuse(422, 'Escriba la dirección, el bucket y la llave del almacén.', 'endpoint')
  return storeStep(tools, { step: 'files', settings, report: await tryFiles(tools, trialEnv), by })
}

export const setBackup = async (tools: SetupTools, { folder: typed }: SetupBackup, by: Actor): Promise<Outcome> => {
  const env = await currentEnv(tools)
  const trial = (folder: string) => tryBackup(folder, { addressOf: tools.addressOf, env })
  if (isFixed('backup')) return recordFixed(tools, 'backup', await trial(env.backupDir ?? ''))
  const folder = typed.trim()
  if (!isAbsolute(folder)) throw refuse(422, 'Escriba la ruta completa de la carpeta, como /backups.', 'folder')
  const settings = { PADRON_BACKUP_DIR: folder }
  await envWith(tools, settings)
  return storeStep(tools, { step: 'backup', settings, report: await trial(folder), by })
}

export const postpone = (tools: SetupTools, step: SetupStep): Promise<void> =>
  asSystem(tools.db, (tx) => recordStep(tx, step, { state: 'later' }))

/** `password`: of the main account, if no invitation was sent. */
type FirstCompany = { username: string; password: string | null; sentTo: string | null }

/**
 * Ends the set-up, its codes and its session. The user chooses the password with a link by email, if one can be sent.
 * @throws HttpProblem 404 if a company exists
 */
export const createFirstCompany = async (
  { db, secrets }: Pick<SetupTools, 'db' | 'secrets'>,
  { email, ...company }: SetupCompany,
  by: Actor,
): Promise<FirstCompany> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const username = `${company.shortName}-admin`
  return asSystem(
    db,
    async (tx) => {
      await tx.selectFrom('installation').select('installation_id').forUpdate().execute() // a concurrent call waits
      if (await hasCompany(tx)) throw notFound()
      const { mail, place } = mergedEnv(await readStored(tx, secrets))
      const tenantId = await createCompany(tx, { ...company, passwordHash, ...(email === '' ? {} : { email }) })
      await createFirstProfiles(tx, tenantId)
      const invites = email !== '' && mail !== undefined
      if (invites) await inviteUser(tx, { secrets, place }, { tenantId, username })
      await tx.deleteFrom('setup_access').execute()
      await recordStep(tx, 'company', { state: 'done' })
      await applyIfStored(tx)
      return { username, password: invites ? null : password, sentTo: invites ? email : null }
    },
    by,
  )
}
