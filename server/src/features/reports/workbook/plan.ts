// Plans what a configuration workbook changes, and lists its faults. Pure, except that it yields between rows: rows
// with long texts would block the process.
import { setImmediate } from 'node:timers/promises'
import { foldName } from '@padron/contract/normalize'
import type { ReportDefinition } from '@padron/contract/reports/definition'
import type { FileNote } from '../../../files/xlsx/write/error-workbook-rows.ts'
import { NOT_THEIR_VIEW, storedFilter } from '../definitions/rules.ts'
import type { StoredReport } from '../definitions/write.ts'
import { type ReadRow, type RowFault, readRow } from './cells.ts'
import type { ConfigurationField } from './columns.ts'
import type { KnownNames } from './known-names.ts'
import type { ReadSheet } from './read-sheet.ts'

/** A row and the report it configures; `differs`: its values change, not only its dates. */
export type PlannedReport = { written: ReportDefinition; before: StoredReport | undefined; differs: boolean }
export type Plan = {
  reports: PlannedReport[]
  /** Reports without a row in the workbook. */
  removed: StoredReport[]
  notes: FileNote[]
}

type Row = ReadRow & { row: number; texts: Readonly<Record<ConfigurationField, string>> }

const asStored = ({
  name,
  kind,
  mails,
  frequency,
  sendDay,
  sendHour,
  viewId,
  filter,
  emptyPolicy,
  active,
}: Omit<ReportDefinition, 'channels'>): string =>
  JSON.stringify([
    name,
    kind,
    mails,
    frequency,
    sendDay,
    sendHour,
    viewId,
    Object.entries(storedFilter(filter)).sort(),
    emptyPolicy,
    active,
  ])

/** Rows with the same value in a column; every one but the first gets a note. */
const duplicates = (rows: readonly Row[], of: (row: Row) => string | undefined, message: (row: number) => string) => {
  const first = new Map<string, number>()
  return new Map(
    rows.flatMap(({ row, ...rest }) => {
      const key = of({ row, ...rest })
      if (key === undefined) return []
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, row)
      return earlier === undefined ? [] : [[row, message(earlier)] as const]
    }),
  )
}

/** In the order of the columns. Cells of a missing column get no notes; its heading has one. */
const rowNotes = ({ noteOf }: ReadSheet, { row, texts }: Row, faults: readonly RowFault[]): FileNote[] =>
  faults
    .map(({ field, message }) => noteOf(row, { field, message, level: 'error' }, texts[field]))
    .filter(({ column }) => column !== null)
    .toSorted((a, b) => Number(a.column) - Number(b.column))

const UNKNOWN_KEY =
  'No es la clave de ningún reporte de su empresa; déjela vacía en los nuevos, o descargue de nuevo la plantilla.'

/** Finds a row's report by its key, or by its name if it has no key and no other row has that report's key. */
const reportOf = (rows: readonly Row[], stored: readonly StoredReport[]) => {
  const byId = new Map(stored.map((report) => [report.reportId, report]))
  const named = new Map(stored.map((report) => [foldName(report.name), report]))
  const keys = new Set(rows.map(({ reportId }) => reportId))
  return ({ reportId, written }: Row): StoredReport | undefined => {
    if (reportId !== undefined) return byId.get(reportId)
    const found = named.get(foldName(written.name))
    return found && !keys.has(found.reportId) ? found : undefined
  }
}

/** A report that goes to channels needs no emails; the workbook leaves its channels as they are. */
const isWithoutEmails = ({ texts }: Row, before: StoredReport | undefined, { field }: RowFault): boolean =>
  field === 'mails' && texts.mails.trim() === '' && (before?.channelIds.length ?? 0) > 0

/** Whether the user whose part of the fleet the report is about can read its view; a new report is the uploader's. */
const canRead = (before: StoredReport | undefined, { viewId }: ReportDefinition, { viewOwners }: KnownNames): boolean =>
  !before || before.scopeUserId === null || viewId === null || viewOwners.get(viewId) === before.scopeUserId

const readRows = async (sheet: ReadSheet, names: KnownNames): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { row, cells } of sheet.rows) {
    rows.push({ row, texts: cells, ...readRow(cells, names) })
    await setImmediate()
  }
  return rows
}

/** @param stored all of the company's reports */
export const planOf = async (sheet: ReadSheet, names: KnownNames, stored: readonly StoredReport[]): Promise<Plan> => {
  const rows = await readRows(sheet, names)
  const of = reportOf(rows, stored)
  const sameName = duplicates(
    rows,
    ({ written }) => foldName(written.name) || undefined,
    (row) => `El nombre ya está en la fila ${row}.`,
  )
  const sameKey = duplicates(
    rows,
    ({ reportId }) => reportId?.toString(),
    (row) => `La clave ya está en la fila ${row}.`,
  )
  const planned = rows.map((row) => {
    const before = of(row)
    return { row, before, differs: before !== undefined && asStored(before) !== asStored(row.written) }
  })
  const notes = planned.flatMap(({ row, before, differs }) => {
    const notesOf = (field: ConfigurationField, message: string | undefined): RowFault[] =>
      message ? [{ field, message }] : []
    const isUnknown = row.reportId !== undefined && !before
    const isOthersView = differs && !canRead(before, row.written, names)
    return rowNotes(sheet, row, [
      ...row.faults.filter((fault) => !isWithoutEmails(row, before, fault)),
      ...notesOf('name', sameName.get(row.row)),
      ...notesOf('view', isOthersView ? NOT_THEIR_VIEW : undefined),
      ...notesOf('reportId', isUnknown ? UNKNOWN_KEY : sameKey.get(row.row)),
    ])
  })
  const reports = planned.map(({ row: { written }, before, differs }): PlannedReport => ({ written, before, differs }))
  const present = new Set(reports.map(({ before }) => before))
  return { reports, removed: stored.filter((report) => !present.has(report)), notes: [...sheet.notes, ...notes] }
}
