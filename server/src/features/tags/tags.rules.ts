// Validation of tags and categories with its messages. Writers lock the company's tags first, so that a name cannot be
// taken between check and insert.
import { categoryFault, storedCategory, storedTag, tagFault } from '@padron/contract/tags'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { tagLimitFault } from '../../fleet/tag-limits.ts'

export { lockTags } from '../../fleet/tag-limits.ts'

export const SAME_TAG = 'Ya existe una etiqueta con ese nombre en la categoría'
export const SAME_CATEGORY = 'Ya existe una categoría con ese nombre'

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

/** @throws 422 if the company would exceed its limit */
export const checkLimits = async (tx: Tx, tenantId: number, more: { tags?: number; categories?: number }) => {
  const fault = await tagLimitFault(tx, tenantId, more)
  if (fault) throw refuse(422, fault)
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
