import { setup as rows } from '@padron/contract/setup'
import { answers, type Feature } from '../../feature.ts'
import { setup } from './setup.routes.ts'

export const setupFeature: Feature = {
  calls: (context) => [answers(rows, setup(context))],
}
