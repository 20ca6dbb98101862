// The first steps of a company: what is still missing for its vehicles to be checked.
import { onboarding as rows } from '@padron/contract/onboarding'
import { answers, type Feature } from '../../feature.ts'
import { onboarding } from './onboarding.routes.ts'

export const onboardingFeature: Feature = {
  calls: ({ fleets }) => [answers(rows, onboarding(fleets))],
}
