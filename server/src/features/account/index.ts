// The user's own account: profile, password, second factor, passkeys and open sessions.
import { account as rows } from '@padron/contract/account'
import { answers, type Feature } from '../../feature.ts'
import { account } from './account.routes.ts'

export const accountFeature: Feature = {
  calls: (context) => [answers(rows, account(context))],
}
