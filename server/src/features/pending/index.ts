// The to-do list of a company: what needs a person's action, with its assignments.
import { pending as rows } from '@padron/contract/pending'
import { answers, type Feature } from '../../feature.ts'
import { deleteOldAssignments } from './assignments.ts'
import { closingDone } from './close-done.ts'
import { pending } from './pending.routes.ts'

export const pendingFeature: Feature = {
  calls: () => [answers(rows, pending())],
  schedules: (tools) => [closingDone(tools)],
  retention: ({ db }) => [(now) => deleteOldAssignments(db, now)],
}
