// The text of a PDF from another program: its lines as they are on the page, or why there are none.
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfOfLines, plainPdf } from '../../testing/files/plain-pdf.ts'
import { readPdfText, restPdfTextThread } from './read-text.ts'
import { renderPdf } from './render-pdf.ts'

afterAll(restPdfTextThread)

describe('the text of a PDF', () => {
  it('is read by lines from top to bottom, whatever the order in the file, with separate columns', async () => {
    const pdf = plainPdf([
      [
        { text: '$1,234.50', at: [400, 700] },
        { text: 'Línea de captura:', at: [50, 660] },
        { text: 'Tenencia', at: [50, 700] },
        { text: '0123 4567', at: [160, 660] },
        { text: 'ESTADO DE CUENTA', at: [200, 740], size: 14 },
        { text: '2026', at: [94, 700] },
      ],
      [{ text: 'Placa JKL1234', at: [50, 700] }],
    ])
    expect(await readPdfText(pdf)).toEqual({
      pages: [['ESTADO DE CUENTA', 'Tenencia 2026\t$1,234.50', 'Línea de captura:\t0123 4567'], ['Placa JKL1234']],
    })
    expect(pdf.length).toBeGreaterThan(0) // the caller's bytes do not change
  })

  it('has separate columns also if the file has the order of the page', async () => {
    const lines = ['Concepto\tAño\tTotal', 'Tenencia\t2026\t$1,200.00']
    expect(await readPdfText(pdfOfLines(lines))).toEqual({ pages: [lines] })
  })

  it('is read from the product’s own documents too, with accents and ligatures as letters', async () => {
    const pdf = await renderPdf('notice', { title: 'Verificación oficial', words: 'Sin', foot: 'Norte' }, new Date())
    const text = await readPdfText(pdf)
    expect(JSON.stringify(text)).toContain('ificación')
  })
})

describe('an unreadable PDF', () => {
  it.each([
    ['with a password', plainPdf([[{ text: 'JKL1234', at: [50, 700] }]], { encrypted: true }), 'encrypted'],
    ['of pictures only', plainPdf([[], []]), 'no-text'],
    ['with random bytes after a valid start', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000)]), 'broken'],
    ['that is empty', Buffer.alloc(0), 'broken'],
    ['of more pages than a receipt has', plainPdf(Array.from({ length: 21 }, () => [])), 'too-large'],
    [
      'of more letters than a receipt has',
      plainPdf([Array.from({ length: 4_100 }, () => ({ text: 'A'.repeat(50), at: [50, 700] }))]),
      'too-large',
    ],
    ['of more bytes than a proof may have', Buffer.alloc(10_000_001), 'too-large'],
  ])('gives its reason: %s', async (_what, pdf, unreadable) => {
    expect(await readPdfText(pdf)).toEqual({ unreadable })
  })

  it('does not affect the next one', async () => {
    expect(await readPdfText(randomBytes(100))).toEqual({ unreadable: 'broken' })
    expect(await readPdfText(plainPdf([[{ text: 'Sí', at: [50, 700] }]]))).toEqual({ pages: [['Sí']] })
  })
})
