// Tags and their categories (spec core §3, §5, §7). Creating and deleting come with the tags screen.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'
import { Id } from './common.ts'

export const TAG_COLORS = [
  'magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue', 'purple',
] as const // biome-ignore format: one line is the whole list

export const Tag = z.object({
  tagId: Id,
  tagName: z.string(),
  tagCategoryId: Id,
  tagCategoryName: z.string(),
  tagColor: z.string(),
})

export const tags = calls('tags', {
  list: get('/api/v2/tags', {
    summary: 'Catálogo de etiquetas de la cuenta.',
    needs: 'tags_read',
    reply: z.object({ userTags: z.array(Tag) }),
    fails: 'Error al recibir catálogo de etiquetas',
  }),
  ofUser: get('/api/v2/userTags', {
    summary: 'Las etiquetas de la cuenta, y cuáles tiene el usuario de la sesión.',
    needs: 'tags_read',
    reply: z.object({ userTags: z.array(z.object({ tagId: Id, userIsTagged: z.boolean() })) }),
    fails: 'Error al recibir las etiquetas',
  }),
})
