// How many tags and categories a company may have, and the lock of those who make, rename or delete them.
import { CATEGORIES_AT_MOST, TAGS_AT_MOST } from '@padron/contract/tags'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'

/**
 * Allows one writer of the company's tags at a time, and waits for a suspension in progress. Locked before any vehicle:
 * a deletion of tags takes it first.
 */
export const lockTags = async (tx: Tx, tenantId: number): Promise<void> => {
  await lockCompany(tx, tenantId)
  await sql`select pg_advisory_xact_lock(hashtextextended('tag ' || ${tenantId}::bigint, 0))`.execute(tx)
}

const counts = async (tx: Tx, tenantId: number): Promise<{ tags: number; categories: number }> => {
  const { rows } = await sql<{ tags: number; categories: number }>`
    select (select count(*)::int from tag where tenant_id = ${tenantId}) as tags,
      (select count(*)::int from tag_category where tenant_id = ${tenantId}) as categories`.execute(tx)
  return rows[0] ?? { tags: 0, categories: 0 }
}

/** @returns why the company may not have so many more, in Spanish; undefined if it may */
export const tagLimitFault = async (
  tx: Tx,
  tenantId: number,
  { tags = 0, categories = 0 }: { tags?: number; categories?: number },
): Promise<string | undefined> => {
  const now = await counts(tx, tenantId)
  if (categories > 0 && now.categories + categories > CATEGORIES_AT_MOST)
    return `Una empresa tiene ${CATEGORIES_AT_MOST} categorías como máximo; ya tiene ${now.categories}.`
  if (tags > 0 && now.tags + tags > TAGS_AT_MOST)
    return `Una empresa tiene ${numberText(TAGS_AT_MOST)} etiquetas como máximo; ya tiene ${numberText(now.tags)}.`
  return undefined
}
