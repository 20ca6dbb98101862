// Health of the sources: how often each answers, by state and resource type.
import { health as rows } from '@padron/contract/health'
import { answers, type Feature } from '../../feature.ts'
import { health } from './health.routes.ts'

export const healthFeature: Feature = {
  calls: () => [answers(rows, health())],
}
