import { countOf } from '@padron/contract/texts/count-of'
import { afterEach, expect, test } from 'vitest'
import { numberText, tenthsText, writeTextsAs } from './number-text.ts'

afterEach(() => writeTextsAs('MX'))

test('numbers have the format of the signed-in user’s country', () => {
  expect([numberText(1204), tenthsText(12.46), countOf(1204, 'vehículo', 'vehículos')]).toEqual([
    '1,204',
    '12.5',
    '1,204 vehículos',
  ])
  writeTextsAs('CO')
  expect([numberText(1204), tenthsText(12.46), countOf(1, 'vehículo', 'vehículos')]).toEqual([
    '1.204',
    '12,5',
    '1 vehículo',
  ])
})
