// A vehicle in the catalogue's list, with the freshness of its statuses, and the basis of a list's figures.
import { z } from 'zod/mini'
import { Id, Instant, Status } from '../common.ts'
import { STATUS_COLUMNS, type StatusColumn, typesOfColumn } from '../resources.ts'
import { VEHICLE_FIELDS, type VehicleFieldRow } from '../vehicles/fields.ts'

export const nullableText = z.nullable(z.string())
export const statuses = <S extends z.core.$ZodType>(schema: (column: StatusColumn) => S) =>
  Object.fromEntries(STATUS_COLUMNS.map((column) => [column, schema(column)])) as Record<StatusColumn, S>
/** The description in the schema: a status id alone does not tell its age. */
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
 * The freshness of a type's answer; `at` is the oldest good answer behind it. `current`: within its freshness. `old`:
 * past it; a debt or report stays visible until a later good answer clears it. `unknown`: queried without a valid
 * answer: there was none, or a clear one is past its freshness and could not be renewed, or is past it by more than a
 * day. Absent: never queried.
 */
export const Freshness = z
  .object({
    resourceTypeId: z.int(),
    state: z.enum(['current', 'old', 'unknown']).check(z.describe(FRESH_STATE)),
    at: z.nullable(Instant).check(z.describe(FRESH_AT)),
  })
  .check(z.describe(FRESH))
export type Freshness = z.infer<typeof Freshness>

/**
 * The debt that the sources report. `total` is null while none has answered; debts without an amount are counted
 * separately.
 */
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

/**
 * The basis of a filter's figures. A check is one resource of one vehicle: `current` answered within its freshness,
 * `old` answered longer ago, `never` not answered yet; `byHand` are those of `never` without an automatic source.
 */
const Sum = z.object({ count: z.int(), total: z.nullable(z.number()), withoutAmount: z.int() })
export const Coverage = z.object({
  /** The time of the figures; minutes ago for a large fleet. */
  at: Instant,
  vehicles: z.int(),
  debt: z.object({
    total: z.nullable(z.number()),
    withoutAmount: z.int(),
    vehicles: z.int(),
    /** Vehicles that a source says may owe tenencia; a server of the release before does not count them. */
    possible: z.optional(z.int()),
    /** Vehicles with an unknown kind of debt: each counts once. */
    unknown: z.int(),
    /** Vehicles without a valid answer for a kind of debt: from an automatic source, or from manual capture. */
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
