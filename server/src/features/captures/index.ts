import { captures as rows } from '@padron/contract/captures'
import { answers, type Feature } from '../../feature.ts'
import { captures } from './captures.routes.ts'
import { proofs } from './proof.routes.ts'
import { sweepEvidence } from './sweep-evidence.ts'

export const capturesFeature: Feature = {
  calls: ({ stores }) => [answers(rows, captures(stores.evidence))],
  routes: (app, context) => proofs(app, context, context.links, context.stores.evidence),
  retention: ({ db, stores, stopping }) => [(now) => sweepEvidence(db, stores.evidence, now, stopping)],
}
