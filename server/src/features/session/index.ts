import { terms as rows } from '@padron/contract/session'
import { answers, type Feature } from '../../feature.ts'
import { terms } from './session.routes.ts'

export const sessionFeature: Feature = {
  calls: ({ step, directory }) => [answers(rows, terms(step, directory))],
}
