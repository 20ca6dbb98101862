// Version 3 of the API, for programs.
import { v3 as rows } from '@padron/contract/v3'
import { answers, type Feature } from '../../feature.ts'
import { deleteExpiredNotices } from './delete-expired.ts'
import { v3 } from './v3.routes.ts'

export const v3Feature: Feature = {
  calls: ({ webhooks }) => [answers(rows, v3(webhooks))],
  retention: ({ db }) => [() => deleteExpiredNotices(db)],
}
