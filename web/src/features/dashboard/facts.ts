// The figures of an answer; undefined where none were worked out yet. Pure.
import type { Reply } from '@padron/contract/call'
import type { DashboardFacts, dashboard } from '@padron/contract/dashboard'

type Answer = Reply<typeof dashboard.read>['dashboard']

const isWhole = (answer: Answer): answer is Answer & DashboardFacts =>
  answer.statistics !== null && answer.statistics.length > 0 && answer.computedAt !== undefined

export const factsOf = (answer: Answer): DashboardFacts | undefined => (isWhole(answer) ? answer : undefined)
