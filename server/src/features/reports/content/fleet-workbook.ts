// The workbook of a report's vehicles, with their debts: a file that is written only where it is sent.
import { XLSX } from '@padron/contract/imports'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { writeFleetBook } from '../../../fleet/workbook/fleet-workbook.ts'
import type { ReportContext, ReportFile } from './report-context.ts'

/** @param more what is not the same for every report */
export const fleetBook = (
  { tx, facts, fleet, roles, who, at, name }: ReportContext,
  more: { opensDebts?: boolean } = {},
): ReportFile => ({
  name: datedFileName(facts.companyName, at, facts.timeZone, name),
  type: XLSX,
  write: async (into, onProgress) => {
    const asked = { ...fleet, withTags: roles.has('tags_read'), who, at, readAt: at, ...more }
    await writeFleetBook(tx, facts.tenantId, asked, into, onProgress)
    return undefined
  },
})
