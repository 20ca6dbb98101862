// Writes a minimal PDF that every reader opens: one page of lines in Helvetica, without a library.

/** The font's encoding has only Latin-1 characters. */
const latin = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
const quoted = (text: string): string => `(${latin(text).replace(/[\\()]/g, (char) => `\\${char}`)})`

/** @returns the file, at most some 50 lines on its one page */
export function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `${quoted(line)} Tj T*`).join('\n')
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
