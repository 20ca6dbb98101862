// Schedule, recipients and results in words.
import type { EmailCounts } from '@padron/contract/queue'
import type { RoundOutcome } from '@padron/contract/reports/rules'
import { outcomeText } from '@padron/contract/reports/rules'
import { zoneName } from '@padron/contract/texts/zone-name'
import { expect, test } from 'vitest'
import { fleetText, longDate, mailsText, nextText, outcomeSign, scheduleText } from './report-texts.ts'

test('how often a report is sent', () => {
  const textOf = (frequency: 'weekly' | 'biweekly' | 'monthly', sendDay: number, sendHour = 7) =>
    scheduleText({ frequency, sendDay, sendHour })
  expect(textOf('weekly', 1)).toBe('Cada lunes a las 7:00')
  expect(textOf('biweekly', 7, 1)).toBe('Cada dos semanas, el domingo a la 1:00')
  expect(textOf('monthly', 15, 0)).toBe('El día 15 de cada mes a las 0:00')
  expect(textOf('monthly', 31, 18)).toBe('El día 31 de cada mes, o el último, a las 18:00')
})

test('recipients and vehicles', () => {
  expect(mailsText(['a@x.mx', 'b@x.mx'])).toBe('a@x.mx, b@x.mx')
  expect(mailsText(['a@x.mx', 'b@x.mx', 'c@x.mx', 'd@x.mx'])).toBe('a@x.mx, b@x.mx y 2 más')
  expect(fleetText({ view: null, asked: [] })).toBe('Todos los vehículos')
  expect(
    fleetText({
      view: null,
      asked: [
        ['Estado', 'Nuevo León, Jalisco'],
        ['RFC', 'ABC'],
      ],
    }),
  ).toBe('Estado: Nuevo León, Jalisco · RFC: ABC')
  expect(fleetText({ view: { viewId: 3, name: 'Norte' }, asked: [['Estado', 'Nuevo León']] })).toBe('Vista «Norte»')
})

test('an email counts as sent only once a mail server has accepted it', () => {
  const textAndSign = (outcome: RoundOutcome, emails: Partial<EmailCounts>) => {
    const counts = { total: 2, sent: 0, pending: 0, kept: 0, failed: 0, ...emails }
    return [outcomeText(outcome, counts), outcomeSign(outcome, counts)]
  }
  expect(textAndSign('sent', { sent: 1, failed: 1 })).toEqual(['Enviado', 'clear'])
  expect(textAndSign('sent', { pending: 2 })).toEqual(['Por enviar', 'unprocessed'])
  expect(textAndSign('sent', { pending: 2, kept: 2 })).toEqual(['Guardado', 'unprocessed'])
  expect(textAndSign('sent', { failed: 2 })).toEqual(['No se entregó', 'warning'])
  expect(textAndSign('sent', { total: 0 })).toEqual(['Preparado', 'unprocessed'])
  expect(textAndSign('notice', { pending: 2, kept: 2 })).toEqual(['Se guardó un aviso', 'unprocessed'])
  expect(textAndSign('notice', { sent: 2 })).toEqual(['Se envió un aviso', 'clear'])
  expect(textAndSign('failed', { total: 0 })).toEqual(['No se pudo generar', 'warning'])
  expect(textAndSign('over', { sent: 1, failed: 1 })).toEqual(['Límite diario de correos', 'warning'])
})

test('the next date, in the company’s time zone', () => {
  const zone = 'America/Mexico_City'
  const now = Date.parse('2026-11-22T20:00:00Z') // Sunday, 14:00
  expect(nextText('2026-11-22T19:00:00Z', now, zone)).toBe('en preparación')
  expect(nextText('2026-11-23T03:00:00Z', now, zone)).toBe('hoy a las 21:00')
  expect(nextText('2026-11-23T13:00:00Z', now, zone)).toBe('mañana a las 7:00')
  expect(nextText('2026-11-30T13:00:00Z', now, zone)).toBe('en 8 días')
  expect(nextText('2026-12-14T13:00:00Z', now, zone)).toBe('en 3 semanas')
  expect(longDate('2026-11-23T13:00:00Z', zone)).toBe('lunes 23 de noviembre de 2026, 07:00')
  expect(zoneName(zone)).toBe('hora de Ciudad de México')
  expect(zoneName('Nowhere/Else')).toBe('Nowhere/Else')
})
