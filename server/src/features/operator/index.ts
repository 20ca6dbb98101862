import type { Feature } from '../../feature.ts'
import { logos } from './logo.routes.ts'

export const operatorFeature: Feature = {
  routes: (app, context) => logos(app, context),
}
