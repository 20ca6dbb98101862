// A4 pages with the few things our documents are made of: headings, facts in two columns, tables that go on over pages,
// signs of statuses, and page numbers. The built-in letters know the signs of Western Europe; any other becomes "?".
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument
const MARGIN = 48
const BOTTOM = 56
const INK = '#1d2127'
const MUTED = '#5c5f66'
const LINE = '#dcdfe4'
export const WIDTH = 595.28 - 2 * MARGIN

// What the encoding has beyond Latin 1.
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const known = (sign: string): boolean => /^[\n\x20-\x7e\xa0-\xff]$/.test(sign) || EXTRA.includes(sign)

/** What the letters can show of a text. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC').replace(/\s+/g, ' '))
    .map((sign) => (known(sign) ? sign : '?'))
    .join('')

export const newPdf = (title: string): Pdf => {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    bufferPages: true,
    lang: 'es',
    info: { Title: title, Creator: 'Padrón', Producer: 'Padrón' },
  })
  return pdf.font('Helvetica').fontSize(10).fillColor(INK)
}

const left = (pdf: Pdf): number => pdf.page.height - BOTTOM - pdf.y
/** Goes on to a new page where less than this is left. */
export const room = (pdf: Pdf, height: number): void => {
  if (left(pdf) < height) pdf.addPage()
}

type Style = { size?: number; bold?: boolean; muted?: boolean; gap?: number; x?: number }

export const write = (
  pdf: Pdf,
  text: string,
  { size = 10, bold = false, muted = false, gap = 2, x = MARGIN }: Style = {},
): void => {
  pdf
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(muted ? MUTED : INK)
  room(pdf, size * 1.4)
  pdf.text(printable(text), x, pdf.y, { width: MARGIN + WIDTH - x })
  pdf.y += gap
}

export const rule = (pdf: Pdf): void => {
  pdf
    .moveTo(MARGIN, pdf.y + 4)
    .lineTo(MARGIN + WIDTH, pdf.y + 4)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke()
  pdf.y += 12
}

/** Names and values, two pairs a line. */
export const facts = (pdf: Pdf, pairs: readonly (readonly [string, string])[]): void => {
  const half = WIDTH / 2
  for (let i = 0; i < pairs.length; i += 2) {
    const line = pairs.slice(i, i + 2)
    const heights = line.map(([, value]) =>
      pdf
        .font('Helvetica')
        .fontSize(10)
        .heightOfString(printable(value), { width: half - 12 }),
    )
    room(pdf, Math.max(...heights) + 18)
    const top = pdf.y
    for (const [column, [name, value]] of line.entries()) {
      const x = MARGIN + column * half
      pdf
        .font('Helvetica')
        .fontSize(8)
        .fillColor(MUTED)
        .text(printable(name), x, top, { width: half - 12 })
      pdf
        .fontSize(10)
        .fillColor(INK)
        .text(printable(value), x, pdf.y, { width: half - 12 })
    }
    pdf.y = top + Math.max(...heights) + 16
  }
}

export type Tone = 'debt' | 'warning' | 'clear' | 'unprocessed' | 'unknown'
const around = (x: number, y: number, r: number, corners: number, turn: number): [number, number][] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / corners
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })

// biome-ignore format: a table to be read by columns
const SIGNS: Readonly<Record<Tone, (pdf: Pdf, x: number, y: number) => Pdf>> = {
  debt:        (pdf, x, y) => pdf.polygon(...around(x, y, 5, 8, Math.PI / 8)).fill('#cf1322'),
  warning:     (pdf, x, y) => pdf.polygon(...around(x, y + 1, 5.5, 3, -Math.PI / 2)).fill('#e8a300'),
  clear:       (pdf, x, y) => pdf.circle(x, y, 5).fill('#2b8a0e'),
  unprocessed: (pdf, x, y) => pdf.circle(x, y, 4.5).lineWidth(1.4).stroke('#6b6f76'),
  unknown:     (pdf, x, y) => pdf.circle(x, y, 4.5).lineWidth(1.4).dash(2, { space: 1.5 }).stroke('#6b6f76').undash(),
}

/** A sign with its words: shape, colour and text say the same. */
export const signed = (pdf: Pdf, tone: Tone, text: string): void => {
  room(pdf, 18)
  const top = pdf.y
  SIGNS[tone](pdf, MARGIN + 6, top + 5)
  write(pdf, text, { x: MARGIN + 18, bold: true })
}

const ROW_AT_MOST = 400
export type PdfColumn = { title: string; width: number; right?: true }

/** @param columns whose widths make up 1 */
export const table = (pdf: Pdf, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void => {
  const titles = columns.map(({ title }) => title)
  const boxes = columns.map(({ width }) => width * WIDTH - 8)
  const letters = (bold: boolean): void =>
    void pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8.5)
      .fillColor(bold ? MUTED : INK)
  const line = (cells: readonly string[], bold: boolean): void => {
    letters(bold)
    const height = Math.min(
      ROW_AT_MOST,
      Math.max(...cells.map((cell, i) => pdf.heightOfString(printable(cell) || ' ', { width: boxes[i] ?? 40 }))),
    )
    if (left(pdf) < height + 8) {
      pdf.addPage()
      if (!bold) line(titles, true) // each page says what its columns are
      letters(bold)
    }
    const top = pdf.y
    let x = MARGIN
    for (const [i, cell] of cells.entries()) {
      const column = columns[i]
      const width = boxes[i] ?? 40
      pdf.text(printable(cell) || ' ', x, top, {
        width,
        height: ROW_AT_MOST,
        ellipsis: true,
        align: column?.right ? 'right' : 'left',
      })
      x += width + 8
    }
    pdf.y = top + height + 3
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    pdf.y += 4
  }
  line(titles, true)
  for (const row of rows) line(row, false)
}

/** Numbers the pages and ends the document. */
export const finish = (pdf: Pdf, foot: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0 // or the footer would begin a page of its own
    pdf.font('Helvetica').fontSize(8).fillColor(MUTED)
    const y = pdf.page.height - 36
    pdf.text(printable(foot), MARGIN, y, { width: WIDTH * 0.7, lineBreak: false })
    pdf.text(`Página ${page - start + 1} de ${count}`, MARGIN + WIDTH * 0.7, y, {
      width: WIDTH * 0.3,
      align: 'right',
      lineBreak: false,
    })
  }
  pdf.end()
}
