// The console's public settings, the health calls and the companies' logos.
import { operator as rows } from '@padron/contract/operator'
import { answers, type Feature } from '../../feature.ts'
import { logos } from './logo.routes.ts'
import { operator } from './operator.routes.ts'

export const operatorFeature: Feature = {
  always: ({ state, publicUrl, mails, draining }) => [answers(rows, operator(state, publicUrl, mails, draining))],
  routes: (app, context) => logos(app, context),
}
