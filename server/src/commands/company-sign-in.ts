// `padron company sign-in`: lets users of a company sign in again if its identity provider is no longer available. The
// company manages all other settings itself.
import { normalize } from '@padron/contract/normalize'
import { type Command, Option } from 'commander'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { type CompanyRow, onCompany, print, table, withDatabase } from './console.ts'

type Args = {
  name: string
  allowPasswords?: true
  releaseDomain?: string
  unlink?: string
  unlinkAll?: true
  remove?: true
}

const record = (tx: Tx, { tenant_id, company_name }: CompanyRow, changes: Record<string, [unknown, unknown]>) =>
  sql`
    select record_activity(${tenant_id}, 'company', ${tenant_id}, ${company_name}, 'update',
      ${JSON.stringify(changes)}::jsonb)`.execute(tx)

const allowPasswords = async (tx: Tx, company: CompanyRow): Promise<string> => {
  const { numAffectedRows } = await sql`
    update company_idp
    set forced = false, row_version = row_version + 1
    where tenant_id = ${company.tenant_id} and forced`.execute(tx)
  if (numAffectedRows === 0n) throw new Error('La entrada con el proveedor no es obligatoria en esa empresa.')
  await record(tx, company, { provider_forced: [true, false] })
  return `En ${company.short_name} se entra otra vez también con contraseña.`
}

const releaseDomain = async (tx: Tx, company: CompanyRow, domain: string): Promise<string> => {
  const { numAffectedRows } = await sql`
    delete from company_idp_domain
    where tenant_id = ${company.tenant_id} and domain = ${domain.toLowerCase()}`.execute(tx)
  if (numAffectedRows === 0n) throw new Error(`La empresa ${company.short_name} no tiene el dominio ${domain}.`)
  await record(tx, company, { provider_domains: [[domain.toLowerCase()], []] })
  return `El dominio ${domain} quedó libre: otra empresa puede escribirlo.`
}

/** Also ends the sessions of unlinked users. @param username undefined: all users @returns the number of users */
const unlinkUsers = async (tx: Tx, { tenant_id }: CompanyRow, username?: string): Promise<number> => {
  const { rows } = await sql`
    with unlinked as (
      delete from user_identity i
      using app_user u
      where u.tenant_id = i.tenant_id and u.user_id = i.user_id and i.tenant_id = ${tenant_id}
        and (${username ?? null}::text is null or u.username = ${username ?? null})
      returning u.user_id, u.username, i.issuer),
    ended as (
      delete from access_token t using unlinked u where t.tenant_id = ${tenant_id} and t.user_id = u.user_id)
    select record_activity(${tenant_id}, 'user', user_id, username, 'update',
      jsonb_build_object('company_identity', jsonb_build_array(issuer, null)))
    from unlinked`.execute(tx)
  return rows.length
}

const unlink = async (tx: Tx, company: CompanyRow, username: string): Promise<string> => {
  if ((await unlinkUsers(tx, company, username)) === 0)
    throw new Error(`El usuario «${username}» no está enlazado con ninguna cuenta del proveedor.`)
  return `${username} ya no está enlazado con su cuenta del proveedor, y sus sesiones terminaron.`
}

const unlinkAll = async (tx: Tx, company: CompanyRow): Promise<string> => {
  const count = await unlinkUsers(tx, company)
  if (count === 0) throw new Error(`En ${company.short_name} nadie está enlazado con una cuenta del proveedor.`)
  return count === 1
    ? '1 usuario ya no está enlazado con su cuenta del proveedor, y sus sesiones terminaron.'
    : `${count} usuarios ya no están enlazados con su cuenta del proveedor, y sus sesiones terminaron.`
}

const remove = async (tx: Tx, company: CompanyRow): Promise<string> => {
  const { rows } = await sql<{ issuer: string }>`
    delete from company_idp where tenant_id = ${company.tenant_id} returning issuer`.execute(tx)
  const [removed] = rows
  if (!removed) throw new Error(`La empresa ${company.short_name} no tiene un proveedor de identidad.`)
  await record(tx, company, { provider_issuer: [removed.issuer, null] })
  return `La empresa ${company.short_name} ya no tiene proveedor de identidad: se entra con contraseña.`
}

type Shown = {
  issuer: string
  clientId: string
  forced: boolean
  domains: string[]
  linked: number
  last: string | null
}

const show = async (tx: Tx, { tenant_id, short_name }: CompanyRow): Promise<string> => {
  const { rows } = await sql<Shown>`
    select i.issuer, i.client_id as "clientId", i.forced,
      array(select domain from company_idp_domain d where d.tenant_id = i.tenant_id order by 1) as domains,
      (select count(*)::int from user_identity u where u.tenant_id = i.tenant_id and u.issuer = i.issuer) as linked,
      (select max(last_used_at) from user_identity u where u.tenant_id = i.tenant_id and u.issuer = i.issuer) as last
    from company_idp i
    where i.tenant_id = ${tenant_id}`.execute(tx)
  const [found] = rows
  if (!found) return `La empresa ${short_name} no tiene un proveedor de identidad.`
  return table([
    ['Proveedor', found.issuer],
    ['Cliente', found.clientId],
    ['Obligatorio', found.forced ? 'sí: solo la cuenta principal entra con contraseña' : 'no'],
    ['Dominios', found.domains.join(', ') || '—'],
    ['Usuarios enlazados', `${found.linked}`],
    ['Última entrada (UTC)', found.last?.slice(0, 16) ?? 'nunca'],
  ])
}

const signIn = async ({ name, ...args }: Args): Promise<void> => {
  const message = await withDatabase((db) =>
    onCompany(db, name, async (tx, company) => {
      if (args.allowPasswords) return allowPasswords(tx, company)
      if (args.releaseDomain !== undefined) return releaseDomain(tx, company, args.releaseDomain)
      if (args.unlink !== undefined) return unlink(tx, company, `${name}-${normalize(args.unlink, 'NFC')}`)
      if (args.unlinkAll) return unlinkAll(tx, company)
      return args.remove ? remove(tx, company) : show(tx, company)
    }),
  )
  print(message)
}

export const addCompanySignInCommand = (company: Command): void => {
  company
    .command('sign-in')
    .description('Dice cómo entra una empresa con su proveedor de identidad, o lo corrige cuando este falla')
    .requiredOption('--name <nombre>', 'nombre corto de la empresa')
    .option('--allow-passwords', 'deja de ser obligatorio: se entra otra vez también con contraseña')
    .addOption(new Option('--release-domain <dominio>', 'libera un dominio de correo').conflicts('allowPasswords'))
    .addOption(
      new Option('--unlink <usuario>', 'desenlaza a un usuario, sin el nombre de la empresa delante').conflicts([
        'allowPasswords',
        'releaseDomain',
      ]),
    )
    .addOption(
      new Option('--unlink-all', 'desenlaza a todos, como después de registrar otro cliente').conflicts([
        'allowPasswords',
        'releaseDomain',
        'unlink',
      ]),
    )
    .addOption(
      new Option('--remove', 'quita el proveedor de identidad').conflicts([
        'allowPasswords',
        'releaseDomain',
        'unlink',
        'unlinkAll',
      ]),
    )
    .action(signIn)
}
