// The report of one vehicle: its content, what a screen reader reads, and that no text or picture can break it.
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { FileStore } from '../../files/contents/file-store.ts'
import { PdfError, renderPdf } from '../../files/pdf/render-pdf.ts'
import { isDrill } from '../../testing/drill.ts'
import { pdfFacts, pdfText, placed, widest } from '../../testing/files/pdf-text.ts'
import { AT, CO, fines, MX, resultOf, sheetRows, sourceOf, vehicleRow, wantedOf } from '../testing/vehicle-sheet.ts'
import { logoPicture } from './company-logo.ts'
import type { SheetRows } from './sheet.queries.ts'
import { vehicleSheet } from './sheet.ts'
import { GONE, noticePdf, vehiclePdf } from './vehicle-pdf.ts'

const branding = { facts: MX, resources: undefined, logo: undefined }
const made = (rows: SheetRows, store?: FileStore) => vehiclePdf(rows, branding, AT, store)
const textOf = async (pdf: Buffer) => (await pdfText(pdf)).replace(/\s+/g, ' ')

/** Evidence by path; the rest of the store is not used. */
const storeOf = (files: Record<string, Buffer>) =>
  ({ read: async (path: string) => files[path] && Readable.from([files[path]]) }) as unknown as FileStore
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
const proof = (path: string, name: string, type = 'image/png') => ({ path, name, type, at: '2026-11-20T16:02:00Z' })

describe('accessibility', () => {
  it('the PDF is tagged, in Spanish, with title, outline, and alternative texts of pictures and signs', async () => {
    const files = { a: await blank(900, 700).png().toBuffer() }
    const found = sourceOf({ result: [resultOf({ scrapedTickets: fines(40) })], files: [proof('a', 'recibo.png')] })
    const logo = await logoPicture(await blank(300, 80).png().toBuffer())
    const pdf = await vehiclePdf(sheetRows([found]), { ...branding, logo: logo?.bytes }, AT, storeOf(files))
    const facts = await pdfFacts(pdf)
    expect(facts).toMatchObject({ title: 'Vehículo RHE482A', language: 'es', marked: true })
    expect(facts.pages).toBeGreaterThan(1)
    expect(facts.outline).toEqual([
      'Vehículo RHE482A',
      'Estado por tipo',
      'Lo que dice cada fuente',
      'Multas · Nuevo León',
    ])
    for (const role of ['H1', 'H2', 'H3', 'Table', 'THead', 'TH', 'TD']) expect(facts.roles).toContain(role)
    for (const alt of [
      'Logotipo de Flota del Norte',
      'Evidencia de Multas · Nuevo León: recibo.png',
      'Adeudo o reporte',
      'Sin procesar',
    ])
      expect(facts.alts).toContain(alt)
    const raw = pdf.toString('latin1')
    for (const mark of ['/StructTreeRoot', '/Lang', '/MarkInfo', '/Outlines', 'pdfuaid']) expect(raw).toContain(mark)
    const text = await pdfText(pdf)
    const tabled = text.split('\f').filter((page) => /F-\d/.test(page))
    expect(tabled.length).toBeGreaterThan(1)
    for (const page of tabled) expect(page).toContain('Folio y concepto') // each page repeats the column headings
    expect(text).toContain(`Página ${facts.pages} de ${facts.pages}`)
  })
})

describe('the content', () => {
  it('has a sign and a word for every type of the country, with the age of the data', () => {
    const { states } = vehicleSheet(
      sheetRows([
        sourceOf({ state: 'old' }),
        sourceOf({ resourceId: 2, typeId: 9, statusId: 1, state: 'unknown' }),
        sourceOf({ resourceId: 3, typeId: 0, statusId: -1, state: null, goodAt: null, lastAt: null }),
        sourceOf({ resourceId: 4, typeId: 4, statusId: -1, state: null, goodAt: null, lastAt: null, automatic: false }),
        sourceOf({ resourceId: 5, typeId: 2, statusId: 12 }),
        sourceOf({ resourceId: 6, typeId: 8, statusId: -1, state: 'unknown', goodAt: null }),
      ]),
      wantedOf(),
    )
    const by = new Map(states.map((state) => [state.type, state]))
    expect(states).toHaveLength(12)
    expect([
      ...['Multas', 'Multas CDMX', 'Tenencias', 'Reporte de robo', 'Información vehicular', 'Refrendos', 'Seguro'].map(
        (type) => by.get(type),
      ),
    ]).toEqual([
      { type: 'Multas', sign: 'debt', old: true, words: 'Con multas', when: 'dato antiguo, del 20/11/2026' },
      {
        type: 'Multas CDMX',
        sign: 'unknown',
        old: false,
        words: 'Sin dato',
        when: 'último dato: Sin multas, del 20/11/2026',
      },
      { type: 'Tenencias', sign: 'unprocessed', old: false, words: 'Sin procesar', when: 'aún no se ha consultado' },
      {
        type: 'Reporte de robo',
        sign: 'unprocessed',
        old: false,
        words: 'Sin procesar',
        when: 'sin consulta automática',
      },
      {
        type: 'Información vehicular',
        sign: 'warning',
        old: false,
        words: 'Cambio de placa',
        when: 'consultado el 20/11/2026',
      },
      { type: 'Refrendos', sign: 'unknown', old: false, words: 'Sin dato', when: 'sin una respuesta válida' },
      { type: 'Seguro', sign: 'unprocessed', old: false, words: 'Sin fuente', when: 'en este estado' },
    ])
  })

  it('has a debt that one source reports, although another source of its type has not answered', () => {
    const answered = sourceOf({ state: 'current' })
    const failed = sourceOf({ resourceId: 2, statusId: -1, state: 'unknown', goodAt: null })
    const { states } = vehicleSheet(sheetRows([answered, failed]), wantedOf())
    expect(states.find(({ type }) => type === 'Multas')).toMatchObject({ sign: 'debt', words: 'Con multas' })
  })

  it('uses the words and the amounts of Colombia', async () => {
    const owed = sourceOf({
      typeId: 13,
      statusId: 24,
      resourceName: 'Comparendos · SIMIT',
      result: [resultOf({ scrapedTickets: fines(1) })],
    })
    const sheet = vehicleSheet(sheetRows([owed]), wantedOf({ facts: CO }))
    expect(sheet.states.map(({ type }) => type)).toEqual(['Multas', 'Comparendos', 'SOAT', 'RTM'])
    expect(sheet.sources[0]?.results[0]).toMatchObject({
      title: 'Multas del estado: $1.105,00 COP',
      heads: expect.arrayContaining(['Total COP']),
    })
    expect(await textOf(await renderPdf('vehicle', sheet, AT))).toContain('Con comparendos')
  })

  it('never shows an unknown debt as nothing owed, and no payment line after its last day', () => {
    const row = vehicleRow('ABC123A', { debt: { total: null, withoutAmount: 0 }, tenenciaStatus: -1 })
    const lines = ['2026-11-21', '2026-11-22', null].map((day) =>
      resultOf({ paymentLine: '0012 3456', paymentLineDueDate: day }),
    )
    const sheet = vehicleSheet(sheetRows([sourceOf({ result: lines })], { row }), wantedOf())
    expect(sheet.debt).toEqual({
      known: false,
      total: 'Sin dato',
      note: expect.stringContaining('sin respuesta de Tenencias'),
    })
    expect(sheet.sources[0]?.results.map(({ payment }) => payment)).toEqual([
      {
        word: 'Línea de captura',
        covers: '',
        line: '',
        until: '',
        past: 'Línea de captura vencida el 21/11/2026: vuelva a consultar la fuente para obtener otra.',
      },
      { word: 'Línea de captura', covers: '', line: '0012 3456', until: 'vigente hasta 22/11/2026', past: '' },
      { word: 'Línea de captura', covers: '', line: '0012 3456', until: 'vigencia desconocida', past: '' },
    ])
    expect(sheet.meaning).toContain('no significan que no haya adeudo')
  })

  it('says why a fine in units has no amount', () => {
    const [fine] = fines(1)
    const row = { ...fine, dateTime: '2027-02-03', subTotal: null, total: null, units: 10, unit: 'UMA' } as never
    const sheet = vehicleSheet(sheetRows([sourceOf({ result: [resultOf({ scrapedTickets: [row] })] })]), wantedOf())
    expect(sheet.sources[0]?.results[0]?.rows[0]?.concept).toMatch(/ · 10 UMA, valor de 2027 sin publicar$/)
  })

  it('shows a payment line once, with what it covers, before the table of its debts', async () => {
    const notes = [{ label: 'Línea de captura', value: 'Cubre todo el estado de cuenta: $6,987.91 MXN' }]
    const paid = resultOf({
      paymentLine: '0012 3456',
      paymentLineDueDate: '2026-11-30',
      notes,
      scrapedTickets: fines(2),
    })
    const expiries = [
      {
        vehicleId: 1,
        kind: 'payment' as const,
        dueOn: '2026-11-30',
        title: 'Línea de pago 0012 3456',
        detail: 'Multas, Refrendos',
        amount: 6_987.91,
      },
    ]
    const text = await textOf(await made(sheetRows([sourceOf({ result: [paid] })], { expiries })))
    expect(text).toContain(
      'Línea de captura: 0012 3456 (vigente hasta 30/11/2026) Cubre todo el estado de cuenta: $6,987.91 MXN ' +
        'Folio y concepto',
    )
    expect(text).toContain('Línea de captura 0012 3456 · Multas, Refrendos · $6,987.91 MXN 2026-11-30')
    expect(text).not.toContain('Línea de captura: Cubre')
    expect(text).not.toContain('Línea de pago')
    const sheet = vehicleSheet(sheetRows([sourceOf({ result: [paid] })], { expiries }), wantedOf({ facts: CO }))
    expect([sheet.expiries[0]?.[0], sheet.sources[0]?.results[0]?.payment.word]).toEqual([
      'Referencia de pago',
      'Referencia de pago',
    ])
  })

  it('fits sums of fifteen digits into their columns', async () => {
    const most = 999_999_999_999.99
    const rows = fines(1).map((row) => ({
      ...row,
      subTotal: most,
      discountsSum: most,
      surchargesSum: most,
      total: most,
    }))
    const pdf = await made(
      sheetRows([sourceOf({ result: [resultOf({ total: most, scrapedTickets: rows })] })], {
        row: vehicleRow('ABC123A', { debt: { total: most, withoutAmount: 0 } }),
      }),
    )
    const sums = (await placed(pdf)).filter(({ text }) => text.includes('$999,999,999,999.99') && !text.includes('MXN'))
    expect(sums).toHaveLength(4)
    for (const [i, { right }] of sums.entries()) expect(right).toBeLessThan(sums[i + 1]?.left ?? 600)
  })

  it('shows a debt without a price as such, and has no title for a debt that another source lists', () => {
    const mentioned = resultOf({
      name: 'Multas',
      total: 0,
      elsewhere: true,
      notes: [{ label: 'Detalle', value: 'Las multas se detallan en Multas CDMX' }],
    })
    const titles = (...result: ReturnType<typeof resultOf>[]) =>
      vehicleSheet(sheetRows([sourceOf({ result })]), wantedOf()).sources[0]?.results.map(({ title }) => title)
    expect(titles()).toEqual(['Adeudo sin desglose: sin dato'])
    expect(titles(resultOf({ total: 0 }))).toEqual(['Multas del estado: sin dato'])
    expect(titles(mentioned)).toEqual([''])
  })

  it('lists debts first, then what is unknown, and says how the last attempt ended', () => {
    const sheet = vehicleSheet(
      sheetRows([
        sourceOf({ resourceId: 1, resourceName: 'Clara', statusId: 1 }),
        sourceOf({
          resourceId: 2,
          resourceName: 'Incierta',
          statusId: 1,
          state: 'unknown',
          lastAt: '2026-11-21T16:00:00Z',
          lastOutcome: 'captcha',
        }),
        sourceOf({ resourceId: 3, resourceName: 'Con adeudo' }),
      ]),
      wantedOf(),
    )
    expect(sheet.sources.map(({ name }) => name)).toEqual(['Con adeudo', 'Incierta', 'Clara'])
    expect(sheet.sources[1]?.attempt).toBe(
      'Último intento, el 21/11/2026 10:00: La fuente pide una verificación humana.',
    )
  })

  it('lists due dates and documents, and counts those that it leaves out', async () => {
    const expiries = Array.from({ length: 14 }, (_, i) => ({
      vehicleId: 1,
      kind: 'insurance' as const,
      dueOn: `2026-12-${10 + i}`,
      title: 'Póliza',
      detail: null,
      amount: null,
    }))
    const documents = [{ vehicleId: 1, type: 'Factura', name: 'Factura 51000', expiresOn: null }]
    const text = await textOf(await made(sheetRows([], { expiries, documents })))
    expect(text).toContain('Próximos vencimientos Qué vence Detalle Fecha Seguro Póliza 2026-12-10')
    expect(text).toContain('Y 2 más en la consola.')
    expect(text).toContain('Factura Factura 51000 —')
    expect(text).toContain('Ninguno de los recursos elegidos corresponde a este vehículo.')
  })
})

describe('texts of any origin', () => {
  const TEXTS: readonly [name: string, text: string, expected: string][] = [
    [
      'markup',
      '#eval("1+1") $x^2$ \\ *b* _i_ `c` <ref> @who = uno // no',
      '#eval("1+1") $x^2$ \\ *b* _i_ `c` <ref> @who = uno // no',
    ],
    ['emoji, Chinese', 'a😀b漢字c', 'a□b□□c'],
    ['direction marks', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['control characters', 'a\u0000b\u0007c\r\nd\u2028e', 'abc d e'],
    ['lone surrogates', 'a\ud800b\udc00c', 'abc'],
    ['stacked marks', `a${'\u0300\u0489'.repeat(200)}z`, 'az'],
    ['private and unassigned characters', 'a\ue000b\u{10ffff}c', 'abc'],
    ['composed', 'n\u0303andu\u0301', 'ñandú'],
  ]
  it.each(TEXTS)('%s', async (_name, text, expected) => {
    const notes = [{ label: 'Aviso', value: text }]
    const found = sourceOf({
      resourceName: text,
      portalName: text,
      result: [resultOf({ name: text, notes, scrapedTickets: fines(1, text) })],
    })
    const pdf = await made(sheetRows([found], { row: vehicleRow(text) }))
    expect(await textOf(pdf)).toContain(`Aviso: ${expected}`)
  })

  it('five thousand letters without a space stay on the page', async () => {
    const word = 'W'.repeat(5_000)
    const facts = { ...MX, companyName: word }
    const documents = [{ vehicleId: 1, type: word, name: word, expiresOn: null }]
    const found = sourceOf({
      resourceName: word,
      portalName: word,
      result: [
        resultOf({
          name: word,
          paymentLine: word,
          scrapedTickets: [{ ...fines(1, word)[0], folio: word, dateTime: word }] as never,
        }),
      ],
    })
    const pdf = await vehiclePdf(
      sheetRows([found], { row: vehicleRow(word), documents }),
      { ...branding, facts },
      AT,
      undefined,
    )
    const { pages } = await pdfFacts(pdf)
    expect(pages).toBeLessThan(8)
    expect(await widest(pdf)).toBeLessThanOrEqual(1)
  })

  it.runIf(isDrill)('thousands of fines of a source are cut to a bounded table', async () => {
    const text = await textOf(
      await made(sheetRows([sourceOf({ result: [resultOf({ scrapedTickets: fines(5_000) })] })])),
    )
    expect(text).toContain('F-599')
    expect(text).toContain('Y 4,400 filas más, que están en la consola.')
  })
})

describe('pictures', () => {
  it('are drawn up to four for a source; the others are named', async () => {
    const png = await blank(1_200, 900).png().toBuffer()
    const names = ['1.png', '2.png', '3.png', '4.png', '5.png']
    const files = [...names.map((name) => proof(name, name)), proof('hoja', 'recibo.pdf', 'application/pdf')]
    const store = storeOf(Object.fromEntries(names.map((name) => [name, png])))
    const pdf = await made(sheetRows([sourceOf({ files })]), store)
    expect((await pdfFacts(pdf)).alts.filter((alt) => alt.startsWith('Evidencia'))).toHaveLength(4)
    expect(await textOf(pdf)).toContain(
      'Evidencia en la consola: 5.png (20/11/2026 10:02), recibo.pdf (20/11/2026 10:02)',
    )
    expect(pdf.length).toBeLessThan(200_000)
  })

  it.runIf(isDrill)(
    'are named instead if they unpack to too much, are broken, are no picture or are gone',
    async () => {
      const bomb = await blank(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const store = storeOf({ bomba: bomb, rota: (await blank(50, 50).png().toBuffer()).subarray(0, 60), dibujo: svg })
      for (const path of ['bomba', 'rota', 'dibujo', 'perdida']) {
        const pdf = await made(sheetRows([sourceOf({ files: [proof(path, `${path}.png`)] })]), store)
        expect(await textOf(pdf)).toContain(`Evidencia en la consola: ${path}.png`)
      }
      expect(await logoPicture(bomb)).toBeUndefined()
      expect(await logoPicture(svg)).toBeUndefined()
    },
  )

  it('the company’s name is written if there is no logo', async () => {
    expect(await textOf(await made(sheetRows([])))).toMatch(/^Flota del Norte Generado el 22\/11\/2026 06:00/)
  })
})

it('a deleted vehicle has a page that says so', async () => {
  const pdf = await noticePdf('ABC123A', GONE, MX, AT)
  expect(await textOf(pdf)).toContain(`Vehículo ABC123A ${GONE}`)
  expect(await pdfFacts(pdf)).toMatchObject({ title: 'Vehículo ABC123A', pages: 1, marked: true })
})

it('a document that cannot be rendered is rejected with its reasons, and the next one is rendered', async () => {
  await expect(renderPdf('vehicle', {}, AT)).rejects.toThrow(PdfError)
  await expect(renderPdf('vehicle', {}, AT)).rejects.toThrow(/title/)
  expect((await made(sheetRows([]))).subarray(0, 5).toString()).toBe('%PDF-')
})
