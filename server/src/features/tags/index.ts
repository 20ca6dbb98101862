// Tags and their categories, and the undoing of a deletion.
import { tags as rows } from '@padron/contract/tags'
import { answers, type Feature } from '../../feature.ts'
import { tags } from './tags.routes.ts'
import { deleteExpiredTagUndos } from './undo-tags.ts'

export const tagsFeature: Feature = {
  calls: () => [answers(rows, tags)],
  retention: ({ db }) => [(now) => deleteExpiredTagUndos(db, now)],
}
