// The draft of the dialog: what saving it changes, and the messages for invalid values by field.
import { expect, test } from 'vitest'
import { datesFault, datesText, writeDates } from '../filters.ts'
import { type CatalogueSearch, isDay, readDates } from '../search.ts'
import { amountsOf, readDraft, type Typed } from './filter-draft.ts'

test('only edited fields change; an empty one removes its filter', () => {
  expect(readDraft({}, {}, 'MX', {})).toEqual({ patch: {}, faults: {} })
  const { patch, faults } = readDraft(
    { brandName: '  KIA ', plate: ' ', year: '2020', doors: '' },
    { states: [9] },
    'MX',
    {},
  )
  expect(faults).toEqual({})
  expect(patch).toEqual({ brandName: 'KIA', plate: undefined, year: 2020, doors: undefined, states: [9] })
})

test('invalid numbers and dates, and texts that are too long, are rejected by field', () => {
  const { faults } = readDraft(
    {
      brandName: 'A'.repeat(101),
      year: 'dosmil',
      doors: '99999',
      creationDate: { mode: 'between', from: '2026-02-01', to: '2026-01-01' },
      processedDate: { mode: 'after', from: '', to: '' },
      plateDate: { mode: 'between', from: '2026-02-01', to: '' },
    },
    {},
    'CO',
    {},
  )
  expect(faults).toEqual({
    brandName: 'Máximo 100 caracteres',
    year: 'Modelo (año) no es un número válido!',
    doors: 'Puertas debe ser entre 0 y 9999.',
    creationDate: 'La fecha final es anterior a la inicial',
    processedDate: 'Falta la fecha',
    plateDate: 'Falta la fecha final',
  })
})

test('dates are written to the address, read back and removed', () => {
  for (const text of ['2026-01-01..', '..2026-02-01', '2026-01-01..2026-02-01']) {
    const dates = readDates(text)
    expect(dates && writeDates(dates)).toBe(text)
    expect(readDraft({ plateDate: dates ?? null }, {}, 'MX', {}).patch).toEqual({
      plateDate: text,
    })
  }
  expect(readDraft({ plateDate: null }, {}, 'MX', {}).patch).toEqual({ plateDate: undefined })
  expect(
    ['..', '2026-01-01', 'a..b', '2026-1-1..', '2026-01-02..2026-01-01', '2026-01-01..2026-01-02..', ''].map(readDates),
  ).toEqual(Array(7).fill(undefined))
  // A day of another mode is ignored.
  expect(writeDates({ mode: 'after', from: '2026-01-01', to: '2020-01-01' })).toBe('2026-01-01..')
})

test('only days of the calendar are accepted', () => {
  expect(['2024-02-29', '1900-01-01', '2200-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '1899-12-31', '2201-01-01', '2026-13-01', 'ayer'].some(isDay)).toBe(false)
  expect(datesFault({ mode: 'after', from: '2026-02-31', to: '' })).toBe('Fecha no válida')
  expect(datesText('2026-01-01..2026-02-01')).toBe('Entre 01/01/2026 y 01/02/2026')
})

const owed = (typed: Typed, search: CatalogueSearch, chosen: Partial<CatalogueSearch> = {}) =>
  readDraft(typed, chosen, 'MX', search)

test('amounts are read as people type them; invalid ones are rejected by field', () => {
  const total = (from: string, to: string, search: CatalogueSearch = { debts: [1] }) =>
    owed({ debtTotal: { from, to } }, search)
  expect(total('$5,000.50', ' 10,000 MXN ').patch).toEqual({ debtTotal: '5000.5..10000' })
  expect(total('1.234,50', '').patch).toEqual({ debtTotal: '1234.5..' })
  expect(total('', '0').patch).toEqual({ debtTotal: '..0' })
  expect(total('5000', '', {}).patch).toEqual({ debtTotal: '5000..', debts: 'any' })
  expect(total('', '', { debts: [1], debtTotal: '5..' }).patch).toEqual({ debtTotal: undefined })
  const faultOf = (from: string, to: string) => total(from, to).faults.debtTotal
  expect(faultOf('mucho', '')).toBe('Importe del adeudo, desde: no es un importe; escriba, por ejemplo, 5,000.50')
  expect(faultOf('1', '-2')).toBe('Importe del adeudo, hasta: no es un importe; escriba, por ejemplo, 5,000.50')
  expect(readDraft({ debtTotal: { from: 'x', to: '' } }, {}, 'CO', {}).faults.debtTotal).toMatch(/ 5\.000,50$/)
  expect(faultOf('9'.repeat(31), '')).toBe('Importe del adeudo, desde: máximo 30 caracteres')
  expect(faultOf('1000000000000', '')).toBe('Importe del adeudo, desde: hasta 999,999,999,999')
  expect(faultOf('10', '5')).toBe('Importe del adeudo: el importe final es menor que el inicial')
  const both = owed({ debtTotal: { from: 'x', to: '' }, debtDays: { from: '2026-02-02', to: '2026-02-01' } }, {})
  expect(Object.keys(both.faults)).toEqual(['debtTotal', 'debtDays'])
  expect(amountsOf('5000.01..10000', 'MX')).toEqual({ from: '5,000.01', to: '10,000' })
  expect(amountsOf('5000.01..', 'CO')).toEqual({ from: '5.000,01', to: '' })
  expect(readDraft({ debtTotal: amountsOf('5000.01..1000000', 'CO') }, {}, 'CO', { debts: 'any' }).patch).toEqual({
    debtTotal: '5000.01..1000000',
  })
})

test('dates of debts apply to any debt if no kind is selected, and are removed alone', () => {
  const days = { from: '2026-10-01', to: '' }
  expect(owed({ debtDays: days }, {}).patch).toEqual({ debtDays: '2026-10-01..', debts: 'any' })
  expect(owed({}, { debtUndated: '1' }).patch).toEqual({ debts: 'any' })
  expect(owed({ debtDays: days }, { debtUndated: '1' }).faults).toEqual({
    debtDays: 'Un adeudo sin fecha no está entre fechas: quite una de las dos',
  })
  expect(owed({ debtDays: days }, { debts: [1] }).patch).toEqual({ debtDays: '2026-10-01..' })
  expect(owed({}, {}, { debtMarked: '1' }).patch).toEqual({ debtMarked: '1', debts: 'any' })
  expect(owed({ debtDays: { from: '', to: '' } }, { debts: [1], debtDays: '2026-10-01..' }).patch).toEqual({
    debtDays: undefined,
  })
})

test('due dates require a kind and two days in order', () => {
  const whole = { from: '2026-11-01', to: '2026-11-30' }
  expect(owed({ dueDays: whole }, {}, { due: ['payment'] })).toEqual({
    patch: { due: ['payment'], dueDays: '2026-11-01..2026-11-30' },
    faults: {},
  })
  expect(owed({}, {}, { due: ['card'] }).faults).toEqual({ dueDays: 'Falta la fecha inicial' })
  expect(owed({ dueDays: { from: '2026-11-01', to: '' } }, {}, { due: ['card'] }).faults).toEqual({
    dueDays: 'Falta la fecha final',
  })
  expect(owed({ dueDays: whole }, {}).faults).toEqual({ dueDays: 'Elija qué vence, o quite las fechas' })
  const reversed = { from: '2026-11-30', to: '2026-11-01' }
  expect(owed({ dueDays: reversed, debtDays: reversed }, { due: ['card'] }).faults).toEqual({
    debtDays: 'La fecha final es anterior a la inicial',
    dueDays: 'La fecha final es anterior a la inicial',
  })
  const before = { due: ['payment', 'card'], dueDays: '2026-11-01..2026-11-30', dueTypes: [1] } as CatalogueSearch
  expect(owed({}, before).patch).toEqual({})
  expect(owed({}, before, { due: ['card'] }).patch).toEqual({ due: ['card'], dueTypes: undefined })
  expect(owed({}, before, { due: undefined }).patch).toEqual({
    due: undefined,
    dueDays: undefined,
    dueTypes: undefined,
  })
})
