// The validation of a capture. Faults are keyed by their path in the body (`debts.0.total`), as the server's are. Pure.
import { CAPTURE_DEBTS_AT_MOST, CAPTURE_FILES_AT_MOST, tooManyDebts } from '@padron/contract/captures'
import { LAPSED, neededFacts, VALID_UNTIL } from '@padron/contract/captures/forms'
import { localTime } from '@padron/contract/days'
import { statusTone } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { numberText } from '../../../lib/number-text.ts'
import { amountOf } from '../../../lib/typed-amount.ts'
import { readDay } from '../../../lib/typed-day.ts'
import { instantOf } from '../../../lib/zoned-day.ts'
import { type Faults, onlyFaults } from '../../../ui/form/faults.ts'
import { type CaptureContext, type CaptureValues, EMPTY, factsFor, listsDebts } from './capture-values.ts'
import { DEBT_FIELDS, type DebtText, isBlank, MONEY_FIELDS, totalOf } from './debt-rows.ts'

const dayFault = (day: string) => day !== '' && readDay(day) !== day && 'Escriba una fecha válida'
export const lengthFault = (typed: string, atMost: number) =>
  typed.trim().length > atMost && `Máximo ${atMost} caracteres`

export const amountFault = (typed: string) => {
  const amount = amountOf(typed)
  if (amount === undefined) return `Escriba un importe, por ejemplo ${numberText(1234.56)}`
  return amount !== null && amount > 999_999_999.99 && 'El importe es demasiado grande'
}

const isWithoutTotal = (debt: DebtText): boolean =>
  totalOf(debt) === null && [debt.subTotal, debt.discount, debt.surcharge].some((text) => text.trim() !== '')

export const debtFaults = (debt: DebtText): Faults => ({
  ...onlyFaults({
    description: debt.description.trim() === '' && 'Escriba el concepto',
    total: isWithoutTotal(debt) && 'Escriba el total',
    dateTime: dayFault(debt.dateTime),
  }),
  ...onlyFaults(
    Object.fromEntries(
      DEBT_FIELDS.map(({ field, atMost }) => [
        field,
        (MONEY_FIELDS.includes(field) && amountFault(debt[field].trim())) || lengthFault(debt[field], atMost),
      ]),
    ),
  ),
})

type Line = Pick<CaptureValues, 'paymentLine' | 'paymentLineDueDate'>
export const lineFaults = ({ paymentLine, paymentLineDueDate }: Line): Faults =>
  onlyFaults({
    paymentLine:
      (paymentLineDueDate && !paymentLine.trim() && 'Escriba de qué es la vigencia, o quítela') ||
      lengthFault(paymentLine, 60),
    paymentLineDueDate: dayFault(paymentLineDueDate),
  })

const owedFaults = ({ debts, ...values }: CaptureValues): Faults => {
  const count = debts.filter((debt) => !isBlank(debt)).length
  return {
    ...onlyFaults({
      debts:
        (count === 0 && localText('Agregue al menos un adeudo')) || (count > CAPTURE_DEBTS_AT_MOST && tooManyDebts()),
    }),
    ...Object.fromEntries(
      debts.flatMap((debt, at) =>
        isBlank(debt) ? [] : Object.entries(debtFaults(debt)).map(([field, fault]) => [`debts.${at}.${field}`, fault]),
      ),
    ),
    ...lineFaults(values),
  }
}

const MINUTE = 60_000
const LATEST_DAYS = 30
export const seenFault = (seenAt: string, { now, zone }: Pick<CaptureContext, 'now' | 'zone'>) => {
  if (seenAt === '') return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(seenAt)) return 'Escriba la fecha y hora de la consulta'
  const at = Date.parse(instantOf(seenAt, zone))
  if (at > now + MINUTE) return 'La consulta no puede ser de una hora futura'
  return at < now - LATEST_DAYS * 24 * 60 * MINUTE && `La consulta debe ser de los últimos ${LATEST_DAYS} días`
}

type Chosen = Pick<CaptureValues, 'facts' | 'seenAt'> & { statusId: number }

/** A status in force needs a last day that was not over when the source was queried. */
const lapsedFault = (until: string, { seenAt, statusId }: Omit<Chosen, 'facts'>, context: CaptureContext) => {
  const { now, zone } = context
  if (statusTone(statusId) !== 'clear' || readDay(until) !== until || seenFault(seenAt, context)) return undefined
  const seen = seenAt === '' ? now : Math.min(now, Date.parse(instantOf(seenAt, zone)))
  return until < localTime(new Date(seen), zone).day && LAPSED
}

const factFaults = ({ facts, ...chosen }: Chosen, context: CaptureContext): Faults => {
  const { rules } = context
  const needed = neededFacts(rules, chosen.statusId)
  return onlyFaults(
    Object.fromEntries(
      factsFor(rules, chosen.statusId).map(({ label }) => {
        const typed = facts[label]?.trim() ?? ''
        const fault =
          (!typed && needed.includes(label) && `Escriba: ${label}`) ||
          (label === VALID_UNTIL && lapsedFault(typed, chosen, context)) ||
          lengthFault(typed, 200)
        return [`facts.${label}`, fault]
      }),
    ),
  )
}

export const filesFault = (files: CaptureValues['files']) =>
  (files.length === 0 && 'Agregue el archivo que prueba la captura') ||
  (files.length > CAPTURE_FILES_AT_MOST && `${CAPTURE_FILES_AT_MOST} archivos como máximo`)

/** All faults at once: of the fields that the selected status requires, and of the rest. */
export const validateCapture = (values: CaptureValues, context: CaptureContext): Faults => {
  const { rules } = context
  const { statusId, facts, seenAt, note, files } = values
  const isChosen = statusId !== null && rules.statuses.some((id) => id === statusId)
  return {
    ...(isChosen && listsDebts(rules, statusId) && owedFaults(values)),
    ...(isChosen && factFaults({ facts, seenAt, statusId }, context)),
    ...onlyFaults({
      statusId: !isChosen && 'Elija qué respondió la fuente',
      seenAt: seenFault(seenAt, context),
      note: lengthFault(note, 500),
      fileIds: filesFault(files),
    }),
  }
}

/**
 * The form's field for a path of the body; undefined if it has none. The body omits empty rows, and `fileIds.0` belongs
 * to the field of files.
 */
export const captureFieldOf = (path: string, { debts }: Pick<CaptureValues, 'debts'>): string | undefined => {
  const [top = '', row, ...rest] = path.split('.')
  if (top === 'fileIds') return top
  if (!(top in EMPTY)) return undefined
  if (top !== 'debts' || row === undefined) return path
  const typed = debts.flatMap((debt, at) => (isBlank(debt) ? [] : [at]))
  return [top, typed[Number(row)] ?? row, ...rest].join('.')
}
