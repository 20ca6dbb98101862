// What is wrong with a capture, named by its place in the body (`debts.0.total`) as the server names its own. Pure.
import { type CaptureForm, neededFacts } from '@padron/contract/capture-forms'
import { CAPTURE_DEBTS_AT_MOST, CAPTURE_FILES_AT_MOST } from '@padron/contract/captures'
import { numberText } from '../../lib/number-text.ts'
import { amountOf } from '../../lib/typed-amount.ts'
import { readDay } from '../../lib/typed-day.ts'
import { instantOf } from '../../lib/zoned-day.ts'
import { totalOf } from './amounts.ts'
import { type CaptureValues, factsFor, listsDebts, type Place } from './capture-values.ts'
import { DEBT_FIELDS, type DebtText, MONEY_FIELDS } from './debt-rows.ts'

export type Faults = Readonly<Record<string, string>>
type Fault = readonly [place: string, text: string]

const isDay = (text: string): boolean => readDay(text) === text
const tooLong = (atMost: number): string => `Máximo ${atMost} caracteres`

const amountFault = (typed: string): string | undefined => {
  const amount = amountOf(typed)
  if (amount === undefined) return `Escriba un importe, por ejemplo ${numberText(1234.56)}`
  return amount !== null && amount > 999_999_999.99 ? 'El importe es demasiado grande' : undefined
}

const isWithoutTotal = (debt: DebtText): boolean =>
  totalOf(debt) === null && [debt.subTotal, debt.discount, debt.surcharge].some((text) => text.trim() !== '')

const debtFaults = (debt: DebtText, at: number): readonly Fault[] => {
  const place = (field: string): string => `debts.${at}.${field}`
  return [
    ...(debt.description.trim() === '' ? [[place('description'), 'Escriba el concepto'] as const] : []),
    ...(isWithoutTotal(debt) ? [[place('total'), 'Escriba el total'] as const] : []),
    ...(debt.dateTime && !isDay(debt.dateTime) ? [[place('dateTime'), 'Escriba una fecha válida'] as const] : []),
    ...DEBT_FIELDS.flatMap(({ field, atMost }) => {
      const typed = debt[field].trim()
      const fault = MONEY_FIELDS.includes(field) ? amountFault(typed) : undefined
      if (fault) return [[place(field), fault] as const]
      return typed.length > atMost ? [[place(field), tooLong(atMost)] as const] : []
    }),
  ]
}

const owedFaults = ({ debts, paymentLine, paymentLineDueDate }: CaptureValues): readonly Fault[] => [
  ...(debts.length === 0 ? [['debts', 'Agregue al menos un adeudo'] as const] : []),
  ...(debts.length > CAPTURE_DEBTS_AT_MOST ? [['debts', `${CAPTURE_DEBTS_AT_MOST} adeudos como máximo`] as const] : []),
  ...debts.flatMap(debtFaults),
  ...(paymentLine.trim().length > 60 ? [['paymentLine', tooLong(60)] as const] : []),
  ...(paymentLineDueDate && !isDay(paymentLineDueDate)
    ? [['paymentLineDueDate', 'Escriba una fecha válida'] as const]
    : []),
  ...(paymentLineDueDate && !paymentLine.trim()
    ? [['paymentLine', 'Escriba de qué es la vigencia, o quítela'] as const]
    : []),
]

const MINUTE = 60_000
const LATEST_DAYS = 30
const seenFault = (seenAt: string, now: number, zone: string): string | undefined => {
  if (seenAt === '') return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(seenAt)) return 'Escriba la fecha y hora de la consulta'
  const at = Date.parse(instantOf(seenAt, zone))
  if (at > now + MINUTE) return 'La consulta no puede ser de una hora futura'
  return at < now - LATEST_DAYS * 24 * 60 * MINUTE
    ? `La consulta debe ser de los últimos ${LATEST_DAYS} días`
    : undefined
}

/** What the chosen status asks for. */
const answerFaults = (values: CaptureValues, form: CaptureForm, statusId: number): readonly Fault[] => {
  const needed = neededFacts(form, statusId)
  return [
    ...(listsDebts(form, statusId) ? owedFaults(values) : []),
    ...factsFor(form, statusId).flatMap(({ label }): readonly Fault[] => {
      const typed = values.facts[label]?.trim() ?? ''
      if (!typed && needed.includes(label)) return [[`facts.${label}`, `Escriba: ${label}`]]
      return typed.length > 200 ? [[`facts.${label}`, tooLong(200)]] : []
    }),
  ]
}

/** Everything that is wrong, at once. */
export const faultsOf = (values: CaptureValues, { form, now, zone }: Place): Faults => {
  const { statusId, seenAt, note, files } = values
  const seen = seenFault(seenAt, now, zone)
  return Object.fromEntries([
    ...(statusId !== null && form.statuses.some((id) => id === statusId)
      ? answerFaults(values, form, statusId)
      : [['statusId', 'Elija qué respondió la fuente'] as const]),
    ...(seen ? [['seenAt', seen] as const] : []),
    ...(note.trim().length > 500 ? [['note', tooLong(500)] as const] : []),
    ...(files.length === 0 ? [['fileIds', 'Agregue el archivo que prueba la captura'] as const] : []),
    ...(files.length > CAPTURE_FILES_AT_MOST
      ? [['fileIds', `${CAPTURE_FILES_AT_MOST} archivos como máximo`] as const]
      : []),
  ])
}

const PLACES = ['statusId', 'debts', 'paymentLine', 'paymentLineDueDate', 'facts', 'seenAt', 'note', 'fileIds']
/** The server's refusals by place; `fileIds.0` is the files'. */
export const refusals = (errors: readonly { path: string; message: string }[] = []): Faults =>
  Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const [top = '', ...rest] = path.replace(/^body\./, '').split('.')
      if (!PLACES.includes(top)) return []
      return [[top === 'fileIds' ? top : [top, ...rest].join('.'), message]]
    }),
  )
