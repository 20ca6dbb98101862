// Filters: address ⇄ call body ⇄ chips.
import { VehicleFilter } from '@padron/contract/catalogue'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { cleared, isFiltered } from '../../lib/list-search.ts'
import { parseSearch, stringifySearch } from '../../lib/search-params.ts'
import { chips, listBody, statusFilters, vehicleFilter } from './filters.ts'
import { CatalogueSearch } from './search.ts'

const from = (address: string) => z.parse(CatalogueSearch, parseSearch(address))
const some = (search: CatalogueSearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
const NAMES = { states: new Map([[14, 'Jalisco']]), tags: new Map([[3, 'norte']]) }

test('an address is read, written and read again alike', () => {
  const search = from('plate=abc&states=9,14&ticketStatus=-1,0&status=todos&page=3&sort=vin&order=desc')
  expect(some(search)).toEqual({
    plate: 'abc', states: [9, 14], ticketStatus: [-1, 0], status: 'todos', page: 3, sort: 'vin', order: 'desc',
  }) // biome-ignore format: one search
  expect(from(stringifySearch(search).slice(1))).toEqual(search)
})

test('what does not fit is dropped', () => {
  expect(some(from('page=0&states=x&ticketStatus=1,a&sort=owner&order=up&status=-4&plate=&other=1'))).toEqual({})
  expect(some(from('page=2.5&states=99999999999999999999'))).toEqual({})
})

test('by default only active vehicles, page 1', () => {
  expect(listBody(from(''), 'MX')).toEqual({
    vehicleClass: { assetHistoric: { assetStatusId: [1] } },
    pagination: { page: 1, pageSize: 25 },
  })
  expect(vehicleFilter(from('status=todos'), 'MX')).toEqual({})
})

test('the body is one the contract takes, and holds only what the country has', () => {
  const search = from('vin=3AK&rfcName=sa&states=14&tags=3&ticketStatus=0&violationStatus=24&inspectionStatus=23')
  const filter = vehicleFilter(search, 'MX')
  expect(z.parse(VehicleFilter, filter)).toEqual({
    vehicleAsset: { vin: '3AK', ticketStatus: [0] },
    state: { stateId: [14] },
    rfc: { rfcName: 'sa' },
    tags: [{ tagId: 3 }],
    assetHistoric: { assetStatusId: [1] },
  })
  expect(vehicleFilter(search, 'CO').vehicleAsset).toEqual({
    vin: '3AK',
    ticketStatus: [0],
    violationStatus: [24],
    inspectionStatus: [23],
  })
})

test('each filter that is on is a chip with its words', () => {
  const on = chips(from('plate=abc&states=14&ticketStatus=0,-1&tags=3'), 'MX', NAMES)
  expect(on.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Placa: abc',
    'Estado: Jalisco',
    'Estatus: Activo',
    'Multas: Con multas, Sin procesar',
    'Etiquetas: norte',
  ])
})

test('clearing brings the default back and keeps the sort', () => {
  const search = from('plate=a&status=0&page=4&sort=vin')
  expect(isFiltered(search)).toBe(true)
  expect(some({ ...search, ...cleared(search) })).toEqual({ sort: 'vin' })
  expect(isFiltered(from('page=4&sort=vin'))).toBe(false)
})

test('status filters follow the country, and tenencia offers forced ones too', () => {
  expect(statusFilters('CO').map(({ name }) => name)).toEqual(['Multas', 'Comparendos', 'SOAT', 'RTM'])
  expect(statusFilters('MX').find(({ column }) => column === 'tenenciaStatus')?.options).toEqual([-1, 2, 3, 21])
})
