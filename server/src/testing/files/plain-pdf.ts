// A PDF by hand, as a portal's server writes its receipts: pieces of text at places of the page, nothing tagged.

/** @param at points from the left and from the bottom of a page of 612 × 792 */
export type PlacedText = { text: string; at: readonly [number, number]; size?: number }

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')
const content = (texts: readonly PlacedText[]): string =>
  texts
    .map(({ text, at: [x, y], size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`)
    .join('\n')

/** Somebody's password opens it: nothing of this product knows it. */
const ENCRYPTION = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`

/** @param pages without any text a page is blank, as a scanned one is to a reader of text */
export const plainPdf = (pages: readonly (readonly PlacedText[])[], { encrypted = false } = {}): Buffer => {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((texts, i) => {
      const stream = content(texts)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> ` +
          `/Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
      ]
    }),
    ...(encrypted ? [ENCRYPTION] : []),
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = Buffer.byteLength(body, 'latin1')
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const encrypt = encrypted ? ` /Encrypt ${objects.length} 0 R` : ''
  const trailer =
    `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size ${size} /Root 1 0 R${encrypt} /ID [<00> <00>] >>\n` +
    `startxref\n${Buffer.byteLength(body, 'latin1')}\n%%EOF\n`
  return Buffer.from(body + trailer, 'latin1')
}

const WIDTH = 540

/** One page of lines, with columns parted by tabs. */
export const pdfOfLines = (lines: readonly string[]): Buffer =>
  plainPdf([
    lines.flatMap((line, row) => {
      const cells = line.split('\t')
      return cells.map(
        (text, column): PlacedText => ({ text, at: [40 + (column * WIDTH) / cells.length, 740 - row * 20], size: 8 }),
      )
    }),
  ])
