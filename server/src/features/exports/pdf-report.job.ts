// The job behind «Descargar PDFs»: a ZIP with one PDF per vehicle, each with the answers at the time it is rendered.
import type { ChosenQuery } from '@padron/contract/catalogue/filter'
import { exports as rows } from '@padron/contract/exports'
import { QUEUE_ID } from '@padron/contract/queue'
import { numberText } from '@padron/contract/texts/count-of'
import { readAsTenant } from '../../db/client.ts'
import { datedFileName } from '../../files/dated-file-name.ts'
import { mayQuery, QUERY_FORBIDDEN } from '../../fleet/access.ts'
import { companyFacts } from '../../fleet/company.ts'
import { listForPdf, writePdfZip } from '../../fleet/vehicle-pdf/zip.ts'
import { type JobKind, JobRefused } from '../../jobs/job.ts'

export type PdfPayload = { query: ChosenQuery; resources: number[] }

const DOING = 'Generando PDFs'

export const pdfReport: JobKind = {
  queueId: QUEUE_ID.vehiclePdfs,
  needs: rows.pdfReport.needs,
  cancellable: true,
  ofPart: true,
  run: async (job) => {
    const { db, files, item, runId, progress, roles } = job
    const { query, resources } = item.payload as PdfPayload
    if (!mayQuery(roles, query)) throw new JobRefused(QUERY_FORBIDDEN)
    const { facts, vehicles } = await readAsTenant(db, item.tenantId, async (tx) => {
      const facts = await companyFacts(tx, item.tenantId)
      return { facts, vehicles: await listForPdf(tx, query, facts) }
    })
    const at = new Date(item.createdAt)
    const documents = roles.has('documents_read')
    const request = { tenantId: item.tenantId, vehicles, resources: new Set(resources), facts, documents }
    const onProgress = (done: number) => progress(done, vehicles.length, DOING)
    const counted = { missing: 0 }
    const file = await files.write(runId, at, (into) => writePdfZip(job, request, into, onProgress, counted))
    await onProgress(vehicles.length)
    const name = datedFileName(facts.companyName, at, facts.timeZone, 'PDFs de vehículos', 'zip')
    const count = numberText(vehicles.length)
    const missing =
      counted.missing > 0 ? ` En ${numberText(counted.missing)} no está el vehículo y el archivo dice por qué.` : ''
    return {
      message: `El ZIP está listo: ${count} ${vehicles.length === 1 ? 'archivo' : 'archivos'} PDF.${missing}`,
      file: { ...file, name, type: 'application/zip', shapedBy: documents ? ['documents_read'] : [] },
    }
  },
}
