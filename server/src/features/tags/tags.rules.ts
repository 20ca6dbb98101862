// Validation of tags and categories with its messages. Writers lock the company's tags first, so that a name cannot be
// taken between check and insert.
import {
  CATEGORIES_AT_MOST,
  categoryFault,
  storedCategory,
  storedTag,
  TAGS_AT_MOST,
  tagFault,
} from '@padron/contract/tags'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { refuse } from '../../errors/http-problem.ts'

export const SAME_TAG = 'Ya existe una etiqueta con ese nombre en la categoría'
export const SAME_CATEGORY = 'Ya existe una categoría con ese nombre'

/** Allows one writer of the company's tags at a time, and waits for a suspension in progress. */
export const lockTags = async (tx: Tx, tenantId: number): Promise<void> => {
  await lockCompany(tx, tenantId)
  await sql`select pg_advisory_xact_lock(hashtextextended('tag ' || ${tenantId}::bigint, 0))`.execute(tx)
}

/** @throws 422 if it is not a valid name */
export const tagName = (name: string, path: string): string => {
  const fault = tagFault(name)
  if (fault) throw refuse(422, fault, path)
  return storedTag(name)
}
export const categoryName = (name: string, path: string): string => {
  const fault = categoryFault(name)
  if (fault) throw refuse(422, fault, path)
  return storedCategory(name)
}

const counts = async (tx: Tx, tenantId: number): Promise<{ tags: number; categories: number }> => {
  const { rows } = await sql<{ tags: number; categories: number }>`
    select (select count(*)::int from tag where tenant_id = ${tenantId}) as tags,
      (select count(*)::int from tag_category where tenant_id = ${tenantId}) as categories`.execute(tx)
  return rows[0] ?? { tags: 0, categories: 0 }
}

/** @throws 422 if the company would exceed its limit */
export const checkLimits = async (tx: Tx, tenantId: number, more: { tags?: number; categories?: number }) => {
  const { tags = 0, categories = 0 } = more
  const now = await counts(tx, tenantId)
  if (categories > 0 && now.categories + categories > CATEGORIES_AT_MOST)
    throw refuse(422, `Una empresa tiene ${CATEGORIES_AT_MOST} categorías como máximo; ya tiene ${now.categories}.`)
  if (tags > 0 && now.tags + tags > TAGS_AT_MOST)
    throw refuse(
      422,
      `Una empresa tiene ${numberText(TAGS_AT_MOST)} etiquetas como máximo; ya tiene ${numberText(now.tags)}.`,
    )
}

/**
 * Names of categories are unique regardless of case and accents, as in workbooks.
 * @param own the category that may have the name
 */
export const checkCategoryFree = async (tx: Tx, tenantId: number, name: string, path: string, own = 0) => {
  const { rows } = await sql`select from tag_category
    where tenant_id = ${tenantId} and fold(category_name) = fold(${name}) and tag_category_id <> ${own}`.execute(tx)
  if (rows.length > 0) throw refuse(409, SAME_CATEGORY, path)
}

export const checkTagFree = async (tx: Tx, tenantId: number, categoryId: number, name: string, path: string) => {
  const { rows } = await sql`select from tag
    where tenant_id = ${tenantId} and tag_category_id = ${categoryId} and tag_name = ${name}`.execute(tx)
  if (rows.length > 0) throw refuse(409, SAME_TAG, path)
}
