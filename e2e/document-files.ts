// Small files for the console's viewer: a PDF with a text on each page, and an image.
const offsetText = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`

/** A PDF with one line on each page. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const kids = lines.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, i) => {
      const drawn = `BT /F1 28 Tf 60 700 Td (${line}) Tj ET`
      return [
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ' +
          `${5 + 2 * i} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = bodies.map((body, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = text.length
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.map(offsetText).join('')}`
  text += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

export const pdfFile = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOf(lines),
})
