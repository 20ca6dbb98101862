// The job of 'Descargar PDFs': a ZIP with one PDF per vehicle, each made when the one before it has been written, from the
// answers there are at that moment.
import type { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FleetQuery } from '@padron/contract/catalogue'
import { exports as rows } from '@padron/contract/exports'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { type Db, readAsTenant, type Tx } from '../../db/client.ts'
import type { Pdf } from '../../files/pdf-page.ts'
import type { JobKind, JobRun } from '../../jobs/job.ts'
import { whereOf } from '../catalogue/catalogue.filters.ts'
import { rowsByKey } from '../catalogue/catalogue.queries.ts'
import { resourceRows } from '../resource-status/resource-status.queries.ts'
import { type CompanyFacts, companyFacts } from './fleet-rows.ts'
import { missingPdf, vehiclePdf } from './vehicle-pdf.ts'
import { bookName } from './vehicles-book.ts'

export type PdfPayload = { query: FleetQuery; resources: number[] }
type Listed = { id: number; plate: string; vin: string }

const DOING = 'Generando PDFs'

const listed = async (tx: Tx, query: FleetQuery, facts: CompanyFacts): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select v.vehicle_id as id, v.plate, v.vin from vehicle v where ${whereOf(query, facts)} order by v.plate, v.vehicle_id`.execute(
    tx,
  )
  return rows
}

const makePdf = (
  db: Db,
  { id, plate }: Listed,
  wanted: ReadonlySet<number>,
  facts: CompanyFacts,
  at: Date,
): Promise<Pdf> =>
  readAsTenant(db, facts.tenantId, async (tx) => {
    const [[row], resources] = await Promise.all([
      rowsByKey(tx, facts.tenantId, [id]),
      resourceRows(tx, facts.tenantId, id),
    ])
    if (!row) return missingPdf(plate, facts)
    return vehiclePdf({ row, resources: resources.filter(({ resourceId }) => wanted.has(resourceId)), facts, at })
  })

/** Plate and VIN, and the vehicle's number where two have the same. */
const nameIn = (seen: Set<string>, { id, plate, vin }: Listed): string => {
  const name = `${plate} ${vin}`
  const own = seen.has(name) ? `${name} (${id})` : name
  seen.add(name)
  return `${own}.pdf`
}

type Zipped = { vehicles: readonly Listed[]; wanted: ReadonlySet<number>; facts: CompanyFacts }

const writeZip = async (
  { db, now, progress }: JobRun,
  { vehicles, wanted, facts }: Zipped,
  into: Writable,
): Promise<void> => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  // Whatever fails, the output does, and with it the pipeline that is waited for.
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const seen = new Set<string>()
  for (const [done, vehicle] of vehicles.entries()) {
    zip.addReadStreamLazy(nameIn(seen, vehicle), {}, (give) => {
      progress(done, vehicles.length, DOING)
        .then(() => makePdf(db, vehicle, wanted, facts, now()))
        .then((pdf) => give(null, pdf.on('error', fail)), fail)
    })
  }
  const written = pipeline(output, into)
  zip.end()
  await written
}

export const pdfReport: JobKind = {
  queueId: 7,
  needs: rows.pdfReport.needs,
  cancellable: true,
  run: async (job) => {
    const { db, files, item, runId, progress } = job
    const { query, resources } = item.payload as PdfPayload
    const { facts, vehicles } = await readAsTenant(db, item.tenantId, async (tx) => {
      const facts = await companyFacts(tx, item.tenantId)
      return { facts, vehicles: await listed(tx, query, facts) }
    })
    const at = new Date(item.createdAt)
    const zipped = { vehicles, wanted: new Set(resources), facts }
    const file = await files.write(runId, at, (into) => writeZip(job, zipped, into))
    await progress(vehicles.length, vehicles.length, DOING)
    const name = bookName(facts.companyName, at, facts.timeZone, 'PDFs de vehículos', 'zip')
    const count = vehicles.length.toLocaleString('es-MX')
    return {
      message: `El ZIP está listo: ${count} ${vehicles.length === 1 ? 'archivo' : 'archivos'} PDF.`,
      file: { ...file, name, type: 'application/zip' },
    }
  },
}
