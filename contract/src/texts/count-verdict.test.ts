// A zero count is clear only if all of the data are known.
import { expect, test } from 'vitest'
import { amongWords, countSign, countVerdict, jointVerdict, unknownCountText } from './count-verdict.ts'

test.each([
  [3, 0, 130, 'found', 'debt'],
  [0, 0, 130, 'unknown', 'unknown'],
  [0, 12, 130, 'partial', 'unknown'],
  [0, 130, 130, 'clear', 'clear'],
  [0, 0, 0, 'empty', 'unprocessed'],
])('%i found, %i known of %i: %s, %s', (found, known, total, verdict, sign) => {
  expect(countVerdict(found, { known, total })).toBe(verdict)
  expect(countSign(found, { known, total }, 'debt')).toBe(sign)
})

test('over several bases a zero is clear only if all are', () => {
  expect(jointVerdict(['clear', 'clear'])).toBe('clear')
  expect(jointVerdict(['unknown', 'unknown'])).toBe('unknown')
  expect(jointVerdict(['clear', 'unknown'])).toBe('partial')
  expect(jointVerdict([])).toBe('empty')
})

test('the known share in words', () => {
  expect(amongWords({ known: 12, total: 1300 }, 'MX')).toBe('entre los 12 de 1,300 vehículos con datos completos')
  expect(amongWords({ known: 1, total: 130 }, 'MX')).toBe('entre el único de 130 vehículos con datos completos')
  expect(unknownCountText({ known: 0, total: 1300 }, 'CO')).toBe(
    'Sin consultar: no hay datos completos de ninguno de los 1.300 vehículos',
  )
  expect(unknownCountText({ known: 0, total: 1 }, 'MX')).toBe(
    'Sin consultar: no hay datos completos del único vehículo',
  )
})
