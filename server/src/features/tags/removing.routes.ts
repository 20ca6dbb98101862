// Deletes tags and categories, shows the effects first, and undoes deletions.
import { tags as calls, storedCategory, storedTag } from '@padron/contract/tags'
import { bulkAsTenant, type Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { deleteTags } from './delete-tags.ts'
import { categoriesById, effectsOf, tagsById, tagsOfCategories } from './tags.queries.ts'
import { lockTags } from './tags.rules.ts'
import { refuseInUse } from './tags-in-use.ts'
import { undoTags } from './undo-tags.ts'

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

/** @throws 409 if its name has changed @param expected the name that the user saw */
const checkStill = (
  what: string,
  stored: string,
  expected: string | undefined,
  same: (name: string) => string,
): void => {
  if (expected === undefined || expected === stored || same(expected) === same(stored)) return
  throw refuse(409, `Otra persona cambió la ${what}: ahora se llama «${stored}».`)
}

/** @throws 404 if one of them does not exist in the company */
const lockedTags = async (
  tx: Tx,
  tenantId: number,
  requested: readonly { tagId: number; tagName?: string | undefined }[],
) => {
  const names = new Map(requested.map(({ tagId, tagName: name }) => [tagId, name]))
  const found = await tagsById(tx, tenantId, [...names.keys()], true)
  if (found.length < names.size) throw notFound()
  for (const { tagId, tagName: stored } of found) checkStill('etiqueta', stored, names.get(tagId), storedTag)
  return found.map(({ tagId }) => tagId)
}

type RequestedCategory = { TagCategoryId: number; TagCategoryName?: string | undefined }
const lockedCategories = async (tx: Tx, tenantId: number, requested: readonly RequestedCategory[]) => {
  const names = new Map(requested.map(({ TagCategoryId, TagCategoryName }) => [TagCategoryId, TagCategoryName]))
  const found = await categoriesById(tx, tenantId, [...names.keys()], true)
  if (found.length < names.size) throw notFound()
  for (const { tagCategoryId, tagCategoryName } of found)
    checkStill('categoría', tagCategoryName, names.get(tagCategoryId), storedCategory)
  return found.map(({ tagCategoryId }) => tagCategoryId)
}

type Removing = Pick<Handlers<typeof calls>, 'remove' | 'removeCategory' | 'effects' | 'undo'>
export const removing: Removing = {
  remove: async ({ body, session, kit, request }) => {
    const { tenantId, username } = session
    const remove = async (tx: Tx) => {
      await lockTags(tx, tenantId)
      const tagIds = await lockedTags(tx, tenantId, body.tags)
      await refuseInUse(tx, tenantId, tagIds)
      return deleteTags(tx, { tenantId, who: username, tagIds })
    }
    const undoId = await bulkAsTenant(kit.db, tenantId, remove, actorOf(request, session))
    return { message: calls.remove.done, undoId }
  },

  removeCategory: async ({ body, session, kit, request }) => {
    const { tenantId, username } = session
    const remove = async (tx: Tx) => {
      await lockTags(tx, tenantId)
      const categoryIds = await lockedCategories(tx, tenantId, body.tagsGroup)
      const tagIds = await lockedTags(tx, tenantId, await tagsOfCategories(tx, tenantId, categoryIds))
      await refuseInUse(tx, tenantId, tagIds)
      return deleteTags(tx, { tenantId, who: username, tagIds, categoryIds })
    }
    const undoId = await bulkAsTenant(kit.db, tenantId, remove, actorOf(request, session))
    return { message: calls.removeCategory.done, undoId }
  },

  effects: async ({ body: { tagIds, tagCategoryIds }, tx, session: { tenantId } }) => {
    const [named, categories] = [unique(tagIds), unique(tagCategoryIds)]
    if ((await tagsById(tx, tenantId, named)).length < named.length) throw notFound()
    if ((await categoriesById(tx, tenantId, categories)).length < categories.length) throw notFound()
    const within = (await tagsOfCategories(tx, tenantId, categories)).map(({ tagId }) => tagId)
    return effectsOf(tx, tenantId, unique([...named, ...within]))
  },

  undo: async ({ body: { undoId }, session, kit, request, now }) => {
    const { tenantId } = session
    const undo = async (tx: Tx) => {
      await lockTags(tx, tenantId)
      await undoTags(tx, { tenantId, undoId, now })
    }
    await bulkAsTenant(kit.db, tenantId, undo, actorOf(request, session))
    return { message: calls.undo.done }
  },
}
