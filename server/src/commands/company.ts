// `padron company …`: an installation's customers.
import { asCountry, COUNTRIES, COUNTRY_CODES } from '@padron/contract/countries'
import { type Command, Option } from 'commander'
import { asSystem } from '../db/client.ts'
import { createCompany } from '../identity/accounts.ts'
import { hashPassword } from '../identity/passwords.ts'
import { choosePassword, say, table, withDatabase } from './console.ts'

type Create = { name: string; title: string; country: string; timeZone?: string; passwordStdin?: true }

const create = async ({ name, title, country: code, timeZone, passwordStdin }: Create): Promise<void> => {
  const country = asCountry(code)
  const { password, announce } = await choosePassword(passwordStdin === true)
  const passwordHash = await hashPassword(password)
  const company = { shortName: name, title, country, timeZone: timeZone ?? COUNTRIES[country].timeZone, passwordHash }
  await withDatabase((db) => asSystem(db, (tx) => createCompany(tx, company)))
  say(`Empresa ${name} creada. Cuenta principal: ${name}-admin`)
  announce(`${name}-admin`)
}

const list = async (): Promise<void> => {
  const companies = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .selectFrom('company as c')
        .select(['c.short_name', 'c.company_name', 'c.country', 'c.time_zone', 'c.suspended_at'])
        .select(({ selectFrom }) =>
          selectFrom('vehicle as v')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .whereRef('v.tenant_id', '=', 'c.tenant_id')
            .as('vehicles'),
        )
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
    c.suspended_at ? 'suspendida' : 'activa',
  ])
  say(table([['NOMBRE', 'EMPRESA', 'PAÍS', 'ZONA HORARIA', 'VEHÍCULOS', 'SITUACIÓN'], ...rows]))
}

export const addCompanyCommands = (program: Command): void => {
  const company = program.command('company').description('Empresas de la instalación')
  company
    .command('create')
    .description('Crea una empresa y su cuenta principal')
    .requiredOption('--name <nombre>', 'nombre corto, sin guiones: encabeza los nombres de usuario')
    .requiredOption('--title <título>', 'nombre de la empresa')
    .addOption(new Option('--country <país>', 'país').choices(COUNTRY_CODES).makeOptionMandatory())
    .option('--time-zone <zona>', 'zona horaria IANA (por omisión, la de la capital)')
    .option('--password-stdin', 'lee la contraseña de la entrada estándar en lugar de generarla')
    .action(create)
  company.command('list').description('Lista las empresas').action(list)
}
