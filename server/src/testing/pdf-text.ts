// The text of a PDF as its own streams hold it, page after page: enough for documents made of the built-in letters.
import { inflateSync } from 'node:zlib'

const shown = (stream: string): string =>
  stream
    .split('\n')
    .map((line) =>
      [...line.matchAll(/<([\da-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
    .filter(Boolean)
    .join('\n')

const inflated = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

export const pdfText = (pdf: Buffer): string => {
  const texts: string[] = []
  for (let from = 0; ; ) {
    const begins = pdf.indexOf('stream\n', from)
    if (begins < 0) return texts.filter(Boolean).join('\n')
    const ends = pdf.indexOf('\nendstream', begins)
    texts.push(shown(inflated(pdf.subarray(begins + 7, ends))))
    from = ends + 10
  }
}
