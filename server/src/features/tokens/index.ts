// Access tokens of users, and service accounts of companies.
import { serviceAccounts as serviceAccountRows } from '@padron/contract/service-accounts'
import { tokens as tokenRows } from '@padron/contract/tokens'
import { answers, type Feature } from '../../feature.ts'
import { deleteEndedAccounts } from './service-accounts.queries.ts'
import { serviceAccounts } from './service-accounts.routes.ts'
import { deleteExpiredTokens } from './tokens.queries.ts'
import { tokens } from './tokens.routes.ts'

export const tokensFeature: Feature = {
  calls: () => [answers(tokenRows, tokens), answers(serviceAccountRows, serviceAccounts)],
  retention: ({ db }) => [() => deleteExpiredTokens(db), () => deleteEndedAccounts(db)],
}
