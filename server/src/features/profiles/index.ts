// Permission profiles: named sets of permissions that users get.
import { profiles as rows } from '@padron/contract/profiles'
import { answers, type Feature } from '../../feature.ts'
import { profiles } from './profiles.routes.ts'

export const profilesFeature: Feature = {
  calls: () => [answers(rows, profiles)],
}
