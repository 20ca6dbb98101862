// What is read from a portal's PDF, and what is reported as not found: from files as a portal's server writes them.
import { afterAll, describe, expect, it } from 'vitest'
import { readPdfText, restPdfTextThread } from '../../../files/pdf/read-text.ts'
import { pdfOfLines } from '../../../testing/files/plain-pdf.ts'
import { ANY_PORTAL, type PdfPortal } from './pdf-portals.ts'
import { fieldsOf, portalOf } from './recognise.ts'

afterAll(restPdfTextThread)

const linesOf = async (lines: readonly string[]): Promise<string[]> => {
  const text = await readPdfText(pdfOfLines(lines))
  if ('unreadable' in text) throw new Error(text.unreadable)
  return text.pages.flat()
}
const read = async (lines: readonly string[], portals?: readonly PdfPortal[]) => {
  const found = await linesOf(lines)
  const portal = portalOf(found, portals)
  return { key: portal?.portalKey, ...fieldsOf(found, portal, 'MX') }
}
const amounts = { folio: '', dateTime: null, subTotal: null, discount: null, surcharge: null }

const NUEVO_LEON = [
  'INSTITUTO DE CONTROL VEHICULAR',
  'Placa: JKL1234',
  'Concepto\tAño\tSubtotal\tRecargo(s)\tDescuento(s)\tTotal',
  'Tenencia\t2026\t$1,000.00\t$200.00\t$0.00\t$1,200.00',
  'Refrendo\t2026\t$250.00\t-\t$50.00\t$200.00',
  'TOTAL A PAGAR\t$1,400.00',
  'Línea de captura:\t0123 4567 89',
  'Vigencia: 31/12/2026',
]

describe('a portal’s PDF', () => {
  it('returns its table, total, payment line and due date, and which labels are unconfirmed', async () => {
    expect(await read(NUEVO_LEON)).toEqual({
      key: 'nl-icv',
      debts: [
        { ...amounts, description: 'Tenencia 2026', subTotal: 1000, surcharge: 200, discount: 0, total: 1200 },
        { ...amounts, description: 'Refrendo 2026', subTotal: 250, discount: 50, total: 200 },
      ],
      paymentLine: '0123 4567 89',
      paymentLineDueDate: '2026-12-31',
      portalTotal: 1400,
      missing: [],
      remarks: [],
      unconfirmed: ['adeudos', 'línea de captura', 'vigencia'],
    })
  })

  it('lists what is missing, and ignores amounts without a label', async () => {
    const { debts, portalTotal, missing } = await read(['Placa JKL1234', '$9,999.00', 'Adeudo del vehículo\t$5.00'])
    expect({ debts, portalTotal, missing }).toEqual({
      debts: [],
      portalTotal: null,
      missing: ['adeudos', 'línea de captura', 'vigencia', 'total'],
    })
  })

  it('reports the rows whose cells do not fit the headings, and reads the others', async () => {
    const { debts, remarks } = await read([
      'Concepto\tSubtotal\tTotal',
      'Tenencia 2026\t$900.00',
      'Refrendo 2026\tdoscientos\t$200.00',
      'Multa\t$10.00\t$10.00',
    ])
    expect(debts.map(({ description }) => description)).toEqual(['Multa'])
    expect(remarks).toEqual([
      'No se leyó la fila «Tenencia 2026 $900.00»: escríbala.',
      'No se leyó la fila «Refrendo 2026 doscientos $200.00»: escríbala.',
    ])
  })

  it('with two different totals has none', async () => {
    const { portalTotal, remarks } = await read(['Total a pagar:\t$10.00', 'Total a pagar:\t$20.00'])
    expect([portalTotal, remarks]).toEqual([null, ['Hay varios valores de total: escriba el que vale.']])
  })

  it('that names two portals belongs to none', async () => {
    expect((await read(['icvnl.gob.mx', 'finanzas.cdmx.gob.mx'])).key).toBeUndefined()
  })
})

it('a portal that is added as documented is read by its labels', async () => {
  const seen = (words: string) => [{ words, source: 'Recibo de un cliente, 2026-11-02' }]
  const added: PdfPortal = {
    ...ANY_PORTAL,
    portalKey: 'mx-21',
    marks: ['pagos de puebla'],
    total: seen('gran total'),
    paymentLine: seen('clave de pago'),
    paymentLineDueDate: seen('pagar hasta'),
    debts: seen('control vehicular'),
  }
  const lines = [
    'Pagos de Puebla',
    'Control vehicular 2026:\t$610.00',
    'Gran total:\t$610.00',
    'Clave de pago: 77-1',
    'Pagar hasta 30/11/2026',
  ]
  expect(await read(lines, [added])).toMatchObject({
    key: 'mx-21',
    debts: [{ description: 'Control vehicular 2026', total: 610 }],
    portalTotal: 610,
    paymentLine: '77-1',
    paymentLineDueDate: '2026-11-30',
    missing: [],
    unconfirmed: [],
  })
})
