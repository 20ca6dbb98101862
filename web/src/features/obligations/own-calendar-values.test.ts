import { expect, test } from 'vitest'
import { NEW, newWindow, toOwnCalendarBody, toOwnCalendarValues, validateOwnCalendar } from './own-calendar-values.ts'

const values = (...windows: [from: string, to: string][]) => ({
  ...NEW,
  title: 'Fumigación',
  windows: windows.map(([from, to], key) => ({ key, from, to })),
})

test('days are typed as people write them, of every year or of one, and displayed the same way', () => {
  const body = toOwnCalendarBody(values(['1/3', '30/04'], ['3/5/2027', '05052027']))
  expect(body.windows).toEqual([
    { from: '03-01', to: '04-30' },
    { from: '2027-05-03', to: '2027-05-05' },
  ])
  expect(toOwnCalendarValues({ ...body, ownCalendarId: 1, version: 1 }).windows).toEqual([
    { key: 1, from: '01/03', to: '30/04' },
    { key: 2, from: '03/05/2027', to: '05/05/2027' },
  ])
})

test('a holiday applies to every plate', () => {
  expect(toOwnCalendarBody({ ...values(['16/9', '16/9']), kind: 'holiday', digits: [1] }).digits).toEqual([])
})

test.each([
  [{ ...values(['1/3', '30/4']), title: ' ' }, { title: 'Escriba un título' }],
  [values(['', '30/4']), { 'windows.0.from': 'Escriba una fecha válida' }],
  [values(['30/2', '1/3']), { 'windows.0.from': 'La fecha inicial del periodo 1 no existe' }],
  [values(['1/3', '1/2']), { 'windows.0.to': 'La fecha final del periodo 1 es anterior a la inicial' }],
  [values(['1/3', '1/4'], ['1/4', '2/4']), { 'windows.1.from': 'El periodo 2 se traslapa con el 1' }],
  [values(), { windows: 'Agregue al menos un periodo' }],
  [values(['1/3', '30/4']), {}],
])('what is wrong is said at its field: %o', (typed, faults) => {
  expect(validateOwnCalendar(typed, 'MX')).toEqual(faults)
})

test('a new period has its own key', () => {
  expect(newWindow(values(['', ''], ['', '']).windows).key).toBe(2)
})
