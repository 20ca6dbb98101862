// Validates a capture against its resource type's form and turns it into a finding. Pure: the clock is an argument.
import type { Input } from '@padron/contract/call'
import type { CapturedDebt, captures } from '@padron/contract/captures'
import { type CaptureForm, LAPSED, neededFacts, VALID_UNTIL } from '@padron/contract/captures/forms'
import { DAY_MS, hasPlausibleYear, isCalendarDay, localMinute, localTime } from '@padron/contract/days'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { isStatusId, type ResourceTypeId, statusTone } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import type { Finding } from '../../checks/connectors/connector.ts'
import { payable, remark } from '../../checks/connectors/parsing/payables.ts'

export type CaptureBody = Input<typeof captures.create>['body']
export type FieldError = { path: string; message: string }
export type CaptureClock = { now: Date; timeZone: string }

const SEEN_DAYS_AT_MOST = 30
/** The tolerated difference of clocks. */
const AHEAD_AT_MOST_MS = 120_000

const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100)
const hasCents = (amount: number | null): boolean =>
  amount === null || Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-4

const AMOUNTS = [
  ['subTotal', 'subtotal'],
  ['discount', 'descuento'],
  ['surcharge', 'recargo'],
  ['total', 'total'],
] as const

/** Whether the source's total differs from the sum of its amounts: it is stored as captured, and flagged. */
const isOff = ({ subTotal, discount, surcharge, total }: CapturedDebt): boolean =>
  total !== null && subTotal !== null && cents(subTotal) - cents(discount) + cents(surcharge) !== cents(total)

const debtErrors = (debt: CapturedDebt, index: number): FieldError[] => {
  const at = (field: string, message: string) => ({
    path: `debts.${index}.${field}`,
    message: `Fila ${index + 1}: ${message}`,
  })
  const { subTotal, discount, surcharge, total, dateTime, description } = debt
  const errors = AMOUNTS.filter(([field]) => !hasCents(debt[field])).map(([field, name]) =>
    at(field, `el ${name} lleva dos decimales como máximo.`),
  )
  if (description.trim() === '') errors.push(at('description', 'escriba el concepto.'))
  if (dateTime !== null && !isCalendarDay(dateTime)) errors.push(at('dateTime', 'la fecha no existe.'))
  if (total === null && [subTotal, discount, surcharge].some((amount) => amount !== null))
    errors.push(at('total', 'falta el total.'))
  return errors
}

/** The company's day of the capture, by which a policy or card was in force or not. */
const seenDay = ({ seenAt }: CaptureBody, { now, timeZone }: CaptureClock): string =>
  localTime(new Date(Math.min(Date.parse(seenAt), now.getTime())), timeZone).day

const lapsedErrors = ({ statusId, facts }: CaptureBody, seenOn: string): FieldError[] => {
  const until = facts[VALID_UNTIL]?.trim() ?? ''
  if (statusTone(statusId) !== 'clear' || !isCalendarDay(until) || until >= seenOn) return []
  return [{ path: `facts.${VALID_UNTIL}`, message: LAPSED }]
}

const factErrors = (form: CaptureForm, { statusId, facts }: CaptureBody): FieldError[] => {
  const invalid = Object.entries(facts).flatMap(([label, value]): FieldError[] => {
    const fact = form.facts.find((each) => each.label === label)
    if (!fact) return [{ path: `facts.${label}`, message: `«${label}» no es un dato de este recurso.` }]
    const wrong = fact.kind === 'date' && value.trim() !== '' && !isCalendarDay(value.trim())
    return wrong ? [{ path: `facts.${label}`, message: `${label}: escriba una fecha que exista.` }] : []
  })
  const missing = neededFacts(form, statusId).filter((label) => (facts[label] ?? '').trim() === '')
  return [...invalid, ...missing.map((label) => ({ path: `facts.${label}`, message: `Falta el dato «${label}».` }))]
}

const lineErrors = ({ debts, paymentLine, paymentLineDueDate }: CaptureBody): FieldError[] => {
  const line = paymentLine?.trim() ?? ''
  if (line !== '' && debts.length === 0)
    return [{ path: 'paymentLine', message: localText('Una línea de captura solo acompaña a un adeudo.') }]
  if (paymentLineDueDate === null) return []
  if (line === '') return [{ path: 'paymentLineDueDate', message: 'La vigencia necesita su línea de captura.' }]
  return isCalendarDay(paymentLineDueDate) && hasPlausibleYear(paymentLineDueDate)
    ? []
    : [{ path: 'paymentLineDueDate', message: 'La vigencia no es una fecha que exista.' }]
}

const seenErrors = ({ seenAt }: CaptureBody, now: Date): FieldError[] => {
  const age = now.getTime() - Date.parse(seenAt)
  if (age < -AHEAD_AT_MOST_MS) return [{ path: 'seenAt', message: 'La fecha de la consulta está en el futuro.' }]
  if (!(age <= SEEN_DAYS_AT_MOST * DAY_MS))
    return [
      { path: 'seenAt', message: `La consulta tiene más de ${SEEN_DAYS_AT_MOST} días: vuelva a consultar la fuente.` },
    ]
  return []
}

/**
 * The newer answer wins, from any source.
 * @param goodAt moment of the newest good answer; null: none
 * @returns why a capture made at `seenAt` is refused
 */
export const newerAnswerError = (
  goodAt: string | null,
  seenAt: string,
  now: Date,
  timeZone: string,
): string | undefined => {
  const at = new Date(Math.min(Date.parse(seenAt), now.getTime()))
  if (goodAt === null || new Date(goodAt) < at) return undefined
  return (
    `Hay una respuesta del ${localMinute(goodAt, timeZone)}, igual o más reciente que esta consulta del ` +
    `${localMinute(at, timeZone)}.`
  )
}

/** @returns all faults by field; empty if there are none */
export const captureErrors = (form: CaptureForm, body: CaptureBody, clock: CaptureClock): FieldError[] => {
  const { statusId, debts, fileIds } = body
  const status = isStatusId(statusId) && form.statuses.includes(statusId) ? statusId : undefined
  if (status === undefined) return [{ path: 'statusId', message: 'Ese resultado no existe para este recurso.' }]
  const errors = debts.flatMap(debtErrors)
  const owes = form.debts.includes(status)
  if (owes && debts.length === 0)
    errors.push({ path: 'debts', message: localText('Agregue los adeudos que vio en la fuente.') })
  if (!owes && debts.length > 0)
    errors.push({
      path: 'debts',
      message: localText('Ese resultado no lleva adeudos: quite esas filas o cambie el resultado.'),
    })
  if (new Set(fileIds).size < fileIds.length) errors.push({ path: 'fileIds', message: 'Un archivo está dos veces.' })
  const seen = seenErrors(body, clock.now)
  const lapsed = seen.length === 0 ? lapsedErrors(body, seenDay(body, clock)) : []
  return [...errors, ...factErrors(form, body), ...lapsed, ...lineErrors(body), ...seen]
}

const asRow = ({ folio, description, dateTime, subTotal, discount, surcharge, total }: CapturedDebt): DebtRow => ({
  folio: folio.trim() || null,
  description: description.trim(),
  dateTime,
  subTotal,
  discountsSum: total === null ? null : (discount ?? 0),
  surchargesSum: total === null ? null : (surcharge ?? 0),
  total,
})

const notesOf = ({ facts, note }: CaptureBody, form: CaptureForm) => [
  ...form.facts.flatMap(({ label }) =>
    (facts[label] ?? '').trim() ? [{ label, value: (facts[label] ?? '').trim() }] : [],
  ),
  ...(note.trim() ? [{ label: 'Nota', value: note.trim() }] : []),
]

/** Debts without an amount have a result of their own: unknown, and in no sum. */
const resultsOf = (type: ResourceTypeId, name: string, body: CaptureBody, form: CaptureForm): ResourceResult[] => {
  const { debts, paymentLine, paymentLineDueDate } = body
  const notes = notesOf(body, form)
  if (debts.length === 0) return notes.length > 0 ? [remark(name, notes)] : []
  const line = { paymentLine: paymentLine?.trim() || null, paymentLineDueDate, ...(notes.length > 0 ? { notes } : {}) }
  const known = debts.filter(({ total }) => total !== null)
  const unknown = debts.filter(({ total }) => total === null)
  const groups = [known, unknown].filter(({ length }) => length > 0)
  // A row without a subtotal does not show how the sums were made.
  return groups.map((group, i) => {
    const rows = group.map(asRow)
    const sumMismatch = group.some(isOff)
    const result = { ...payable(type, name, rows, i === 0 ? line : {}), ...(sumMismatch && { sumMismatch }) }
    return rows.some(({ subTotal }) => subTotal === null)
      ? { ...result, subTotal: null, discount: null, surcharge: null, sumMismatch }
      : result
  })
}

/** @param name of the resource @param seenOn the company's day of `seenAt` */
export const findingOf = (form: CaptureForm, name: string, body: CaptureBody, seenOn: string): Finding => {
  const { type } = form
  const until = body.facts[VALID_UNTIL]?.trim()
  const tone = statusTone(body.statusId)
  const lapsed = tone === 'debt' && until && until < seenOn ? { endsOn: until } : {}
  return {
    type,
    status: body.statusId,
    results: resultsOf(type, name, body, form),
    ...(until && tone === 'clear' ? { validUntil: until } : lapsed),
  }
}
