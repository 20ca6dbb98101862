// The file of a job: its paths, and who may open it. The link of an email opens it to whoever has the email; a link for
// a user opens it only while the user holds the permissions that shaped it.
import { holdsExactly, type Permission, type Role } from '@padron/contract/permissions'
import { formatLinkRequester, type LinkRequester } from './link-requester.ts'
import type { Needs } from './requester.ts'

/** The path in emails. */
export const resultPath = (tenantId: number, itemId: string): string => `/files/results/${tenantId}/${itemId}`

/** The path in a link for a user. */
export const resultPathFor = (tenantId: number, requester: LinkRequester, itemId: string): string =>
  `/files/results/${tenantId}/${formatLinkRequester(requester)}/${itemId}`

/** For files of runs that recorded nothing: tags are in reports only, and whoever orders one may read them. */
const DEFAULT_SHAPED_BY: readonly Permission[] = ['documents_read']

/** @param needs of the job's kind @param shapedBy permissions that put more into the file (job.ts) */
export const mayOpenResult = (roles: ReadonlySet<Role>, needs: Needs, shapedBy: readonly string[] | null): boolean =>
  holdsExactly(roles, needs) &&
  (shapedBy ?? DEFAULT_SHAPED_BY).every((role) => holdsExactly(roles, [role as Permission]))
