// The basis of figures in words: unknown vehicles are never left out.
import { basisText } from '@padron/contract/texts/basis-texts'
import { expect, test } from 'vitest'
import { oldestText, unknownNote } from './basis-texts.ts'

const CLOCK = { now: Date.parse('2026-11-22T12:00:00Z'), zone: 'America/Mexico_City' }
const basis = (known: number, unknown: number, unasked: number) => ({ known, unknown, unasked, oldest: null })

test.each([
  [528, 0, 0, 'De los 528 vehículos'],
  [1, 0, 0, 'Del único vehículo'],
  [512, 16, 0, 'Completo en 512 de 528 vehículos; en 16 falta alguna consulta'],
  [512, 10, 6, 'Completo en 512 de 528 vehículos; en 10 falta alguna consulta; 6 sin fuente que consultar'],
  [0, 0, 9, 'Completo en 0 de 9 vehículos; 9 sin fuente que consultar'],
  [0, 0, 0, 'Sin vehículos activos'],
])('%i known, %i unknown, %i unasked', (known, unknown, unasked, text) => {
  expect(basisText(basis(known, unknown, unasked))).toBe(text)
})

test('figures of known dates state how many vehicles have one, in the country’s number format', () => {
  const dated = { ...basis(1200, 0, 5080), dated: true as const }
  expect(basisText(dated)).toBe('De 1,200 de 6,280 vehículos; 5,080 sin póliza registrada')
  expect(basisText(dated, 'CO')).toBe('De 1.200 de 6.280 vehículos; 5.080 sin póliza registrada')
})

test('the oldest answer is described by its age, with the exact time', () => {
  expect(oldestText({ ...basis(1, 0, 0), oldest: '2026-11-19T11:00:00Z' }, CLOCK)).toEqual({
    text: 'dato más antiguo: hace 3 días',
    exact: '19/11/2026 05:00',
  })
  expect(oldestText(basis(1, 0, 0), CLOCK)).toBeUndefined()
})

test('an empty chart states how many vehicles are unknown, and nothing if all are known', () => {
  expect(unknownNote(basis(500, 20, 8), 'MX')).toBe('Falta información de 28 vehículos.')
  expect(unknownNote(basis(528, 0, 0), 'MX')).toBeUndefined()
})
