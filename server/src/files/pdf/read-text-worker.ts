// The thread that reads the text of an untrusted PDF, line by line as on the page.
import { parentPort } from 'node:worker_threads'
import { normalize } from '@padron/contract/normalize'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfTextAnswer, PdfTextQuestion } from './read-text.ts'

/** Limits of the decompressed bytes, of one stream and of all together. */
const BUFFER_AT_MOST = 32_000_000
const BUFFERS_AT_MOST = 256_000_000

// The PDF library decompresses streams without a limit, into buffers that a thread's memory limit does not count: 3 kB
// may become gigabytes. So this counts every buffer that it creates. Without DecompressionStream it uses its own code.
let allocated = 0
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct: (target, args: [unknown?], newTarget) => {
    const size = typeof args[0] === 'number' ? args[0] : 0
    allocated += size > BUFFER_AT_MOST ? BUFFERS_AT_MOST : size
    if (allocated >= BUFFERS_AT_MOST) throw new RangeError('the PDF decompresses to more than the limit')
    return Reflect.construct(target, args, newTarget)
  },
})
Reflect.deleteProperty(globalThis, 'DecompressionStream')
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const PAGES_AT_MOST = 20
const CHARACTERS_AT_MOST = 200_000

type Piece = { text: string; left: number; right: number; base: number; height: number }

const piecesOf = async (page: PDFPageProxy): Promise<Piece[]> => {
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    // The library fills gaps with spaces; the gaps are computed from the positions of the words instead.
    if (!('str' in item) || item.str.trim() === '') return []
    const left = Number(item.transform[4])
    return {
      text: item.str,
      left,
      right: left + item.width,
      base: Number(item.transform[5]),
      height: item.height || Math.abs(Number(item.transform[3])),
    }
  })
}

/** The greatest vertical distance between pieces of one line, in letter heights. */
const SAME_LINE = 0.5
/** Horizontal gaps, in letter heights, that separate words and columns. */
const WORD = 0.15
const COLUMN = 1.5

const lineText = (pieces: Piece[]): string => {
  let text = ''
  let right = Number.POSITIVE_INFINITY
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const gap = (piece.left - right) / (piece.height || 1)
    if (gap >= COLUMN) text += '\t'
    else if (gap >= WORD) text += ' '
    text += piece.text
    right = Math.max(piece.right, right === Number.POSITIVE_INFINITY ? piece.right : right)
  }
  const columns = text.replace(/[\u00ad\u200b]/g, '').split('\t')
  return columns
    .map((column) => normalize(column.split(' ').filter(Boolean).join(' '), 'NFC'))
    .filter(Boolean)
    .join('\t')
}

/** From top to bottom; columns within a line are separated by a tab. */
const linesOf = (pieces: Piece[]): string[] => {
  const lines: Piece[][] = []
  let base = Number.NaN
  for (const piece of pieces.toSorted((a, b) => b.base - a.base)) {
    if (Math.abs(piece.base - base) <= piece.height * SAME_LINE) lines.at(-1)?.push(piece)
    else {
      lines.push([piece])
      base = piece.base
    }
  }
  return lines.map(lineText).filter((line) => line !== '')
}

const read = async ({ bytes }: PdfTextQuestion): Promise<PdfTextAnswer> => {
  allocated = 0
  const answer = await readPages(bytes)
  // The library continues without streams that it could not decompress.
  return allocated >= BUFFERS_AT_MOST ? { unreadable: 'too-large' } : answer
}

const readPages = async (bytes: Uint8Array): Promise<PdfTextAnswer> => {
  const loading = getDocument({ data: bytes, verbosity: 0, disableFontFace: true, useSystemFonts: false })
  try {
    const document = await loading.promise
    if (document.numPages > PAGES_AT_MOST) return { unreadable: 'too-large' }
    const pages: string[][] = []
    let characters = 0
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const lines = linesOf(await piecesOf(page))
      page.cleanup()
      characters += lines.reduce((sum, line) => sum + line.length, 0)
      if (characters > CHARACTERS_AT_MOST) return { unreadable: 'too-large' }
      pages.push(lines)
    }
    return characters === 0 ? { unreadable: 'no-text' } : { pages }
  } catch (error) {
    return { unreadable: (error as Error).name === 'PasswordException' ? 'encrypted' : 'broken' }
  } finally {
    await loading.destroy()
  }
}

parentPort?.on('message', (question: PdfTextQuestion) => {
  void read(question).then((answer) => parentPort?.postMessage(answer))
})
