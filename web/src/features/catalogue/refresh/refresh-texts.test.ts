import { expect, test } from 'vitest'
import { costText, skippedTexts, waitText } from './refresh-texts.ts'

test('the price: none, of all, of some, and two currencies apart', () => {
  const mxn = { currency: 'MXN', amount: 12.5, questions: 10 }
  expect(costText({ questions: 10, costs: [] })).toBe('Costo: ninguna de estas consultas tiene un precio registrado.')
  expect(costText({ questions: 10, costs: [mxn] })).toBe('Costo: $12.50 MXN.')
  expect(costText({ questions: 12, costs: [mxn] })).toBe(
    'Costo: $12.50 MXN, por 10 consultas; las demás no tienen un precio registrado.',
  )
  expect(costText({ questions: 11, costs: [mxn, { currency: 'USD', amount: 1, questions: 1 }] })).toBe(
    'Costo: $12.50 MXN + $1.00 USD.',
  )
})

test('the wait, in whole minutes', () => {
  expect(waitText({ seconds: 20 })).toBe('Espera: menos de un minuto, si las fuentes responden.')
  expect(waitText({ seconds: 61 })).toBe('Espera: unos 2 minutos, si las fuentes responden.')
})

test('what is skipped, and why', () => {
  expect(skippedTexts({ fresh: 0, waiting: 0, recent: 0, byHand: 0 })).toEqual([])
  expect(skippedTexts({ fresh: 14, waiting: 1, recent: 2, byHand: 1 })).toEqual([
    '14 consultas no se repiten: sus respuestas siguen vigentes.',
    '1 consulta ya está en la cola.',
    '2 consultas se acaban de hacer sin respuesta: espere un minuto.',
    '1 recurso no tiene consulta automática: se captura a mano.',
  ])
  expect(skippedTexts({ fresh: 1, waiting: 0, recent: 0, byHand: 0 })).toEqual([
    '1 consulta no se repite: su respuesta sigue vigente.',
  ])
})
