import { expect, test } from 'vitest'
import { readPortalTable } from './portal-table.ts'

const read = (...lines: string[]) => readPortalTable(lines.join('\n'), 'MX')
const debt = (change: object) => ({
  ...{ folio: '', description: '', dateTime: '', subTotal: '', discount: '', surcharge: '', total: '' },
  ...change,
})

test('a table with headings: cells by their column, surcharges added up, the line of totals apart', () => {
  expect(
    read(
      'Folio\tConcepto\tEjercicio\tFecha\tImporte\tActualización\tRecargos\tDescuento\tTotal a pagar',
      'A-1\tTenencia\t2025\t31/03/2025\t$1,000.00\t$10.50\t$50.00\t-$100.00\t$960.50',
      'Total\t\t\t\t\t\t\t\t$960.50',
    ),
  ).toEqual({
    debts: [
      debt({
        folio: 'A-1',
        description: 'Tenencia 2025',
        dateTime: '2025-03-31',
        subTotal: '$1,000.00',
        surcharge: '60.5',
        discount: '$100.00',
        total: '$960.50',
      }),
    ],
    total: '$960.50',
  })
})

test.each([
  ['one amount is the total', 'Refrendo 2026\t700.00', { description: 'Refrendo 2026', total: '700.00' }],
  ['thousands without cents', 'Refrendo 2026\t1,700', { description: 'Refrendo 2026', total: '1,700' }],
  [
    'two are the amount and the total',
    'Multa\t$300.00\t$250.00',
    { description: 'Multa', subTotal: '$300.00', total: '$250.00' },
  ],
  [
    'of three, the middle one is a surcharge',
    '2024\tTenencia\t$900.00\t$90.00\t$990.00',
    { description: '2024 Tenencia', subTotal: '$900.00', surcharge: '$90.00', total: '$990.00' },
  ],
  [
    'a code is the folio, a day the date, a negative amount a discount',
    'F123456\t05/11/2026\tLuz roja\t$300.00\t-$150.00\t$150.00',
    {
      folio: 'F123456',
      dateTime: '2026-11-05',
      description: 'Luz roja',
      subTotal: '$300.00',
      discount: '$150.00',
      total: '$150.00',
    },
  ],
])('without headings: %s', (_, line, expected) => {
  expect(read(line)?.debts).toEqual([debt(expected)])
})

test('Colombian thousands without cents are amounts', () => {
  const lines = 'Impuesto 2026\t633.200\t1.234.567,5\t1.867.767\nTotal\t\t\t1.867.767'
  expect(readPortalTable(lines, 'CO')).toEqual({
    debts: [debt({ description: 'Impuesto 2026', subTotal: '633.200', surcharge: '1.234.567,5', total: '1.867.767' })],
    total: '1.867.767',
  })
  expect(readPortalTable('Impuesto 2026\t633.200', 'MX')?.debts).toEqual([
    debt({ description: 'Impuesto 2026', folio: '633.200' }),
  ])
})

test('a text that is no table is not read', () => {
  expect(read('Tenencia 2025')).toBeUndefined()
  expect(read('uno', 'dos')).toBeUndefined()
})
