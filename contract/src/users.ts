// The users of a company (spec bulk §2 Users, §3, §5, §7): the paged table, creation with a password returned once,
// edits of changed fields, the status switch and the password reset.
import { z } from 'zod/mini'
import { LINK_PURPOSES } from './account-links.ts'
import { calls, del, patch, post, put } from './call.ts'
import { atLeastOneField, Done, Id, IdText, Instant, orNone, SealedPassword, text } from './common.ts'
import { USER_INFO, Username } from './rules/user-rules.ts'
import { USER_SORT_FIELDS } from './rules/user-sort-fields.ts'

export const USERS_PAGE_SIZE = 25

const RoleLevel = z.object({ roleId: z.int(), roleTypeId: z.int(), level: z.int() })
const nullableText = z.nullable(z.string())

const SCOPE_AT_MOST = 100
const someOf = <T extends z.core.$ZodType>(value: T) =>
  z.optional(z.array(value).check(z.minLength(1), z.maxLength(SCOPE_AT_MOST, `Máximo ${SCOPE_AT_MOST} valores`)))
export const NO_SCOPE_VALUES = 'Elija al menos una etiqueta, un RFC o NIT, una arrendadora o un estado'
/**
 * The part of the vehicles that a user sees: a vehicle must have one of the values of each given kind. Vehicles enter
 * and leave the part as their values change.
 */
export const VehicleScope = z
  .strictObject({
    states: someOf(Id),
    tags: someOf(Id),
    /** RFC or NIT. */
    holders: someOf(text(128).check(z.refine((value) => value.trim() !== '', 'Escriba un RFC o NIT'))),
    /** By name, ignoring case and accents. */
    lessors: someOf(text(300).check(z.refine((value) => value.trim() !== '', 'Escriba una arrendadora'))),
  })
  .check(...atLeastOneField(NO_SCOPE_VALUES))
export type VehicleScope = z.infer<typeof VehicleScope>

export const UserRow = z.object({
  user: z.object({
    userId: Id,
    /** The whole name, `{company}-{user}`. */
    username: z.string(),
    userStatus: z.boolean(),
    version: z.int(),
    isMain: z.boolean(),
    /** Whether the session may change this user: not oneself, and nobody with more permissions. */
    manageable: z.boolean(),
    /** The session's own user: only personal data and tags can be changed. */
    isSelf: z.boolean(),
    createdAt: Instant,
    lastSignIn: z.nullable(Instant),
    /** Whether the user needs a second factor to sign in. */
    secondFactor: z.boolean(),
    /**
     * How the user signs in. `company`: only with the company's identity provider. Otherwise `password`, and one of the
     * second factors in the list, if any.
     */
    entersBy: z.array(z.enum(['company', 'password', 'application', 'passkey'])),
    /** When the newest invitation was sent; null once the user chose a password or signed in. */
    invitedAt: z.nullable(Instant),
  }),
  userInfo: z.object({
    firstName: z.string(),
    lastName: z.string(),
    userCustomId: nullableText,
    userEmail: nullableText,
    userPhone: nullableText,
    deviceTokenId: z.null(), // from the specification; devices are not registered here
  }),
  preset: z.object({ presetId: z.int(), rolePresetName: z.string() }),
  /** The profile's roles. A user who sees a part of the fleet has only those in SCOPED_ROLES (permissions.ts). */
  roles: z.array(RoleLevel),
  /** Empty without the permission to read tags. */
  tags: z.array(z.object({ tagId: Id, tagName: z.string(), tagCategoryId: Id, tagColor: z.string() })),
  /** Null: the user sees every vehicle. */
  vehicleScope: z.nullable(VehicleScope),
})
export type UserRow = z.infer<typeof UserRow>

const contains = z.optional(text(100))
const TagRef = z.strictObject({ tagId: Id })
export type TagRef = z.infer<typeof TagRef>
const TagRefs = z.array(TagRef).check(z.maxLength(100, 'Máximo 100 etiquetas'))

/** Like the catalogue's filter: a text means contains, a number or a boolean equals, a list any of. */
export const UserFilter = z.strictObject({
  user: z.optional(z.strictObject({ userId: z.optional(Id), username: contains, userStatus: z.optional(z.boolean()) })),
  userInfo: z.optional(
    z.strictObject({
      firstName: contains,
      lastName: contains,
      fullName: contains,
      userCustomId: contains,
      userEmail: contains,
      userPhone: contains,
    }),
  ),
  preset: z.optional(z.strictObject({ rolePresetName: contains })),
  tags: z.optional(TagRefs),
})
export type UserFilter = z.infer<typeof UserFilter>

const FilterOptions = z.strictObject({
  page: z._default(z.int().check(z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.int().check(z.gte(1), z.lte(100)), USERS_PAGE_SIZE),
  sortBy: z.optional(orNone(USER_SORT_FIELDS, 'No se puede ordenar por este campo')),
  sortFilterOrder: z.optional(orNone(['asc', 'desc'], 'El orden debe ser asc o desc')),
})

const PresetRef = z.strictObject({ presetId: Id })
const optionalInfo = {
  firstName: z.optional(USER_INFO.firstName),
  lastName: z.optional(USER_INFO.lastName),
  userCustomId: z.optional(USER_INFO.userCustomId),
  userEmail: z.optional(USER_INFO.userEmail),
  userPhone: z.optional(USER_INFO.userPhone),
  deviceTokenId: z.optional(z.null()),
}

/** @public */
export const NewUser = z.strictObject({
  user: z.strictObject({
    username: Username,
    userStatus: z.optional(z.literal(true, 'Un usuario nuevo empieza activo')),
  }),
  userInfo: z.optional(z.strictObject(optionalInfo)),
  preset: PresetRef,
  /** Part of the specification's payload; empty, because permissions come from the profile. */
  roles: z.optional(z.array(z.unknown()).check(z.maxLength(0, 'Los permisos se asignan con un perfil'))),
  tags: z.optional(TagRefs),
  vehicleScope: z.optional(z.nullable(VehicleScope)),
})

const NO_CHANGES = 'No hay cambios que guardar'
/** Only changed fields. */
export const UserChange = z
  .strictObject({
    user: z.optional(z.strictObject({ username: Username })),
    userInfo: z.optional(z.strictObject(optionalInfo).check(...atLeastOneField(NO_CHANGES))),
    preset: z.optional(PresetRef),
    tags: z.optional(TagRefs),
    vehicleScope: z.optional(z.nullable(VehicleScope)),
  })
  .check(...atLeastOneField(NO_CHANGES))
export type UserChange = z.infer<typeof UserChange>

export const SENT_NAMED = 20
const SentTo = z.object({ total: z.int(), names: z.array(z.string()).check(z.maxLength(SENT_NAMED)) })
const TOUCHED = ['users.list', 'profiles.list', 'activity.list', 'account.me'] as const

export const users = calls('users', {
  list: post('/api/v2/users', {
    summary: 'Página de los usuarios de la empresa, con el total exacto.',
    needs: 'users_read',
    reads: true,
    body: z.strictObject({ userClass: z._default(UserFilter, {}), filter_options: z.optional(FilterOptions) }),
    reply: z.object({ users: z.array(UserRow), userTotalCount: z.int() }),
    fails: 'Error al recibir catálogo de usuarios',
  }),
  create: post('/api/v2/users/create', {
    summary:
      'Crea un usuario; su contraseña se genera y se dice una sola vez, o la elige con una invitación por correo.',
    needs: 'users_admin',
    person: true,
    opens: true,
    body: z.strictObject({
      userClass: NewUser,
      /** Sends a link with which the user chooses the password; then no password is generated. */
      invite: z.optional(z.boolean()),
    }),
    reply: z.object({
      /** Empty if the user was invited. */
      password: z.string(),
      userName: z.string(),
      /** The address of the invitation. */
      invitedTo: z.optional(z.string()),
    }),
    touches: TOUCHED,
    fails: 'El usuario no pudo ser creado, asegurese de no tener otro usuario con el mismo nombre',
  }),
  edit: put('/api/v2/users', {
    summary:
      'Cambia un usuario: solo los campos enviados, y solo si nadie lo cambió después de la versión leída. El correo ' +
      'no se cambia con un token de acceso, y el propio pide la contraseña.',
    needs: 'users_admin',
    opens: true,
    body: z.strictObject({
      userClassFilter: z.strictObject({ user: z.strictObject({ userId: Id, version: z.int().check(z.gte(1)) }) }),
      userClass: UserChange,
      /**
       * The own password, required to change the own email address: whoever reads its mail can recover the password.
       */
      current: z.optional(SealedPassword),
    }),
    reply: Done,
    touches: TOUCHED,
    done: 'Usuario actualizado con éxito',
    fails: 'Ocurrió un error al actualizar al usuario',
  }),
  scopeCount: post('/api/v2/users/scope', {
    summary:
      'Cuántos vehículos vería un usuario con un alcance, de cuántos hay en la empresa, y qué reportes y alertas de ' +
      'toda la flota recibe en su correo.',
    needs: 'users_admin',
    reads: true,
    body: z.strictObject({
      vehicleScope: VehicleScope,
      /** The user's address, possibly incomplete while it is typed. */
      email: z.optional(text(50)),
    }),
    reply: z.object({
      vehicles: z.int(),
      total: z.int(),
      /**
       * Active reports of the company that are sent to the address; `names` requires the permission to read reports.
       */
      reports: SentTo,
      alerts: SentTo,
    }),
    fails: 'No se pudo contar lo que vería',
  }),
  setStatus: put('/api/v2/users/:id', {
    summary: 'Activa o desactiva un usuario; al desactivarlo terminan sus sesiones, tokens y calendario.',
    needs: 'users_admin',
    params: z.object({ id: IdText }),
    body: z.strictObject({ userStatus: z.boolean() }),
    reply: Done,
    touches: TOUCHED,
    done: 'Se ha cambiado el status del usuario',
    fails: 'Ocurrio un error al cambiar el status, intenta de nuevo',
  }),
  resetPassword: patch('/api/v2/roles/user/:id/password', {
    summary:
      'Cambia la contraseña de un usuario (cifrada como al iniciar sesión) y termina sus sesiones, tokens y calendario.',
    needs: 'users_admin',
    person: true,
    opens: true,
    params: z.object({ id: IdText }),
    body: z.strictObject({ password: SealedPassword }),
    reply: Done,
    touches: TOUCHED,
    done: 'Contraseña restablecida exitosamente',
    fails: 'Error al restablecer contraseña',
  }),
  removeFactor: del('/api/v2/users/:id/factor', {
    summary: 'Quita el segundo factor de un usuario que perdió su teléfono; para entrar le basta su contraseña.',
    needs: 'users_admin',
    person: true,
    params: z.object({ id: IdText }),
    reply: Done,
    touches: TOUCHED,
    done: 'Verificación en dos pasos quitada',
    fails: 'No se pudo quitar la verificación en dos pasos',
  }),
  sendLink: post('/api/v2/users/:id/link', {
    summary:
      'Envía al correo de un usuario un enlace para elegir su contraseña: una invitación si aún no ha entrado; el ' +
      'anterior deja de servir.',
    needs: 'users_admin',
    person: true,
    params: z.object({ id: IdText }),
    reply: z.object({ sentTo: z.string(), purpose: z.enum(LINK_PURPOSES) }),
    touches: TOUCHED,
    fails: 'No se pudo enviar el enlace',
  }),
})

/** The own email address, without the password. */
export const OWN_MAIL_WITHOUT_PASSWORD = 'Para cambiar su propio correo escriba su contraseña actual'

/** An invitation needs the user's email address. */
export const INVITED_WITHOUT_MAIL = 'Escriba el correo al que se envía la invitación'

/** Spec bulk §8: the notice without an answer. */
export const USERS_GENERIC_ERROR = 'Se produjo un error, intente más tarde'
