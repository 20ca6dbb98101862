// The catalogue: the paged list of vehicle assets, its filters, the best match of the search box, and the small
// reference lists the screen needs (spec core §7, §9; bulk §2, §3, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Id, Instant, orNone, Status, text } from './common.ts'
import { MONEY_TYPES, STATUS_COLUMNS, type StatusColumn, typesOfColumn } from './resources.ts'
import { numberText } from './texts/count-of.ts'
import { localText } from './texts/local-text.ts'
import {
  DATE_FIELDS,
  EXACT_FIELDS,
  EXPIRY_KINDS,
  INFO_TEXTS,
  SORT_FIELDS,
  SUGGESTED_FIELDS,
  VEHICLE_FIELDS,
  type VehicleFieldRow,
} from './vehicles/fields.ts'

export const PAGE_SIZE = 25
export const SEARCH_DEBOUNCE_MS = 500
export const SEARCH_AT_MOST = 10

const nullableText = z.nullable(z.string())
const statuses = <S extends z.core.$ZodType>(schema: (column: StatusColumn) => S) =>
  Object.fromEntries(STATUS_COLUMNS.map((column) => [column, schema(column)])) as Record<StatusColumn, S>
/** Text of the schema: a status id says nothing about its age. */
const lastStatus = (column: StatusColumn) => {
  const types = typesOfColumn(column)
  const typeWords = types.length > 1 ? `en los tipos ${types.join(' y ')}` : `en el tipo ${types.join()}`
  return Status.check(z.describe(`Último estatus, vigente o no: lo dice freshness, ${typeWords}. −1: sin procesar.`))
}

const FRESH = 'Antigüedad de lo que dice el estatus de un tipo. Un tipo que falta aquí nunca se ha consultado.'
const FRESH_STATE =
  'current: vigente. old: antiguo, se muestra hasta que otra respuesta lo cambie. unknown: se consultó y no se ' +
  'sabe; el número es el último dato.'
const FRESH_AT =
  'La respuesta más antigua en que se apoya. Con null no hubo ninguna válida y el número solo dice por qué ' +
  '(13, 15, 18).'

/**
 * How current a type's answer is; `at` is the oldest good answer behind it. `current`: within its freshness. `old`:
 * past it; a debt or report stays visible until a later good answer clears it. `unknown`: queried
 * without a valid answer: none ever, or a clear one past its freshness that could not be renewed, or past it by more
 * than a day. Absent: never queried.
 */
export const Freshness = z
  .object({
    resourceTypeId: z.int(),
    state: z.enum(['current', 'old', 'unknown']).check(z.describe(FRESH_STATE)),
    at: z.nullable(Instant).check(z.describe(FRESH_AT)),
  })
  .check(z.describe(FRESH))
export type Freshness = z.infer<typeof Freshness>

/** The debt that the sources report. `total` is null while none has answered; debts without an amount count apart. */
export const Debt = z.object({ total: z.nullable(z.number()), withoutAmount: z.int() })
export type Debt = z.infer<typeof Debt>

type InfoRow = Extract<VehicleFieldRow, { group: 'vehicleInfo' }>
const vehicleInfo = Object.fromEntries(
  VEHICLE_FIELDS.filter(({ group }) => group === 'vehicleInfo').map(({ field, kind }) => [
    field,
    kind === 'number' ? z.nullable(z.int()) : nullableText,
  ]),
) as {
  [R in InfoRow as R['field']]: R['kind'] extends 'number' ? z.ZodMiniNullable<z.ZodMiniInt> : typeof nullableText
}

export const RowTag = z.object({ tagId: Id, tagName: z.string(), tagCategoryId: Id, tagColor: z.string() })
export const VehicleRow = z.object({
  vehicleAsset: z.object({
    vehicleAssetId: Id,
    customId: nullableText,
    vin: z.string(),
    plate: z.string(),
    stateId: z.int(),
    acquisitionReasonId: z.int(),
    assetStatusId: z.int(),
    version: z.int(),
    creationDate: Instant,
    processedDate: z.nullable(Instant),
    /** Fields that differ from the registry's data; null while no registry has answered. */
    registryDifferences: z.nullable(z.int()),
    freshness: z.array(Freshness),
    debt: Debt,
    ...statuses(lastStatus),
  }),
  state: z.object({ stateId: z.int(), stateName: z.string() }),
  rfc: z.object({
    rfcName: nullableText,
    /** As stored: prefixed with its type («CE 123456») where the number alone is ambiguous. */
    taxIdentifier: nullableText,
    taxIdentifierType: nullableText,
  }),
  lessor: z.object({ lessorName: nullableText }),
  brand: z.object({ brandName: nullableText }),
  model: z.object({ modelName: nullableText, year: z.nullable(z.int()) }),
  vehicleInfo: z.object(vehicleInfo),
  assetHistoric: z.object({
    assetStatusId: z.int(),
    replacedBy: z.nullable(Id),
    replacing: z.nullable(Id),
    historicGroupUUID: z.nullable(z.string()),
  }),
  tags: z.array(RowTag),
})
export type VehicleRow = z.infer<typeof VehicleRow>

/** As long as a vehicle's longest text, because a listed text can be sent back whole as a filter. */
const contains = z.optional(text(1000))
const anyOf = z.optional(z.union([Status, z.array(Status).check(z.minLength(1), z.maxLength(40))]))
const wholeNumber = z.optional(z.int().check(z.gte(0), z.lte(9999)))
const infoTexts = Object.fromEntries(INFO_TEXTS.map((field) => [field, contains])) as Record<
  (typeof INFO_TEXTS)[number],
  typeof contains
>

const Day = z.iso
  .date({ error: 'Fecha no válida' })
  .check(z.refine((day) => day >= '1900-01-01' && day <= '2200-12-31', 'Fecha no válida'))
const days = { from: z.optional(Day), to: z.optional(Day) }
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  !from || !to || from <= to
const OUT_OF_ORDER = { error: 'La fecha final es anterior a la inicial', path: ['to'] }
const moneyTypes = z.optional(
  z
    .array(z.literal([...MONEY_TYPES], { error: () => localText('No es un tipo de adeudo') }))
    .check(z.minLength(1), z.maxLength(7)),
)

/** An amount of money in a filter: of the company's currency, in units. */
const Amount = z
  .number('Importe no válido')
  .check(z.gte(0, 'Importe no válido'), z.lte(999_999_999_999.99, 'Importe no válido'))

/** Vehicles with an open debt that meets all of these conditions; `{}`: any debt. */
const OwedDebts = z
  .strictObject({
    /** Any of these kinds; absent: every kind of debt. */
    types: moneyTypes,
    /**
     * Its date, both ends included: the source's, otherwise the day on which it was first seen. A debt of the source's
     * first answer without a date of the source's has no date.
     */
    ...days,
    /** Without a date, including the part of a source's total beyond its listed debts. */
    undated: z.optional(z.literal(true)),
    /** Marked as paid while the source still lists it. */
    marked: z.optional(z.literal(true)),
    /** Arose or grew after the vehicle got its current status. */
    afterStatus: z.optional(z.literal(true)),
    /**
     * The sum of the vehicle's debts that meet the other conditions, both ends included. Debts without an amount add
     * nothing; `totalTo` excludes vehicles that have one, because their sum may be larger.
     */
    totalFrom: z.optional(Amount),
    totalTo: z.optional(Amount),
  })
  .check(
    z.refine(inOrder, OUT_OF_ORDER),
    z.refine(({ totalFrom = 0, totalTo }) => totalTo === undefined || totalFrom <= totalTo, {
      error: 'El importe final es menor que el inicial',
      path: ['totalTo'],
    }),
    z.refine(({ undated, from, to }) => !(undated && (from || to)), {
      error: 'Lo que no tiene fecha no se pide entre fechas',
      path: ['undated'],
    }),
  )
export type OwedDebts = z.infer<typeof OwedDebts>

/** Vehicles with an obligation that falls due between two days, both included. */
const FallsDue = z
  .strictObject({
    /** `policy`: insurances that a source reports, and documents of a type named after a policy. */
    kinds: z.array(z.enum(EXPIRY_KINDS, 'Tipo de vencimiento no válido')).check(z.minLength(1), z.maxLength(7)),
    /** For payment lines: the kinds of debt that they pay. */
    types: moneyTypes,
    from: Day,
    to: Day,
  })
  .check(z.refine(inOrder, OUT_OF_ORDER))
export type FallsDue = z.infer<typeof FallsDue>

const exactly = z.optional(z.nullable(text(300)))

/**
 * The filter has the row's shape: a text means contains, a number equals, a list any of; an absent field does not
 * filter.
 */
export const VehicleFilter = z.strictObject({
  vehicleAsset: z.optional(
    z.strictObject({
      vehicleAssetId: z.optional(Id),
      plate: contains,
      vin: contains,
      customId: contains,
      acquisitionReasonId: anyOf,
      ...statuses(() => anyOf),
    }),
  ),
  state: z.optional(
    z.strictObject({ stateId: z.optional(z.union([Id, z.array(Id).check(z.minLength(1), z.maxLength(100))])) }),
  ),
  rfc: z.optional(z.strictObject({ rfcName: contains, taxIdentifier: contains })),
  lessor: z.optional(z.strictObject({ lessorName: contains })),
  brand: z.optional(z.strictObject({ brandName: contains })),
  model: z.optional(z.strictObject({ modelName: contains, year: wholeNumber })),
  vehicleInfo: z.optional(z.strictObject({ ...infoTexts, doors: wholeNumber })),
  tags: z.optional(z.array(z.strictObject({ tagId: Id })).check(z.maxLength(50))),
  assetHistoric: z.optional(
    z.strictObject({
      assetStatusId: anyOf,
      replacedBy: z.optional(Id),
      replacing: z.optional(Id),
      historicGroupUUID: z.optional(z.uuid('Identificador no válido')),
    }),
  ),
  /** The field equals this text, including signs and case; null: it is empty. */
  exact: z.optional(
    z.strictObject(
      Object.fromEntries(EXACT_FIELDS.map((field) => [field, exactly])) as Record<
        (typeof EXACT_FIELDS)[number],
        typeof exactly
      >,
    ),
  ),
  /** Vehicles without a model year. */
  withoutYear: z.optional(z.literal(true)),
  /**
   * Only vehicles whose answers used by the filter are current: those of its statuses, kinds of debt and dates; for
   * `anyStatus`, the answer with the status; for a filter that uses none, all answers of the vehicle.
   */
  freshness: z.optional(
    z
      .literal('current', 'Solo se puede pedir current')
      .check(z.describe('Solo vehículos cuyas respuestas, de los tipos por los que se filtra, son vigentes.')),
  ),
  /** Some resource type of the vehicle has one of these statuses. */
  anyStatus: z.optional(z.array(Status).check(z.minLength(1), z.maxLength(40))),
  debts: z.optional(OwedDebts),
  /** Of every kind of debt of the vehicle a source or a person positively answered that there is none. */
  withoutDebts: z.optional(
    z.literal(true).check(z.describe('Solo vehículos sin adeudo según una respuesta válida de cada tipo de adeudo.')),
  ),
  due: z.optional(FallsDue),
  /** A current theft report that was first seen between these days after an answer without one. */
  stolen: z.optional(z.strictObject(days).check(z.refine(inOrder, OUT_OF_ORDER))),
})
export type VehicleFilter = z.infer<typeof VehicleFilter>

/**
 * A filter by date, both ends included: `after` startDate on, `before` up to the end of endDate, `between` both. Days
 * are the company's own, in its time zone.
 */
export const DateFilter = z
  .strictObject({
    dateParameter: z.enum(DATE_FIELDS, 'No se puede filtrar por esta fecha'),
    dateBy: z.enum(['after', 'before', 'between'], 'El modo debe ser after, before o between'),
    startDate: z.optional(Day),
    endDate: z.optional(Day),
  })
  .check(
    z.refine(({ dateBy, startDate }) => dateBy === 'before' || startDate !== undefined, {
      error: 'Falta la fecha inicial',
      path: ['startDate'],
    }),
    z.refine(({ dateBy, endDate }) => dateBy === 'after' || endDate !== undefined, {
      error: 'Falta la fecha final',
      path: ['endDate'],
    }),
    z.refine(
      ({ dateBy, startDate, endDate }) =>
        dateBy !== 'between' || startDate === undefined || endDate === undefined || startDate <= endDate,
      { error: 'La fecha final es anterior a la inicial', path: ['endDate'] },
    ),
  )
export type DateFilter = z.infer<typeof DateFilter>
export const DateFilters = z.array(DateFilter).check(z.maxLength(10))

const NO_SORTING = 'No se puede ordenar por este campo'
const ORDERS = ['asc', 'desc'] as const
const NO_ORDER = 'El orden debe ser asc o desc'

/** A query of the fleet, used by the list, saved views, reports and bulk changes. */
export const FleetQuery = z.strictObject({
  vehicleClass: z._default(VehicleFilter, {}),
  dateFilters: z.optional(DateFilters),
})
export type FleetQuery = z.infer<typeof FleetQuery>

const CHOSEN_AT_MOST = 10_000
const tooManyChosen = () => `Se eligen hasta ${numberText(CHOSEN_AT_MOST)} vehículos uno por uno: use un filtro`
/** Vehicles chosen one by one in the list: of a query only `ids`, or all but those in `except`. */
export const chosen = {
  ids: z.optional(
    z
      .array(Id)
      .check(z.minLength(1, 'Elija al menos un vehículo'), z.maxLength(CHOSEN_AT_MOST, { error: tooManyChosen })),
  ),
  except: z.optional(z.array(Id).check(z.maxLength(CHOSEN_AT_MOST, { error: tooManyChosen }))),
}
export type ChosenQuery = FleetQuery & { [K in keyof typeof chosen]?: z.infer<(typeof chosen)[K]> }

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

/**
 * The basis of a filter's figures. A check is one resource of one vehicle: `current` answered within its freshness,
 * `old` answered longer ago, `never` not answered yet; `byHand` are those of `never` without an automatic source.
 */
const Sum = z.object({ count: z.int(), total: z.nullable(z.number()), withoutAmount: z.int() })
export const Coverage = z.object({
  /** The moment of the figures; minutes ago for a large fleet. */
  at: Instant,
  vehicles: z.int(),
  debt: z.object({
    total: z.nullable(z.number()),
    withoutAmount: z.int(),
    vehicles: z.int(),
    /** Vehicles whose debts are not all known: each counts once. */
    unknown: z.int(),
    /** Vehicles without a valid answer for a kind of debt: of an automatic source, and of manual capture. */
    missing: z.int(),
    byHand: z.int(),
  }),
  checks: z.object({ current: z.int(), old: z.int(), never: z.int(), byHand: z.int() }),
  /** The oldest good answer among them; null if there is none. */
  oldest: z.nullable(Instant),
  /**
   * For a filter by `debts`, or by `due` without `debts`: the matching debts or dates of these vehicles; for both,
   * `due` holds the dates. Null for other filters. `total`: null if no item has an amount.
   */
  matched: z.nullable(z.object({ what: z.enum(['debts', 'due']), ...Sum.shape, due: z.optional(Sum) })),
})
export type Coverage = z.infer<typeof Coverage>

const Match = z.object({
  plate: z.string(),
  vin: z.string(),
  customId: nullableText,
  vehicleAssetId: Id,
  /** The former plate or VIN, if that is what matched. */
  former: nullableText,
  /** What the text was found in; `vinEnd`: the VIN ends with it; `holder`: the holder's name contains it. */
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
    every: 5, // while there is none yet
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
