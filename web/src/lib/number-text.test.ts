import { afterEach, expect, test } from 'vitest'
import { countedText, numberText, tenthsText, writeTextsAs } from './number-text.ts'

afterEach(() => writeTextsAs('MX'))

test('numbers are written as in the country of whoever is signed in', () => {
  expect([numberText(1204), tenthsText(12.46), countedText(1204, 'vehículo', 'vehículos')]).toEqual([
    '1,204',
    '12.5',
    '1,204 vehículos',
  ])
  writeTextsAs('CO')
  expect([numberText(1204), tenthsText(12.46), countedText(1, 'vehículo', 'vehículos')]).toEqual([
    '1.204',
    '12,5',
    '1 vehículo',
  ])
})
