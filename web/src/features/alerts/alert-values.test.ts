// The values of an alert's form and the messages for invalid ones.
import { expect, test } from 'vitest'
import { testAlert } from '../../testing/alerts.ts'
import { seenText, stateOf, triggerText, uncertainText, valueText } from './alert-texts.ts'
import { AlertDraft, type AlertValues, thresholdOf, toAlertBody, toAlertValues, validateAlert } from './alert-values.ts'

const DRAFT: AlertValues = {
  name: 'Norte',
  viewId: 3,
  measure: 'vehicles',
  threshold: '40',
  channels: [],
  mails: 'ana@norte.mx, luis@norte.mx',
}

test('the body of the request', () => {
  expect(toAlertBody(DRAFT, true)).toEqual({
    name: 'Norte',
    viewId: 3,
    measure: 'vehicles',
    threshold: 40,
    mails: ['ana@norte.mx', 'luis@norte.mx'],
    channels: [],
    active: true,
  })
})

test.each([
  ['vehicles', '1,200', 1200],
  ['vehicles', '1.200', 1200],
  ['vehicles', '1.5', undefined],
  ['vehicles', '0', undefined],
  ['debt', '$1,234.50', 1234.5],
  ['debt', '1.234,50', 1234.5],
  ['debt', '9999999999999', undefined],
  ['debt', 'mucho', undefined],
] as const)('%s from %s: %s', (measure, threshold, read) => expect(thresholdOf({ measure, threshold })).toBe(read))

test('each fault names its cause', () => {
  expect(validateAlert({ ...DRAFT, name: ' ', viewId: null, threshold: '2.5', mails: 'ana@norte.mx, luis' })).toEqual({
    name: 'Escriba un nombre para la alerta',
    viewId: 'Elija una vista',
    threshold: 'Escriba un número entero de vehículos',
    mails: '«luis» no es un correo',
  })
  expect(validateAlert({ ...DRAFT, threshold: '-3' }).threshold).toBe('Escriba un número')
  expect(validateAlert({ ...DRAFT, mails: Array.from({ length: 51 }, (_, n) => `a${n}@b.mx`).join() }).mails).toBe(
    '50 correos como máximo',
  )
})

test('the values of the form, in each country; a stored draft that is invalid is dropped', () => {
  expect(toAlertValues(testAlert({ threshold: 1234.5 }), 'MX').threshold).toBe('1,234.5')
  expect(
    thresholdOf({ measure: 'debt', threshold: toAlertValues(testAlert({ threshold: 1234567 }), 'CO').threshold }),
  ).toBe(1234567)
  expect(AlertDraft.parse(DRAFT)).toEqual(DRAFT)
  expect(AlertDraft.shape.measure.safeParse('km').success).toBe(false)
})

test('the texts of an alert', () => {
  expect(valueText('debt', 1234.5, 'CO')).toBe('$1.234,50 COP')
  expect(valueText('vehicles', 1, 'MX')).toBe('1 vehículo')
  expect(uncertainText('debt', 12, 'MX')).toBe('Falta información de 12 vehículos: el total puede ser mayor')
  expect(uncertainText('vehicles', 12, 'MX')).toBe('Falta información de 12 vehículos: puede haber más')
  expect(uncertainText('debt', 0, 'MX')).toBeUndefined()
  expect([
    seenText('vehicles', 0, 130, 'MX'),
    seenText('vehicles', 2, 130, 'MX'),
    seenText('debt', 0, 0, 'MX'),
  ]).toEqual(['sin dato', '2 vehículos', '$0.00 MXN'])
  expect(triggerText('vehicles', 40, 39, 'MX')).toBe(
    'Se avisará una vez cuando llegue a 40 vehículos; otra vez solo después de bajar.',
  )
  expect(triggerText('vehicles', 40, 40, 'MX')).toContain('ahora no se avisa')
})

test.each([
  [
    { standing: 'below', uncertain: 0 },
    { sign: 'clear', text: 'Por debajo' },
  ],
  [
    { standing: 'below', uncertain: 3 },
    { sign: 'unknown', text: 'Por debajo, con lo que se sabe' },
  ],
  [
    { standing: 'above', uncertain: 3 },
    { sign: 'warning', text: 'Por encima' },
  ],
  [{ standing: 'unknown' }, { sign: 'unprocessed', text: 'Aún sin revisar' }],
  [
    { standing: 'above', active: false },
    { sign: 'unprocessed', text: 'En pausa: no se revisa' },
  ],
] as const)('%j stands %j', (changes, state) => expect(stateOf(testAlert(changes))).toEqual(state))
