import { expect, test } from 'vitest'
import {
  clearStatus,
  isPortalTotalOff,
  isStatementType,
  owingStatus,
  statementSum,
  typeOfConcept,
} from './statement.ts'

const STATE = [0, 1, 6, 8, 10]

test.each([
  ['Tenencia 2025', 0],
  ['Impuesto sobre tenencia o uso de vehículos', 0],
  ['Posible adeudo de tenencia 2024', 10],
  ['Refrendo anual', 8],
  ['Derechos de control vehicular', 8],
  ['Multa por tenencia extemporánea', 1],
  ['INFRACCIÓN DE TRÁNSITO', 1],
  ['Fotomulta', 1],
  ['Gastos de ejecución', 6],
])('%s is of type %i', (concept, typeId) => {
  expect(typeOfConcept(concept, STATE)).toBe(typeId)
})

test('a concept has only a type that the portal answers', () => {
  expect(typeOfConcept('Posible tenencia', [0, 1, 6])).toBeUndefined()
  expect(typeOfConcept('Gastos de ejecución', [0, 1])).toBeUndefined()
  expect(typeOfConcept('Comparendo 123', [1, 13])).toBe(13)
})

test('each type of a statement has a debt status and a clear status; other types are in no statement', () => {
  expect(STATE.map((id) => [owingStatus(id), clearStatus(id)])).toEqual([
    [2, 3],
    [0, 1],
    [9, 7],
    [16, 17],
    [21, 3],
  ])
  expect([2, 3, 4, 5].some(isStatementType)).toBe(false)
})

test('possible debts are not summed; with an unknown amount the total may be larger but not smaller', () => {
  const sum = statementSum([
    { typeId: 0, totals: [0.1, 0.2] },
    { typeId: 10, totals: [900] },
  ])
  expect(sum).toEqual({ total: 0.3, unknown: 0 })
  expect([isPortalTotalOff(0.3, sum), isPortalTotalOff(900.3, sum)]).toEqual([false, true])
  const unknown = statementSum([{ typeId: 1, totals: [100, null] }])
  expect([100, 150, 99].map((total) => isPortalTotalOff(total, unknown))).toEqual([false, false, true])
})
