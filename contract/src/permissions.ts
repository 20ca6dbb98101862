// The closed vocabulary of roles. A role type has ordered levels, and a level includes all lower ones of its type. The
// console checks by "contains", as specified, because an outside identity service may issue one long string; the server
// checks exact membership.

type RoleType = { roleTypeId: number; name: string; levels: readonly { name: string; description: string }[] }

const level = <const N extends string>(name: N, description: string) => ({ name, description })

export const ROLE_TYPES = [
  {
    roleTypeId: 1,
    name: 'Vehículos',
    levels: [
      level('vehicles_read', 'Consultar vehículos'),
      level('vehicles_edit', 'Editar, dar de baja y de alta'),
      level('vehicles_admin', 'Agregar vehículos'),
      level('vehicles_report', 'Generar reportes'),
    ],
  },
  {
    roleTypeId: 2,
    name: 'Etiquetas',
    levels: [level('tags_read', 'Consultar etiquetas'), level('tags_admin', 'Crear, asignar y eliminar etiquetas')],
  },
  {
    roleTypeId: 3,
    name: 'Documentos',
    levels: [
      level('documents_read', 'Consultar documentos'),
      level('documents_admin', 'Agregar, editar y eliminar documentos'),
    ],
  },
  { roleTypeId: 4, name: 'Carga masiva', levels: [level('masive_upload', 'Alta de vehículos con plantilla')] },
  { roleTypeId: 5, name: 'Edición masiva', levels: [level('masive_edit', 'Edición de vehículos con plantilla')] },
  {
    roleTypeId: 6,
    name: 'Reemplazo masivo',
    levels: [level('masive_replace', 'Reemplazo de vehículos con plantilla')],
  },
  {
    roleTypeId: 7,
    name: 'Procesamiento',
    levels: [level('processing_read', 'Consultar el procesamiento'), level('processing_admin', 'Mandar a procesar')],
  },
  { roleTypeId: 8, name: 'Dashboard', levels: [level('dashboard_read', 'Consultar dashboards')] },
  {
    roleTypeId: 9,
    name: 'Reportes programados',
    levels: [
      level('programReports_read', 'Consultar reportes programados'),
      level('programReports_admin', 'Configurar reportes programados'),
    ],
  },
  { roleTypeId: 10, name: 'Salud de recursos', levels: [level('resource_read', 'Consultar la salud de los recursos')] },
  {
    roleTypeId: 11,
    name: 'Usuarios',
    levels: [level('users_read', 'Consultar usuarios'), level('users_admin', 'Administrar usuarios')],
  },
  {
    roleTypeId: 12,
    name: 'Perfiles',
    levels: [level('presets-read', 'Consultar perfiles'), level('presets-admin', 'Administrar perfiles')],
  },
  { roleTypeId: 13, name: 'Trabajos', levels: [level('queue_read', 'Consultar el panel de trabajos')] },
] as const satisfies readonly RoleType[]

export type Permission = (typeof ROLE_TYPES)[number]['levels'][number]['name']
export type Role = Permission | 'admin'

/** All roles with a stable id: role type × 10 + level. `admin` is 0; only the main account has it, and no profile. */
export const ROLES: readonly { roleId: number; roleTypeId: number; level: number; name: Role; description: string }[] =
  [
    { roleId: 0, roleTypeId: 0, level: 0, name: 'admin', description: 'Cuenta principal' },
    ...ROLE_TYPES.flatMap(({ roleTypeId, levels }) =>
      levels.map(({ name, description }, i) => ({
        roleId: roleTypeId * 10 + i + 1,
        roleTypeId,
        level: i + 1,
        name,
        description,
      })),
    ),
  ]

export const PERMISSIONS: readonly Permission[] = ROLE_TYPES.flatMap(({ levels }) => levels.map(({ name }) => name))
const known = new Set<string>(ROLES.map(({ name }) => name))
const byId = new Map(ROLES.map((role) => [role.roleId, role]))

/** The roles with these ids; unknown ids are ignored. */
export const rolesOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])

/** Expands granted roles by the hierarchy. Strings outside the vocabulary are dropped. */
export const expandRoles = (granted: readonly string[]): Role[] => {
  const names = new Set(granted.filter((name) => known.has(name)))
  if (names.has('admin')) return ['admin', ...PERMISSIONS]
  const out = new Set<Role>()
  for (const { levels } of ROLE_TYPES) {
    const highest = levels.findLastIndex(({ name }) => names.has(name))
    for (const { name } of levels.slice(0, highest + 1)) out.add(name)
  }
  // Any vehicles level above read includes tags_read.
  if (out.has('vehicles_edit')) out.add('tags_read')
  return [...out]
}

/** The console's check (spec core §6): any role contains the permission's text, or equals `admin`. */
export const holds = (roles: string | readonly string[], needs: Permission | readonly Permission[]): boolean => {
  const list = typeof roles === 'string' ? [roles] : roles
  const wanted = typeof needs === 'string' ? [needs] : needs
  return list.some((role) => role === 'admin' || wanted.some((permission) => role.includes(permission)))
}

/** The most permissions of a user who sees a part of the fleet: calls that need more have no scope. */
export const SCOPED_ROLES: readonly Role[] = [
  'vehicles_read',
  'tags_read',
  'documents_read',
  'dashboard_read',
  'vehicles_report',
  'queue_read',
  'programReports_read',
  'programReports_admin',
  'documents_admin',
  'vehicles_edit',
  'tags_admin',
  'processing_read',
  'processing_admin',
]

/** The server's check: exact membership in an expanded set; of a list, any of them. */
export const holdsExactly = (roles: ReadonlySet<string>, needs: Permission | readonly Permission[]): boolean =>
  roles.has('admin') || (typeof needs === 'string' ? roles.has(needs) : needs.some((each) => roles.has(each)))
