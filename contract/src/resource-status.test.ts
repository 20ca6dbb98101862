// The text for a debt stated in units, in place of an amount that is not known.
import { expect, it } from 'vitest'
import { unpricedText } from './resource-status.ts'

it.each([
  [{ dateTime: '2027-02-03' }, '10 UMA, valor de 2027 sin publicar'],
  [{ dateTime: '2028-01-31T10:00:00' }, '10 UMA, valor de 2027 sin publicar'],
  [{ dateTime: '2027-01-31', unit: 'UVT', units: 8.5 }, '8.5 UVT, valor de 2027 sin publicar'],
  [{ dateTime: '2015-12-31' }, '10 UMA, sin valor antes de 2016'],
  [{ dateTime: null }, '10 UMA, sin fecha'],
  [{ dateTime: '2026-03-01', total: 1173.1 }, ''],
] as const)('%o → %s', (row, text) => expect(unpricedText({ units: 10, unit: 'UMA', total: null, ...row })).toBe(text))

it('has no text for a debt without units whose source gave no amount', () =>
  expect(unpricedText({ total: null, dateTime: '2027-02-03' })).toBe(''))
