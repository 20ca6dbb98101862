// The values of a capture's form, and the body of its call. Pure.
import type { Args } from '@padron/contract/call'
import type { CaptureTask, captures } from '@padron/contract/captures'
import type { CaptureForm } from '@padron/contract/captures/forms'
import { z } from 'zod/mini'
import { amountOf } from '../../../lib/typed-amount.ts'
import { instantOf } from '../../../lib/zoned-day.ts'
import { DEBT_FIELDS, type DebtText, isBlank, totalOf } from './debt-rows.ts'

const words = z.string()
const Debt = z.record(z.enum(DEBT_FIELDS.map(({ field }) => field)), words)
/** A file that the server already has. */
export const SentFile = z.object({
  fileId: words,
  fileName: words,
  size: z.number(),
  mediaType: words,
  note: z.optional(z.nullable(words)),
})
export type SentFile = z.infer<typeof SentFile>

export const CaptureValues = z.object({
  statusId: z.nullable(z.number()),
  debts: z.readonly(z.array(Debt)),
  paymentLine: words,
  paymentLineDueDate: words,
  facts: z.record(words, words),
  /** In the company's time zone, `yyyy-MM-ddTHH:mm`; empty: the moment of saving. */
  seenAt: words,
  note: words,
  files: z.readonly(z.array(SentFile)),
})
export type CaptureValues = z.infer<typeof CaptureValues>
export const EMPTY: CaptureValues = {
  statusId: null,
  debts: [],
  paymentLine: '',
  paymentLineDueDate: '',
  facts: {},
  seenAt: '',
  note: '',
  files: [],
}
export const listsDebts = (rules: CaptureForm, statusId: number | null): boolean =>
  rules.debts.some((id) => id === statusId)
/** The facts to ask for with this status: all but the new plate, which only a changed plate needs. */
export const factsFor = (rules: CaptureForm, statusId: number | null) =>
  rules.facts.filter(({ label, needed }) => label !== 'Placa vigente' || needed?.some((id) => id === statusId))

/** What a capture is validated with: its resource's form, the clock and the company's time zone. */
export type CaptureContext = { rules: CaptureForm; now: number; zone: string }

export const toCaptureDebt = (debt: DebtText) => ({
  folio: debt.folio.trim(),
  description: debt.description.trim(),
  dateTime: debt.dateTime || null,
  subTotal: amountOf(debt.subTotal) ?? null,
  discount: amountOf(debt.discount) ?? null,
  surcharge: amountOf(debt.surcharge) ?? null,
  total: totalOf(debt),
})

/** The body of the call from values without faults. Leaves out what the selected status does not use. */
export const toCaptureBody = (
  values: CaptureValues,
  task: Pick<CaptureTask, 'vehicleAssetId' | 'resourceId'>,
  { rules, now, zone }: CaptureContext,
): Args<typeof captures.create>['body'] => {
  const owes = listsDebts(rules, values.statusId)
  const facts = factsFor(rules, values.statusId).flatMap(({ label }) => {
    const typed = values.facts[label]?.trim()
    return typed ? [[label, typed]] : []
  })
  return {
    vehicleAssetId: task.vehicleAssetId,
    resourceId: task.resourceId,
    statusId: values.statusId ?? 0,
    seenAt: values.seenAt ? instantOf(values.seenAt, zone) : new Date(now).toISOString(),
    debts: owes ? values.debts.filter((debt) => !isBlank(debt)).map(toCaptureDebt) : [],
    paymentLine: (owes && values.paymentLine.trim()) || null,
    paymentLineDueDate: (owes && values.paymentLine.trim() && values.paymentLineDueDate) || null,
    facts: Object.fromEntries(facts),
    note: values.note.trim(),
    fileIds: values.files.map(({ fileId }) => fileId),
  }
}
