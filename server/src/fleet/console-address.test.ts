// The catalogue's address of a query, as the console reads it.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import { expect, it } from 'vitest'
import { catalogueAddress } from './console-address.ts'

it('has only what differs from active vehicles', () => {
  expect(catalogueAddress({ vehicleClass: { assetHistoric: { assetStatusId: 1 } } })).toBe('/')
  expect(catalogueAddress({ vehicleClass: {} })).toBe('/?status=todos')
  expect(catalogueAddress({ vehicleClass: { assetHistoric: { assetStatusId: [1, 3] } } })).toBe('/?status=1%2C3')
})

it('has every part of a filter, its order and its view', () => {
  const query = {
    vehicleClass: {
      assetHistoric: { assetStatusId: 1 },
      vehicleAsset: { plate: 'ABC-1', ticketStatus: [0, -1], acquisitionReasonId: 2 },
      state: { stateId: [9, 14] },
      lessor: { lessorName: 'Peña & Cía' },
      model: { year: 2020 },
      tags: [{ tagId: 7 }, { tagId: 8 }],
    },
    dateFilters: [{ dateParameter: 'creationDate' as const, dateBy: 'after' as const, startDate: '2026-01-01' }],
  }
  const address = catalogueAddress(query, { sortBy: 'debt', sortFilterOrder: 'desc' }, 12)
  expect(Object.fromEntries(new URLSearchParams(address.slice(2)))).toEqual({
    plate: 'ABC1',
    ticketStatus: '0,-1',
    reasons: '2',
    states: '9,14',
    lessorName: 'Peña & Cía',
    year: '2020',
    tags: '7,8',
    creationDate: '2026-01-01..',
    sort: 'debt',
    order: 'desc',
    vista: '12',
  })
})

it('has filters by debts, by due dates and by exact fields', () => {
  const address = (vehicleClass: VehicleFilter) =>
    Object.fromEntries(
      new URLSearchParams(
        catalogueAddress({ vehicleClass: { assetHistoric: { assetStatusId: 1 }, ...vehicleClass } }).slice(2),
      ),
    )
  expect(
    address({
      exact: { rfcName: 'A & B', brandName: null, modelName: '~', lessorName: '~x' },
      withoutYear: true,
      anyStatus: [13, 15],
    }),
  ).toEqual({
    rfcNameIs: 'A & B',
    brandNameIs: '~',
    modelNameIs: '~~',
    lessorNameIs: '~~x',
    withoutYear: '1',
    anyStatus: '13,15',
  })
  expect(address({ debts: {} })).toEqual({ debts: 'any' })
  expect(address({ debts: { types: [1, 9, 7], from: '2026-10-23', to: '2026-11-22' } })).toEqual({
    debts: '1,9,7',
    debtDays: '2026-10-23..2026-11-22',
  })
  expect(address({ debts: { to: '2026-11-22', marked: true, afterStatus: true } })).toEqual({
    debts: 'any',
    debtDays: '..2026-11-22',
    debtMarked: '1',
    debtAfterStatus: '1',
  })
  expect(address({ debts: { types: [1], totalFrom: 5000.01 } })).toEqual({ debts: '1', debtTotal: '5000.01..' })
  expect(address({ debts: { totalTo: 0.5 } })).toEqual({ debts: 'any', debtTotal: '..0.5' })
  expect(address({ debts: { undated: true } })).toEqual({ debts: 'any', debtUndated: '1' })
  expect(
    address({ due: { kinds: ['policy', 'payment'], types: [1, 9], from: '2026-12-01', to: '2026-12-31' } }),
  ).toEqual({
    due: 'policy,payment',
    dueDays: '2026-12-01..2026-12-31',
    dueTypes: '1,9',
  })
  expect(address({ withoutDebts: true })).toEqual({ withoutDebts: '1' })
  expect(address({ freshness: 'current' })).toEqual({ freshness: 'current' })
  expect([address({ stolen: {} }), address({ stolen: { from: '2026-01-01' } })]).toEqual([
    { stolenDays: '..' },
    { stolenDays: '2026-01-01..' },
  ])
})
