// The file of a report: its path, the permissions that decide what it contains, and who may open it. Report bodies
// check no others. A report keeps those of the user who saved it last.
import type { Permission, Role } from '@padron/contract/permissions'

/** The path that is signed. */
export const emailFilePath = (tenantId: number, fileId: string): string => `/files/letters/${tenantId}/${fileId}`

const CONTENT_ROLES = ['documents_read', 'tags_read'] as const satisfies readonly Permission[]
export type ContentRole = (typeof CONTENT_ROLES)[number]

export const contentRolesOf = (roles: ReadonlySet<Role>): ContentRole[] =>
  CONTENT_ROLES.filter((role) => roles.has(role))

/** The saved permissions that the user who runs the report also has. @param saved null: not recorded, or a trial */
export const contentRoles = (saved: readonly string[] | null, roles: ReadonlySet<Role>): ReadonlySet<ContentRole> =>
  new Set(contentRolesOf(roles).filter((role) => saved?.includes(role) ?? true))

/**
 * Whether the roles allow to open the file: one that can produce such a file, and all that shaped its content.
 * @param content absent in old rounds: assume all
 */
export const mayOpenReport = (roles: ReadonlySet<Role>, content: readonly ContentRole[] = CONTENT_ROLES): boolean =>
  (roles.has('programReports_admin') || roles.has('vehicles_report')) && content.every((role) => roles.has(role))
