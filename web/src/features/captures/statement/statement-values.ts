// The values of a statement's form, and the body of its call. Pure.
import type { Args } from '@padron/contract/call'
import type { CaptureTask, captures } from '@padron/contract/captures'
import { clearStatus, owingStatus, statementSum, typeOfConcept } from '@padron/contract/captures/statement'
import { z } from 'zod/mini'
import { amountOf } from '../../../lib/typed-amount.ts'
import { instantOf } from '../../../lib/zoned-day.ts'
import { SentFile, toCaptureDebt } from '../capture/capture-values.ts'
import { DEBT_FIELDS, isBlank, totalOf } from '../capture/debt-rows.ts'

const words = z.string()
/** `resource`: the id of the resource that the user assigned; empty: guessed from the description. */
const StatementDebt = z.record(z.enum([...DEBT_FIELDS.map(({ field }) => field), 'resource']), words)
export type StatementDebt = z.infer<typeof StatementDebt>

/** What the portal shows of a type; absent: the type is not captured. */
const Choice = z.enum(['owes', 'clear', 'absent'])
export type Choice = z.infer<typeof Choice>

export const StatementValues = z.object({
  debts: z.readonly(z.array(StatementDebt)),
  /** By the resource's id; a resource without a choice follows from the debts. */
  choices: z.record(words, Choice),
  paymentLine: words,
  paymentLineDueDate: words,
  /** Ids of the resources whose debts the payment line does not pay. */
  notInLine: z.readonly(z.array(words)),
  portalTotal: words,
  acceptsTotal: z.boolean(),
  seenAt: words,
  note: words,
  files: z.readonly(z.array(SentFile)),
})
export type StatementValues = z.infer<typeof StatementValues>
export const EMPTY_STATEMENT: StatementValues = {
  debts: [],
  choices: {},
  paymentLine: '',
  paymentLineDueDate: '',
  notInLine: [],
  portalTotal: '',
  acceptsTotal: false,
  seenAt: '',
  note: '',
  files: [],
}

export type StatementTask = Pick<CaptureTask, 'vehicleAssetId' | 'resourceId' | 'resourceTypeId'>

/** The resource of a debt: the assigned one, or the one that its description suggests; empty: none. */
export const resourceOf = ({ resource, description }: StatementDebt, tasks: readonly StatementTask[]): string => {
  if (resource && tasks.some(({ resourceId }) => `${resourceId}` === resource)) return resource
  if (description.trim() === '') return ''
  const typeId = typeOfConcept(
    description,
    tasks.map(({ resourceTypeId }) => resourceTypeId),
  )
  return `${tasks.find(({ resourceTypeId }) => resourceTypeId === typeId)?.resourceId ?? ''}`
}

/** The debts of a resource, with their rows in the grid. */
export const debtsOf = (
  { debts }: Pick<StatementValues, 'debts'>,
  tasks: readonly StatementTask[],
  resourceId: number,
): readonly { debt: StatementDebt; at: number }[] =>
  debts.flatMap((debt, at) => (!isBlank(debt) && resourceOf(debt, tasks) === `${resourceId}` ? [{ debt, at }] : []))

export const choiceOf = (
  values: Pick<StatementValues, 'debts' | 'choices'>,
  tasks: readonly StatementTask[],
  resourceId: number,
): Choice => values.choices[resourceId] ?? (debtsOf(values, tasks, resourceId).length > 0 ? 'owes' : 'absent')

export const sumOf = (values: Pick<StatementValues, 'debts'>, tasks: readonly StatementTask[]) =>
  statementSum(
    tasks.map(({ resourceId, resourceTypeId }) => ({
      typeId: resourceTypeId,
      totals: debtsOf(values, tasks, resourceId).map(({ debt }) => totalOf(debt)),
    })),
  )

/** The captured types: those that the portal shows, in their order. */
export const capturedTasks = <T extends StatementTask>(values: StatementValues, tasks: readonly T[]): readonly T[] =>
  tasks.filter(({ resourceId }) => choiceOf(values, tasks, resourceId) !== 'absent')

export type StatementContext = { tasks: readonly StatementTask[]; now: number; zone: string }

/** The body of the call from values without faults. */
export const statementBody = (
  values: StatementValues,
  { tasks, now, zone }: StatementContext,
): Args<typeof captures.statement>['body'] => {
  const line = values.paymentLine.trim()
  const owes = ({ resourceId }: StatementTask) => choiceOf(values, tasks, resourceId) === 'owes'
  const captured = capturedTasks(values, tasks)
  const hasLine = line !== '' && captured.some(owes)
  return {
    vehicleAssetId: tasks[0]?.vehicleAssetId ?? 0,
    answers: captured.map((task) => ({
      resourceId: task.resourceId,
      statusId: owes(task) ? owingStatus(task.resourceTypeId) : clearStatus(task.resourceTypeId),
      debts: owes(task) ? debtsOf(values, tasks, task.resourceId).map(({ debt }) => toCaptureDebt(debt)) : [],
      inPaymentLine: !values.notInLine.includes(`${task.resourceId}`),
    })),
    seenAt: values.seenAt ? instantOf(values.seenAt, zone) : new Date(now).toISOString(),
    paymentLine: hasLine ? line : null,
    paymentLineDueDate: (hasLine && values.paymentLineDueDate) || null,
    portalTotal: amountOf(values.portalTotal) ?? null,
    acceptsTotal: values.acceptsTotal,
    note: values.note.trim(),
    fileIds: values.files.map(({ fileId }) => fileId),
  }
}
