// Saved views of the catalogue.
import { views as rows } from '@padron/contract/views'
import { answers, type Feature } from '../../feature.ts'
import { views } from './views.routes.ts'

export const viewsFeature: Feature = {
  calls: () => [answers(rows, views)],
}
