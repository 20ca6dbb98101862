// The filter of the catalogue, and the query that the list, saved views, reports and bulk changes share.
import { z } from 'zod/mini'
import { Id, Status, text } from '../common.ts'
import { MONEY_TYPES } from '../resources.ts'
import { numberText } from '../texts/count-of.ts'
import { localText } from '../texts/local-text.ts'
import { DATE_FIELDS, EXACT_FIELDS, EXPIRY_KINDS, INFO_TEXTS } from '../vehicles/fields.ts'
import { statuses } from './rows.ts'

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

/** An amount of money in a filter, in units of the company's currency. */
const Amount = z
  .number('Importe no válido')
  .check(z.gte(0, 'Importe no válido'), z.lte(999_999_999_999.99, 'Importe no válido'))

/** Vehicles with an open debt that meets all of these conditions; `{}`: any debt. */
const OwedDebts = z
  .strictObject({
    /** Any of these kinds; absent: every kind of debt. */
    types: moneyTypes,
    /**
     * Its date, both ends included: the source's, otherwise the day on which it was first seen. A debt in the source's
     * first answer that has no date from the source has none.
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
    /** `policy`: insurances that a source reports, and documents of a type whose name mentions a policy. */
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
  /** For every kind of debt of the vehicle, a source or a person has answered that there is none. */
  withoutDebts: z.optional(
    z.literal(true).check(z.describe('Solo vehículos sin adeudo según una respuesta válida de cada tipo de adeudo.')),
  ),
  due: z.optional(FallsDue),
  /** A current theft report that was first seen between these days, after an answer without one. */
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

/** A query of the fleet, used by the list, saved views, reports and bulk changes. */
export const FleetQuery = z.strictObject({
  vehicleClass: z._default(VehicleFilter, {}),
  dateFilters: z.optional(DateFilters),
})
export type FleetQuery = z.infer<typeof FleetQuery>

const CHOSEN_AT_MOST = 10_000
const tooManyChosen = () => `Se eligen hasta ${numberText(CHOSEN_AT_MOST)} vehículos uno por uno: use un filtro`
/** Vehicles selected in the list: `ids` of a query, or all except those in `except`. */
export const chosen = {
  ids: z.optional(
    z
      .array(Id)
      .check(z.minLength(1, 'Elija al menos un vehículo'), z.maxLength(CHOSEN_AT_MOST, { error: tooManyChosen })),
  ),
  except: z.optional(z.array(Id).check(z.maxLength(CHOSEN_AT_MOST, { error: tooManyChosen }))),
}
export type ChosenQuery = FleetQuery & { [K in keyof typeof chosen]?: z.infer<(typeof chosen)[K]> }
