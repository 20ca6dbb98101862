// Filters: address ⇄ query ⇄ saved view ⇄ chips.
import { DateFilters, VehicleFilter } from '@padron/contract/catalogue/filter'
import { DATE_FIELDS, fieldTitle } from '@padron/contract/vehicles/fields'
import { ViewDefinition } from '@padron/contract/views'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { cleared, isFiltered } from '../../lib/list-search.ts'
import { parseSearch, stringifySearch } from '../../lib/search-params.ts'
import { chips } from './filters/chips.ts'
import { fleetQuery, listBody, searchOf, sortingOf, statusFilters, vehicleFilter } from './filters.ts'
import { CatalogueSearch, NUMBER_KEYS, TEXT_KEYS } from './search.ts'

const from = (address: string) => z.parse(CatalogueSearch, parseSearch(address))
const some = (search: Partial<CatalogueSearch>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
const NAMES = { states: new Map([[14, 'Jalisco']]), tags: new Map([[3, 'norte']]) }
const EVERY = [
  ...TEXT_KEYS.map((key) => `${key}=${encodeURIComponent(`Ñandú ${key}`)}`),
  ...NUMBER_KEYS.map((key, i) => `${key}=${i}`),
  ...statusFilters('MX').map(({ column, options }) => `${column}=${options.toSorted((a, b) => a - b).join(',')}`),
  ...DATE_FIELDS.map((field) => `${field}=2026-01-01..2026-02-01`),
  'states=9,14&tags=2,3&status=0,8&reasons=2&sort=engineNumber&order=desc',
].join('&')

test('an address read and written again stays the same', () => {
  const search = from('plate=abc&states=9,14&ticketStatus=-1,0&status=todos&vista=7&page=3&sort=vin&order=desc')
  expect(some(search)).toEqual({
    plate: 'abc',
    states: [9, 14],
    ticketStatus: [-1, 0],
    status: 'todos',
    vista: 7,
    page: 3,
    sort: 'vin',
    order: 'desc',
  })
  expect(from(stringifySearch(search).slice(1))).toEqual(search)
  expect(from(stringifySearch(from(EVERY)).slice(1))).toEqual(from(EVERY))
  expect(stringifySearch(from('creationDate=2026-01-01..'))).toBe('?creationDate=2026-01-01..')
})

test('invalid parameters are dropped', () => {
  expect(some(from('page=0&states=x&ticketStatus=1,a&sort=owner&order=up&status=-4&plate=&other=1'))).toEqual({})
  expect(some(from('page=2.5&states=99999999999999999999&year=abc&doors=-1&vista=x'))).toEqual({})
  expect(
    some(from(`brandName=${'a'.repeat(10_000)}&creationDate=2026-02-30..&plateDate=2026-02-01..2026-01-01`)),
  ).toEqual({})
})

test('by default only active vehicles, page 1', () => {
  expect(listBody(from(''), 'MX')).toEqual({
    vehicleClass: { assetHistoric: { assetStatusId: [1] } },
    pagination: { page: 1, pageSize: 25 },
  })
  expect(vehicleFilter(from('status=todos'), 'MX')).toEqual({})
})

test('the contract accepts the body, which has only filters of the country', () => {
  const search = from(
    'vin=3AK&rfcName=sa&states=14&tags=3&ticketStatus=0&violationStatus=24&inspectionStatus=23&year=0',
  )
  const filter = vehicleFilter(search, 'MX')
  expect(z.parse(VehicleFilter, filter)).toEqual({
    vehicleAsset: { vin: '3AK', ticketStatus: [0] },
    state: { stateId: [14] },
    rfc: { rfcName: 'sa' },
    model: { year: 0 },
    tags: [{ tagId: 3 }],
    assetHistoric: { assetStatusId: [1] },
  })
  expect(vehicleFilter(search, 'CO').vehicleAsset).toEqual({
    vin: '3AK',
    ticketStatus: [0],
    inspectionStatus: [23],
    violationStatus: [24],
  })
})

test('every filter has its place in the request, and special characters are unchanged', () => {
  const { vehicleClass, pagination } = listBody(from(EVERY), 'MX')
  expect(z.parse(VehicleFilter, vehicleClass)).toEqual(vehicleClass)
  expect(z.parse(DateFilters, pagination.dateFilters)).toEqual(
    DATE_FIELDS.map((dateParameter) => ({
      dateParameter,
      dateBy: 'between',
      startDate: '2026-01-01',
      endDate: '2026-02-01',
    })),
  )
  expect(vehicleClass.vehicleInfo).toMatchObject({ engineNumber: 'Ñandú engineNumber', doors: 1 })
  expect(vehicleClass.vehicleAsset).toMatchObject({ acquisitionReasonId: [2], repuveStatus: [-1, 10, 11, 12, 14] })
  const hostile = `%_'"\u202e🚚`
  expect(vehicleFilter(from(`observations=${encodeURIComponent(hostile)}`), 'MX').vehicleInfo).toEqual({
    observations: hostile,
  })
})

test('the same choice in another order is the same request', () => {
  expect(fleetQuery(from('states=14,9&tags=3,2'), 'MX')).toEqual(fleetQuery(from('states=9,14&tags=2,3'), 'MX'))
})

test('a saved view opens the list that was saved', () => {
  for (const address of [EVERY, '', 'status=todos', 'status=1,3', 'creationDate=..2026-02-01&sort=tags&order=asc']) {
    const search = from(address)
    const definition = z.parse(ViewDefinition, {
      ...fleetQuery(search, 'MX'),
      ...sortingOf(search),
      columns: [{ key: 'plate' }],
    })
    expect(some(searchOf(definition))).toEqual(
      some({ ...search, ...(search.plate && { plate: 'ÑANDÚPLATE', vin: 'ÑANDÚVIN' }) }),
    )
  }
})

test('each active filter has a chip with its words', () => {
  const on = chips(
    from(
      'plate=abc&doors=4&states=14&reasons=2&ticketStatus=0,-1&tags=3&creationDate=2026-01-01..&plateDate=..2026-02-01',
    ),
    'MX',
    NAMES,
  )
  expect(on.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Placa: abc',
    'Puertas: 4',
    'Estado: Jalisco',
    'Estatus: Activo',
    'Motivo de alta: Reemplazo',
    'Multas: Con multas, Sin procesar',
    'Fecha de alta: Después de 01/01/2026',
    'Fecha de emplacado: Antes de 01/02/2026',
    'Etiquetas: norte',
  ])
  expect(chips(from(EVERY), 'MX', NAMES)).toHaveLength(TEXT_KEYS.length + NUMBER_KEYS.length + 11 + 4 + 4)
})

test('Colombia has its own words', () => {
  const on = chips(from('modelName=Spark&year=2020&taxIdentifier=900&inspectionStatus=23'), 'CO', NAMES)
  expect(on.map(({ label }) => label)).toEqual(['NIT', 'Línea', 'Modelo (año)', 'Estatus', 'RTM'])
  expect(fieldTitle('modelName', 'MX')).toBe('Modelo')
})

test('clearing the filters restores the default, leaves the view and keeps the order', () => {
  const search = from('plate=a&status=0&page=4&sort=vin&vista=3')
  expect(isFiltered(search)).toBe(true)
  expect(some({ ...search, ...cleared(search) })).toEqual({ sort: 'vin' })
  expect(isFiltered(from('page=4&sort=vin&vista=3'))).toBe(false)
})

test('status filters follow the country; tenencia also offers forced tenencias', () => {
  expect(statusFilters('CO').map(({ name }) => name)).toEqual(['Multas', 'Comparendos', 'SOAT', 'RTM'])
  expect(statusFilters('MX').find(({ column }) => column === 'tenenciaStatus')?.options).toEqual([-1, 2, 3, 21])
})
