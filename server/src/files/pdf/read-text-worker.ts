// In a thread of its own: the text of a stranger's PDF, line by line as it stands on the page.
import { parentPort } from 'node:worker_threads'
import { normalize } from '@padron/contract/normalize'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfTextAnswer, PdfTextQuestion } from './read-text.ts'

const PAGES_AT_MOST = 20
const CHARACTERS_AT_MOST = 200_000

type Piece = { text: string; left: number; right: number; base: number; height: number }

const piecesOf = async (page: PDFPageProxy): Promise<Piece[]> => {
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    // The reader fills a gap with a space as wide as it: what is apart shows in the places of the words.
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

/** Pieces of one line stand at most so far apart up and down, in heights of a letter. */
const SAME_LINE = 0.5
/** From so far apart, in heights: another word, and another column. */
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

/** From top to bottom; columns of a line are parted by a tab. */
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
