// The tags of an account, with their category's name and colour.
import type { tags as rows } from '@padron/contract/tags'
import type { Handlers } from '../../http/serve.ts'

export const tags: Handlers<typeof rows> = {
  list: async ({ tx, session }) => {
    const userTags = await tx
      .selectFrom('tag as t')
      .innerJoin('tag_category as c', (join) =>
        join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.tag_category_id', '=', 't.tag_category_id'),
      )
      .select([
        't.tag_id as tagId',
        't.tag_name as tagName',
        't.tag_category_id as tagCategoryId',
        'c.category_name as tagCategoryName',
        'c.color as tagColor',
      ])
      .where('t.tenant_id', '=', session.tenantId)
      .orderBy('c.category_name')
      .orderBy('t.tag_name')
      .execute()
    return { userTags }
  },
}
