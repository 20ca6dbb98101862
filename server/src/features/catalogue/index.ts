// The vehicle catalogue: the list with its filters and search, and the drawer's vehicle.
import { catalogue as rows } from '@padron/contract/catalogue'
import { answers, type Feature } from '../../feature.ts'
import { catalogue } from './catalogue.routes.ts'

export const catalogueFeature: Feature = {
  calls: ({ fleets }) => [answers(rows, catalogue(fleets))],
}
