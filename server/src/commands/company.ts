// `padron company …`: creates, changes, exports, suspends and erases companies.
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { asCountry, COUNTRIES, COUNTRY_CODES } from '@padron/contract/places/countries'
import { DOCUMENT_TYPES, isDocumentType } from '@padron/contract/rules/tax-ids'
import { type Command, Option } from 'commander'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { eraseCompany, exportCompany } from '../db/company-data.ts'
import { readEnv } from '../env/env.ts'
import { applyIfStored, readMergedEnv } from '../env/env-stored.ts'
import { rescheduleInZone } from '../features/reports/definitions/reschedule.ts'
import { hasCompany } from '../features/setup/setup.access.ts'
import { openFileStores } from '../files/contents/file-stores.ts'
import { dayIn } from '../files/wall-clock.ts'
import { createCompany, createFirstProfiles, findCompany } from '../identity/accounts/accounts.ts'
import {
  cancelErasure,
  ERASE_AFTER_DAYS,
  removeLogo,
  resume,
  scheduleErasure,
  setCompany,
  setHolderDocument,
  setLogo,
  suspend,
} from '../identity/accounts/company-settings.ts'
import { hashPassword } from '../identity/passwords/passwords.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { addCompanyMoveCommand } from './company-move.ts'
import { addCompanySignInCommand } from './company-sign-in.ts'
import {
  type CompanyRow,
  type CompanyWork,
  chooseInvitation,
  choosePassword,
  MAIL,
  onCompany,
  operator,
  print,
  table,
  withDatabase,
} from './console.ts'

type Named = { name: string }

const changeCompany = <T>(name: string, work: CompanyWork<T>): Promise<T> =>
  withDatabase((db) => onCompany(db, name, work))

const readLogo = (path: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new Error(`No se puede leer el archivo ${path}.`)
  })

type Create = Named & {
  title: string
  country: string
  timeZone?: string
  logo?: string
  passwordStdin?: true
  mail?: string
}

const create = async ({ name, title, country: code, timeZone, logo, passwordStdin, mail }: Create): Promise<void> => {
  const country = asCountry(code)
  const picture = logo === undefined ? undefined : await readLogo(logo)
  const invitation = await chooseInvitation(mail)
  const { password, announce } = await choosePassword(passwordStdin === true)
  const passwordHash = await hashPassword(password)
  const company = {
    shortName: name,
    title,
    country,
    timeZone: timeZone ?? COUNTRIES[country].timeZone,
    passwordHash,
    ...(invitation ? { email: invitation.email } : {}),
  }
  const username = `${name}-admin`
  const make = async (tx: Tx) => {
    const isFirst = !(await hasCompany(tx))
    const tenantId = await createCompany(tx, company)
    await createFirstProfiles(tx, tenantId)
    if (isFirst) await applyIfStored(tx)
    if (picture) await setLogo(tx, tenantId, picture)
    await invitation?.invite(tx, { tenantId, username })
  }
  await withDatabase((db) => asSystem(db, make, operator()))
  print(`Empresa ${name} creada. Cuenta principal: ${username}`)
  if (!invitation) announce(username)
}

/** The option's value for no type: then an ambiguous number is a citizen's card. */
const NO_TYPE = 'ninguno'

type Settings = Named & { title?: string; timeZone?: string; logo?: string | false; holderDocument?: string }

const set = async ({ name, title, timeZone, logo, holderDocument }: Settings): Promise<void> => {
  if ([title, timeZone, logo, holderDocument].every((given) => given === undefined))
    throw new Error('Diga qué se ajusta: --title, --time-zone, --logo, --no-logo o --holder-document.')
  const picture = typeof logo === 'string' ? await readLogo(logo) : undefined
  await changeCompany(name, async (tx, company) => {
    const { tenant_id } = company
    if (holderDocument !== undefined)
      await setHolderDocument(tx, company, isDocumentType(holderDocument) ? holderDocument : null)
    const names = title === undefined ? {} : { title }
    const formerZone = await setCompany(tx, tenant_id, { ...names, ...(timeZone ? { timeZone } : {}) })
    if (formerZone !== undefined) await rescheduleInZone(tx, tenant_id, formerZone)
    if (picture) await setLogo(tx, tenant_id, picture)
    if (logo === false) await removeLogo(tx, tenant_id)
  })
  print(`Empresa ${name} ajustada.`)
}

type Situation = Pick<CompanyRow, 'suspended_at' | 'erase_at' | 'time_zone'> & {
  move_state: string | null
  moved_to: string | null
}
const situation = ({ suspended_at, erase_at, time_zone, move_state, moved_to }: Situation): string => {
  if (move_state) return move_state === 'moved' ? `trasladada a ${moved_to}` : 'en traslado'
  if (erase_at) return `se borra desde ${dayIn(erase_at, time_zone)}`
  return suspended_at ? 'suspendida' : 'activa'
}

const list = async (): Promise<void> => {
  const companies = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .selectFrom('company as c')
        .select([
          'c.short_name',
          'c.company_name',
          'c.country',
          'c.time_zone',
          'c.suspended_at',
          'c.erase_at',
          'c.move_state',
          'c.moved_to',
        ])
        .select(({ selectFrom }) => [
          selectFrom('vehicle as v')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('v.tenant_id', '=', 'c.tenant_id')
            .as('vehicles'),
          selectFrom('app_user as u')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('u.tenant_id', '=', 'c.tenant_id')
            .where('u.is_service', '=', false)
            .as('users'),
        ])
        .orderBy('c.short_name')
        .execute(),
    ),
  )
  const rows = companies.map((c) => [
    c.short_name,
    c.company_name,
    c.country,
    c.time_zone,
    `${c.vehicles}`,
    `${c.users}`,
    situation(c),
  ])
  print(table([['NOMBRE', 'EMPRESA', 'PAÍS', 'ZONA HORARIA', 'VEHÍCULOS', 'USUARIOS', 'SITUACIÓN'], ...rows]))
}

const refuseExisting = (file: string): void => {
  if (existsSync(file)) throw new Error(`El archivo ${file} ya existe.`)
}

/** Writes the export atomically, also on a power failure: a truncated file would look complete. */
const writeExport = async (db: Db, tenantId: number, file: string) => {
  const part = `${file}.part`
  refuseExisting(file)
  refuseExisting(part)
  const into = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  await once(into, 'open').catch(() => {
    throw new Error(`No se puede escribir el archivo ${file}.`)
  })
  try {
    const entries = await exportCompany(db, tenantId, into)
    await finished(into)
    refuseExisting(file)
    await rename(part, file)
    return entries
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const exportAll = async ({ name, file }: Named & { file: string }): Promise<void> => {
  const entries = await withDatabase(async (db) => {
    const { tenant_id, company_name } = await asSystem(db, (tx) => findCompany(tx, name))
    const written = await writeExport(db, tenant_id, file)
    const changes = JSON.stringify({ exported: [null, 'Todos los datos (ZIP)'] })
    const insert = sql`
      select record_activity(${tenant_id}, 'company', ${tenant_id}, ${company_name}, 'update', ${changes}::jsonb)`
    await asSystem(db, (tx) => insert.execute(tx), operator())
    return written
  })
  const rows = entries.reduce((sum, entry) => sum + entry.rows, 0)
  print(`${rows} filas de ${entries.length} tablas de ${name} exportadas a ${file}.`)
}

const erase = async ({ name, cancel, now }: Named & { cancel?: true; now?: true }): Promise<void> => {
  if (cancel) {
    await changeCompany(name, (tx, { tenant_id }) => cancelErasure(tx, tenant_id))
    return print(`Borrado de ${name} cancelado. La empresa sigue suspendida; reactívela con company resume.`)
  }
  if (now) {
    const rows = await withDatabase(async (db) => {
      const { tenant_id } = await asSystem(db, (tx) => findCompany(tx, name))
      const { documents, dataDir } = (await readMergedEnv(db, await readSecrets(readEnv()))).env
      const { files, emailFiles } = openFileStores(documents, dataDir, db)
      return eraseCompany(db, files, tenant_id, emailFiles)
    })
    if (rows === undefined)
      throw new Error(
        `La empresa ${name} no se puede borrar todavía: pida el borrado y espere ${ERASE_AFTER_DAYS} días.`,
      )
    return print(`Empresa ${name} borrada: ${rows} filas.`)
  }
  const from = await changeCompany(name, async (tx, { tenant_id, time_zone }) =>
    dayIn(await scheduleErasure(tx, tenant_id), time_zone),
  )
  print(
    `Empresa ${name} suspendida; se borrará sola desde el ${from}. Hasta entonces: company erase ` +
      `--name ${name} --cancel`,
  )
}

const NAME = ['--name <nombre>', 'nombre corto de la empresa'] as const

export const addCompanyCommands = (program: Command): void => {
  const company = program.command('company').description('Empresas de la instalación')
  company
    .command('create')
    .description('Crea una empresa y su cuenta principal')
    .requiredOption('--name <nombre>', 'nombre corto, sin guiones: encabeza los nombres de usuario')
    .requiredOption('--title <título>', 'nombre de la empresa')
    .addOption(new Option('--country <país>', 'país').choices(COUNTRY_CODES).makeOptionMandatory())
    .option('--time-zone <zona>', 'zona horaria IANA (por omisión, la de la capital)')
    .option('--logo <archivo>', 'logotipo .png o .jpeg')
    .option('--password-stdin', 'lee la contraseña de la entrada estándar en lugar de generarla')
    .addOption(new Option(...MAIL).conflicts('passwordStdin'))
    .action(create)
  company
    .command('set')
    .description('Ajusta una empresa')
    .requiredOption(...NAME)
    .option('--title <título>', 'nombre de la empresa')
    .option('--time-zone <zona>', 'zona horaria IANA')
    .option('--logo <archivo>', 'logotipo .png o .jpeg')
    .option('--no-logo', 'quita el logotipo')
    .addOption(
      new Option(
        '--holder-document <tipo>',
        'documento de los titulares cuyo número no dice de qué tipo es (Colombia)',
      ).choices([...DOCUMENT_TYPES, NO_TYPE]),
    )
    .action(set)
  company.command('list').description('Lista las empresas').action(list)
  company
    .command('suspend')
    .description('Suspende una empresa: nadie entra, sus sesiones terminan y sus vehículos no se consultan')
    .requiredOption(...NAME)
    .action(async ({ name }: Named) => {
      await changeCompany(name, (tx, { tenant_id }) => suspend(tx, tenant_id))
      print(`Empresa ${name} suspendida.`)
    })
  company
    .command('resume')
    .description('Reactiva una empresa suspendida')
    .requiredOption(...NAME)
    .action(async ({ name }: Named) => {
      await changeCompany(name, (tx, { tenant_id }) => resume(tx, tenant_id))
      print(`Empresa ${name} activa.`)
    })
  addCompanyMoveCommand(company)
  addCompanySignInCommand(company)
  company
    .command('export')
    .description('Escribe todos los datos de una empresa en un archivo .zip')
    .requiredOption(...NAME)
    .requiredOption('--file <archivo>', 'archivo .zip que se crea')
    .action(exportAll)
  company
    .command('erase')
    .description(`Pide borrar una empresa con todos sus datos: se borra sola a los ${ERASE_AFTER_DAYS} días`)
    .requiredOption(...NAME)
    .option('--cancel', 'cancela el borrado pedido')
    .addOption(new Option('--now', 'la borra ya, si su espera terminó').conflicts('cancel'))
    .action(erase)
}
