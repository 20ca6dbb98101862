// The report of PDFs: a ZIP with one PDF per vehicle of the filter.
import { SHEETS_AT_MOST } from '@padron/contract/reports/rules'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { datedFileName } from '../../../files/dated-file-name.ts'
import { catalogueAddress } from '../../../fleet/console-address.ts'
import { listForPdf, writePdfZip } from '../../../fleet/vehicle-pdf/zip.ts'
import { JobRefused } from '../../../jobs/job.ts'
import type { ReportBody, ReportContext, ReportFile } from './report-context.ts'
import { generatedAt, number } from './report-texts.ts'

export const sheetsBody = async (context: ReportContext): Promise<ReportBody> => {
  const { tx, tools, facts, fleet, viewId, at, name, roles } = context
  const listed = await listForPdf(tx, fleet.query, facts)
  if (listed.length > SHEETS_AT_MOST)
    throw new JobRefused(
      `El filtro tiene ${vehiclesText(listed.length)}; un ZIP programado lleva ${number(SHEETS_AT_MOST)} fichas ` +
        'como máximo.',
    )
  const bookOptions = {
    tenantId: facts.tenantId,
    vehicles: listed,
    resources: undefined,
    facts,
    documents: roles.has('documents_read'),
  }
  const file: ReportFile = {
    name: datedFileName(facts.companyName, at, facts.timeZone, name, 'zip'),
    type: 'application/zip',
    apart: true,
    write: async (into, onProgress) => {
      const counted = { missing: 0 }
      await writePdfZip(tools, bookOptions, into, (done) => onProgress(done, listed.length), counted)
      return counted.missing > 0
        ? `${number(counted.missing)} de ${vehiclesText(listed.length)} sin su ficha: su PDF dice por qué.`
        : undefined
    },
  }
  return {
    subject: vehiclesText(listed.length),
    lines: [`Las fichas en PDF de ${vehiclesText(listed.length)}, en un archivo ZIP.`, generatedAt(at, facts.timeZone)],
    blocks: [],
    file,
    vehicles: listed.length,
    empty: false,
    path: catalogueAddress(fleet.query, fleet.sort, viewId),
  }
}
