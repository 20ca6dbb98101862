// Compares a vehicle's stored debts at one source with those of a new good answer. Pure. A debt is identified by its
// folio, or without one by its kind, description and date. A missing debt is `paid` only if the source lists it as paid
// or a user marked it; otherwise it has `vanished`.
import { createHash } from 'node:crypto'
import { isCalendarDay } from '@padron/contract/days'
import type { ChangeKind, DebtRow, ResourceResult } from '@padron/contract/resource-status'
import type { Unit } from '@padron/contract/rules/official-rules'
import { uuidV7 } from '../../db/uuid.ts'

export type StoredDebt = {
  debtKey: string
  folio: string | null
  description: string
  total: number | null
  ended: boolean
  markedPaid: boolean
}
export type ListedDebt = {
  debtKey: string
  folio: string | null
  description: string
  issuedOn: string | null
  /** `issuedOn` if it is a valid calendar day, `yyyy-MM-dd`. */
  issuedDay: string | null
  total: number | null
  /** Amount by which its total was reduced; null without a reduction. */
  discount: number | null
  /** The day of its notification, if the source gives a valid one. */
  notifiedOn: string | null
  /** Whether a camera recorded it; null where the source does not say. */
  electronic: boolean | null
  /** Null where the source states an amount. */
  units: number | null
  unit: Unit | null
  /** Amount by which its total was raised; null without a surcharge. */
  surcharge: number | null
}

type DebtChange = {
  eventId: string
  kind: Exclude<ChangeKind, 'status'>
  debtKey: string
  folio: string | null
  description: string
  before: number | null
  after: number | null
}
export type DebtChanges = {
  /** Debts that the answer lists. */
  listed: readonly ListedDebt[]
  ended: readonly { debtKey: string; as: 'paid' | 'vanished' }[]
  changes: readonly DebtChange[]
}

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
const normal = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase()

const keyOf = (kind: string, row: Pick<DebtRow, 'folio' | 'description' | 'dateTime'>): string => {
  const folio = normal((row.folio ?? '').replaceAll('\0', ''))
  // Cut as the database stores it, so that keys that are stored alike are equal.
  return folio
    ? `f:${folio.slice(0, 80).toWellFormed()}`
    : `h:${short([kind, normal(row.description), row.dateTime ?? ''].join('|'))}`
}

const rowsOf = (result: ResourceResult): [kind: string, DebtRow][] => {
  const rows: [string, DebtRow][] = [
    ...result.scrapedTickets.map((row): [string, DebtRow] => ['ticket', row]),
    ...result.scrapedTenencias.map((row): [string, DebtRow] => ['tenencia', row]),
    ...result.scrapedRefrendo.map((row): [string, DebtRow] => ['refrendo', row]),
  ]
  if (rows.length > 0) return rows
  // A sum without rows is one debt, identified by its name.
  const { subTotal, discount, surcharge, total } = result
  return [
    [
      'sum',
      {
        folio: null,
        description: result.name,
        dateTime: null,
        subTotal,
        discountsSum: discount,
        surchargesSum: surcharge,
        total,
      },
    ],
  ]
}

/** The valid calendar day at the start of a source's text. */
export const debtDayOf = (text: string | null): string | null => {
  const day = /^(?:19|20|21)\d\d-\d\d-\d\d/.exec(text ?? '')?.[0]
  return day && isCalendarDay(day) ? day : null
}

/** The debts of an answer. Identical ones get a number in their key that no folio of the answer has. */
export const debtsOf = (results: readonly ResourceResult[]): ListedDebt[] => {
  const keyed = results.flatMap(rowsOf).map(([kind, row]) => ({ key: keyOf(kind, row), row }))
  const plain = new Set(keyed.map(({ key }) => key))
  const times = new Map<string, number>()
  return keyed.map(({ key, row }) => {
    let nth = (times.get(key) ?? 0) + 1
    while (nth > 1 && plain.has(`${key}#${nth}`)) nth += 1
    times.set(key, nth)
    return {
      debtKey: nth === 1 ? key : `${key}#${nth}`,
      folio: row.folio,
      description: row.description,
      issuedOn: row.dateTime,
      issuedDay: debtDayOf(row.dateTime),
      total: row.total,
      discount: row.discountsSum !== null && row.discountsSum > 0 ? row.discountsSum : null,
      notifiedOn: debtDayOf(row.notifiedOn ?? null),
      electronic: row.electronic ?? null,
      units: row.units ?? null,
      unit: row.unit ?? null,
      surcharge: row.surchargesSum !== null && row.surchargesSum > 0 ? row.surchargesSum : null,
    }
  })
}

/**
 * @param paid folios that the source lists as paid
 * @param at the answer's time, for the ids
 * @param incomplete the answer may lack debts, so a debt that it does not list has not ended
 */
export const debtChanges = (
  known: readonly StoredDebt[],
  listed: readonly ListedDebt[],
  paid: readonly string[],
  at: Date,
  incomplete = false,
): DebtChanges => {
  const before = new Map(known.map((debt) => [debt.debtKey, debt]))
  const keys = new Set(listed.map(({ debtKey }) => debtKey))
  const paidFolios = new Set(paid.map(normal))
  const change = (kind: DebtChange['kind'], debt: ListedDebt | StoredDebt, was: number | null, is: number | null) => ({
    eventId: uuidV7(at),
    kind,
    debtKey: debt.debtKey,
    folio: debt.folio,
    description: debt.description,
    before: was,
    after: is,
  })
  const arrived = listed.flatMap((debt) => {
    const was = before.get(debt.debtKey)
    if (!was) return [change('new', debt, null, debt.total)]
    if (was.ended) return [change('returned', debt, null, debt.total)]
    if (was.total === null || debt.total === null || was.total === debt.total) return []
    return [change(debt.total > was.total ? 'grew' : 'fell', debt, was.total, debt.total)]
  })
  const isMissing = ({ debtKey, ended, folio }: StoredDebt) =>
    !ended && !keys.has(debtKey) && (!incomplete || (folio !== null && paidFolios.has(normal(folio))))
  const missing = known.filter(isMissing)
  const ended = missing.map(({ debtKey, folio, markedPaid }) => {
    const as =
      markedPaid || (folio !== null && paidFolios.has(normal(folio))) ? ('paid' as const) : ('vanished' as const)
    return { debtKey, as }
  })
  const missingChanges = missing.map((debt, index) => change(ended[index]?.as ?? 'vanished', debt, debt.total, null))
  return { listed, ended, changes: [...arrived, ...missingChanges] }
}
