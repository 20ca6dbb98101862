// Renders data to a PDF: a template of this folder, untrusted texts, and pictures that were re-encoded before. Every
// document is tagged and validated against PDF/UA-1: an invalid one fails with the reasons.
import { createHash } from 'node:crypto'
import { createFileLimiter } from '../file-limiter.ts'
import { threadPool } from '../thread-pool.ts'
import { printableData } from './printable.ts'
import type { PdfAnswer, PdfQuestion } from './typst-worker.ts'

/** The names of the templates. */
export type Template = 'vehicle' | 'notice' | 'document'
/** PNG or JPEG pictures from `small-picture`; the data refers to them by name. */
export type Pictures = ReadonlyMap<string, Uint8Array>

const TIMEOUT_MS = 20_000
/** Number of threads that render documents. */
export const PDF_THREADS = 2
/** Limits the documents that requests wait for, including the preparation of their pictures. */
export const limitPdfs = createFileLimiter({ atOnce: PDF_THREADS, company: 10, process: 40 })

/** A document that could not be rendered, with the reasons; for the log, not for users. */
export class PdfError extends Error {}

const pool = threadPool<PdfQuestion, PdfAnswer>(new URL('./typst-worker.ts', import.meta.url), {
  atMost: PDF_THREADS,
  timeoutMs: TIMEOUT_MS,
})

/** Named by the content, because the compiler caches a picture by its path. */
const placeOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 20)

/**
 * @param made the creation time in the document
 * @throws PdfError, or PoolError if its thread dies or exceeds the timeout
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
