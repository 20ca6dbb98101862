// A job's file: its addresses, and who may have it. A letter's address opens it to whoever holds the letter; one that
// was made for somebody opens it only as long as they hold what shaped it.
import { holdsExactly, type Permission, type Role } from '@padron/contract/permissions'
import { type Asker, askerText } from './asker.ts'
import type { Needs } from './orderer.ts'

/** The path that letters lead to. */
export const resultPath = (tenantId: number, itemId: string): string => `/files/results/${tenantId}/${itemId}`

/** The path that is signed for somebody. */
export const resultPathFor = (tenantId: number, asker: Asker, itemId: string): string =>
  `/files/results/${tenantId}/${askerText(asker)}/${itemId}`

/**
 * Of a file whose run did not say what shaped it: what any may hold. Tags are in reports alone, and who orders one
 * reads them.
 */
const WHATEVER: readonly Permission[] = ['documents_read']

/** @param needs its kind's @param shapedBy as its run said */
export const mayHave = (roles: ReadonlySet<Role>, needs: Needs, shapedBy: readonly string[] | null): boolean =>
  holdsExactly(roles, needs) && (shapedBy ?? WHATEVER).every((role) => holdsExactly(roles, [role as Permission]))
