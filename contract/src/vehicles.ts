// Vehicles, one or many: creation, edits, status, history, reconciliation with the registries, bulk changes and their
// undo, and the deletion of the whole fleet (spec core §3–§5, §7; bulk §2–§5, §7).
import { z } from 'zod/mini'
import { ANSWER_CHANGES } from './answer-changes.ts'
import { ACTIVE } from './assets.ts'
import { calls, get, post, put } from './call.ts'
import { chosen, FleetQuery } from './catalogue/filter.ts'
import { exactlyOneOf, Id, IdText, Instant, Status, text, Version } from './common.ts'
import { INFO_TEXTS, VEHICLE_FIELDS, type VehicleFieldName, type VehicleFieldRow } from './vehicles/fields.ts'

const maxOf = (field: string): number => {
  const found = VEHICLE_FIELDS.find((row) => row.field === field)
  return found && 'max' in found ? found.max : 0
}
/** A blank text clears the field. */
const editableText = (field: string) => z.optional(z.nullable(text(maxOf(field))))
const infoTexts = Object.fromEntries(INFO_TEXTS.map((field) => [field, editableText(field)])) as Record<
  (typeof INFO_TEXTS)[number],
  ReturnType<typeof editableText>
>
/** Numbers and dates, as such or as typed text; the field's rule refuses other texts and names the field. */
const typed = z.optional(z.nullable(z.union([z.number(), text(40)])))
const typedDay = z.optional(z.nullable(text(40)))

/**
 * The fields of the vehicle class as the console sends them. Their rules, with the specification's texts:
 * vehicles/rules.ts.
 */
const shared = {
  rfc: z.optional(
    z.strictObject({
      rfcName: editableText('rfcName'),
      taxIdentifier: editableText('taxIdentifier'),
      /**
       * The type of the holder's document: NIT, CC, CE, PA or PPT in Colombia, RFC in Mexico. Blank: a number without a
       * type.
       */
      taxIdentifierType: z.optional(z.nullable(text(10))),
    }),
  ),
  lessor: z.optional(z.strictObject({ lessorName: editableText('lessorName') })),
  brand: z.optional(z.strictObject({ brandName: editableText('brandName') })),
  model: z.optional(z.strictObject({ modelName: editableText('modelName'), year: typed })),
  vehicleInfo: z.optional(
    z.strictObject({ ...infoTexts, doors: typed, plateDate: typedDay, registrationDate: typedDay }),
  ),
  tags: z.optional(
    z.array(z.strictObject({ tagId: Id })).check(z.maxLength(30, 'Un vehículo lleva 30 etiquetas como máximo.')),
  ),
}
const identity = {
  plate: z.optional(text(100)),
  vin: z.optional(text(100)),
  customId: z.optional(z.nullable(text(100))),
  stateId: z.optional(z.int()),
}

export const NewVehicleClass = z.strictObject({
  vehicleAsset: z.strictObject({ ...identity, acquisitionReasonId: z.optional(z.nullable(z.int())) }),
  ...shared,
  /** With acquisition reason 2: the replaced vehicle and its new status (3, 8 or 9). */
  assetHistoric: z.optional(
    z.strictObject({ replacing: z.optional(z.nullable(Id)), assetStatusId: z.optional(z.nullable(z.int())) }),
  ),
})
export type NewVehicleClass = z.infer<typeof NewVehicleClass>

/**
 * Only given fields that differ are changed. `version` is the row's version when it was read; without it the last write
 * wins.
 */
export const EditedVehicleClass = z.strictObject({
  vehicleAsset: z.strictObject({
    vehicleAssetId: Id,
    version: z.optional(Version),
    ...identity,
    assetStatusId: z.optional(Status),
  }),
  ...shared,
})
export type EditedVehicleClass = z.infer<typeof EditedVehicleClass>

/** One entry of the history, of the vehicle or of another one of its replacement chain. */
export const HistoryEntry = z.object({
  historyId: Id,
  dateTime: Instant,
  vehicleAssetId: Id,
  plate: z.string(),
  vin: z.string(),
  customId: z.nullable(z.string()),
  assetStatusId: z.int(),
  assetStatus: z.string(),
  /** The vehicle that replaced it, or that it replaced. */
  replacedBy: z.nullable(z.object({ vehicleAssetId: Id, plate: z.string() })),
  replacing: z.nullable(z.object({ vehicleAssetId: Id, plate: z.string() })),
  /** The former values, if this entry is a change of plate or VIN. */
  formerPlate: z.nullable(z.string()),
  formerVin: z.nullable(z.string()),
  who: z.string(),
  historicGroupUUID: z.nullable(z.string()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const LINKED: readonly number[] = [0, 1, 3, 4, 7, 8, 9]
/**
 * The other vehicle that an entry of the history links to (spec core §4), unless it is the current one: only entries
 * with a relation, or of an active vehicle, have a link.
 */
export const linkOf = (entry: HistoryEntry, current: number): { vehicleAssetId: number; plate: string } | undefined => {
  if (!LINKED.includes(entry.assetStatusId)) return undefined
  const related = entry.replacedBy || entry.replacing || entry.assetStatusId === ACTIVE
  const own = related ? { vehicleAssetId: entry.vehicleAssetId, plate: entry.plate } : undefined
  return (
    [entry.replacedBy, entry.replacing, own].find((other) => other && other.vehicleAssetId !== current) ?? undefined
  )
}

/** The fields that a registry may have, in the order of the dialog. */
export const REGISTRY_FIELDS = [
  'plate',
  'vin',
  'brandName',
  'modelName',
  'year',
  'version',
  'class',
  'type',
  'doors',
  'country',
  'variation',
  'cilinders',
  'axes',
  'engineNumber',
  'plateEntity',
  'assemblyPlace',
  'observations',
  'plateDate',
  'registrationDate',
  'registrationInstitution',
  'registrationSheet',
  'supplementaryData',
] as const
export type RegistryField = (typeof REGISTRY_FIELDS)[number]
const values = Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, z.nullable(z.string())])) as Record<
  RegistryField,
  z.ZodMiniNullable<z.ZodMiniString>
>
const RegistryValues = z.object({
  ...values,
  /** The source and the time of its answer; null for the current data. */
  source: z.nullable(z.object({ resourceName: z.string(), portal: z.string(), dateTime: Instant })),
})
export const RegistryMatch = z.object({
  vehicleAssetId: Id,
  version: z.int(),
  replaced: z.boolean(),
  current: RegistryValues,
  /** The answers by VIN and by plate; null if no source has answered, which is not the same as no difference. */
  vin: z.nullable(RegistryValues),
  plate: z.nullable(RegistryValues),
  /** Fields in which one of them differs from the current data, also if that is blank. */
  differing: z.array(z.enum(REGISTRY_FIELDS)),
})
export type RegistryMatch = z.infer<typeof RegistryMatch>

/** The vehicles of a bulk change: `ids`, or all of a `query` except those in `except`. */
export const Selection = z
  .strictObject({
    ...chosen,
    query: z.optional(FleetQuery),
  })
  .check(...exactlyOneOf(['ids', 'query'], { error: 'Elija vehículos o un filtro, no ambos', path: ['ids'] }))
export type Selection = z.infer<typeof Selection>
export const BULK_AT_MOST = 10_000

/** The fields that can be changed for many vehicles at once. */
export type BulkField = Exclude<VehicleFieldName, Extract<VehicleFieldRow, { individual: true }>['field']>
export const BULK_FIELDS = VEHICLE_FIELDS.flatMap((row) =>
  'individual' in row ? [] : [row.field],
) as readonly BulkField[]

const tagIds = z.optional(z.array(Id).check(z.maxLength(30, '30 etiquetas como máximo')))
/** One kind of change at a time: the status, tags, a field with its value (null clears it), or the state. */
export const BulkChange = z
  .strictObject({
    status: z.optional(z.int()),
    tags: z.optional(z.strictObject({ add: tagIds, remove: tagIds })),
    field: z.optional(z.enum(BULK_FIELDS, 'Este campo no se cambia a varios vehículos a la vez.')),
    value: z.optional(z.nullable(z.union([z.number(), text(1000)]))),
    stateId: z.optional(z.int()),
  })
  .check(
    ...exactlyOneOf(['status', 'tags', 'field', 'stateId'], {
      error: 'Elija un solo cambio: estatus, etiquetas, un campo o el estado',
      path: ['field'],
    }),
    z.refine(({ field, value }) => (field === undefined) === (value === undefined), {
      error: 'Falta el valor del campo',
      path: ['value'],
    }),
    z.meta({ dependentRequired: { field: ['value'], value: ['field'] } }),
  )
export type BulkChange = z.infer<typeof BulkChange>

const BulkRow = z.object({
  vehicleAssetId: Id,
  plate: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export const BulkPreview = z.object({
  /** The number of selected vehicles; of these, those that would change, have the value already, and cannot change. */
  selected: z.int(),
  changing: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ reason: z.string(), count: z.int(), plates: z.array(z.string()) })),
  /** The first twenty vehicles that would change. */
  rows: z.array(BulkRow),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const BulkDone = z.object({
  /** The id to undo it; null if nothing changed. */
  bulkId: z.nullable(z.string()),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})
export type BulkDone = z.infer<typeof BulkDone>

/** Days in which a bulk change can be undone. */
export const UNDO_DAYS = 7

/** The calls whose replies a change of the fleet invalidates. */
export const FLEET = [
  ...ANSWER_CHANGES,
  'catalogue.basicStats',
  'catalogue.bestMatch',
  'catalogue.suggestions',
  'vehicles.history',
  'vehicles.bulkPreview',
  'vehicles.bulkChanges',
  'activity.list',
] as const

export const vehicles = calls('vehicles', {
  create: post('/api/v2/vehicle', {
    summary:
      'Da de alta un vehículo; con motivo Reemplazo, en lugar de otro. Acepta uno completo, como lo da la lista.',
    needs: 'vehicles_admin',
    body: z.strictObject({ vehicleClass: NewVehicleClass }),
    reply: z.object({ vehicleAssetId: Id, message: z.string() }),
    touches: FLEET,
    done: 'Vehículo agregado correctamente',
    fails: 'Error tratar de agregar nuevo vehículo, inténtelo más tarde',
  }),
  edit: put('/api/v2/vehicle', {
    summary:
      'Edita un vehículo: cambia solo lo que se envía. Con `version`, si nadie lo cambió desde que se leyó; sin ' +
      'ella gana quien escribe al último. Acepta un vehículo completo, como lo da la lista.',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['body.vehicleClass.vehicleAsset.vehicleAssetId'] },
    body: z.strictObject({ vehicleClass: EditedVehicleClass }),
    reply: z.object({ vehicleAssetId: Id, version: z.int(), message: z.string() }),
    touches: FLEET,
    done: 'Vehículo editado correctamente',
    fails: 'Error al editar vehículo',
  }),
  setStatus: put('/api/v2/vehicle/status', {
    summary: 'Da de baja un vehículo con su motivo (0, 3, 4, 7, 8 o 9), o lo da de alta (1).',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['body.VehicleAssetId'] },
    body: z.strictObject({
      VehicleAssetId: Id,
      VehicleStatusId: Status,
      /**
       * The expected current status; if it differs, the call changes nothing. An undo sends it, so that it does not
       * overwrite a later change of another user.
       */
      FromStatusId: z.optional(Status),
    }),
    reply: z.object({ vehicleAssetId: Id, version: z.int(), message: z.string() }),
    touches: FLEET,
    fails: 'Error al dar de baja vehículo',
  }),
  history: get('/api/v2/historic/vehicleAsset/:id', {
    summary: 'Historia del vehículo y de los que reemplazó o lo reemplazaron, de lo más reciente a lo más antiguo.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params: z.object({ id: IdText }),
    reply: z.object({ vehicleAssetList: z.array(HistoryEntry) }),
    fails: 'Error al recibir el historico de activos',
  }),
  registryMatch: get('/api/v2/repuvematch/:vehicleAssetId', {
    summary: 'Los datos del vehículo junto a los que se encontraron por VIN y por placa.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    params: z.object({ vehicleAssetId: IdText }),
    reply: RegistryMatch,
    fails: 'Error al obtener los datos',
  }),
  differing: get('/api/v2/repuvematch', {
    summary: 'Vehículos activos cuyos datos contradicen los del registro, los de más diferencias primero.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.object({ page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Página no válida'))) }),
    reply: z.object({
      vehicles: z.array(
        z.object({
          vehicleAssetId: Id,
          plate: z.string(),
          vin: z.string(),
          stateName: z.string(),
          differing: z.array(z.enum(REGISTRY_FIELDS)),
          dateTime: Instant,
        }),
      ),
      totalCount: z.int(),
      /** Number of active vehicles, and of those with an answer of a registry: the others may also differ. */
      fleet: z.int(),
      compared: z.int(),
    }),
    fails: 'Error al obtener los datos',
  }),
  bulkPreview: post('/api/v2/vehicle/bulk/preview', {
    summary: 'Qué cambiaría en los vehículos elegidos, sin cambiar nada.',
    needs: 'vehicles_edit',
    reads: true,
    body: z.strictObject({ selection: Selection, change: BulkChange }),
    reply: BulkPreview,
    fails: 'Error al obtener los datos',
  }),
  bulk: post('/api/v2/vehicle/bulk', {
    summary: 'Cambia el estatus, las etiquetas o un campo de los vehículos elegidos, todos o ninguno.',
    needs: 'vehicles_edit',
    opens: true,
    body: z.strictObject({
      selection: Selection,
      change: BulkChange,
      /** The `changing` of the preview: if another number would change now, nothing is changed (409). */
      expected: z.int(),
    }),
    reply: BulkDone,
    touches: FLEET,
    fails: 'Error al editar vehículo',
  }),
  undoBulk: post('/api/v2/vehicle/bulk/:bulkId/undo', {
    summary: 'Deshace un cambio masivo de los últimos siete días, menos en los vehículos cambiados después.',
    needs: 'vehicles_edit',
    opens: true,
    params: z.object({ bulkId: z.uuid('Identificador no válido') }),
    reply: z.object({
      restored: z.int(),
      /** Vehicles that a user has changed since: they are not changed back. */
      kept: z.array(z.object({ vehicleAssetId: Id, plate: z.string() })),
      keptCount: z.int(),
      /** Answers that the change deleted do not return; a server of the release before does not say it. */
      asksAgain: z.optional(z.boolean()),
    }),
    touches: FLEET,
    fails: 'No se pudo deshacer el cambio',
  }),
  bulkChanges: get('/api/v2/vehicle/bulk', {
    summary: 'Cambios masivos de los últimos siete días que se pueden deshacer, los más recientes primero.',
    needs: 'vehicles_edit',
    reply: z.object({
      changes: z.array(
        z.object({
          bulkId: z.string(),
          dateTime: Instant,
          who: z.string(),
          description: z.string(),
          vehicles: z.int(),
          undone: z.boolean(),
        }),
      ),
    }),
    fails: 'Error al obtener los datos',
  }),
})
