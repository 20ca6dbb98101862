// The first set-up of an installation in the browser, with a trial of each connection.
import { setup as rows } from '@padron/contract/setup'
import { answers, type Feature } from '../../feature.ts'
import { setup } from './setup.routes.ts'

export const setupFeature: Feature = {
  calls: (context) => [answers(rows, setup(context))],
}
