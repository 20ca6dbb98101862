// Reports of vehicles as PDF: how many two-page ones a second, what they weigh and whether each is tagged; and a ZIP
// of thousands with real rows: seconds, memory over what the process had before, and how long anything else had to
// wait meanwhile.
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { asTenant } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { fileStore } from '@padron/server/files/contents/file-store'
import { PDF_THREADS, restPdfThreads } from '@padron/server/files/pdf/render-pdf'
import { companyFacts } from '@padron/server/fleet/company'
import {
  AT,
  fines,
  MX,
  resultOf,
  sheetRows,
  sourceOf,
  vehicleRow,
} from '@padron/server/fleet/vehicle-pdf/sheet-for-tests'
import { vehiclePdf } from '@padron/server/fleet/vehicle-pdf/vehicle-pdf'
import { listForPdf, writePdfZip } from '@padron/server/fleet/vehicle-pdf/zip'
import { pdfFacts } from '@padron/server/testing/pdf-text'
import type { Row } from './catalogue.ts'
import { makePdfFleet } from './pdf-fleet.ts'

const DOCUMENTS = Number(process.env.BENCH_PDFS ?? 600)
const VEHICLES = Number(process.env.BENCH_PDF_VEHICLES ?? 5_000)
const A_SECOND = 45
const GROWTH_MB = 250
const MB = 1_048_576

/** @returns the most bytes resident while it ran, and the longest wait of anything else */
const watched = async <Done>(work: () => Promise<Done>) => {
  let most = process.memoryUsage.rss()
  const idle = most
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const begin = performance.now()
  const done = await work().finally(() => clearInterval(timer))
  const ms = performance.now() - begin
  lag.disable()
  return { done, ms, growth: (most - idle) / MB, lagMs: lag.max / 1e6 - 10 }
}

const sourcesOf = (n: number) => [
  sourceOf({
    result: [
      resultOf({
        paymentLine: `0012 ${n}`,
        paymentLineDueDate: '2030-01-31',
        scrapedTickets: fines(9 + (n % 4), `Infracción ${n} de`),
      }),
    ],
  }),
  ...[0, 8, 9, 6, 4, 5, 3, 14, 2].map((typeId, i) =>
    sourceOf({ resourceId: 10 + i, typeId, statusId: 1, resourceName: `Fuente ${i} del vehículo ${n}` }),
  ),
]

/** No two alike, because the compiler remembers what it has set. */
const documents = async (): Promise<Row> => {
  const dress = { facts: MX, resources: undefined, logo: undefined }
  const one = (n: number) => vehiclePdf(sheetRows(sourcesOf(n), { row: vehicleRow(`ABC${n}`) }), dress, AT, undefined)
  await Promise.all([one(-1), one(-2)]) // the threads begin
  const {
    done: pdfs,
    ms,
    growth,
  } = await watched(async () => {
    const made: Buffer[] = []
    for (let n = 0; n < DOCUMENTS; n += 20)
      made.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => one(n + i)))))
    return made
  })
  const facts = await Promise.all(pdfs.filter((_, n) => n % 40 === 0).map(pdfFacts))
  const marked = pdfs.every((pdf) => pdf.includes('/StructTreeRoot') && pdf.includes('pdfuaid'))
  const rate = (1000 * pdfs.length) / ms
  return {
    what: 'one report after the other',
    documents: pdfs.length,
    threads: PDF_THREADS,
    pages: (facts.reduce((sum, { pages }) => sum + pages, 0) / facts.length).toFixed(1),
    'a second': Math.round(rate),
    'KB each': Math.round(pdfs.reduce((sum, { length }) => sum + length, 0) / pdfs.length / 1000),
    tagged: marked && facts.every(({ marked, outline }) => marked && outline.length > 0) ? 'all' : 'NO',
    'MB over idle': Math.round(growth),
    kept: rate >= A_SECOND ? 'yes' : 'NO',
  }
}

const zip = async (): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder, fast: true })
  try {
    const evidence = fileStore(join(folder, 'evidence'))
    const tenantId = await makePdfFleet(opened.addressOf('padron_owner').connectionString, evidence, VEHICLES)
    const { facts, vehicles } = await asTenant(opened.db, tenantId, async (tx) => {
      const facts = await companyFacts(tx, tenantId)
      return { facts, vehicles: await listForPdf(tx, { vehicleClass: {} }, facts) }
    })
    const path = join(folder, 'all.zip')
    const tools = { db: opened.db, now: () => new Date(), evidence }
    const wanted = { tenantId, vehicles, resources: undefined, facts, papers: true }
    const { ms, growth, lagMs } = await watched(() =>
      writePdfZip(tools, wanted, createWriteStream(path), async () => undefined),
    )
    return {
      what: 'a ZIP, from the rows to the disk',
      documents: vehicles.length,
      threads: PDF_THREADS,
      seconds: Number((ms / 1000).toFixed(1)),
      'a second': Math.round((1000 * vehicles.length) / ms),
      'KB each': Math.round(statSync(path).size / vehicles.length / 1000),
      'MB over idle': Math.round(growth),
      'longest wait ms': Math.round(lagMs),
      kept: growth <= GROWTH_MB ? 'yes' : 'NO',
    }
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const benchPdf = async (): Promise<Row[]> => {
  const archive = await zip() // first: what it takes is counted from a process that has set nothing yet
  await restPdfThreads()
  const single = await documents()
  await restPdfThreads()
  return [single, archive]
}
