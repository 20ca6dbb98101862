// Creates and renames tags and categories; a list is created whole or not at all.
import { foldName } from '@padron/contract/normalize'
import { tags as calls } from '@padron/contract/tags'
import { sql } from 'kysely'
import { touchFleet } from '../../db/fleet-version.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Handlers } from '../../http/serve.ts'
import { categoriesById, listTaggedVehicles } from './tags.queries.ts'
import {
  categoryName,
  checkCategoryFree,
  checkLimits,
  checkTagFree,
  lockTags,
  SAME_CATEGORY,
  SAME_TAG,
  tagName,
} from './tags.rules.ts'

/** Refuses a list that has a name twice. @param keys the names, in the form in which they must differ @throws 409 */
const onceEach = (keys: readonly string[], message: string, path: (index: number) => string): void => {
  const second = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (second >= 0) throw refuse(409, message, path(second))
}

type Named = Pick<Handlers<typeof calls>, 'createCategory' | 'editCategory' | 'create' | 'rename'>
export const naming: Named = {
  createCategory: async ({ body, tx, session: { tenantId } }) => {
    const path = (index: number) => `TagCategory.${index}.TagCategoryName`
    const rows = body.TagCategory.map(({ TagCategoryName, TagColor }, index) => ({
      category_name: categoryName(TagCategoryName, path(index)),
      color: TagColor,
    }))
    onceEach(
      rows.map(({ category_name }) => foldName(category_name)),
      SAME_CATEGORY,
      path,
    )
    await lockTags(tx, tenantId)
    for (const [index, { category_name }] of rows.entries())
      await checkCategoryFree(tx, tenantId, category_name, path(index))
    await checkLimits(tx, tenantId, { categories: rows.length })
    await tx
      .insertInto('tag_category')
      .values(rows as never)
      .execute()
    return { message: calls.createCategory.done }
  },

  editCategory: async ({ body, tx, session: { tenantId } }) => {
    const { tagCategoryId, tagColor, expected } = body
    const name = categoryName(body.tagCategoryName, 'tagCategoryName')
    await lockTags(tx, tenantId)
    const [stored] = await categoriesById(tx, tenantId, [tagCategoryId], true)
    if (!stored) throw notFound()
    if (stored.tagCategoryName !== expected.tagCategoryName || stored.tagColor !== expected.tagColor)
      throw refuse(409, `Otra persona cambió la categoría: ahora es «${stored.tagCategoryName}».`, 'expected')
    await checkCategoryFree(tx, tenantId, name, 'tagCategoryName', tagCategoryId)
    await sql`update tag_category set category_name = ${name}, color = ${tagColor}
      where tenant_id = ${tenantId} and tag_category_id = ${tagCategoryId}`.execute(tx)
    await touchFleet(tx, tenantId, [])
    return { message: calls.editCategory.done }
  },

  create: async ({ body, tx, session: { tenantId } }) => {
    const path = (index: number) => `tags.${index}.tagName`
    const rows = body.tags.map(({ tagCategoryId, tagName: name }, index) => ({
      tag_category_id: tagCategoryId,
      tag_name: tagName(name, path(index)),
    }))
    onceEach(
      rows.map(({ tag_category_id, tag_name }) => `${tag_category_id} ${tag_name}`),
      SAME_TAG,
      path,
    )
    await lockTags(tx, tenantId)
    const categoryIds = rows.map(({ tag_category_id }) => tag_category_id)
    const known = (await categoriesById(tx, tenantId, categoryIds)).map(({ tagCategoryId }) => tagCategoryId)
    const missing = categoryIds.findIndex((id) => !known.includes(id))
    if (missing >= 0) throw refuse(422, 'La categoría ya no existe.', `tags.${missing}.tagCategoryId`)
    for (const [index, { tag_category_id, tag_name }] of rows.entries())
      await checkTagFree(tx, tenantId, tag_category_id, tag_name, path(index))
    await checkLimits(tx, tenantId, { tags: rows.length })
    await tx
      .insertInto('tag')
      .values(rows as never)
      .execute()
    await touchFleet(tx, tenantId, [])
    return { message: calls.create.done }
  },

  rename: async ({ body: { tagId, tagName: typed, expected }, tx, session: { tenantId } }) => {
    const name = tagName(typed, 'tagName')
    await lockTags(tx, tenantId)
    const { rows } = await sql<{ name: string; categoryId: number }>`
      select tag_name as name, tag_category_id as "categoryId"
      from tag
      where tenant_id = ${tenantId} and tag_id = ${tagId}
      for update`.execute(tx)
    const [stored] = rows
    if (!stored) throw notFound()
    if (stored.name !== expected)
      throw refuse(409, `Otra persona cambió la etiqueta: ahora es «${stored.name}».`, 'expected')
    if (stored.name === name) return { message: calls.rename.done }
    await checkTagFree(tx, tenantId, stored.categoryId, name, 'tagName')
    await sql`update tag set tag_name = ${name} where tenant_id = ${tenantId} and tag_id = ${tagId}`.execute(tx)
    await touchFleet(tx, tenantId, await listTaggedVehicles(tx, tenantId, [tagId]))
    return { message: calls.rename.done }
  },
}
