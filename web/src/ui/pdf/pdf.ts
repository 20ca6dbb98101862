// The PDF reader: opens a file and draws its pages, in a worker of its own. The console's policy forbids WebAssembly,
// so the decoders of scanned pictures (JPEG 2000, JBIG2, fax) run as scripts that the build puts beside it.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useState } from 'react'
import type { Zoom } from './ZoomButtons.tsx'

GlobalWorkerOptions.workerSrc = workerUrl

const ASSETS = `/assets/pdfjs-${version}/`
/** The maximum size of a picture: a larger one would fill the memory of a small machine. */
const PICTURE_PIXELS = 100_000_000
const PIECE = 262_144

export type Pdf = PDFDocumentProxy

/** The reader's errors have their kind as a name. */
const isPassword = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'

/** @param onProgress receives the share that has arrived, from 0 to 1 */
const openPdf = (url: string, onProgress: (part: number) => void): { pdf: Promise<Pdf>; close: () => void } => {
  const task = getDocument({
    url,
    useWasm: false,
    wasmUrl: ASSETS,
    cMapUrl: ASSETS,
    standardFontDataUrl: ASSETS,
    // The standard fonts of PDF are bundled, so that they are the same on every machine.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: PICTURE_PIXELS,
    // A large file is read in pieces, only for the visible page.
    disableAutoFetch: true,
    rangeChunkSize: PIECE,
    verbosity: 0,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onProgress(Math.min(1, loaded / total))
  }
  return { pdf: task.promise, close: () => void task.destroy() }
}

type PdfState = { pdf?: Pdf; progress: number; trouble?: 'password' | 'broken' }

/** A PDF that is being opened, is open, or could not be. */
export const usePdf = (url: string): PdfState => {
  const [state, setState] = useState<PdfState>({ progress: 0 })
  useEffect(() => {
    let here = true
    setState({ progress: 0 })
    const { pdf, close } = openPdf(url, (progress) => here && setState((now) => ({ ...now, progress })))
    pdf.then(
      (open) => here && setState({ pdf: open, progress: 1 }),
      (error: unknown) => here && setState({ progress: 0, trouble: isPassword(error) ? 'password' : 'broken' }),
    )
    return () => {
      here = false
      close()
    }
  }, [url])
  return state
}

/** Points of a page are 1/72 of an inch, pixels of a screen 1/96. */
const SCREEN = 96 / 72
/** The maximum size of a canvas on phones. */
const CANVAS_PIXELS = 16_000_000

type Options = { pdf: Pdf; page: number; zoom: Zoom; room: number; canvas: RefObject<HTMLCanvasElement | null> }
type DrawnPage = { page: number; text: string; zoom: number }

const textOf = async (page: Awaited<ReturnType<Pdf['getPage']>>): Promise<string> => {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

/** Draws one page of an open PDF, and returns its text for screen readers. */
export const usePage = ({ pdf, page: pageNumber, zoom, room, canvas }: Options) => {
  const [drawn, setDrawn] = useState<DrawnPage>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let here = true
    let stop = (): void => {}
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(pageNumber)
      const element = canvas.current
      if (!here || !element) return
      const { width, height } = page.getViewport({ scale: SCREEN })
      const part = zoom === 'fit' ? room / width : zoom
      const most = Math.sqrt(CANVAS_PIXELS / (width * height * part * part))
      const viewport = page.getViewport({ scale: SCREEN * part * Math.min(devicePixelRatio, most) })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      element.style.width = `${Math.floor(width * part)}px`
      element.style.height = `${Math.floor(height * part)}px`
      const task = page.render({ canvas: element, viewport })
      stop = () => task.cancel()
      await task.promise
      const text = await textOf(page).catch(() => '')
      if (here) setDrawn({ page: pageNumber, text, zoom: part })
    }
    setFailed(false)
    if (room > 0) draw().catch(() => here && setFailed(true)) // cancelled: the component is unmounted
    return () => {
      here = false
      stop()
    }
  }, [pdf, pageNumber, zoom, room, canvas])
  return { drawn, failed }
}
