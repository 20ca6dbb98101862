// `padron user …`: users of a company, for cases that the users' screen does not cover.
import { normalize } from '@padron/contract/normalize'
import { ROLES, type Role } from '@padron/contract/permissions'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { asSystem, type Tx } from '../db/client.ts'
import { readEnv } from '../env/env.ts'
import { mergedEnv, readStored } from '../env/env-stored.ts'
import { createUser, findCompany, setPassword } from '../identity/accounts/accounts.ts'
import { forgiveUser } from '../identity/passwords/attempts.ts'
import { hashPassword } from '../identity/passwords/passwords.ts'
import { factorAttempts } from '../identity/second-factor/challenge.ts'
import { removeFactor } from '../identity/second-factor/second-factor.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import {
  type CompanyRow,
  chooseInvitation,
  choosePassword,
  inviter,
  MAIL,
  onCompany,
  print,
  table,
  withDatabase,
} from './console.ts'

type Create = { company: string; user: string; profile?: string; roles?: Role[]; passwordStdin?: true; mail?: string }

const GRANTABLE = ROLES.filter(({ name }) => name !== 'admin')

const asRoles = (text: string): Role[] => {
  const names = text.split(',').map((name) => name.trim())
  const strange = names.find((name) => !GRANTABLE.some((role) => role.name === name))
  if (strange !== undefined) {
    throw new InvalidArgumentError(
      `\nNo existe el permiso «${strange}». Los que hay: ${GRANTABLE.map(({ name }) => name).join(', ')}`,
    )
  }
  return GRANTABLE.filter(({ name }) => names.includes(name)).map(({ name }) => name)
}

const create = async ({ company, user, profile, roles, passwordStdin, mail }: Create): Promise<void> => {
  if (profile === undefined && roles === undefined)
    throw new Error('Diga el perfil (--profile) o los permisos (--roles) del usuario.')
  const invitation = await chooseInvitation(mail)
  const { password, announce } = await choosePassword(passwordStdin === true)
  const passwordHash = await hashPassword(password)
  const make = async (tx: Tx, { tenant_id, short_name }: CompanyRow) => {
    const given = profile === undefined ? { roles: roles ?? [] } : { roles: [], profile }
    const email = invitation ? { email: invitation.email } : {}
    const made = { tenantId: tenant_id, shortName: short_name, user, passwordHash, ...given, ...email }
    const username = await createUser(tx, made)
    await invitation?.invite(tx, { tenantId: tenant_id, username })
    return username
  }
  const username = await withDatabase((db) => onCompany(db, company, make))
  print(`Usuario ${username} creado.`)
  if (!invitation) announce(username)
}

/** Also for the main account, whose first link may have expired. */
const invite = async ({ company, user }: { company: string; user: string }): Promise<void> => {
  const send = await inviter()
  await withDatabase((db) =>
    onCompany(db, company, (tx, { tenant_id }) =>
      send(tx, { tenantId: tenant_id, username: `${company}-${normalize(user, 'NFC')}` }),
    ),
  )
}

type Reset = { company: string; user: string; passwordStdin?: true }

/** Also for the main account, which nobody in the company can reset. */
const resetPassword = async ({ company, user, passwordStdin }: Reset): Promise<void> => {
  const { password, announce } = await choosePassword(passwordStdin === true)
  const passwordHash = await hashPassword(password)
  const username = `${company}-${normalize(user, 'NFC')}`
  await withDatabase(async (db) => {
    await onCompany(db, company, (tx, { tenant_id }) =>
      setPassword(tx, { tenantId: tenant_id, username, passwordHash }),
    )
    await forgiveUser(db, username)
  })
  print(`Contraseña de ${username} restablecida; sus sesiones terminaron.`)
  announce(username)
}

/** Also for the main account, which nobody in the company can reset. */
const removeFactorOf = async ({ company, user }: { company: string; user: string }): Promise<void> => {
  const username = `${company}-${normalize(user, 'NFC')}`
  const secrets = await readSecrets(readEnv())
  await withDatabase(async (db) => {
    await onCompany(db, company, async (tx, { tenant_id: tenantId }) => {
      const found = await tx
        .selectFrom('app_user')
        .select('user_id')
        .where('tenant_id', '=', tenantId)
        .where('username', '=', username)
        .executeTakeFirst()
      if (!found) throw new Error(`La empresa no tiene el usuario «${username}».`)
      const { mail } = mergedEnv(await readStored(tx, secrets))
      if (!(await removeFactor(tx, { tenantId, userId: found.user_id, username }, mail !== undefined)))
        throw new Error(`${username} no tiene activa la verificación en dos pasos.`)
    })
    await forgiveUser(db, factorAttempts(username))
  })
  print(`Verificación en dos pasos de ${username} quitada: para entrar le basta su contraseña.`)
}

const list = async ({ company }: { company: string }): Promise<void> => {
  const users = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      const { tenant_id } = await findCompany(tx, company)
      return tx
        .selectFrom('app_user as u')
        .leftJoin('preset as p', (join) =>
          join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.preset_id', '=', 'u.preset_id'),
        )
        .select(['u.username', 'u.active', 'u.last_sign_in', 'u.tenant_id', 'u.user_id', 'p.preset_name'])
        .where('u.tenant_id', '=', tenant_id)
        .where('u.is_service', '=', false)
        .orderBy('u.username')
        .execute()
    }),
  )
  const rows = users.map(({ username, active, last_sign_in, tenant_id, user_id, preset_name }) => [
    username,
    preset_name ?? (user_id === tenant_id ? 'Cuenta principal' : '—'),
    active ? 'activo' : 'inactivo',
    last_sign_in?.slice(0, 16) ?? 'nunca',
  ])
  print(table([['USUARIO', 'PERFIL', 'SITUACIÓN', 'ÚLTIMO ACCESO (UTC)'], ...rows]))
}

export const addUserCommands = (program: Command): void => {
  const users = program.command('user').description('Usuarios de una empresa')
  users
    .command('list')
    .description('Lista los usuarios de una empresa')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .action(list)
  users
    .command('reset-password')
    .description('Restablece la contraseña de un usuario, también la de la cuenta principal')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .option('--user <usuario>', 'nombre, sin el de la empresa delante', 'admin')
    .option('--password-stdin', 'lee la contraseña de la entrada estándar en lugar de generarla')
    .action(resetPassword)
  users
    .command('remove-factor')
    .description('Quita la verificación en dos pasos de un usuario que perdió su teléfono y sus códigos')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .option('--user <usuario>', 'nombre, sin el de la empresa delante', 'admin')
    .action(removeFactorOf)
  users
    .command('invite')
    .description('Envía por correo un enlace para elegir la contraseña; el anterior deja de servir')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .option('--user <usuario>', 'nombre, sin el de la empresa delante', 'admin')
    .action(invite)
  users
    .command('create')
    .description('Crea un usuario')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .requiredOption('--user <usuario>', 'nombre, sin el de la empresa delante')
    .option('--profile <perfil>', 'perfil de la empresa')
    .addOption(new Option('--roles <permisos>', 'permisos separados por comas').argParser(asRoles).conflicts('profile'))
    .option('--password-stdin', 'lee la contraseña de la entrada estándar en lugar de generarla')
    .addOption(new Option(...MAIL).conflicts('passwordStdin'))
    .action(create)
}
