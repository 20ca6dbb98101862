// The pure parsing functions, by tables.
import { describe, expect, it } from 'vitest'
import { findTrouble, noCredit } from './answers.ts'
import { isoDate } from './dates.ts'
import { cellMoney, colombianMoney, decimalMoney, mexicanMoney, umaUnits } from './money.ts'
import { unknownVehicle } from './registration.ts'
import { clip, sameIdentifier, webLink } from './text.ts'

describe('money', () => {
  it.each([
    ['$3,960.40', 3960.4],
    ['0.00', 0],
    ['$0.00', 0],
    [2441, 2441],
    [100.1, 100.1],
    ['1131.4', 1131.4],
    ['633.200', null],
    ['-5.00', null],
    [-5, null],
    [1e9 + 1, null],
    [Number.NaN, null],
    ['', null],
    ['1,13', null],
    ['cien', null],
  ])('Mexico: %s → %s', (text, amount) => expect(mexicanMoney(text)).toBe(amount))

  it.each([
    ['633.200', 633200],
    ['$1.266.100', 1266100],
    [633200, 633200],
    ['633200', 633200],
    ['633.200,50', 633200.5],
    ['633,200', null],
    ['63.32', null],
    ['1.500.000.000', 1.5e9],
    [999_999_999_999, 999_999_999_999],
    [1e12, null],
    [1e308, null],
  ])('Colombia: %s → %s', (text, amount) => expect(colombianMoney(text)).toBe(amount))

  it.each([
    ['MX', '$1,234.50', 1234.5],
    ['MX', '1234.5', 1234.5],
    ['MX', '121442.8150000001', 121442.8150000001],
    ['MX', '1.234,50', null],
    ['CO', '633.200', 633_200],
    ['CO', '$1.234,50', 1234.5],
    ['CO', '1234.5', 1234.5],
    ['CO', '1000000000', null],
    ['MX', 'doce', null],
  ] as const)('a cell in %s: %s → %s', (country, text, amount) => expect(cellMoney(text, country)).toBe(amount))

  it.each([
    ['121442.8150000001', 121442.82],
    ['442.815', 442.82],
    ['522900', 522900],
    [522900.5, 522900.5],
    ['0', 0],
    ['633.200.000', null],
    ['522,900', null],
    ['$522900', null],
    ['-1', null],
    ['', null],
    ['1e5', null],
    ['9'.repeat(13), null],
  ])('decimals with a point: %s → %s', (text, amount) => expect(decimalMoney(text)).toBe(amount))
})

describe('dates', () => {
  it.each([
    ['23/02/2026 00:00:00', '2026-02-23'],
    ['23/02/2026 14:05', '2026-02-23T14:05:00'],
    ['2026-02-10', '2026-02-10'],
    ['2026-02-10T08:30:15.000', '2026-02-10T08:30:15'],
    ['1/3/2026', '2026-03-01'],
    ['31/02/2026', null],
    ['2026-02-10 25:00', null],
    ['', null],
    ['mañana', null],
  ])('%s → %s', (text, iso) => expect(isoDate(text)).toBe(iso))
})

describe('fines in units of account', () => {
  it('reads units only where they are stated in the known words', () => {
    expect(umaUnits('10 UNIDADES DE CUENTA')).toBe(10)
    expect(umaUnits('1 unidad de cuenta')).toBe(1)
    expect(umaUnits('diez UMA')).toBeNull()
    expect(umaUnits('$10.00')).toBeNull()
  })
})

describe('texts', () => {
  it('are clipped and lose control characters', () => {
    expect(clip(' a\u0000b\n c ')).toBe('a b c')
    expect(clip('x'.repeat(500))).toHaveLength(300)
  })

  it('are compared as identifiers whatever their case and separators', () => {
    expect(sameIdentifier('faa-123-a', 'FAA123A')).toBe(true)
    expect(sameIdentifier('FAA123A', 'FAA124A')).toBe(false)
    expect(sameIdentifier('', '')).toBe(false)
  })

  it('accept only web addresses as links', () => {
    expect(webLink('/comprobante/1', 'https://portal.example')).toBe('https://portal.example/comprobante/1')
    for (const bad of ['/x', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a:b@c.example/'])
      expect(webLink(bad)).toBeNull()
  })
})

describe('sentences of unknown vehicles', () => {
  it.each([
    ['La placa no se encuentra en el padrón vehicular.', 11],
    ['Verifique los datos que ingreso, no se encontró registro de este vehículo.', 11],
    ['El vehículo no existe.', 10],
    ['Placa anterior. La placa vigente es RKA124A.', 12],
    ['No se encontró registro de adeudos del vehículo', undefined],
    ['No existe adeudo', undefined],
  ])('%s → %s', (text, status) => {
    const parsed = unknownVehicle(text, [0])
    expect(parsed && 'findings' in parsed ? parsed.findings[0]?.status : undefined).toBe(status)
  })

  it('gives the current plate', () => {
    const parsed = unknownVehicle('Placa anterior: el vehículo tiene la placa vigente FAA124A.', [0])
    expect(JSON.stringify(parsed)).toContain('"FAA124A"')
  })
})

describe('errors by HTTP status', () => {
  const text = (status: number, retryAfter?: string) =>
    findTrouble({
      request: 'GET /',
      status,
      contentType: 'text/plain',
      body: '',
      ...(retryAfter ? { retryAfter } : {}),
    })

  it('Retry-After in seconds counts with 429 and 503; a date is ignored', () => {
    expect(text(429, '120')).toMatchObject({ outcome: 'rate-limited', retryAfterSeconds: 120 })
    expect(text(503, '120')).toMatchObject({ outcome: 'http-error', retryAfterSeconds: 120 })
    expect(text(503)).not.toHaveProperty('retryAfterSeconds')
    expect(text(503, 'Wed, 21 Oct 2026 07:28:00 GMT')).not.toHaveProperty('retryAfterSeconds')
  })

  it('402 is no credit, whatever the body', () => {
    expect(text(402)).toEqual(noCredit())
    expect(findTrouble({ request: 'GET /', status: 402, contentType: 'text/html', body: '<p>Forbidden</p>' })).toEqual({
      outcome: 'no-credit',
      why: 'El saldo del contrato con la fuente se agotó.',
    })
  })
})
