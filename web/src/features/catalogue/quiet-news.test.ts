// A vehicle's card is clear only if every type of the vehicle was answered.
import { expect, test } from 'vitest'
import { quietNews } from './VehicleCards.tsx'

type News = Parameters<typeof quietNews>[0][number]
const one = (column: News['column'], name: string, sign: News['sign']): News => ({
  column,
  name,
  sign,
  old: false,
  words: '',
  age: '',
  shortAge: '',
})

test('is clear if all types have an answer, and otherwise names those without one', () => {
  const fines = one('ticketStatus', 'Multas', 'clear')
  const theft = one('stolenStatus', 'Reporte de robo', 'unprocessed')
  // Only Mexico City's source reports the circulation card: it is not missing for vehicles of other states.
  const card = one('cardStatus', 'Tarjeta de circulación', 'unprocessed')
  expect(quietNews([fines, card])).toEqual({ sign: 'clear', text: 'Sin adeudos ni avisos' })
  expect(quietNews([fines, theft, card])).toEqual({ sign: 'unprocessed', text: 'Sin procesar: Reporte de robo' })
  expect(quietNews([theft, card])).toEqual({ sign: 'unprocessed', text: 'Sin consultar' })
})
