import { tokens as rows } from '@padron/contract/tokens'
import { answers, type Feature } from '../../feature.ts'
import { deleteExpiredTokens } from './tokens.queries.ts'
import { tokens } from './tokens.routes.ts'

export const tokensFeature: Feature = {
  calls: () => [answers(rows, tokens)],
  retention: ({ db }) => [() => deleteExpiredTokens(db)],
}
