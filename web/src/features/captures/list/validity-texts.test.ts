import { expect, test } from 'vitest'
import { expiringText } from './validity-texts.ts'

test.each([
  [2640, 55, '2,640 capturas vencen esta semana: unas 41 h a 55 s cada una'],
  [60, 60, '60 capturas vencen esta semana: una hora a 60 s cada una'],
  [66, 60, '66 capturas vencen esta semana: unas 2 h a 60 s cada una'],
  [12, 55, '12 capturas vencen esta semana: unos 11 min a 55 s cada una'],
  [1, 40, '1 captura vence esta semana: menos de un minuto a 40 s cada una'],
  [12, null, '12 capturas vencen esta semana'],
  [0, 55, 'Ninguna captura vence esta semana'],
])('%i captures of %s seconds', (expiring, secondsEach, words) => {
  expect(expiringText(expiring, secondsEach)).toBe(words)
})
