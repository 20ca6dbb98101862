// The company's tags and their categories, for the selectors and the screen. naming.routes.ts and removing.routes.ts
// change them.
import type { tags as calls } from '@padron/contract/tags'
import { sql } from 'kysely'
import type { Handlers } from '../../http/serve.ts'
import { naming } from './naming.routes.ts'
import { removing } from './removing.routes.ts'
import { readCategories } from './tags.queries.ts'

export const tags: Handlers<typeof calls> = {
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
      .orderBy(sql`fold(c.category_name)`)
      .orderBy('c.tag_category_id')
      .orderBy(sql`fold(t.tag_name)`)
      .orderBy('t.tag_id')
      .execute()
    return { userTags }
  },

  ofUser: async ({ tx, session }) => {
    const userTags = await tx
      .selectFrom('tag as t')
      .leftJoin('user_tag as x', (join) =>
        join
          .onRef('x.tenant_id', '=', 't.tenant_id')
          .onRef('x.tag_id', '=', 't.tag_id')
          .on('x.user_id', '=', session.userId),
      )
      .select(({ eb }) => ['t.tag_id as tagId', eb('x.tag_id', 'is not', null).$castTo<boolean>().as('userIsTagged')])
      .where('t.tenant_id', '=', session.tenantId)
      .orderBy('t.tag_id')
      .execute()
    return { userTags }
  },

  categories: async ({ tx, session }) => ({ categories: await readCategories(tx, session.tenantId) }),

  ...naming,
  ...removing,
}
