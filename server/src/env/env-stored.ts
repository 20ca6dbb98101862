// Settings that the set-up stored in the database, by their environment variables. The environment takes precedence per
// group: a mail server from one is never used with a sender from the other.
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { settingOwner } from '../secrets/owners.ts'
import { openSealed, type Secrets, seal } from '../secrets/sealing.ts'
import { type Env, readEnv, SettingError } from './env.ts'

const SETTING_GROUPS = {
  address: ['PUBLIC_URL'],
  mail: ['PADRON_SMTP_URL', 'PADRON_MAIL_FROM'],
  files: [
    'PADRON_S3_ENDPOINT',
    'PADRON_S3_BUCKET',
    'PADRON_S3_REGION',
    'PADRON_S3_KEY_ID',
    'PADRON_S3_SECRET',
    'PADRON_S3_PREFIX',
  ],
  backup: ['PADRON_BACKUP_DIR'],
} as const
export type SettingGroup = keyof typeof SETTING_GROUPS
type SettingName = (typeof SETTING_GROUPS)[SettingGroup][number]
export type Settings = Partial<Record<SettingName, string>>

/** These settings contain a password. */
const SEALED: ReadonlySet<string> = new Set<SettingName>(['PADRON_SMTP_URL', 'PADRON_S3_SECRET'])
const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[]

type Environment = Record<string, string | undefined>

export const isFixed = (group: SettingGroup, environment: Environment = process.env): boolean =>
  SETTING_GROUPS[group].some((name) => Boolean(environment[name]))

export type StoredSettings = {
  settings: Settings
  /** Names of settings that no key opens. */
  unopened: readonly string[]
}

export const readStored = async (tx: Tx, secrets: Secrets): Promise<StoredSettings> => {
  const rows = await tx.selectFrom('installation_setting').select(['name', 'value', 'credential']).execute()
  const opened = rows.map(({ name, value, credential }) => ({
    name,
    value: value ?? openSealed(secrets, settingOwner(name), credential),
  }))
  const known = opened.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
  return {
    settings: Object.fromEntries(known),
    unopened: opened.filter(({ value }) => value === undefined).map(({ name }) => name),
  }
}

/** The stored settings that apply with this environment: all of a group or none. */
const countingBeside = ({ settings, unopened }: StoredSettings, environment: Environment): Environment => {
  const groups = GROUPS.filter(
    (group) => !isFixed(group, environment) && !SETTING_GROUPS[group].some((name) => unopened.includes(name)),
  )
  const counting = groups.flatMap((group) => SETTING_GROUPS[group].map((name) => [name, settings[name]] as const))
  return Object.fromEntries(counting)
}

/**
 * The settings of the environment, over the stored ones.
 * @throws SettingError if they contradict each other
 */
export const mergedEnv = (stored: StoredSettings, environment: Environment = process.env): Env => {
  try {
    return readEnv({ ...countingBeside(stored, environment), ...present(environment) })
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    throw new SettingError(`${error.message}\nEs de los ajustes que guardó la puesta en marcha: vea padron init.`)
  }
}

const present = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))

/** Both together, for a command or process with a database. */
export const readMergedEnv = (
  db: Db,
  secrets: Secrets,
  environment: Environment = process.env,
): Promise<{ env: Env; unopened: readonly string[] }> =>
  asSystem(db, async (tx) => {
    const stored = await readStored(tx, secrets)
    return { env: mergedEnv(stored, environment), unopened: stored.unopened }
  })

/** Replaces the settings of a group. Missing or empty ones are deleted. */
export const storeSettings = async (
  tx: Tx,
  secrets: Secrets,
  { group, settings, by }: { group: SettingGroup; settings: Settings; by: string },
): Promise<void> => {
  const names = SETTING_GROUPS[group]
  await tx.deleteFrom('installation_setting').where('name', 'in', names).execute()
  const storedSettings = names.flatMap((name) => (settings[name] ? [[name, settings[name]] as const] : []))
  const rows = storedSettings.map(([name, value]) => ({
    name,
    changed_by: by,
    ...(SEALED.has(name) ? { credential: seal(secrets, settingOwner(name), value) } : { value }),
  }))
  if (rows.length > 0) await tx.insertInto('installation_setting').values(rows).execute()
}

/** Makes every process restart with the current settings (watchSettings of bin/product.ts). */
export const applySettings = (tx: Tx): Promise<unknown> =>
  tx
    .updateTable('installation')
    .set((eb) => ({ settings_version: eb('settings_version', '+', 1) }))
    .execute()

/** After the first company is created, the settings stored before apply. */
export const applyIfStored = async (tx: Tx): Promise<void> => {
  const stored = await tx.selectFrom('installation_setting').select('name').limit(1).executeTakeFirst()
  if (stored) await applySettings(tx)
}

export const readSettingsVersion = async (tx: Tx): Promise<number> =>
  (await tx.selectFrom('installation').select('settings_version').executeTakeFirstOrThrow()).settings_version
