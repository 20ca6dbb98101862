// The catalogue's address of a query, as the console reads it.
import { expect, it } from 'vitest'
import { catalogueAddress } from './address.ts'

it('says what differs from active vehicles', () => {
  expect(catalogueAddress({ vehicleClass: { assetHistoric: { assetStatusId: 1 } } })).toBe('/')
  expect(catalogueAddress({ vehicleClass: {} })).toBe('/?status=todos')
  expect(catalogueAddress({ vehicleClass: { assetHistoric: { assetStatusId: [1, 3] } } })).toBe('/?status=1%2C3')
})

it('says every part of a filter, its order, and the view it is of', () => {
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
    plate: 'ABC1', ticketStatus: '0,-1', reasons: '2', states: '9,14', lessorName: 'Peña & Cía', year: '2020', tags: '7,8',
    creationDate: '2026-01-01..', sort: 'debt', order: 'desc', vista: '12',
  }) // biome-ignore format: one row
})
