// The expiries report: overdue dates and the next thirty days, and a workbook with all of them.
import { XLSX } from '@padron/contract/common'
import { NEXT_DAYS } from '@padron/contract/dashboard/rules'
import { countOf } from '@padron/contract/texts/count-of'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { type Sheet, writeWorkbook } from '../../../files/xlsx/write/writer.ts'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { expiriesSheet } from '../../../fleet/workbook/expiries-sheet.ts'
import { allDue, DUE_COLUMNS, dueRows, dueWithin, todayOf, type Within } from './due-dates.queries.ts'
import { freshnessBlocks, readFreshness } from './freshness.ts'
import type { ReportBody, ReportContext, ReportFile } from './report-context.ts'
import { generatedAt, number, tableOf } from './report-texts.ts'
import { isUnread, readUnread } from './unread.ts'

const MAX_OVERDUE = 20
const MAX_COMING = 50
const OVERDUE: Within = { to: -1 }
/** The same days as the dashboards. */
const COMING: Within = { from: 0, to: NEXT_DAYS - 1 }

/** @param within the dates of its rows */
export const dueSheet = (context: ReportContext, within: Within): Sheet => {
  const { country, timeZone } = context.facts
  return expiriesSheet({ country, timeZone, today: todayOf(context), withOwner: false }, allDue(context, within))
}

const expiriesBook = (context: ReportContext): ReportFile => ({
  name: datedFileName(context.facts.companyName, context.at, context.facts.timeZone, context.name),
  type: XLSX,
  write: async (into) => {
    await writeWorkbook(into, [dueSheet(context, { to: COMING.to })])
    return undefined
  },
})

const countsText = (overdue: number, coming: number): string =>
  `${countOf(overdue, 'vencido', 'vencidos')} y ${countOf(coming, 'vence', 'vencen')} en los próximos ` +
  `${NEXT_DAYS} días.`

export const expiriesBody = async (context: ReportContext): Promise<ReportBody> => {
  const { facts, fleet, viewId, at } = context
  const overdue = await dueWithin(context, OVERDUE, MAX_OVERDUE)
  const coming = await dueWithin(context, COMING, MAX_COMING)
  const freshness = await readFreshness(context)
  const empty = overdue.total + coming.total === 0
  return {
    subject:
      empty && freshness.incomplete > 0
        ? 'nada registrado'
        : `${countOf(overdue.total, 'vencido', 'vencidos')}, ${number(coming.total)} por vencer`,
    lines: [
      empty
        ? `No hay nada registrado que haya vencido o venza en los próximos ${NEXT_DAYS} días.`
        : countsText(overdue.total, coming.total),
      generatedAt(at, facts.timeZone),
    ],
    blocks: [
      ...tableOf({ caption: 'Vencido', columns: DUE_COLUMNS, rows: dueRows(overdue.rows, context) }, overdue.total),
      ...tableOf(
        { caption: `Próximos ${NEXT_DAYS} días`, columns: DUE_COLUMNS, rows: dueRows(coming.rows, context) },
        coming.total,
      ),
      ...freshnessBlocks(freshness, context),
    ],
    file: expiriesBook(context),
    vehicles: freshness.vehicles,
    empty,
    unread: empty && isUnread(await readUnread(context), freshness.neverChecked),
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
