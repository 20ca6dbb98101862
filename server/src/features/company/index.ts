import { company as rows } from '@padron/contract/company'
import { companySignIn as signInRows } from '@padron/contract/company-sign-in'
import { answers, type Feature } from '../../feature.ts'
import { company } from './company.routes.ts'
import { signIn } from './sign-in.routes.ts'

export const companyFeature: Feature = {
  calls: (context) => [answers(rows, company), answers(signInRows, signIn(context))],
}
