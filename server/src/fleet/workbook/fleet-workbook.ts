// The workbook of a filter: vehicles, debts line by line, totals, and the query. Each sheet is written while it is
// read.
import type { Writable } from 'node:stream'
import { MONEY_TYPES, RESOURCE_TYPES, statusTone } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import type { Tx } from '../../db/client.ts'
import { dayIn } from '../../files/wall-clock.ts'
import { type Sheet, writeWorkbook } from '../../files/xlsx/write/writer.ts'
import { fleetIds, inChunks } from '../chunks.ts'
import { type CompanyFacts, companyFacts } from '../company.ts'
import { tagNamesOf } from '../describe-filter.ts'
import { chosenColumns } from './columns.ts'
import { type DebtSource, debtSources } from './debt-lines.queries.ts'
import { listDebtLines } from './debt-lines.ts'
import { debtsSheet } from './debts-sheet.ts'
import { type ReportRow, reportRows } from './rows.queries.ts'
import { summarySheet } from './summary-sheet.ts'
import { type FleetSums, fleetSums } from './sums.ts'
import { requestSheet, vehiclesSheet, type WorkbookRequest } from './vehicles-sheet.ts'

export type FleetWorkbookFacts = {
  vehicles: number
  withDebts: number
  debts: number
  /** In the currency of the company's country; debts without an amount are not in it. */
  total: number
  /** Vehicles for which some type of debt has no valid answer. */
  unknown: number
}

type OnProgress = (done: number, total: number, what: string) => Promise<void>
type Read = <Row>(work: (tx: Tx) => Promise<Row[]>) => Promise<Row[]>
export type FleetSource = {
  facts: CompanyFacts
  ids: readonly number[]
  /** Undefined for a user who may not see them. */
  tagNames: ReadonlyMap<number, string> | undefined
  /** Reads a few vehicles at a time. */
  read: Read
}

const COLUMNS = RESOURCE_TYPES.flatMap(({ id, column }) => (MONEY_TYPES.has(id) && column ? [column] : []))
const owes = (row: ReportRow): boolean =>
  Boolean(row.debtTotal) || row.withoutAmount > 0 || COLUMNS.some((column) => statusTone(row[column]) === 'debt')

const factsOf = ({ total }: FleetSums): FleetWorkbookFacts => {
  const { vehicles, withDebts, debts, cents, unknown } = total
  return { vehicles, withDebts, debts, total: cents / 100, unknown }
}

/** @returns the sheets in order, and their totals once they are written */
export const fleetSheets = (
  request: WorkbookRequest,
  { facts, ids, tagNames, read }: FleetSource,
  onProgress: OnProgress = async () => undefined,
): { sheets: Sheet[]; found: () => FleetWorkbookFacts } => {
  const sums = fleetSums(facts.country)
  const indebted: number[] = []
  const columns = chosenColumns(facts.country, request.columns, request.withTags)
  const visible = new Set(columns.map(({ key }) => key))
  async function* vehicles() {
    const rows = (chunk: readonly number[]) => read((tx) => reportRows(tx, facts.tenantId, chunk, visible))
    for await (const row of inChunks(ids, rows, (done) => onProgress(done, ids.length, 'Escribiendo vehículos'))) {
      sums.vehicle(row)
      if (owes(row)) indebted.push(row.vehicleId)
      yield row
    }
  }
  const today = dayIn(request.readAt.toISOString(), facts.timeZone)
  async function* debts() {
    const rows = (chunk: readonly number[]): Promise<DebtSource[]> => read((tx) => debtSources(tx, facts, chunk, today))
    const reportProgress = (done: number) =>
      onProgress(done, indebted.length, localText('Escribiendo adeudos', facts.country))
    for await (const source of inChunks(indebted, rows, reportProgress))
      for (const line of listDebtLines(source, facts.timeZone, today)) {
        sums.line(line)
        yield line
      }
  }
  const sheets = [
    vehiclesSheet(columns, facts, vehicles()),
    { ...debtsSheet(facts, request.readAt, debts()), opened: request.opensDebts ?? false },
    summarySheet(facts, sums),
    requestSheet(request, facts, ids.length, tagNames, sums.total),
  ]
  return { sheets, found: () => factsOf(sums) }
}

/**
 * Writes all of a filter's vehicles. @param tx a transaction with one snapshot (repeatable read)
 * @param into is ended when the workbook is complete @param onProgress the progress of each sheet
 */
export const writeFleetWorkbook = async (
  tx: Tx,
  tenantId: number,
  request: WorkbookRequest,
  into: Writable,
  onProgress?: OnProgress,
): Promise<FleetWorkbookFacts> => {
  const facts = await companyFacts(tx, tenantId)
  const ids = await fleetIds(tx, request.query, request.sort, facts)
  const tagNames = request.withTags ? await tagNamesOf(tx, tenantId, request.query) : undefined
  const { sheets, found } = fleetSheets(request, { facts, ids, tagNames, read: (work) => work(tx) }, onProgress)
  await writeWorkbook(into, sheets)
  return found()
}
