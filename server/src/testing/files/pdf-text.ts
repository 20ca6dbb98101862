// What a PDF reader extracts: its texts, and what a screen reader announces.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const opened = async <Found>(pdf: Buffer, read: (document: PDFDocumentProxy) => Promise<Found>): Promise<Found> => {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  try {
    return await read(await loading.promise)
  } finally {
    await loading.destroy()
  }
}

const ofPages = async <Found>(
  document: PDFDocumentProxy,
  read: (page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>) => Promise<Found>,
): Promise<Found[]> => {
  const found: Found[] = []
  for (let page = 1; page <= document.numPages; page++) found.push(await read(await document.getPage(page)))
  return found
}

/** Page after page with a form feed between, a line of the page a line; marks where a word may be broken left out. */
export const pdfText = (pdf: Buffer): Promise<string> =>
  opened(pdf, async (document) => {
    const pages = await ofPages(document, async (page) => {
      const { items } = await page.getTextContent()
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    })
    return pages.join('\f').replaceAll('\u200b', '')
  })

type Node = { role?: string; alt?: string; children?: Node[] }
const walk = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(walk)]

export type PdfFacts = {
  pages: number
  title: unknown
  language: unknown
  marked: boolean
  /** Of the outline, in order and at any depth. */
  outline: string[]
  roles: string[]
  /** Of pictures. */
  alts: string[]
}

export const pdfFacts = (pdf: Buffer): Promise<PdfFacts> =>
  opened(pdf, async (document) => {
    type Entry = { title: string; items: Entry[] }
    const titles = (entries: readonly Entry[]): string[] =>
      entries.flatMap(({ title, items }) => [title, ...titles(items)])
    const { info } = await document.getMetadata()
    const trees = await ofPages(document, (page) => page.getStructTree() as Promise<Node | null>)
    const nodes = trees.flatMap((tree) => (tree ? walk(tree) : []))
    const facts = info as Record<string, unknown>
    return {
      pages: document.numPages,
      title: facts.Title,
      language: facts.Language,
      marked: ((await document.getMarkInfo()) as unknown as Map<string, boolean> | null)?.get('Marked') === true,
      outline: titles(((await document.getOutline()) ?? []) as Entry[]),
      roles: nodes.flatMap(({ role }) => role ?? []),
      alts: nodes.flatMap(({ alt }) => alt ?? []),
    }
  })

/** How far to the right the letters reach, as a share of the page. */
export const widest = (pdf: Buffer): Promise<number> =>
  opened(pdf, async (document) => {
    const pages = await ofPages(document, async (page) => {
      const { items } = await page.getTextContent()
      const wide = page.getViewport({ scale: 1 }).width
      return items.map((item) => ('str' in item ? (Number(item.transform[4]) + item.width) / wide : 0))
    })
    return Math.max(...pages.flat())
  })

/** Pieces of text as they are placed, in points from the left. */
export const placed = (pdf: Buffer): Promise<{ text: string; left: number; right: number }[]> =>
  opened(pdf, async (document) => {
    const pages = await ofPages(document, async (page) => {
      const { items } = await page.getTextContent()
      return items.flatMap((item) => {
        if (!('str' in item)) return []
        const left = Number(item.transform[4])
        return [{ text: item.str, left, right: left + item.width }]
      })
    })
    return pages.flat()
  })
