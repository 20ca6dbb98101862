// A vehicle in the API of programs: to read, create and change, and the names of its fields.
import { z } from 'zod/mini'
import { Id, Instant, Problem, Status, text, Version } from '../common.ts'
import { STATUS_FIELDS, WRITABLE_FIELDS, type WritableField, type WritableRow } from '../vehicles/fields.ts'
import { V3_TEXTS } from './texts.ts'

/** Fields whose name in the console's API is different, or means something else. */
const OTHER_NAMES = { version: 'versionName', country: 'originCountry', rfcName: 'holderName' } as const
type OtherNames = typeof OTHER_NAMES
export type V3Field = Exclude<WritableField, keyof OtherNames> | OtherNames[keyof OtherNames]
/** The field's name in this API. */
export const v3Name = (field: WritableField): V3Field =>
  field in OTHER_NAMES ? OTHER_NAMES[field as keyof OtherNames] : (field as V3Field)

const byName = <T>(schemaOf: (row: WritableRow) => T) =>
  Object.fromEntries(WRITABLE_FIELDS.map((row) => [v3Name(row.field), schemaOf(row)])) as Record<V3Field, T>

/**
 * Numbers and days, as such or as typed text; the rules of the form report the faults of each row, including its
 * length.
 */
const TYPED_AT_MOST = 2_000
const Written = z.union([text(TYPED_AT_MOST), z.number().check(z.gte(0))], V3_TEXTS.value)
const writtenFields = byName(() => z.optional(z.nullable(Written)))

const shared = {
  ...writtenFields,
  taxIdentifierType: z.optional(z.nullable(text(10))),
  stateId: z.optional(z.int().check(z.gte(1, V3_TEXTS.state))),
  tagIds: z.optional(z.array(Id).check(z.maxLength(30, 'Un vehículo lleva 30 etiquetas como máximo.'))),
}
export const NewVehicleV3 = z.strictObject({
  ...shared,
  /** The vehicle that it replaces, and the new status of that. */
  replacing: z.optional(z.nullable(Id)),
  replacedStatusId: z.optional(z.nullable(z.int())),
})
export type NewVehicleV3 = z.infer<typeof NewVehicleV3>
export const VehicleChangesV3 = z.strictObject({ ...shared, statusId: z.optional(Status) })
export type VehicleChangesV3 = z.infer<typeof VehicleChangesV3>

const answeredFields = byName(({ kind }) => z.optional(z.nullable(kind === 'number' ? z.number() : z.string())))
const statuses = Object.fromEntries(STATUS_FIELDS.map((field) => [field, z.int()])) as Record<
  (typeof STATUS_FIELDS)[number],
  z.ZodMiniInt
>

/** Fields that are not in `fields` are left out, except the id. */
export const VehicleV3 = z.object({
  id: Id,
  ...answeredFields,
  plate: z.optional(z.string()),
  vin: z.optional(z.string()),
  taxIdentifierType: z.optional(z.nullable(z.string())),
  stateId: z.optional(z.int()),
  statusId: z.optional(z.int()),
  acquisitionReasonId: z.optional(z.int()),
  replacedBy: z.optional(z.nullable(Id)),
  replacing: z.optional(z.nullable(Id)),
  tagIds: z.optional(z.nullable(z.array(Id))),
  statuses: z.optional(z.object(statuses)),
  debtTotal: z.optional(z.nullable(z.number())),
  debtsWithoutAmount: z.optional(z.int()),
  checkedAt: z.optional(z.nullable(Instant)),
  version: z.optional(z.int()),
  createdAt: z.optional(Instant),
  changedAt: z.optional(Instant),
})
export type VehicleV3 = z.infer<typeof VehicleV3>

export const RowResultV3 = z.object({
  /** The index of the row in the request, from 0. */
  index: z.int(),
  id: z.nullable(Id),
  version: z.nullable(z.int()),
  /** Why the row was refused; null if it was not. */
  problem: z.nullable(Problem),
})
export type RowResultV3 = z.infer<typeof RowResultV3>
/** @public */
export const VehicleRowChangesV3 = z.extend(VehicleChangesV3, { vehicleId: Id, version: z.optional(Version) })
