// The text of an untrusted PDF, read in a thread that is ended if it takes too much time or memory (decision 071).
import { PoolError, threadPool } from '../thread-pool.ts'

/** `no-text`: it has only images, as from a scanner. */
export type UnreadablePdf = 'encrypted' | 'no-text' | 'broken' | 'too-large'
/** Pages, each as its lines from top to bottom; columns within a line are separated by a tab. */
export type PdfText = { pages: string[][] } | { unreadable: UnreadablePdf }

export type PdfTextQuestion = { bytes: Uint8Array }
export type PdfTextAnswer = PdfText

export const UNREADABLE_PDF: Readonly<Record<UnreadablePdf, string>> = {
  encrypted: 'El PDF tiene contraseña: guárdelo sin ella y agréguelo de nuevo.',
  'no-text': 'No se pudo leer el texto: el PDF es una imagen.',
  broken: 'No se pudo leer el texto: el PDF está dañado.',
  'too-large': 'No se pudo leer el texto: el PDF es demasiado grande.',
}

const BYTES_AT_MOST = 10_000_000
const TIMEOUT_MS = 15_000

const pool = threadPool<PdfTextQuestion, PdfTextAnswer>(new URL('./read-text-worker.ts', import.meta.url), {
  atMost: 1,
  timeoutMs: TIMEOUT_MS,
})

/** @param pdf is copied, so the caller can still use it */
export const readPdfText = async (pdf: Uint8Array): Promise<PdfText> => {
  if (pdf.byteLength > BYTES_AT_MOST) return { unreadable: 'too-large' }
  const bytes = new Uint8Array(pdf)
  try {
    return await pool.ask({ bytes }, [bytes.buffer])
  } catch (error) {
    if (error instanceof PoolError) return { unreadable: 'too-large' }
    throw error
  }
}

/** Ends the thread if it is idle. @internal for tests */
export const restPdfTextThread = pool.rest
