// The company's own settings: profile, sign-in by its identity provider, and provisioning of users (SCIM).
import { company as rows } from '@padron/contract/company'
import { companySignIn as signInRows } from '@padron/contract/company-sign-in'
import { provisioning as provisioningRows } from '@padron/contract/provisioning'
import { answers, type Feature } from '../../feature.ts'
import { scim } from '../../identity/scim/scim.routes.ts'
import { company } from './company.routes.ts'
import { provisioningCalls } from './provisioning.routes.ts'
import { signIn } from './sign-in.routes.ts'

export const companyFeature: Feature = {
  calls: (context) => [
    answers(rows, company),
    answers(signInRows, signIn(context)),
    answers(provisioningRows, provisioningCalls(context)),
  ],
  routes: (app, context) => scim(app, context),
}
