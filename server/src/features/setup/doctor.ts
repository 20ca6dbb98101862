// Repeats the trials of the set-up against the present configuration. Nothing is changed; what costs
// money, or sends something, is done only on request.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SetupReport } from '@padron/contract/setup'
import { request } from 'undici'
import { ArchiveError } from '../../backup/archive.ts'
import { verifyArchive } from '../../backup/verify.ts'
import { missingIn } from '../../checks/connectors/query-once.ts'
import { loadConnectors } from '../../checks/connectors/registry.ts'
import { readCredential } from '../../checks/portals/accounts.ts'
import { asSystem } from '../../db/client.ts'
import type { Env } from '../../env/env.ts'
import { readMergedEnv } from '../../env/env-stored.ts'
import type { SetupTools } from '../../feature.ts'
import { ownerText, settingOwner } from '../../secrets/owners.ts'
import { openSealed } from '../../secrets/sealing.ts'
import { hasCompany } from './setup.access.ts'
import { tryFiles } from './setup.steps.ts'
import { tryAddress } from './trials/address.ts'
import { TRIAL_NAME, tryBackup } from './trials/backup.ts'
import { diskAdvice, tryWriting } from './trials/files.ts'
import { greetMail, tryMail } from './trials/mail.ts'
import { type Question, tryProvider } from './trials/provider.ts'
import { failed, passed, trialErrorText } from './trials/report.ts'

export type DoctorOptions = {
  /** The recipient of a test message; undefined: none is sent. */
  mailTo?: string | undefined
  /** Whether to write and read a test backup. */
  backup?: boolean | undefined
  /** A query to a source, which may cost money. */
  question?: { connector: string; plate: string; vin: string; taxIdentifier: string | null } | undefined
}
/** `report` undefined: it is not configured, which is no fault. */
export type Diagnosis = { name: string; report: SetupReport | undefined; note?: string }

const HOUR_MS = 3_600_000
/** A night's backup that failed is reported the next day. */
const BACKUP_HOURS = 36

const diagnoseAddress = async ({ publicUrl }: Env): Promise<Diagnosis> => ({
  name: 'Dirección pública',
  report: publicUrl === undefined ? undefined : await tryAddress(publicUrl),
  note: 'No hay: se entra por la dirección de este servidor. padron init --step address',
})

const diagnoseMail = async ({ mail }: Env, { mailTo }: DoctorOptions): Promise<Diagnosis> => ({
  name: 'Correo',
  report:
    mail && (mailTo === undefined ? await greetMail(mail.smtpUrl) : await tryMail(mail.smtpUrl, mail.from, mailTo)),
  note: 'No hay servidor: los correos se guardan y no salen. padron init --step mail',
})

type Archive = { file: string; at: Date }

const newestIn = async (folder: string): Promise<Archive | undefined> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.padron') && !name.startsWith(TRIAL_NAME))
  const archives = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtime })),
  )
  return archives.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
}

const hoursAgo = (at: Date): string => `hace ${Math.floor((Date.now() - at.getTime()) / HOUR_MS)} horas`

const ANOTHER = 'Haga otro, y si también queda mal revise el disco: npm run padron -- backup'

const lookAtBackups = async (folder: string): Promise<SetupReport> => {
  const facts = { Carpeta: folder }
  try {
    await tryWriting(folder)
    const newest = await newestIn(folder)
    if (!newest) return failed('En la carpeta no hay ningún respaldo.', 'Haga uno: npm run padron -- backup', facts)
    const last = { ...facts, 'El último': `${newest.file}, ${hoursAgo(newest.at)}` }
    await verifyArchive(newest.file)
    return Date.now() - newest.at.getTime() < BACKUP_HOURS * HOUR_MS
      ? passed('El último respaldo se leyó completo.', last)
      : failed(
          'El último respaldo está completo y es viejo.',
          'Revise por qué no se hizo el de anoche, y haga uno: npm run padron -- backup',
          last,
        )
  } catch (error) {
    const advice = error instanceof ArchiveError ? ANOTHER : diskAdvice(error)
    return failed(`Los respaldos no están bien: ${trialErrorText(error)}`, advice, facts)
  }
}

const diagnoseBackup = async ({ addressOf }: SetupTools, env: Env, { backup }: DoctorOptions): Promise<Diagnosis> => {
  const { backupDir } = env
  const look = (folder: string) => (backup ? tryBackup(folder, { addressOf, env }) : lookAtBackups(folder))
  return {
    name: 'Respaldo',
    report: backupDir === undefined ? undefined : await look(backupDir),
    note: 'No hay carpeta: cada respaldo dice su archivo. padron init --step backup',
  }
}

const diagnoseKeys = (unopened: readonly string[]): Diagnosis => ({
  name: 'Llaves',
  report:
    unopened.length === 0
      ? passed('Las llaves abren todas las credenciales.')
      : failed(
          `Ninguna llave abre la credencial ${unopened.map(ownerText).join(', ')}.`,
          'Reponga PADRON_SECRET o secret.key de su copia, o dé de nuevo esas credenciales.',
        ),
})

type Source = { key: string; name: string; baseUrl: string; creditOutSince: string | null }

/** The sources that are queried with a contract, one for each account. */
const readSources = ({ db, secrets }: SetupTools): Promise<{ sources: Source[]; unopened: string[] }> =>
  asSystem(db, async (tx) => {
    const rows = await tx
      .selectFrom('portal as p')
      .leftJoin('portal_account as a', 'a.account_key', 'p.shared_account_key')
      .select(['p.portal_key', 'p.portal_name', 'p.base_url', 'p.credit_out_since as own_out'])
      .select(['a.account_key', 'a.account_name', 'a.credit_out_since as account_out'])
      .where('p.base_url', 'is not', null)
      .where('p.simulated', '=', false)
      .orderBy('p.portal_key')
      .execute()
    const sources = new Map<string, Source>()
    const unopened = new Set<string>()
    for (const row of rows) {
      const { owner, stored } = await readCredential(tx, row.portal_key)
      if (stored === '') continue
      if (openSealed(secrets, owner, stored) === undefined) unopened.add(owner)
      const creditOutSince = row.account_key ? row.account_out : row.own_out
      const name = row.account_name ?? row.portal_name
      sources.set(owner, { key: row.account_key ?? row.portal_key, name, baseUrl: row.base_url ?? '', creditOutSince })
    }
    return { sources: [...sources.values()], unopened: [...unopened] }
  })

const REACH_MS = 10_000

/** Whether the server answers; its answer to a request without a key means nothing. */
const reach = async ({ baseUrl, creditOutSince }: Source): Promise<SetupReport> => {
  const facts = { Dirección: baseUrl }
  if (creditOutSince)
    return failed(
      `Sin saldo desde el ${creditOutSince.slice(0, 10)} (UTC).`,
      'Compre saldo con el proveedor: se consulta de nuevo sola en una hora, o ya con padron source resume.',
      facts,
    )
  try {
    const { body } = await request(baseUrl, { signal: AbortSignal.timeout(REACH_MS) })
    await body.dump()
    return passed('La dirección responde; no se preguntó nada, que puede costar.', facts)
  } catch (error) {
    return failed(`La dirección no responde: ${trialErrorText(error)}`, 'Revise la red y el cortafuegos.', facts)
  }
}

/** @throws Error if the query fails */
const findQuestion = async (
  { db }: SetupTools,
  { connector: key, ...typed }: NonNullable<DoctorOptions['question']>,
): Promise<Pick<Question, 'connector' | 'subject'>> => {
  const connector = (await loadConnectors(db)).find((each) => each.key === key)
  if (!connector) throw new Error(`No existe el conector «${key.slice(0, 60)}»; vea padron connector list.`)
  const subject = { ...typed, stateId: 0 }
  const [missing] = missingIn(connector, subject)
  if (missing) throw new Error(`El conector necesita ${missing}: dígalo con --plate, --vin o --tax.`)
  return { connector, subject }
}

const diagnoseQuestion = async (
  { db, secrets }: SetupTools,
  { connector, subject }: Pick<Question, 'connector' | 'subject'>,
): Promise<Diagnosis> => {
  const name = `Pregunta a ${connector.key}`
  const { base, owner, stored } = await asSystem(db, async (tx) => ({
    base: await tx
      .selectFrom('portal')
      .select('base_url')
      .where('portal_key', '=', connector.portal)
      .executeTakeFirst(),
    ...(await readCredential(tx, connector.portal)),
  }))
  if (!base?.base_url) return { name, report: failed('Su portal no tiene dirección.', 'padron init --step provider') }
  const credential = stored && openSealed(secrets, owner, stored)
  if (credential === undefined) return { name, report: failed('Ninguna llave abre su credencial.', 'Déla de nuevo.') }
  return { name, report: await tryProvider(db, { connector, subject, base: base.base_url, credential }) }
}

/** @param report called with each diagnosis as soon as it is known */
export const diagnose = async (
  tools: SetupTools,
  options: DoctorOptions,
  report: (diagnosis: Diagnosis) => void,
): Promise<void> => {
  const question = options.question && (await findQuestion(tools, options.question))
  const { env, unopened } = await readMergedEnv(tools.db, tools.secrets)
  const { sources, unopened: closed } = await readSources(tools)
  report(diagnoseKeys([...unopened.map(settingOwner), ...closed]))
  report(await diagnoseAddress(env))
  report(await diagnoseMail(env, options))
  report({ name: 'Archivos', report: await tryFiles(tools, env) })
  report(await diagnoseBackup(tools, env, options))
  if (sources.length === 0)
    report({
      name: 'Proveedor',
      report: undefined,
      note: 'No hay ninguno: se captura a mano. padron init --step provider',
    })
  for (const source of sources) report({ name: `Proveedor ${source.name}`, report: await reach(source) })
  if (question) report(await diagnoseQuestion(tools, question))
  const isSetUp = await asSystem(tools.db, hasCompany)
  report({
    name: 'Empresas',
    report: isSetUp ? passed('Hay al menos una empresa.') : undefined,
    note: 'No hay ninguna todavía: padron init',
  })
}
