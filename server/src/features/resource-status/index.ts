// The status of a vehicle's resources: results, history, evidence, and callbacks of sources.
import { resourceStatus as rows } from '@padron/contract/resource-status'
import { deleteEndedCallbacks } from '../../checks/engine/callbacks.ts'
import { answers, type Feature } from '../../feature.ts'
import { evidence } from './evidence.routes.ts'
import { resourceStatus } from './resource-status.routes.ts'
import { sourceHooks } from './source-hooks.routes.ts'

export const resourceStatusFeature: Feature = {
  calls: () => [answers(rows, resourceStatus)],
  routes: (app, context) => {
    const { hooks, links, stores } = context
    evidence(app, context, links)
    if (hooks) sourceHooks(app, context, { ...hooks, evidence: stores.evidence })
  },
  retention: ({ db, stopping }) => [() => deleteEndedCallbacks(db, stopping)],
}
