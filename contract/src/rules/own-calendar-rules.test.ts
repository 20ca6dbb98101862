import { expect, test } from 'vitest'
import { type OwnCalendarFields, ownCalendarFaults, ownWindowsText } from './own-calendar-rules.ts'

const fields = (changes: Partial<OwnCalendarFields>) => ({
  kind: 'calendar' as const,
  states: [],
  digits: [],
  windows: [{ from: '03-01', to: '04-30' }],
  ...changes,
})
const messages = (changes: Partial<OwnCalendarFields>, country: 'MX' | 'CO' = 'MX') =>
  ownCalendarFaults(fields(changes), country).map(({ path, message }) => `${path}: ${message}`)

test('accepts windows of every year, 29 February included, and of one year', () => {
  expect(messages({ states: [9, 19], digits: [0, 9] })).toEqual([])
  expect(messages({ windows: [{ from: '02-29', to: '02-29' }] })).toEqual([])
  expect(messages({ windows: [{ from: '2026-12-20', to: '2027-01-06' }] })).toEqual([])
})

test.each([
  [{ windows: [{ from: '02-30', to: '03-01' }] }, 'windows.0.from: La fecha inicial del periodo 1 no existe'],
  [{ windows: [{ from: '2027-02-01', to: '2027-02-29' }] }, 'windows.0.to: La fecha final del periodo 1 no existe'],
  [
    { windows: [{ from: '1027-02-01', to: '2027-02-02' }] },
    'windows.0.from: La fecha inicial del periodo 1 debe estar entre los años 1900 y 2199',
  ],
  [
    { windows: [{ from: '12-20', to: '01-06' }] },
    'windows.0.to: La fecha final del periodo 1 es anterior a la inicial',
  ],
  [
    { windows: [{ from: '03-01', to: '2027-04-30' }] },
    'windows.0.to: Las dos fechas del periodo 1 llevan año, o ninguna',
  ],
  [{ states: [9, 1011] }, 'states: No existe el estado 1011'],
  [{ kind: 'holiday' as const, digits: [1] }, 'digits: Un día inhábil no depende de la placa'],
])('rejects %o', (changes, message) => {
  expect(messages(changes)).toEqual([message])
})

test('rejects windows that overlap, of every year, of one year and of both', () => {
  const march = { from: '03-01', to: '04-30' }
  const text = 'windows.1.from: El periodo 2 se traslapa con el 1'
  expect(messages({ windows: [march, { from: '04-30', to: '05-10' }] })).toEqual([text])
  expect(messages({ windows: [march, { from: '2027-04-30', to: '2027-05-10' }] })).toEqual([text])
  expect(messages({ windows: [{ from: '2026-12-20', to: '2027-03-01' }, march] })).toEqual([text])
  expect(
    messages({ windows: [march, { from: '2027-05-01', to: '2027-05-10' }, { from: '06-01', to: '06-01' }] }),
  ).toEqual([])
})

test('describes the days in words', () => {
  expect(ownWindowsText([{ from: '03-01', to: '04-30' }])).toBe('Cada año del 1 de marzo al 30 de abril.')
  expect(
    ownWindowsText([
      { from: '2027-05-03', to: '2027-05-05' },
      { from: '09-16', to: '09-16' },
      { from: '12-24', to: '12-25' },
    ]),
  ).toBe('Cada año el 16 de septiembre, del 24 al 25 de diciembre; del 3 al 5 de mayo de 2027.')
})
