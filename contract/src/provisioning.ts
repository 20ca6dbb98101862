// Users that the company's identity provider creates, changes and deactivates by itself (SCIM 2.0): the settings. The
// provider's own calls are not in this list: RFC 7644 defines them, under SCIM_PATH.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, Instant } from './common.ts'

export const SCIM_PATH = '/scim/v2'

export const PROVISIONING_TEXTS = {
  noProvider: 'Configure y guarde antes el proveedor de identidad',
  profile: 'El perfil elegido no existe',
  none: 'El proveedor no tiene un token',
} as const

const Profile = z.strictObject({ presetId: Id })

export const provisioning = calls('provisioning', {
  read: get('/api/v2/company/provisioning', {
    summary: 'Las altas y bajas que hace el proveedor de identidad (SCIM); su token no se dice.',
    needs: 'users_admin',
    person: true,
    reply: z.object({
      /** The address to configure at the provider. */
      address: z.string(),
      /** null: provisioning is off. */
      token: z.nullable(
        z.object({
          createdAt: Instant,
          madeBy: z.string(),
          /** null: never. */
          lastUsedAt: z.nullable(Instant),
          /** The profile of new users; null: it was deleted, and no users are created until another is chosen. */
          presetId: z.nullable(Id),
        }),
      ),
      /** How many users it administers. */
      users: z.int(),
    }),
    fails: 'Error al consultar las altas y bajas automáticas',
  }),
  issue: post('/api/v2/company/provisioning/token', {
    summary: 'Da al proveedor de identidad un token para administrar usuarios; el anterior deja de servir.',
    needs: 'users_admin',
    person: true,
    body: Profile,
    reply: z.object({ token: z.string() }),
    touches: ['provisioning.read', 'activity.list'],
    fails: 'No se pudo crear el token',
  }),
  save: put('/api/v2/company/provisioning', {
    summary: 'Cambia el perfil de los usuarios que cree el proveedor de identidad.',
    needs: 'users_admin',
    person: true,
    body: Profile,
    reply: Done,
    touches: ['provisioning.read', 'activity.list'],
    done: 'El perfil se guardó',
    fails: 'No se pudo guardar el perfil',
  }),
  remove: del('/api/v2/company/provisioning', {
    summary: 'Quita el token del proveedor de identidad: ya no administra usuarios. Los que hay se quedan.',
    needs: 'users_admin',
    person: true,
    reply: Done,
    touches: ['provisioning.read', 'activity.list'],
    done: 'El token se quitó',
    fails: 'No se pudo quitar el token',
  }),
})
