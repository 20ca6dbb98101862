// `padron user …`: people of a company, before or beside the users' screen.
import { ROLES, type Role } from '@padron/contract/permissions'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { asSystem } from '../db/client.ts'
import { createUser, findCompany } from '../identity/accounts.ts'
import { hashPassword } from '../identity/passwords.ts'
import { choosePassword, say, withDatabase } from './console.ts'

type Create = { company: string; user: string; profile?: string; roles?: Role[]; passwordStdin?: true }

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

const create = async ({ company, user, profile, roles, passwordStdin }: Create): Promise<void> => {
  if (profile === undefined && roles === undefined)
    throw new Error('Diga el perfil (--profile) o los permisos (--roles) del usuario.')
  const { password, announce } = await choosePassword(passwordStdin === true)
  const passwordHash = await hashPassword(password)
  const username = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      const { tenant_id, short_name } = await findCompany(tx, company)
      const given = profile === undefined ? { roles: roles ?? [] } : { roles: [], profile }
      return createUser(tx, { tenantId: tenant_id, shortName: short_name, user, passwordHash, ...given })
    }),
  )
  say(`Usuario ${username} creado.`)
  announce(username)
}

export const addUserCommands = (program: Command): void => {
  program
    .command('user')
    .description('Usuarios de una empresa')
    .command('create')
    .description('Crea un usuario')
    .requiredOption('--company <empresa>', 'nombre corto de la empresa')
    .requiredOption('--user <usuario>', 'nombre, sin el de la empresa delante')
    .option('--profile <perfil>', 'perfil de la empresa')
    .addOption(new Option('--roles <permisos>', 'permisos separados por comas').argParser(asRoles).conflicts('profile'))
    .option('--password-stdin', 'lee la contraseña de la entrada estándar en lugar de generarla')
    .action(create)
}
