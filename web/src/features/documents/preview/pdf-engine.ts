// The reader of PDF, which runs in a worker of its own. The console's policy lets no text become code: what the reader would run
// as WebAssembly (pictures of scans: JPEG 2000, JBIG2, fax) runs as scripts of ours, which the build puts beside it.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

const ASSETS = `/assets/pdfjs-${version}/`
/** Of one picture in it: beyond, it would take the memory of a small machine. */
const PICTURE_PIXELS = 100_000_000
const PIECE = 262_144

export type Pdf = PDFDocumentProxy

/** What the reader throws has its kind as a name. */
export const isPassword = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'

/** @param onProgress told how much of it is here, from 0 to 1 */
export const openPdf = (url: string, onProgress: (part: number) => void): { pdf: Promise<Pdf>; close: () => void } => {
  const task = getDocument({
    url,
    useWasm: false,
    wasmUrl: ASSETS,
    cMapUrl: ASSETS,
    standardFontDataUrl: ASSETS,
    // The letters that every PDF may take for granted are ours, the same on every machine.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: PICTURE_PIXELS,
    // A large one is read by pieces, those of the page that is looked at.
    disableAutoFetch: true,
    rangeChunkSize: PIECE,
    verbosity: 0,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onProgress(Math.min(1, loaded / total))
  }
  return { pdf: task.promise, close: () => void task.destroy() }
}
