// The workbook of a report's vehicles with their debts. It is written only if the report is sent.
import { XLSX } from '@padron/contract/common'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { writeFleetWorkbook } from '../../../fleet/workbook/fleet-workbook.ts'
import type { ReportContext, ReportFile } from './report-context.ts'

/** @param more options that differ by report */
export const fleetBook = (
  { tx, facts, fleet, roles, who, at, name }: ReportContext,
  more: { opensDebts?: boolean } = {},
): ReportFile => ({
  name: datedFileName(facts.companyName, at, facts.timeZone, name),
  type: XLSX,
  write: async (into, onProgress) => {
    const options = { ...fleet, withTags: roles.has('tags_read'), who, at, readAt: at, ...more }
    await writeFleetWorkbook(tx, facts.tenantId, options, into, onProgress)
    return undefined
  },
})
