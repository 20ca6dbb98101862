// Debts that tests record: a debt is added to a plate, listed as paid, or removed. They override the plate's natural
// debts, and every portal with the same ledger reports them.

export type LedgerName = 'simit' | 'cdmx'

/** `day` counts local days since 1970; `cents`: the amount, if the test gave one. */
export type Entry = { id: string; day: number; cents?: number }
type Sheet = { added: Map<string, Entry>; paid: Set<string>; removed: Set<string> }

const sheets = new Map<string, Sheet>()
const keyOf = (ledger: LedgerName, plate: string): string => `${ledger}/${plate}`

export const isWritten = (ledger: LedgerName | undefined, plate: string): boolean =>
  ledger !== undefined && sheets.size > 0 && sheets.has(keyOf(ledger, plate))

function sheetOf(ledger: LedgerName, plate: string): Sheet {
  const key = keyOf(ledger, plate)
  const sheet = sheets.get(key) ?? { added: new Map(), paid: new Set(), removed: new Set() }
  sheets.set(key, sheet)
  return sheet
}

/** Adding a debt again resets it: unpaid, with the new amount. */
export function addDebt(ledger: LedgerName, plate: string, entry: Entry): void {
  const { added, paid, removed } = sheetOf(ledger, plate)
  added.set(entry.id, entry)
  paid.delete(entry.id)
  removed.delete(entry.id)
}

export const payDebt = (ledger: LedgerName, plate: string, id: string): void => {
  sheetOf(ledger, plate).paid.add(id)
}
export const removeDebt = (ledger: LedgerName, plate: string, id: string): void => {
  sheetOf(ledger, plate).removed.add(id)
}
export const clearRecordedDebts = (): void => sheets.clear()

/** The recorded debts of a plate. */
export function readRecordedDebts(ledger: LedgerName, plate: string) {
  const { added, paid, removed } = sheetOf(ledger, plate)
  return { added: [...added.values()], paid: [...paid], removed: [...removed] }
}

/** How the rows of a ledger are created, identified and marked as paid. */
export type Rows<Row> = { make: (entry: Entry) => Row; is: (row: Row, id: string) => boolean; pay: (row: Row) => Row }

/** The rows of a plate with its recorded debts applied; `*` means every row. */
export function applyLedger<Row>(ledger: LedgerName, plate: string, rows: Row[], { make, is, pay }: Rows<Row>): Row[] {
  if (!isWritten(ledger, plate)) return rows
  const { added, paid, removed } = sheetOf(ledger, plate)
  const among = (ids: Set<string>, row: Row) => [...ids].some((id) => id === '*' || is(row, id))
  const mine = [...added.values()].filter(({ id }) => !removed.has(id)).map(make)
  return [...rows.filter((row) => !among(removed, row)), ...mine].map((row) => (among(paid, row) ? pay(row) : row))
}
