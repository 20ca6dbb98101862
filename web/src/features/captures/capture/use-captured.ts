// The last capture of a task, the initial values of its form. Its proof is not reused. If it cannot be loaded, the form
// starts empty.
import type { CaptureTask } from '@padron/contract/captures'
import type { CaptureForm } from '@padron/contract/captures/forms'
import {
  type DebtRow,
  type ResourceResult,
  resourceStatus,
  type ScrapedResource,
} from '@padron/contract/resource-status'
import { useQuietCall } from '../../../api/use-call.ts'
import { useCan } from '../../../session/user-context.ts'
import { type CaptureValues, EMPTY } from './capture-values.ts'
import type { DebtText } from './debt-rows.ts'

const NOTE = 'Nota'

/** A zero is an empty field: both mean the same, except for the amount and the total. */
const textOf = (amount: number | null): string => (amount === null ? '' : `${amount}`)
const extraOf = (amount: number | null): string => (amount ? `${amount}` : '')

const debtOf = (row: DebtRow): DebtText => ({
  folio: row.folio ?? '',
  description: row.description,
  dateTime: row.dateTime?.slice(0, 10) ?? '',
  subTotal: textOf(row.subTotal),
  discount: extraOf(row.discountsSum),
  surcharge: extraOf(row.surchargesSum),
  total: textOf(row.total),
})

const debtsOf = ({ scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult): readonly DebtRow[] => [
  ...scrapedTickets,
  ...scrapedTenencias,
  ...scrapedRefrendo,
]

/** Undefined if the last answer was not a capture. */
export const capturedValues = ({ scraped }: ScrapedResource, rules: CaptureForm): CaptureValues | undefined => {
  const { capture, status, result } = scraped
  if (!capture || !rules.statuses.some((id) => id === status.statusId)) return undefined
  const notes = result.flatMap((each) => each.notes ?? [])
  const known = new Set(rules.facts.map(({ label }) => label))
  const paid = result.find(({ paymentLine }) => paymentLine)
  return {
    ...EMPTY,
    statusId: status.statusId,
    debts: result.flatMap(debtsOf).map(debtOf),
    paymentLine: paid?.paymentLine ?? '',
    paymentLineDueDate: paid?.paymentLineDueDate?.slice(0, 10) ?? '',
    facts: Object.fromEntries(notes.filter(({ label }) => known.has(label)).map(({ label, value }) => [label, value])),
    note: notes.find(({ label }) => label === NOTE)?.value ?? '',
  }
}

export const useCaptured = (
  task: CaptureTask | undefined,
  rules: CaptureForm | undefined,
): CaptureValues | 'waiting' | undefined => {
  const off = !useCan('vehicles_read') || !task
  const { data, isPending } = useQuietCall(
    resourceStatus.byResource,
    { params: { vehicleId: `${task?.vehicleAssetId ?? 0}` } },
    { off, fresh: true },
  )
  if (off || !rules) return undefined
  if (isPending) return 'waiting'
  const one = data?.scrapedResources.find(({ resource }) => resource.resourceId === task.resourceId)
  return one && capturedValues(one, rules)
}
