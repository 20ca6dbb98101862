// From data to a PDF: a template of this folder, texts as anybody wrote them, and pictures that were drawn anew
// before. Every document is tagged and held to PDF/UA-1 when it is made: it comes out right, or not at all and with
// the reasons.
import { createHash } from 'node:crypto'
import { createFileLimiter } from '../file-limiter.ts'
import { threadPool } from '../thread-pool.ts'
import { printableData } from './printable.ts'
import type { PdfAnswer, PdfQuestion } from './typst-worker.ts'

/** The templates there are. */
export type Template = 'vehicle' | 'notice' | 'document'
/** PNG or JPEG that came out of `small-picture`; the data speaks of one by its name here. */
export type Pictures = ReadonlyMap<string, Uint8Array>

const TIMEOUT_MS = 20_000
/** Threads that set documents. */
export const PDF_THREADS = 2
/** Of documents that a request waits for, from their pictures on. */
export const limitPdfs = createFileLimiter({ atOnce: PDF_THREADS, company: 10, process: 40 })

/** A document that could not be made, with the reasons; for the log, not for people. */
export class PdfError extends Error {}

const pool = threadPool<PdfQuestion, PdfAnswer>(new URL('./typst-worker.ts', import.meta.url), {
  atMost: PDF_THREADS,
  timeoutMs: TIMEOUT_MS,
})

/** The name says what is in it: the compiler remembers a picture by its place. */
const placeOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 20)

/**
 * @param made the moment the document says it is of
 * @throws PdfError, and PoolError where its thread died or took too long
 */
export const renderPdf = async (
  template: Template,
  data: Record<string, unknown>,
  made: Date,
  pictures: Pictures = new Map(),
): Promise<Buffer> => {
  const named = [...pictures].map(([name, bytes]) => ({ name, bytes, place: placeOf(bytes) }))
  const places = Object.fromEntries(named.map(({ name, place }) => [name, `/pictures/${place}`]))
  const answer = await pool.ask({
    template,
    data: JSON.stringify({ ...(printableData(data) as object), pictures: places }),
    pictures: Object.fromEntries(named.map(({ place, bytes }) => [place, bytes])),
    made: Math.floor(made.getTime() / 1000),
  })
  if ('refused' in answer) throw new PdfError(`${template}: ${answer.refused}`)
  const { buffer, byteOffset, byteLength } = answer.pdf
  return Buffer.from(buffer, byteOffset, byteLength)
}
