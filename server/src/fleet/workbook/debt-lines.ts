// One line per fine, tenencia, refrendo or other debt. Pure. The lines of a vehicle add up to its debt in the
// catalogue: if a source's total differs from the sum of its rows, the difference is a line.
import { addMoney } from '@padron/contract/money'
import { type DebtRow, noticeText, type ResourceResult, unpricedText } from '@padron/contract/resource-status'
import { appealText } from '@padron/contract/rules/official-rules'
import { numericDay } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { debtsListed } from '../../checks/store/debt.ts'
import { debtsOf } from '../../checks/store/debt-changes.ts'
import { dayIn } from '../../files/wall-clock.ts'
import { when } from '../vehicle-pdf/pdf-texts.ts'
import type { DebtSource, PastOfDebt } from './debt-lines.queries.ts'

export type DebtLine = {
  source: DebtSource
  folio: string | null
  concept: string
  /** As the source wrote it. */
  issued: string | null
  subTotal: number | null
  discount: number | null
  surcharge: number | null
  /** Null: unknown. */
  total: number | null
  paymentLine: string | null
  /** The last day on which that payment line is valid. */
  payableUntil: string | null
  firstSeen: string | null
  /** Its id in the API; null: not a debt that is tracked over several answers. */
  debtId: string | null
  notes: readonly string[]
}

const NO_AMOUNT = 'La fuente no dio el importe'
const NO_TOTAL = 'La fuente no dio el total'
const DIFFERENCE = 'Diferencia con el total de la fuente'
const DIFFERENCE_NOTE = 'La fuente dio un total distinto a la suma de sus filas'
const WITHOUT_DETAIL = 'Adeudo sin desglose'
const DETAIL_GONE = 'Ya no se conserva el desglose de esta respuesta'

const rowsOf = ({ scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult): readonly DebtRow[] => [
  ...scrapedTickets,
  ...scrapedTenencias,
  ...scrapedRefrendo,
]

/** A total without rows is one debt, with the source's name of the total. */
const listedIn = (result: ResourceResult): readonly DebtRow[] => {
  const rows = rowsOf(result)
  if (rows.length > 0) return rows
  const { name, subTotal, discount, surcharge, total } = result
  return [
    {
      folio: null,
      description: name,
      dateTime: null,
      subTotal,
      discountsSum: discount,
      surchargesSum: surcharge,
      total,
    },
  ]
}

const common = (source: DebtSource, timeZone: string, result?: ResourceResult) => ({
  source,
  folio: null,
  issued: null,
  subTotal: null,
  discount: null,
  surcharge: null,
  paymentLine: result?.paymentLine ?? null,
  payableUntil: result?.paymentLineDueDate ? when(result.paymentLineDueDate, timeZone).slice(0, 10) : null,
  firstSeen: null,
  debtId: null,
})

/** Who captured it and when; without a name if the person no longer exists. */
const capturedNote = ({ capturedBy, goodAt }: DebtSource, timeZone: string): string[] =>
  capturedBy === null
    ? []
    : [`Capturado a mano${capturedBy && ` por ${capturedBy}`} el ${numericDay(dayIn(goodAt, timeZone))}`]

const sourceNotes = (source: DebtSource, timeZone: string): string[] => [
  ...(source.state === 'current' ? [] : [`Dato antiguo, del ${numericDay(dayIn(source.goodAt, timeZone))}`]),
  ...capturedNote(source, timeZone),
]

const paidNote = (past: PastOfDebt | undefined, timeZone: string): string[] =>
  past?.markedAt
    ? [`Marcado como pagado el ${numericDay(dayIn(past.markedAt, timeZone))}; la fuente todavía lo muestra`]
    : []

/** The difference between the source's total, if any, and its rows. */
const difference = (source: DebtSource, result: ResourceResult, timeZone: string): DebtLine[] => {
  if (result.total === null) return []
  const left = addMoney([result.total, ...listedIn(result).map(({ total }) => -(total ?? 0))])
  if (left === 0) return []
  return [
    {
      ...common(source, timeZone, result),
      concept: DIFFERENCE,
      total: left,
      notes: [DIFFERENCE_NOTE, ...sourceNotes(source, timeZone)],
    },
  ]
}

const resultLines = (
  source: DebtSource,
  result: ResourceResult,
  past: (PastOfDebt | undefined)[],
  timeZone: string,
  today: string,
): DebtLine[] => {
  const lines = listedIn(result).map((row): DebtLine => {
    const before = past.shift()
    const unknown = row.total === null ? unpricedText(row) || NO_AMOUNT : result.total === null ? NO_TOTAL : undefined
    return {
      ...common(source, timeZone, result),
      folio: row.folio,
      concept: row.description,
      issued: row.dateTime,
      subTotal: row.subTotal,
      discount: row.discountsSum,
      surcharge: row.surchargesSum,
      total: unknown ? null : row.total,
      firstSeen: before?.firstSeen ?? null,
      debtId: before?.debtId ?? null,
      notes: [
        ...[unknown, noticeText(row), row.appeal && appealText(row.appeal, today)].flatMap((note) => note || []),
        ...paidNote(before, timeZone),
        ...sourceNotes(source, timeZone),
      ],
    }
  })
  return [...lines, ...difference(source, result, timeZone)]
}

const withoutDetail = (source: DebtSource, timeZone: string): DebtLine[] => {
  const line = {
    ...common(source, timeZone),
    concept: localText(WITHOUT_DETAIL),
    notes: [DETAIL_GONE, ...sourceNotes(source, timeZone)],
  }
  return [
    ...(source.total ? [{ ...line, total: source.total }] : []),
    ...Array.from({ length: source.withoutAmount }, () => ({
      ...line,
      total: null,
      notes: [NO_AMOUNT, ...line.notes],
    })),
  ]
}

/** @param timeZone for the days in notes @param today the company's day of the file */
export const listDebtLines = (source: DebtSource, timeZone: string, today: string): DebtLine[] => {
  const { results, past } = source
  if (results === null) return withoutDetail(source, timeZone)
  const listed = debtsListed(results)
  const known = new Map((past ?? []).map((each) => [each.debtKey, each]))
  const ordered = debtsOf(listed).map(({ debtKey }) => known.get(debtKey))
  return listed.flatMap((result) => resultLines(source, result, ordered, timeZone, today))
}
