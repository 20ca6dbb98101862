// Accepts a vehicle in the shape of the list in calls that add, edit or filter. Fields that the list has and the call
// does not are removed before validation; fields that the list does not have are refused as everywhere.
import { VehicleFilter } from '@padron/contract/catalogue/filter'
import { RowTag, VehicleRow } from '@padron/contract/catalogue/rows'
import { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors/http-problem.ts'

type Group = Record<string, unknown>
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)

type Schema = { shape?: Readonly<Record<string, Schema>>; def?: { innerType?: Schema } }
/** Names of an object's fields, optional or not. */
const namesIn = ({ shape, def }: Schema): readonly string[] =>
  shape ? Object.keys(shape) : def?.innerType ? namesIn(def.innerType) : []

/** Keeps the fields that the call accepts, and unknown fields, which validation refuses. */
const ownFields = (given: Group, listed: readonly string[], accepted: readonly string[]): Group =>
  Object.fromEntries(Object.entries(given).filter(([name]) => accepted.includes(name) || !listed.includes(name)))

const LISTED = Object.entries(VehicleRow.shape).map(([group, fields]) => [group, namesIn(fields as Schema)] as const)

const withoutReadOnly = (sent: Group, { shape }: { shape: Readonly<Record<string, unknown>> }): Group => {
  const own = { ...sent }
  for (const [group, listed] of LISTED) {
    const given = sent[group]
    if (!isGroup(given)) continue
    const ownValues = ownFields(given, listed, namesIn((shape[group] ?? {}) as Schema))
    if (group in shape || Object.keys(ownValues).length > 0) own[group] = ownValues
    else delete own[group]
  }
  const { tags } = sent
  if (Array.isArray(tags))
    own.tags = tags.map((tag) => (isGroup(tag) ? ownFields(tag, namesIn(RowTag as Schema), ['tagId']) : tag))
  return own
}

const withoutNulls = (sent: Group): Group => {
  const own = { ...sent }
  for (const [group] of LISTED) {
    const given = sent[group]
    if (isGroup(given)) own[group] = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  }
  return own
}

type Twice = readonly [field: 'stateId' | 'assetStatusId', group: 'state' | 'assetHistoric']
const STATE: Twice = ['stateId', 'state']
const STATUS: Twice = ['assetStatusId', 'assetHistoric']

/**
 * Some fields are both in `vehicleAsset` and in a group of their own; only one of them is read.
 * @throws HttpProblem 400 if both are sent with different values
 */
const inOnePlace = (sent: Group, [field, group]: Twice, readIn: 'vehicleAsset' | 'group'): Group => {
  const { vehicleAsset, [group]: other } = sent
  const [here, there] = [vehicleAsset, other].map((each) => (isGroup(each) ? each[field] : undefined))
  const value = here ?? there
  if (value === undefined || (vehicleAsset !== undefined && !isGroup(vehicleAsset))) return sent
  if (here !== undefined && there !== undefined && JSON.stringify(here) !== JSON.stringify(there))
    throw refuse(400, `Contradice a vehicleAsset.${field}.`, `vehicleClass.${group}.${field}`)
  const { [field]: _, ...asset } = vehicleAsset ?? {}
  if (readIn === 'vehicleAsset') return { ...sent, vehicleAsset: { ...asset, [field]: value } }
  return { ...sent, vehicleAsset: asset, [group]: { ...(isGroup(other) && other), [field]: value } }
}

const toAdd = (sent: Group): Group => withoutReadOnly(inOnePlace(sent, STATE, 'vehicleAsset'), NewVehicleClass)

const toEdit = (sent: Group): Group =>
  withoutReadOnly(inOnePlace(inOnePlace(sent, STATE, 'vehicleAsset'), STATUS, 'vehicleAsset'), EditedVehicleClass)

/** Removes nothing if there is no vehicle id: silently dropping a filter would match other vehicles. */
const toFilter = (sent: Group): Group => {
  const filter = inOnePlace(inOnePlace(sent, STATE, 'group'), STATUS, 'group')
  const isListed = isGroup(filter.vehicleAsset) && typeof filter.vehicleAsset.vehicleAssetId === 'number'
  return isListed ? withoutNulls(withoutReadOnly(filter, VehicleFilter)) : filter
}

const CALLS: Readonly<Record<string, (sent: Group) => Group>> = {
  'vehicles.create': toAdd,
  'vehicles.edit': toEdit,
  'catalogue.list': toFilter,
  'catalogue.coverage': toFilter,
  'exports.vehiclesReport': toFilter,
  'exports.pdfReport': toFilter,
  'exports.download': toFilter,
  'exports.selection': toFilter,
  'imports.generateEditionTemplate': toFilter,
  'imports.generateReplacementTemplate': toFilter,
}

/** A hook before the validation of every call. */
export const acceptListedVehicle = async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
  const accept = CALLS[request.routeOptions.config.call?.name ?? '']
  const { body } = request
  if (accept && isGroup(body) && isGroup(body.vehicleClass))
    request.body = { ...body, vehicleClass: accept(body.vehicleClass) }
}
