// Composed emails: user text is escaped in both forms, both have the same content in the same order, and nothing is
// loaded remotely.
import { describe, expect, it } from 'vitest'
import type { EmailBranding } from './branding.ts'
import { composeEmail } from './compose.ts'
import type { MailContent } from './email-content.ts'

const HOSTILE = `"><img src=x onerror=alert(1)><script>'&`
const branding: EmailBranding = {
  companyName: `Norte ${HOSTILE}`,
  country: 'MX',
  timeZone: 'America/Mexico_City',
  header: `Buen día\n${HOSTILE}`,
  footer: 'Al pie',
  contactFooter: 'Llame al 55 1234',
  fromEmail: 'flotillas@norte.mx',
  links: [{ name: 'Facebook', url: 'https://www.facebook.com/norte?a=1&b=2' }],
  logo: { image: Buffer.from('logo'), mediaType: 'image/png', sha256: 'x' },
}
const file = (fileId: string, size: number) => ({
  fileId,
  name: `${fileId}.xlsx`,
  path: `/files/letters/1/${fileId}`,
  type: 'x/y',
  size,
  until: '2026-12-22T02:00:00Z',
})
const content: MailContent = {
  subject: 'Adeudos',
  lines: ['Hay 2 vehículos.', HOSTILE],
  blocks: [
    { is: 'heading', text: 'Resumen' },
    { is: 'facts', rows: [['Adeudo total', '$1,200.00']] },
    {
      is: 'table',
      caption: 'Los mayores',
      columns: [{ title: 'Placa' }, { title: 'Adeudo', right: true }],
      rows: [
        ['AAA111A', '$1,000.00'],
        ['B', '$200.00'],
      ],
    },
    { is: 'text', text: 'No se pudo leer: SAT.', muted: true },
  ],
  link: { text: 'Abrir', path: '/reports', until: '2026-12-22T02:00:00Z' },
  files: [file('chico', 5_000), file('grande', 9_000_000)],
  company: true,
}
const addressOf = (path: string) => `https://padron.mx${path}`
const compose = (changed: Partial<MailContent> = {}, branded: EmailBranding | undefined = branding) =>
  composeEmail({ ...content, ...changed }, branded, { addressOf, picture: 'cid' })

/** Markup without styles and tag names, as a screen reader reads it. */
const spokenText = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>|<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, ' ')

describe('a composed email', () => {
  it('contains no markup from texts, wherever they come from', () => {
    const { html, text } = compose()
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>/)
    expect(html.match(/<img /g)).toHaveLength(1)
    expect(text).toContain(HOSTILE)
  })

  it('contains no markup from content that imitates it', () => {
    const pretended = JSON.parse('[{"html":"<script>"}]') as string[]
    expect(compose({ lines: pretended.map(String) }).html).not.toContain('<script>')
  })

  it('has the same content in both forms, in the same order', () => {
    const expected = [
      'Buen día',
      'Hay 2 vehículos.',
      'Resumen',
      'Adeudo total',
      '$1,200.00',
      'Los mayores',
      'Placa',
      'AAA111A',
      '$1,000.00',
      'No se pudo leer: SAT.',
      'Abrir',
      'chico.xlsx',
      'grande.xlsx',
      'Al pie',
      'Llame al 55 1234',
      'Facebook',
      'flotillas@norte.mx',
    ]
    const { html, text } = compose()
    for (const form of [spokenText(html), text]) {
      const places = expected.map((words) => form.indexOf(words))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
    expect(text).toContain('Placa       Adeudo\n-------  ---------\nAAA111A  $1,000.00\nB          $200.00')
  })

  it('lists the values of wide tables by name if the columns do not fit a line', () => {
    const columns = ['Placa', 'Concepto', 'Fuente'].map((title) => ({ title }))
    const rows = [['AAA111A', 'x'.repeat(60), 'Secretaría de Finanzas']]
    const { text } = compose({ blocks: [{ is: 'table', caption: '', columns, rows }] })
    expect(text).toContain(`Placa: AAA111A\nConcepto: ${'x'.repeat(60)}\nFuente: Secretaría de Finanzas`)
  })

  it('lists for each file whether it is attached, its size and its expiry in the company’s zone', () => {
    const { text } = compose()
    expect(text).toContain(
      'chico.xlsx (4.9 KB, adjunto; también se puede descargar hasta el 21 de diciembre de ' +
        '2026)\nhttps://padron.mx/files/letters/1/chico',
    )
    expect(text).toContain(
      'grande.xlsx (8.6 MB, muy grande para adjuntarlo; se puede descargar hasta el 21 de diciembre de 2026)',
    )
    const gone = composeEmail(content, branding, { addressOf, picture: 'cid', gone: new Set(['chico']) })
    expect(gone.text).toContain('chico.xlsx (Este archivo ya no está disponible.)')
    expect(gone.text).not.toContain('/files/letters/1/chico')
  })

  it('loads nothing remotely: the logo is inside', () => {
    const sources = (html: string) => [...html.matchAll(/src="([^"]*)"|url\(([^)]*)\)/g)].map(([, source]) => source)
    expect(sources(compose().html)).toEqual(['cid:logo@padron'])
    const preview = composeEmail(content, branding, { addressOf, picture: 'data' })
    expect(sources(preview.html)).toEqual(['data:image/png;base64,bG9nbw=='])
    expect(sources(compose({}, { ...branding, logo: undefined }).html)).toEqual([])
  })

  it('has the company’s branding only in the company’s emails', () => {
    const { company, ...plain } = content
    const { text, html } = composeEmail(plain, branding, { addressOf, picture: 'cid' })
    expect(company).toBe(true)
    expect(text).not.toMatch(/Buen día|Al pie|Facebook|flotillas@/)
    expect(text).toContain('Este mensaje lo envía Padrón de forma automática; no lo responda.')
    expect(html).not.toContain('<img')
  })

  it('has a subject of one line and at most two hundred characters, and no control characters', () => {
    const { subject } = compose({ subject: ` Uno\r\nBcc: mal@x.mx\u0000\u2028 dos ${'ñ'.repeat(300)}` })
    expect(subject.startsWith('Uno Bcc: mal@x.mx dos ñ')).toBe(true)
    expect([...subject]).toHaveLength(200)
    expect(compose({ lines: ['a\u0000b\u0007c'] }).text).toContain('a b c')
  })

  it('has the report’s name as heading below the company’s header, and the company’s name without a logo', () => {
    const { html, text } = compose(
      { title: 'Adeudos de la semana', about: 'Vista «Todos».' },
      { ...branding, logo: undefined, companyName: 'Norte' },
    )
    for (const form of [spokenText(html), text]) {
      const places = ['Norte', 'Buen día', 'Adeudos de la semana', 'Vista «Todos».', 'Hay 2 vehículos.'].map((words) =>
        form.indexOf(words),
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
    expect(html).toMatch(/<h1[^>]*>Adeudos de la semana<\/h1>/)
  })

  it('keeps an amount on one line, wraps words, and names each value on a phone', () => {
    const columns = [{ title: 'Fecha' }, { title: 'Placa' }, { title: 'Adeudo', right: true as const }]
    const rows = [
      ['30 nov 2026\nen 9 días', 'A1', '$441,051.79 MXN\ny 10 adeudos sin importe'],
      ['1 dic 2026', 'B2', ''],
    ]
    const { html, text } = compose({ blocks: [{ is: 'table', caption: '', columns, rows }] })
    const whole = [...html.matchAll(/nowrap">([^<]*)</g)].map(([, words]) => words)
    expect(whole).toEqual(['30 nov 2026', '$441,051.79 MXN', '1 dic 2026'])
    expect(html.match(/class="label muted"[^>]*>(?:Fecha|Placa|Adeudo): /g)).toHaveLength(6)
    expect(html).toMatch(/class="none"[^>]*><span class="label/)
    expect(text).toContain('$441,051.79 MXN, y 10 adeudos sin importe')
  })

  it('omits empty values if each row is a list of names', () => {
    const columns = ['Fecha', 'Qué', 'Importe'].map((title) => ({ title }))
    const { text } = compose({ blocks: [{ is: 'table', caption: '', columns, rows: [['Hoy', 'x'.repeat(90), '']] }] })
    expect(text).not.toContain('Importe')
  })

  it('aligns figures to the right only if all values are figures', () => {
    const rights = (rows: readonly [string, string][]) =>
      compose({ blocks: [{ is: 'facts', rows }] }).html.match(/text-align:right/g)?.length ?? 0
    expect(
      rights([
        ['Vence', '1'],
        ['Adeudo', '$1.00 MXN'],
      ]),
    ).toBe(2)
    expect(
      rights([
        ['Vence', '1'],
        ['Adeudo', 'dos y algo'],
      ]),
    ).toBe(0)
  })

  it('is Spanish, fits a phone and has dark colours', () => {
    const { html } = compose()
    expect(html).toContain('<html lang="es">')
    expect(html).toMatch(/max-width:600px.*prefers-color-scheme:dark|prefers-color-scheme:dark.*max-width:600px/s)
  })
})
