import { expect, test } from 'vitest'
import { identifierIn } from './identifier-in.ts'

test.each([
  ['a VIN alone', '3AKAW9V61MF000541', '3AKAW9V61MF000541'],
  ['as a door frame has it, imported', 'I1FUJGLDR9CSBM1234', '1FUJGLDR9CSBM1234'],
  ['in a QR code’s address', 'https://example.mx/t?niv=3akaw9v61mf000541&f=1', '3AKAW9V61MF000541'],
  ['among other fields', 'PLACA: KJH-123\nVIN: 9FKAW9V61MF000541', '9FKAW9V61MF000541'],
  ['a plate alone', 'kjh-123', 'KJH123'],
  ['a plate of Mexico', '06-UB-0K', '06UB0K'],
  ['a plate that is named', 'TARJETA DE CIRCULACION PLACAS: 84-AK-7P SERIE X', '84AK7P'],
])('%s', (_what, text, found) => expect(identifierIn(text)).toBe(found))

test.each([
  ['nothing', ''],
  ['a number of goods', '7501055363057'],
  ['a word', 'SEGURO'],
  ['more than 17', '3AKAW9V61MF0005411'],
  ['with letters no VIN has', '3AKAW9V61MF00O541'],
  ['an address', 'https://example.mx/verificar'],
  ['very long', `${'A1'.repeat(100_000)}`],
])('%s holds neither', (_what, text) => expect(identifierIn(text)).toBeUndefined())
