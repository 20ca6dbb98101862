// The permissions that decide what a report may contain; report bodies check no others. A report keeps those of the
// user who saved it last.
import type { Permission, Role } from '@padron/contract/permissions'

export const CONTENT_ROLES = ['documents_read', 'tags_read'] as const satisfies readonly Permission[]
export type ContentRole = (typeof CONTENT_ROLES)[number]

export const contentRolesOf = (roles: ReadonlySet<Role>): ContentRole[] =>
  CONTENT_ROLES.filter((role) => roles.has(role))

/** The saved permissions that whoever runs the report holds as well. @param saved null: not recorded, or a trial */
export const contentRoles = (saved: readonly string[] | null, roles: ReadonlySet<Role>): ReadonlySet<ContentRole> =>
  new Set(contentRolesOf(roles).filter((role) => saved?.includes(role) ?? true))
