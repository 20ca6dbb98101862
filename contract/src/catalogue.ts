// The catalogue: the paged list of vehicle assets, its filters, the best match of the search box, and the small
// reference lists the screen needs (spec core §7, §9; bulk §2, §3, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { DateFilters, FleetQuery, VehicleFilter } from './catalogue/filter.ts'
import { Coverage, nullableText, VehicleRow } from './catalogue/rows.ts'
import { Id, orNone, text } from './common.ts'
import { SORT_FIELDS, SUGGESTED_FIELDS } from './vehicles/fields.ts'

export const PAGE_SIZE = 25
export const SEARCH_DEBOUNCE_MS = 500
export const SEARCH_AT_MOST = 10

const NO_SORTING = 'No se puede ordenar por este campo'
const ORDERS = ['asc', 'desc'] as const
const NO_ORDER = 'El orden debe ser asc o desc'

export const Sorting = z.strictObject({
  sortBy: z.optional(z.enum(SORT_FIELDS, NO_SORTING)),
  sortFilterOrder: z.optional(z.enum(ORDERS, NO_ORDER)),
})

export const Pagination = z.strictObject({
  page: z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 1),
  pageSize: z._default(z.int().check(z.gte(1), z.lte(100)), PAGE_SIZE),
  sortBy: z.optional(orNone(SORT_FIELDS, NO_SORTING)),
  sortFilterOrder: z.optional(orNone(ORDERS, NO_ORDER)),
  dateFilters: z.optional(DateFilters),
})

const Match = z.object({
  plate: z.string(),
  vin: z.string(),
  customId: nullableText,
  vehicleAssetId: Id,
  /** The former plate or VIN, if that is what matched. */
  former: nullableText,
  /** The field in which the text was found; `vinEnd`: the VIN ends with it; `holder`: the holder's name contains it. */
  matchedBy: z.enum(['plate', 'vin', 'vinEnd', 'customId', 'former', 'holder']),
  /** The holder's name, if that is what matched. */
  holder: nullableText,
  assetStatusId: z.int(),
  replacedBy: z.nullable(Id),
})

export const PHOTO_BYTES = 10_000_000
export const PHOTO_PLATES_AT_MOST = 4

export const catalogue = calls('catalogue', {
  list: post('/api/v2/vehicleAsset', {
    summary:
      'Página del catálogo de vehículos, con el total exacto. Como filtro acepta también un vehículo completo, ' +
      'como lo da la lista.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    reads: true,
    body: z.strictObject({ vehicleClass: z._default(VehicleFilter, {}), pagination: z.optional(Pagination) }),
    reply: z.object({ vehicles: z.array(VehicleRow), totalCount: z.int() }),
    fails: 'Error al recibir catálogo de vehículos',
  }),
  bestMatch: post('/api/v2/vehicleAsset/bestmatch', {
    summary:
      'Los vehículos que más se parecen al texto: por placa, VIN o identificador, de ahora o de antes, por el final ' +
      'del VIN, o por su razón social, RFC o NIT.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    reads: true,
    body: z.strictObject({ like: text(50) }),
    reply: z.array(Match),
    fails: 'Error al obtener los datos',
  }),
  platesInPhoto: post('/api/v2/vehicleAsset/platePhoto', {
    summary:
      'Las placas que pueden estar en una foto, PNG o JPEG de hasta 10 MB, para que una persona confirme una; el ' +
      'cuerpo es el archivo. La foto no se guarda.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    file: { types: ['image/jpeg', 'image/png'], bytes: PHOTO_BYTES },
    opens: true,
    reply: z.object({ plates: z.array(z.object({ plate: z.string(), isInFleet: z.boolean() })) }),
    fails: 'No se pudo leer la placa de la foto',
  }),
  coverage: post('/api/v2/vehicleAsset/coverage', {
    summary:
      'Vehículos, adeudo y vigencia de las consultas del filtro, con su momento; null mientras se calcula: ' +
      'pregunte de nuevo.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    reads: true,
    opens: true,
    body: FleetQuery,
    reply: z.nullable(Coverage),
    every: 5, // while there are no figures yet
    fails: 'Error al obtener los datos',
  }),
  suggestions: get('/api/v2/vehicleAsset/suggestions', {
    summary: 'Valores ya usados en un campo de texto que contienen lo escrito, diez como máximo.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.object({
      field: z.enum(SUGGESTED_FIELDS, 'No hay sugerencias de este campo'),
      like: z.optional(text(100)),
    }),
    reply: z.object({ values: z.array(z.string()) }),
    fails: 'Error al obtener los datos',
  }),
  assetStatuses: get('/api/v2/vehicle/status', {
    summary: 'Estatus que puede tener un vehículo.',
    needs: 'vehicles_read',
    scope: 'own',
    reply: z.array(z.object({ vehicleAssetStatusId: z.int(), assetStatus: z.string() })),
    fails: 'Error al consultar los estatus del vehículo',
  }),
  basicStats: get('/api/v2/basicStats', {
    summary: 'Totales de vehículos y de razones sociales de la cuenta.',
    needs: 'session',
    scope: 'vehicles',
    reply: z.object({ vehicles: z.object({ vehicles: z.int(), clients: z.int() }) }),
    every: 120,
  }),
  states: get('/api/v2/states', {
    summary: 'Estados o departamentos del país de la cuenta.',
    needs: 'session',
    scope: 'own',
    reply: z.object({
      /** `sources`: the resource types with an automatic source in the state; the others need a person. */
      states: z.array(z.object({ stateId: z.int(), stateName: z.string(), sources: z.array(z.int()) })),
    }),
    fails: 'Error al consultar los estados disponibles',
  }),
})
