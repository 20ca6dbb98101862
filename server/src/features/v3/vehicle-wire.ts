// Converts a vehicle's fields as programs send them to those that the rules of the form validate.
import { ACQUISITION_REASONS } from '@padron/contract/assets'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { type NewVehicleV3, type VehicleChangesV3, v3Name } from '@padron/contract/v3/vehicles'
import type { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import { WRITABLE_FIELDS, type WritableField } from '@padron/contract/vehicles/fields'
import { FORM_FIELDS, type FormField, REPLACEMENT } from '@padron/contract/vehicles/rules'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'
import { formFieldPath } from '../../fleet/vehicle-class.ts'
import { asProblem } from '../../http/problem.ts'

const [EXPANSION] = ACQUISITION_REASONS
const WRITABLE: ReadonlySet<string> = new Set(WRITABLE_FIELDS.map(({ field }) => field))
const NAMES: Readonly<Partial<Record<FormField, string>>> = { replacementReason: 'replacedStatusId' }
const nameOf = (field: FormField): string =>
  NAMES[field] ?? (WRITABLE.has(field) ? v3Name(field as WritableField) : field)

/** The sent field, by the path that the rules report. */
const SENT = new Map<string, string>([
  ...FORM_FIELDS.map((field) => [['vehicleClass', ...formFieldPath(field)].join('.'), nameOf(field)] as const),
  ['vehicleClass.vehicleAsset.assetStatusId', 'statusId'],
  ['vehicleClass.vehicleAsset.version', 'version'],
  ['vehicleClass.tags', 'tagIds'],
])

type Groups = Record<string, Record<string, unknown>>
type Sent = Readonly<Record<string, unknown>>

const groupsOf = (sent: Sent): Groups => {
  const groups: Groups = {}
  for (const field of FORM_FIELDS) {
    const value = sent[nameOf(field)]
    if (value === undefined) continue
    const [group, name] = formFieldPath(field)
    groups[group] = { ...groups[group], [name]: value }
  }
  return groups
}
const tagsOf = ({ tagIds }: { tagIds?: number[] | undefined }) =>
  tagIds === undefined ? {} : { tags: tagIds.map((tagId) => ({ tagId })) }

/** A vehicle that replaces none is an expansion of the fleet. */
export const newVehicleClass = (sent: NewVehicleV3): NewVehicleClass => {
  if ((sent.replacedStatusId ?? null) !== null && !sent.replacing)
    throw refuse(422, V3_TEXTS.onlyReplacing, 'replacedStatusId')
  const acquisitionReasonId = sent.replacing ? REPLACEMENT : EXPANSION.id
  return { vehicleAsset: {}, ...groupsOf({ ...sent, acquisitionReasonId }), ...tagsOf(sent) } as NewVehicleClass
}

export const editedVehicleClass = (
  vehicleAssetId: number,
  version: number | undefined,
  sent: VehicleChangesV3,
): EditedVehicleClass => {
  const { vehicleAsset, ...groups } = groupsOf(sent)
  const { statusId } = sent
  const own = { vehicleAssetId, version, ...(statusId === undefined ? {} : { assetStatusId: statusId }) }
  return { vehicleAsset: { ...vehicleAsset, ...own }, ...groups, ...tagsOf(sent) } as EditedVehicleClass
}

/** Refusals name the fields as they were sent; other errors stay as they are. */
export const inTheirNames = (error: unknown): unknown => {
  const problem = asProblem(error as Error)
  if (!problem?.errors) return error
  const errors = problem.errors.map(({ path, message }) => ({ path: SENT.get(path) ?? path, message }))
  return new HttpProblem(problem.status, problem.title, errors, problem.headers)
}
