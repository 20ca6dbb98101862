// Writes the PDFs of many vehicles into one ZIP while it is being sent. It reads vehicles in chunks, renders a few PDFs
// ahead, and keeps none in memory. Each PDF shows the data at the time it is rendered.
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ChosenQuery } from '@padron/contract/catalogue/filter'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { readFromReplica } from '../../db/replica.ts'
import { PDF_THREADS } from '../../files/pdf/render-pdf.ts'
import type { CompanyFacts } from '../company.ts'
import { whereOf } from '../where.ts'
import { logoPicture, readLogo } from './company-logo.ts'
import { readSheets, type SheetRows } from './sheet.queries.ts'
import { GONE, NOT_MADE, noticePdf, type PdfTools, type SheetBranding, vehiclePdf } from './vehicle-pdf.ts'

export type Listed = { id: number; plate: string; vin: string }
export type ZipTools = PdfTools & { log?: FastifyBaseLogger | undefined }
export type ZipRequest = {
  tenantId: number
  vehicles: readonly Listed[]
  /** Undefined: all. */
  resources: ReadonlySet<number> | undefined
  facts: CompanyFacts
  /** Whether the requester may read documents. */
  documents: boolean
}

const CHUNK = 20 // vehicles read at once: 40 were no faster, and their rows stayed in memory longer
const AHEAD = 2 * PDF_THREADS

export const listForPdf = async (tx: Tx, query: ChosenQuery, facts: CompanyFacts): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select v.vehicle_id as id, v.plate, v.vin
    from vehicle v
    where ${whereOf(query, facts)}
    order by v.plate, v.vehicle_id`.execute(tx)
  return rows
}

/** Plate and VIN, and the vehicle's id if two have the same. */
const nameIn = (used: Set<string>, { id, plate, vin }: Listed): string => {
  const name = `${plate} ${vin}`
  const own = used.has(name) ? `${name} (${id})` : name
  used.add(name)
  return `${own}.pdf`
}

type Found = { vehicle: Listed; rows: SheetRows | undefined }

async function* readAll({ db, now }: ZipTools, request: ZipRequest): AsyncGenerator<Found> {
  const { tenantId, vehicles, resources, facts, documents } = request
  for (let from = 0; from < vehicles.length; from += CHUNK) {
    const chunk = vehicles.slice(from, from + CHUNK)
    const query = { ids: chunk.map(({ id }) => id), resources, documents, at: now() }
    const sheets = await readFromReplica(db, tenantId, (tx) => readSheets(tx, facts, query))
    for (const vehicle of chunk) yield { vehicle, rows: sheets.get(vehicle.id) }
  }
}

/** `missing`: how many PDFs only explain why there is no report. */
export type ZipFacts = { missing: number }

/** A PDF that fails does not stop the others. */
const makeOne = async (
  { vehicle: { id, plate }, rows }: Found,
  { now, evidence, log }: ZipTools,
  branding: SheetBranding,
  counted: ZipFacts,
): Promise<Buffer> => {
  const at = now()
  if (!rows) {
    counted.missing++
    return noticePdf(plate, GONE, branding.facts, at)
  }
  try {
    return await vehiclePdf(rows, branding, at, evidence)
  } catch (error) {
    log?.error({ err: error, vehicleId: id }, 'a vehicle’s PDF could not be made')
    counted.missing++
    return noticePdf(plate, NOT_MADE, branding.facts, at)
  }
}

/** @returns a function that returns the next PDF, in order, while a few more are rendered */
const madeAhead = (found: AsyncGenerator<Found>, make: (one: Found) => Promise<Buffer>): (() => Promise<Buffer>) => {
  const queue: Promise<Buffer>[] = []
  const one = async (): Promise<Buffer> => {
    const { value, done } = await found.next()
    return done ? Buffer.alloc(0) : make(value)
  }
  const begin = (): void => {
    const next = one()
    next.catch(() => undefined) // it is awaited later
    queue.push(next)
  }
  return () => {
    while (queue.length <= AHEAD) begin()
    return queue.shift() ?? one()
  }
}

/**
 * Writes the ZIP and ends `into`.
 * @param onProgress receives how many are written, before each; an error that it throws aborts the ZIP
 * @param counted is written to
 */
export const writePdfZip = async (
  tools: ZipTools,
  request: ZipRequest,
  into: Writable,
  onProgress: (done: number) => Promise<void>,
  counted: ZipFacts = { missing: 0 },
): Promise<void> => {
  const { tenantId, vehicles, resources, facts } = request
  const logo = await logoPicture(await readAsTenant(tools.db, tenantId, (tx) => readLogo(tx, tenantId)))
  const branding = { facts, resources, logo: logo?.bytes }
  const next = madeAhead(readAll(tools, request), (one) => makeOne(one, tools, branding, counted))
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  // Any failure destroys the output, and with it the pipeline.
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const used = new Set<string>()
  for (const [done, vehicle] of vehicles.entries())
    zip.addReadStreamLazy(nameIn(used, vehicle), {}, (give) => {
      onProgress(done)
        .then(next)
        .then((pdf) => give(null, new PassThrough().on('error', fail).end(pdf)), fail)
    })
  const written = pipeline(output, into)
  zip.end()
  await written
}
