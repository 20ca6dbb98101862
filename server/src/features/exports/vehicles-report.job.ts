// The job behind «Generar Reporte»: all vehicles of a filter at one moment, written to a workbook on disk.
import type { Writable } from 'node:stream'
import { XLSX } from '@padron/contract/common'
import { exports as rows } from '@padron/contract/exports'
import type { Permission } from '@padron/contract/permissions'
import { QUEUE_ID } from '@padron/contract/queue'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { snapshotAsTenant } from '../../db/client.ts'
import { datedFileName } from '../../files/dated-file-name.ts'
import { mayQuery, QUERY_FORBIDDEN } from '../../fleet/access.ts'
import { asksForDocumentDates } from '../../fleet/additional-filters.ts'
import { companyFacts } from '../../fleet/company.ts'
import { type FleetWorkbookFacts, writeFleetWorkbook } from '../../fleet/workbook/fleet-workbook.ts'
import type { WorkbookRequest } from '../../fleet/workbook/vehicles-sheet.ts'
import { type JobKind, JobRefused } from '../../jobs/job.ts'

export type ReportPayload = Omit<WorkbookRequest, 'at' | 'readAt' | 'who' | 'withTags'>

const messageOf = ({ vehicles = 0, debts = 0, unknown = 0 }: Partial<FleetWorkbookFacts> = {}): string => {
  const verdict = countVerdict(debts, { known: vehicles - unknown, total: vehicles })
  const isKnown = verdict !== 'unknown' && verdict !== 'partial'
  const owed = isKnown ? countOf(debts, 'adeudo', 'adeudos') : localText('ningún adeudo conocido')
  return `El reporte está listo: ${vehiclesText(vehicles)} y ${owed}.`
}

export const vehiclesReport: JobKind = {
  queueId: QUEUE_ID.fleetReport,
  needs: rows.vehiclesReport.needs,
  cancellable: true,
  ofPart: true,
  run: async ({ db, files, now, item, roles, runId, progress }) => {
    const at = new Date(item.createdAt)
    const withTags = roles.has('tags_read')
    const request = { ...(item.payload as ReportPayload), who: item.actor.name, withTags, at }
    if (!mayQuery(roles, request.query)) throw new JobRefused(QUERY_FORBIDDEN)
    const shapedBy: Permission[] = []
    if (withTags) shapedBy.push('tags_read')
    if (asksForDocumentDates(request.query)) shapedBy.push('documents_read')
    const book: { found?: FleetWorkbookFacts; name: string } = { name: '' }
    const read = (into: Writable): Promise<void> =>
      snapshotAsTenant(db, item.tenantId, async (tx) => {
        const facts = await companyFacts(tx, item.tenantId)
        book.name = datedFileName(facts.companyName, at, facts.timeZone)
        book.found = await writeFleetWorkbook(tx, item.tenantId, { ...request, readAt: now() }, into, progress)
      })
    // The transaction ends when the workbook is complete: the store may be slow, so storing the file happens after it.
    const file = await files.write(runId, at, read)
    return { message: messageOf(book.found), file: { ...file, name: book.name, type: XLSX, shapedBy } }
  },
}
