// What of a fleet not everybody who configures reports may read: bodies look at these permissions and at no others. A
// report is saved with those of whoever saves it, and tells that much for as long as nobody else does.
import type { Permission, Role } from '@padron/contract/permissions'

export const CONTENT_ROLES = ['documents_read', 'tags_read'] as const satisfies readonly Permission[]
export type ContentRole = (typeof CONTENT_ROLES)[number]

export const contentRolesOf = (roles: ReadonlySet<Role>): ContentRole[] =>
  CONTENT_ROLES.filter((role) => roles.has(role))

/** Of these, what who runs it may tell as well. @param saved null: of before reports remembered it, or a trial */
export const contentRoles = (saved: readonly string[] | null, roles: ReadonlySet<Role>): ReadonlySet<ContentRole> =>
  new Set(contentRolesOf(roles).filter((role) => saved?.includes(role) ?? true))
