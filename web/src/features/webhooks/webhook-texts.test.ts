import type { Webhook } from '@padron/contract/webhooks'
import { expect, test } from 'vitest'
import { testDelivery, testWebhook } from '../../testing/webhooks.ts'
import {
  answerText,
  eventName,
  healthOf,
  nextText,
  outcomeOf,
  ownerText,
  readable,
  trialText,
} from './webhook-texts.ts'

const CLOCK = { now: Date.parse('2026-11-22T12:00:00Z'), zone: 'America/Mexico_City' }

test.each([
  [{}, 'clear', 'La última entrega llegó hace 1 hora'],
  [{ lastDeliveredAt: null }, 'unprocessed', 'Todavía no ha recibido nada'],
  [{ lastFailedAt: '2026-11-22T10:00:00Z' }, 'clear', 'La última entrega llegó hace 1 hora'],
  [{ lastFailedAt: '2026-11-22T11:30:00Z' }, 'warning', 'El último envío falló; la última entrega llegó hace 1 hora'],
  [{ lastDeliveredAt: null, lastFailedAt: '2026-11-22T11:30:00Z' }, 'warning', 'El último envío falló'],
  [{ active: false }, 'unprocessed', 'En pausa: no se le envía nada'],
  [{ active: false, offReason: 'Se puso en pausa solo' }, 'warning', 'Se puso en pausa solo'],
  [{ blockedReason: 'Quien lo guardó no puede' }, 'warning', 'Quien lo guardó no puede'],
  [{ active: false, blockedReason: 'Quien lo guardó no puede' }, 'unprocessed', 'En pausa: no se le envía nada'],
] as const)('%j stands %s: %s', (changes, sign, text) =>
  expect(healthOf(testWebhook(changes), CLOCK)).toEqual({ sign, text }),
)

test('a delivery: its status, its response, and its next attempt', () => {
  expect(outcomeOf(testDelivery()).text).toBe('Entregada')
  expect(outcomeOf(testDelivery({ status: 'failed' }))).toEqual({ sign: 'debt', text: 'Fallida' })
  expect(outcomeOf(testDelivery({ status: 'waiting', attempts: 0 })).text).toBe('En espera')
  expect(outcomeOf(testDelivery({ status: 'waiting' })).text).toBe('Se volverá a intentar')
  const beingSent = testDelivery({ status: 'waiting', attempts: 1, answered: null, nextAt: '2026-11-22T12:01:00Z' })
  expect(outcomeOf(beingSent).text).toBe('En espera')
  expect(nextText(beingSent, CLOCK)).toBeUndefined()
  expect(answerText(testDelivery({ answered: 503, tookMs: 1234 }))).toBe('Respondió 503 en 1,234 ms')
  expect(answerText(testDelivery({ answered: null, problem: 'No contestó a tiempo' }))).toBe('No contestó a tiempo')
  expect(answerText(testDelivery({ answered: null }))).toBeUndefined()
  const waiting = testDelivery({ status: 'waiting', nextAt: '2026-11-22T12:05:00Z' })
  expect(nextText(waiting, CLOCK)).toBe('Próximo intento en 5 minutos')
  expect(nextText(testDelivery({ nextAt: waiting.nextAt }), CLOCK)).toBeUndefined()
})

test.each([
  [{ answered: 204 }, 'La prueba llegó.', /^Respondió 204 en 35 ms\.$/],
  [
    { status: 'waiting', answered: 500, problem: 'Respondió 500' },
    'La prueba llegó, pero el programa no la aceptó: contestó 500.',
    /conteste un 2xx/,
  ],
  [
    { status: 'failed', answered: 410, problem: 'Respondió 410: ya no existe' },
    'El webhook se puso en pausa: quien recibe respondió que ya no existe.',
    /enciéndalo/,
  ],
  [
    { status: 'waiting', answered: null, problem: 'No se pudo conectar' },
    'La prueba no llegó.',
    /^No se pudo conectar\..*que esté encendido/,
  ],
] as const)('a trial %j: %s', (changes, text, detail) => {
  const result = trialText(testDelivery(changes))
  expect(result.text).toBe(text)
  expect(result.details.join(' ')).toMatch(detail)
})

test('events in words, and the body of a delivery as formatted text', () => {
  expect([eventName('debt.found'), eventName('webhook.test'), eventName('other.new')]).toEqual([
    'Adeudo nuevo',
    'Prueba',
    'other.new',
  ])
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readable('no es JSON')).toBe('no es JSON')
})

test('who saved it, and when it ends with its owner', () => {
  const by = (program: Webhook['owner']['program']) => ownerText({ userId: 1, username: 'norte-admin', program })
  expect(by(null)).toBe('Lo guardó norte-admin: se le envía solo lo que esa persona puede ver.')
  expect(by({ kind: 'token', name: 'ERP' })).toContain('norte-admin con su token «ERP»')
  expect(by({ kind: 'token', name: null })).toContain('ya no se le envía nada')
  expect(by({ kind: 'account', name: 'SAP' })).toContain('la cuenta de servicio «SAP»')
})
