// The sections of Mexico City's answer. A section that is null could not be read by the source and is left out
// (partial); a missing one means that the answer changed. Tenencias come without amounts.
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { z } from 'zod/mini'
import type { Finding } from '../connector.ts'
import { date, maybe, phrase, rowsSchema, text, year } from '../parsing/fields.ts'
import { mexicanMoney, umaUnits } from '../parsing/money.ts'
import { debt, inUma, owedOr, payable, remark, unpriced } from '../parsing/payables.ts'

/** Whether a row is still owed; any other word is shape-drift. */
const unpaid = z.pipe(
  phrase,
  z.transform((words, context): boolean => {
    if (/^(NO PAGAD[AO]|PENDIENTE)$/.test(words)) return true
    if (/^PAGAD[AO]$/.test(words)) return false
    context.issues.push({ code: 'custom', message: 'unknown status', input: words })
    return z.NEVER
  }),
)

const Violation = z.looseObject({ date, amount: z.nullable(text), reason: maybe, status: unpaid, invoice: maybe })
const Debt = z.looseObject({ year, status: unpaid })
const Card = z.looseObject({ date, status: phrase })

export const Sections = z.looseObject({
  clean: z.boolean(),
  found: z.literal(true),
  fotocivicas_score: maybe,
  license_plate: text,
  debts: z.nullable(rowsSchema(Debt)),
  environmental_sanctions: z.nullable(rowsSchema(Violation)),
  unpaid_traffic_violations: z.nullable(rowsSchema(Violation)),
  vehicle_circulation_card: z.nullable(Card),
})
export type Sections = z.infer<typeof Sections>

/** A fine stated in units of account keeps them; a fine without a readable amount has none. */
function violationRow({ date, amount, reason, invoice }: z.infer<typeof Violation>): DebtRow {
  const facts = { folio: invoice, dateTime: date }
  const description = reason ?? 'Infracción'
  const units = umaUnits(amount ?? '')
  if (units !== null) return inUma(`${description} (${units} UMA)`, units, {}, facts)
  const pesos = mexicanMoney(amount ?? '')
  return pesos === null ? unpriced(description, facts) : debt(description, { subTotal: pesos }, facts)
}

const finesOf = (type: 7 | 9, name: string, rows: readonly z.infer<typeof Violation>[]): ResourceResult[] => {
  const unpaidRows = rows.filter(({ status }) => status)
  return unpaidRows.length ? [payable(type, name, unpaidRows.map(violationRow))] : []
}

/** Folios that the source itself lists as paid. */
const paidIn = (rows: readonly z.infer<typeof Violation>[]): { paid?: string[] } => {
  const paid = rows.flatMap(({ status, invoice }) => (status || !invoice ? [] : [invoice]))
  return paid.length ? { paid } : {}
}

function tenencias(rows: readonly z.infer<typeof Debt>[]): Finding {
  const unpaidYears = rows.filter(({ status }) => status).map(({ year }) => unpriced(`Tenencia ${year}`))
  return owedOr(0, 2, 3, unpaidYears.length ? [payable(0, 'Tenencia CDMX', unpaidYears)] : [])
}

/**
 * The fines are the city's own (type 9). Type 1 repeats their status without the debts, so that no debt counts twice.
 */
function fines(rows: readonly z.infer<typeof Violation>[]): Finding[] {
  const results = finesOf(9, 'Multas CDMX', rows)
  const note = remark('Multas', [{ label: 'Detalle', value: 'Las multas se detallan en Multas CDMX' }])
  const elsewhere = { ...note, total: 0, elsewhere: true } // a known zero: the debt is listed once, under type 9
  return [{ ...owedOr(9, 0, 1, results), ...paidIn(rows) }, owedOr(1, 0, 1, results.length ? [elsewhere] : [])]
}

function card({ status, date }: z.infer<typeof Card>, today: string): Finding[] {
  if (status !== 'VIGENTE' && status !== 'VENCIDA') return []
  const last = date.slice(0, 10)
  const current = status === 'VIGENTE' && last >= today
  const result = remark('Tarjeta de circulación', [{ label: 'Vigencia', value: last }])
  const end = current ? { validUntil: last } : last < today ? { endsOn: last } : {}
  return [{ type: 3, status: current ? 19 : 20, results: [result], ...end }]
}

/** @returns the card's own finding, where it was read */
export const cardOf = ({ vehicle_circulation_card: cardSection }: Sections, today: string): Finding[] =>
  cardSection ? card(cardSection, today) : []

/** @returns the findings of the sections that were read */
export const findingsOf = (sections: Sections, today: string): Finding[] => [
  ...(sections.debts ? [tenencias(sections.debts)] : []),
  ...(sections.unpaid_traffic_violations ? fines(sections.unpaid_traffic_violations) : []),
  ...(sections.environmental_sanctions
    ? [
        {
          ...owedOr(7, 0, 1, finesOf(7, 'Sanciones ambientales', sections.environmental_sanctions)),
          ...paidIn(sections.environmental_sanctions),
        },
      ]
    : []),
  ...cardOf(sections, today),
]

/** The score in the document's example. A lower score may be the reason why the source calls a plate «not clean». */
const WHOLE_SCORE = 10

/** `not-by-debts`: not clean because of the card or the score. No type is then called clear because of its list. */
type Summary = 'agrees' | 'contradicts' | 'not-by-debts'

/** Compares the source's own "clean" with its lists. */
export function summaryOf({ clean, ...sections }: Sections, today: string): Summary {
  const lists = [sections.debts, sections.unpaid_traffic_violations, sections.environmental_sanctions]
  const owes = lists.some((rows) => rows?.some(({ status }) => status))
  if (clean) return owes ? 'contradicts' : 'agrees'
  if (owes || lists.includes(null)) return 'agrees'
  const { vehicle_circulation_card: cardSection, fotocivicas_score: score } = sections
  const isCurrent = cardSection !== null && card(cardSection, today).some(({ status }) => status === 19)
  const isLow = score !== null && Number(score) < WHOLE_SCORE
  return !isCurrent || isLow ? 'not-by-debts' : 'contradicts'
}
