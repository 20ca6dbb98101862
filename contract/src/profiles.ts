// Profiles: named sets of levels for users (spec bulk §2, §3, §5, §7). Nobody can grant a level above their own.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, IdText } from './common.ts'
import { normalize } from './normalize.ts'

const PROFILE_NAME_MAX = 150
/** Profile 0 means no profile and cannot be chosen; its name is reserved. */
export const NO_PROFILE = 0
export const RESERVED_PROFILES = ['Sin roles', 'Cuenta principal', 'Permisos propios'] as const

export const PROFILE_TEXTS = {
  nameRequired: 'Perfil obligatorio',
  nameLong: `Máximo ${PROFILE_NAME_MAX} caracteres`,
  nameInUse: 'Ya existe un perfil con ese nombre!',
  empty: 'No se permiten perfiles vacíos',
  noLevel: 'Ningun permiso',
  nothingSelected: 'Seleccione un perfil',
} as const

export const ProfileName = z.string().check(
  // Far too long names are not normalized; marks may double a name's length before normalization.
  z.maxLength(4 * PROFILE_NAME_MAX, { error: PROFILE_TEXTS.nameLong, abort: true }),
  z.overwrite((typed: string) => normalize(typed, 'NFC').trim()),
  z.minLength(1, PROFILE_TEXTS.nameRequired),
  z.maxLength(PROFILE_NAME_MAX, PROFILE_TEXTS.nameLong),
  z.regex(/^\P{C}*$/u, 'El nombre tiene caracteres que no se ven'),
)

const RoleIds = z.array(Id).check(z.minLength(1, PROFILE_TEXTS.empty), z.maxLength(100, 'Máximo 100 permisos'))

export const Profile = z.object({
  preset: z.object({
    presetId: z.int(),
    rolePresetName: z.string(),
    /** The owning account. */
    userId: Id,
    version: z.int(),
    userCount: z.int(),
    /** Whether a second factor is required of its users. */
    requiresFactor: z.boolean(),
    /** False if the profile has a level above the user's own. */
    editable: z.boolean(),
  }),
  roles: z.array(z.object({ roleId: z.int(), roleTypeId: z.int(), level: z.int() })),
  presetMaxLevels: z.array(z.object({ roleTypeId: z.int(), level: z.int() })),
})
export type Profile = z.infer<typeof Profile>

const RoleGroup = z.object({
  roleTypeId: z.int(),
  name: z.string(),
  roles: z.array(z.object({ roleId: z.int(), description: z.string(), level: z.int() })),
  /** The user's own level, the highest that they can grant. */
  maxLevel: z.int(),
})
export type RoleGroup = z.infer<typeof RoleGroup>

const TOUCHED = ['profiles.list', 'users.list', 'activity.list'] as const

export const profiles = calls('profiles', {
  list: get('/api/v2/roles/presets', {
    summary: 'Perfiles de la empresa. El primero, con id 0, es no tener perfil.',
    needs: ['presets-read', 'users_read'], // the users' screen shows the names of profiles too
    reply: z.object({ catalogFilter: z.array(Profile) }),
    fails: 'No se pudieron cargar los presets roles',
  }),
  groups: get('/api/v2/roles/groups', {
    summary: 'Tipos de permiso con sus niveles, y hasta cuál puede dar quien pregunta.',
    needs: ['presets-read', 'users_read'],
    reply: z.object({ orderRoles: z.array(RoleGroup) }),
    fails: 'No se pudieron cargar los roles',
  }),
  create: post('/api/v2/roles/presets', {
    summary: 'Crea un perfil.',
    needs: 'presets-admin',
    body: z.strictObject({ presetName: ProfileName, roleIDs: RoleIds, requiresFactor: z.optional(z.boolean()) }),
    reply: z.object({ presetId: Id }),
    touches: TOUCHED,
    done: 'Perfil agregado',
    fails: 'No se pudo agregar el perfil',
  }),
  edit: put('/api/v2/roles/presets', {
    summary: 'Cambia un perfil; los usuarios que lo tienen siguen el cambio en su siguiente llamada.',
    needs: 'presets-admin',
    body: z.strictObject({
      preset: z.strictObject({
        presetId: Id,
        version: z.int().check(z.gte(1)),
        rolePresetName: z.optional(ProfileName),
        requiresFactor: z.optional(z.boolean()),
      }),
      roleIDs: RoleIds,
    }),
    reply: Done,
    touches: TOUCHED,
    done: 'Los cambios han sido guardados con éxito',
    fails: 'Hubo un error al editar el perfil',
  }),
  remove: del('/api/v2/roles/presets/:id', {
    summary: 'Elimina un perfil que ningún usuario tiene.',
    needs: 'presets-admin',
    params: z.object({ id: IdText }),
    reply: Done,
    touches: TOUCHED,
    done: 'Perfil eliminado',
    fails: 'No se pudo eliminar el perfil',
  }),
})
