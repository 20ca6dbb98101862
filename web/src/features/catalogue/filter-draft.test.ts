// The dialog's draft: what saving it changes, and what it refuses, with the field's name and the cause.
import { expect, test } from 'vitest'
import { isDay, readDates } from './date-range.ts'
import { datesFault, datesText, writeDates } from './dates.ts'
import { NO_DRAFT, readDraft } from './filter-draft.ts'

test('only what was touched changes; a blank takes the filter off', () => {
  expect(readDraft(NO_DRAFT, 'MX')).toEqual({ patch: {}, faults: {} })
  const { patch, faults } = readDraft(
    { texts: { brandName: '  KIA ', plate: ' ', year: '2020', doors: '' }, dates: {}, chosen: { states: [9] } },
    'MX',
  )
  expect(faults).toEqual({})
  expect(patch).toEqual({ brandName: 'KIA', plate: undefined, year: 2020, doors: undefined, states: [9] })
})

test('numbers and dates that are none, and texts too long, are refused by name', () => {
  const { faults } = readDraft(
    {
      texts: { brandName: 'A'.repeat(101), year: 'dosmil', doors: '99999' },
      dates: {
        creationDate: { mode: 'between', from: '2026-02-01', to: '2026-01-01' },
        processedDate: { mode: 'after', from: '', to: '' },
        plateDate: { mode: 'between', from: '2026-02-01', to: '' },
      },
      chosen: {},
    },
    'CO',
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

test('dates go to the address and back, and off', () => {
  for (const text of ['2026-01-01..', '..2026-02-01', '2026-01-01..2026-02-01']) {
    const dates = readDates(text)
    expect(dates && writeDates(dates)).toBe(text)
    expect(readDraft({ texts: {}, dates: { plateDate: dates ?? null }, chosen: {} }, 'MX').patch).toEqual({
      plateDate: text,
    })
  }
  expect(readDraft({ texts: {}, dates: { plateDate: null }, chosen: {} }, 'MX').patch).toEqual({ plateDate: undefined })
  expect(
    ['..', '2026-01-01', 'a..b', '2026-1-1..', '2026-01-02..2026-01-01', '2026-01-01..2026-01-02..', ''].map(readDates),
  ).toEqual(Array(7).fill(undefined))
  // A day left over from another mode does not count.
  expect(writeDates({ mode: 'after', from: '2026-01-01', to: '2020-01-01' })).toBe('2026-01-01..')
})

test('days are days of the calendar', () => {
  expect(['2024-02-29', '1900-01-01', '2200-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '1899-12-31', '2201-01-01', '2026-13-01', 'ayer'].some(isDay)).toBe(false)
  expect(datesFault({ mode: 'after', from: '2026-02-31', to: '' })).toBe('Fecha no válida')
  expect(datesText('2026-01-01..2026-02-01')).toBe('Entre 2026-01-01 y 2026-02-01')
})
