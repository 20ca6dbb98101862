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
  const [COAHUILA, CAPITAL] = [5, 9]
  expect(quietNews([fines, card], COAHUILA)).toEqual({ sign: 'clear', text: 'Sin adeudos ni avisos' })
  expect(quietNews([fines, card], CAPITAL)).toEqual({
    sign: 'unprocessed',
    text: 'Sin procesar: Tarjeta de circulación',
  })
  expect(quietNews([fines, theft, card], COAHUILA)).toEqual({
    sign: 'unprocessed',
    text: 'Sin procesar: Reporte de robo',
  })
  expect(quietNews([theft, card], COAHUILA)).toEqual({ sign: 'unprocessed', text: 'Sin consultar' })
})

test('is not clear in the State of Mexico before somebody looked up its environmental fines', () => {
  const all = [one('ticketStatus', 'Multas', 'clear'), one('ticketsEnvStatus', 'Multas ambientales', 'unprocessed')]
  expect(quietNews(all, 14)).toEqual({ sign: 'clear', text: 'Sin adeudos ni avisos' })
  expect(quietNews(all, 15)).toEqual({ sign: 'unprocessed', text: 'Sin procesar: Multas ambientales' })
})
