// Manual capture: answers that a person looks up because no automatic source exists, with their evidence file (status
// 13 leads here).
import { z } from 'zod/mini'
import { ANSWER_CHANGES } from './answer-changes.ts'
import { calls, del, get, post, put } from './call.ts'
import { CAPTURE_DAYS_AT_MOST, CaptureInterval } from './captures/validity.ts'
import { Freshness } from './catalogue/rows.ts'
import { Done, Id, IdText, INSTANT_AT_MOST, Instant, Page, Status, text } from './common.ts'
import { localText } from './texts/local-text.ts'

export const CAPTURES_PAGE = 25
export const CAPTURE_FILES_AT_MOST = 5
export const CAPTURE_FILE_BYTES = 10_000_000
/** Evidence files, recognised by content, not by name. */
export const CAPTURE_FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const CAPTURE_DEBTS_AT_MOST = 200
export const tooManyDebts = (): string => localText(`${CAPTURE_DEBTS_AT_MOST} adeudos como máximo`)

/**
 * Why a person must act. `asked`: the source needs a person, or a user assigned it; `never`: there is no automatic
 * source and no capture yet.
 */
export const WorkList = z.enum(['asked', 'never', 'old'])
export type WorkList = z.infer<typeof WorkList>
export const WORK_LISTS = {
  asked: 'Requieren intervención',
  never: 'Nunca capturados',
  old: 'Captura vencida',
} as const satisfies Record<WorkList, string>

export const CaptureTask = z.object({
  vehicleAssetId: Id,
  plate: z.string(),
  vin: z.string(),
  taxIdentifier: z.nullable(z.string()),
  stateName: z.string(),
  resourceId: z.int(),
  resourceName: z.string(),
  resourceTypeId: z.int(),
  portal: z.string(),
  portalUrl: z.nullable(z.string()),
  /** The data that the source needs, in words: `Placa`, `Últimos 5 del VIN`. */
  inputs: z.array(z.string()),
  status: Status.check(z.describe('Último estatus, vigente o no: lo dice freshness; con null nunca se ha consultado.')),
  /** As in the drawer: an expired clear answer that could not be renewed is not clear. */
  freshness: z.nullable(Freshness),
  /** Outcome of the newest attempt, in words; null: never queried. */
  lastAttempt: z.nullable(z.object({ text: z.string(), dateTime: Instant })),
  /** Why it is in the list. */
  reason: z.string(),
  since: z.nullable(Instant),
  /** The last good answer, automatic or captured. */
  lastGood: z.nullable(Instant),
  assignedTo: z.nullable(z.object({ userId: Id, username: z.string() })),
})
export type CaptureTask = z.infer<typeof CaptureTask>

/** The assignee of a vehicle: oneself, nobody, or a user's id. */
const AssignedTo = z.optional(z.string().check(z.regex(/^(mine|none|[1-9]\d{0,15})$/, 'Persona no válida')))

/** Filters of the lists and of their counts. */
export const CAPTURE_FILTERS = {
  stateId: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, 'Estado no válido')),
      z.transform((typed: string) => Number(typed)),
    ),
  ),
  resourceTypeId: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/, 'Tipo de recurso no válido')),
      z.transform((typed: string) => Number(typed)),
    ),
  ),
  /** Part of the plate or the VIN. */
  like: z.optional(text(30)),
  assignedTo: AssignedTo,
}

export const CAPTURE_ASSIGN_AT_MOST = 20_000
/** Maximum of vehicles that a person has open at the same time. */
export const CAPTURE_LEASES_AT_MOST = 10
export const CAPTURE_LEASE_MINUTES = 10
const SEEN_AT_MOST = 1_000

/** The user who has a vehicle's captures open. */
export const CaptureHolder = z.object({ userId: Id, username: z.string(), since: Instant })
export type CaptureHolder = z.infer<typeof CaptureHolder>

/** The filters as fields of a body. */
const BODY_FILTERS = {
  list: z._default(WorkList, 'asked'),
  stateId: z.optional(z.int().check(z.gte(1), z.lte(99_999))),
  resourceTypeId: z.optional(z.int().check(z.gte(0), z.lte(99))),
  like: z.optional(text(30)),
  assignedTo: AssignedTo,
}

const Amount = z
  .number()
  .check(z.gte(0, 'El importe no puede ser negativo'), z.lte(999_999_999.99, 'El importe es demasiado grande'))
const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Escriba una fecha válida'))

/** A debt as read from a source's screen. A missing amount is null: unknown, not zero. */
export const CapturedDebt = z.strictObject({
  folio: text(60),
  description: text(300),
  dateTime: z.nullable(Day),
  subTotal: z.nullable(Amount),
  discount: z.nullable(Amount),
  surcharge: z.nullable(Amount),
  total: z.nullable(Amount),
})
export type CapturedDebt = z.infer<typeof CapturedDebt>

/** One type of a statement: its debts, or that the portal says there are none. */
const StatementAnswer = z.strictObject({
  resourceId: Id,
  statusId: Status,
  debts: z._default(z.array(CapturedDebt).check(z.maxLength(CAPTURE_DEBTS_AT_MOST, { error: tooManyDebts })), []),
  /** The statement's payment line pays these debts too. */
  inPaymentLine: z._default(z.boolean(), true),
})

const SeenAt = z.iso
  .datetime({ offset: true, error: 'Escriba la fecha y hora de la consulta' })
  .check(z.maxLength(INSTANT_AT_MOST, 'Escriba la fecha y hora de la consulta'))
const FileIds = z
  .array(z.uuid('Identificador no válido'))
  .check(
    z.minLength(1, 'Agregue el archivo que prueba la captura'),
    z.maxLength(CAPTURE_FILES_AT_MOST, `${CAPTURE_FILES_AT_MOST} archivos como máximo`),
  )
const CheckParams = z.object({
  vehicleAssetId: z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Identificador no válido')),
  resourceId: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Identificador no válido')),
})

const DAYS_TEXT = `Escriba un número de días de 1 a ${CAPTURE_DAYS_AT_MOST}`
const Days = z.int(DAYS_TEXT).check(z.gte(1, DAYS_TEXT), z.lte(CAPTURE_DAYS_AT_MOST, DAYS_TEXT))

const TypeId = z.int().check(z.gte(0, 'Tipo de recurso no válido'), z.lte(99, 'Tipo de recurso no válido'))

/** The calls whose replies a capture makes outdated. */
export const CAPTURE_CHANGES = [
  'captures.list',
  'captures.summary',
  'captures.task',
  'captures.statementTask',
  'captures.validity',
  'captures.progress',
  ...ANSWER_CHANGES,
] as const

/** The data of a portal's answer that a person enters, whatever the evidence. */
export const STATEMENT_FIELDS = {
  answers: z
    .array(StatementAnswer)
    .check(z.minLength(1, 'Diga qué respondió el portal de al menos un tipo'), z.maxLength(10, '10 tipos como máximo')),
  seenAt: SeenAt,
  paymentLine: z._default(z.nullable(text(60)), null),
  paymentLineDueDate: z._default(z.nullable(Day), null),
  /** The portal's own total, compared with the sum; null: the portal shows none. */
  portalTotal: z._default(z.nullable(Amount), null),
  /** The user confirms the portal's total although its debts add up to another. */
  acceptsTotal: z._default(z.boolean(), false),
  note: z._default(text(500), ''),
}

export const captures = calls('captures', {
  list: get('/api/v2/captures', {
    summary: 'Lo que una persona debe capturar: lo que más espera primero; con filtros y total exacto.',
    needs: 'processing_read',
    query: z.strictObject({
      list: z._default(WorkList, 'asked'),
      page: Page,
      ...CAPTURE_FILTERS,
    }),
    reply: z.object({ captures: z.array(CaptureTask), totalCount: z.int() }),
    fails: 'Error al obtener los datos',
  }),
  summary: get('/api/v2/captures/summary', {
    summary: 'Cuántas consultas esperan a una persona, por lista; con los mismos filtros.',
    needs: 'processing_read',
    query: z.strictObject(CAPTURE_FILTERS),
    reply: z.object({ asked: z.int(), never: z.int(), old: z.int() }),
    fails: 'Error al obtener los datos',
  }),
  validity: get('/api/v2/captures/validity', {
    summary:
      'Cuántos días vale lo capturado, por tipo, y cuánto trabajo es: lo que vence en siete días y lo que tarda.',
    needs: 'processing_read',
    reply: z.object({
      intervals: z.array(CaptureInterval),
      /** Captures that expire within seven days; an expired one is on the list. */
      expiring: z.int(),
      /** Half of the company’s captures of the last 90 days took at most this; null: too few captures. */
      secondsEach: z.nullable(z.int()),
    }),
    fails: 'Error al obtener los datos',
  }),
  /** Existing captures get the new validity too. */
  setValidity: put('/api/v2/captures/validity', {
    summary: 'Cambia cuántos días vale lo capturado de cada tipo; vale también para lo ya capturado.',
    needs: 'processing_admin',
    body: z.strictObject({
      intervals: z
        .array(z.strictObject({ resourceTypeId: TypeId, days: Days, seasonDays: Days }))
        .check(z.minLength(1, 'Falta algún tipo'), z.maxLength(20, 'Hay tipos de más')),
    }),
    reply: Done,
    touches: CAPTURE_CHANGES,
    done: 'Vigencia de las capturas guardada',
    fails: 'No se pudo guardar la vigencia de las capturas',
  }),
  /** One resource of a vehicle, as in the work list, opened from the drawer. */
  task: get('/api/v2/captures/:vehicleAssetId/:resourceId', {
    summary: 'Una consulta para capturarla, esté o no en la lista.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleAssetId'] },
    params: CheckParams,
    reply: CaptureTask,
    fails: 'Error al obtener los datos',
  }),
  /** The resources of the vehicle that one portal answers together, whether or not they wait for a person. */
  statementTask: get('/api/v2/captures/statement/:vehicleAssetId/:resourceId', {
    summary: 'Lo que un portal responde de un vehículo, para capturarlo junto: los recursos del portal de ese recurso.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleAssetId'] },
    params: CheckParams,
    reply: z.object({ tasks: z.array(CaptureTask) }),
    fails: 'Error al obtener los datos',
  }),
  progress: get('/api/v2/captures/progress', {
    summary: 'Quién captura: los vehículos que tiene asignados, lo que le falta y lo que capturó hoy.',
    needs: 'processing_read',
    reply: z.object({
      people: z.array(
        z.object({
          userId: Id,
          username: z.string(),
          vehicles: z.int(),
          /** Number of the lists' checks on vehicles assigned to them. */
          left: z.int(),
          doneToday: z.int(),
          /** The account may capture: other users may have assignments without the permission. */
          mayCapture: z.boolean(),
        }),
      ),
    }),
    fails: 'Error al obtener los datos',
  }),
  assign: put('/api/v2/captures/assign', {
    summary: 'Asigna a una persona las capturas de los vehículos elegidos o de los filtros; sin persona, las libera.',
    needs: 'processing_admin',
    body: z.strictObject({
      userId: z.nullable(Id),
      /** Only these vehicles; default: all that the filters list. */
      vehicleAssetIds: z.optional(
        z.array(Id).check(z.minLength(1, 'Elija algún vehículo'), z.maxLength(500, '500 vehículos como máximo')),
      ),
      ...BODY_FILTERS,
    }),
    reply: z.object({ message: z.string(), vehicles: z.int() }),
    touches: ['captures.list', 'captures.summary', 'captures.task', 'captures.statementTask', 'captures.progress'],
    fails: 'No se pudieron asignar las capturas',
  }),
  /** Two concurrent requests never get the same vehicle. */
  next: post('/api/v2/captures/next', {
    summary: 'El siguiente vehículo de la lista que nadie más captura, reservado para quien pregunta.',
    needs: 'processing_admin',
    body: z.strictObject({
      ...BODY_FILTERS,
      /** For a statement: only vehicles that the portal of this resource answers. */
      portalOf: z.optional(Id),
      /** The check that was captured or skipped just now: among those never captured, the list continues after it. */
      after: z.optional(z.strictObject({ vehicleAssetId: Id, resourceId: Id })),
      /** The checks captured or skipped in this round; without a resource, the whole vehicle. */
      seen: z._default(
        z.array(z.strictObject({ vehicleAssetId: Id, resourceId: z.optional(Id) })).check(z.maxLength(SEEN_AT_MOST)),
        [],
      ),
    }),
    reply: z.object({ next: z.nullable(z.object({ vehicleAssetId: Id, resourceId: Id })) }),
    fails: 'Error al obtener los datos',
  }),
  lease: put('/api/v2/captures/lease/:vehicleAssetId', {
    summary:
      'Reserva un vehículo unos minutos para quien lo captura; si otra persona lo tiene, dice quién y desde cuándo.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleAssetId'] },
    params: z.object({ vehicleAssetId: IdText }),
    body: z.strictObject({
      /** Only the administrator may take it from another user. */
      takeOver: z._default(z.boolean(), false),
    }),
    reply: z.object({ holder: z.nullable(CaptureHolder) }),
    fails: 'No se pudo reservar el vehículo',
  }),
  release: del('/api/v2/captures/lease/:vehicleAssetId', {
    summary: 'Deja libre un vehículo que se había reservado.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleAssetId'] },
    params: z.object({ vehicleAssetId: IdText }),
    reply: Done,
    done: 'Vehículo liberado',
    fails: 'No se pudo liberar el vehículo',
  }),
  upload: post('/api/v2/captures/files', {
    summary: 'Sube el archivo que prueba una captura: PDF, PNG o JPEG de hasta 10 MB; el cuerpo es el archivo.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['query.vehicleAssetId'] },
    query: z.strictObject({
      vehicleAssetId: z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Identificador no válido')),
      /** Absent: the file is the evidence of a statement, for several resources. */
      resourceId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Identificador no válido'))),
      fileName: text(200),
    }),
    file: { types: CAPTURE_FILE_TYPES, bytes: CAPTURE_FILE_BYTES },
    opens: true,
    reply: z.object({
      fileId: z.string(),
      fileName: z.string(),
      size: z.int(),
      mediaType: z.string(),
      /** Why the text of a PDF could not be read: it is accepted as evidence, but not compared. */
      note: z.nullable(z.string()),
    }),
    fails: 'Error al subir el archivo',
  }),
  create: post('/api/v2/captures', {
    summary: 'Guarda lo que una persona vio en la fuente, con sus archivos; queda quién y cuándo.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['body.vehicleAssetId'] },
    body: z.strictObject({
      vehicleAssetId: Id,
      resourceId: Id,
      statusId: Status,
      /** When the person consulted the source; not in the future, at most 30 days ago. */
      seenAt: SeenAt,
      debts: z._default(z.array(CapturedDebt).check(z.maxLength(CAPTURE_DEBTS_AT_MOST, { error: tooManyDebts })), []),
      paymentLine: z._default(z.nullable(text(60)), null),
      paymentLineDueDate: z._default(z.nullable(Day), null),
      /** The form's facts by label. */
      facts: z._default(z.record(text(60), text(200)), {}),
      note: z._default(text(500), ''),
      fileIds: FileIds,
    }),
    reply: Done,
    touches: CAPTURE_CHANGES,
    done: 'Captura guardada correctamente',
    fails: 'Error al guardar la captura',
  }),
  statement: post('/api/v2/captures/statement', {
    summary: 'Guarda lo que un portal dijo de un vehículo, todos los tipos o ninguno, con los mismos archivos.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['body.vehicleAssetId'] },
    body: z.strictObject({
      vehicleAssetId: Id,
      ...STATEMENT_FIELDS,
      fileIds: FileIds,
    }),
    reply: Done,
    touches: CAPTURE_CHANGES,
    done: 'Estado de cuenta guardado correctamente',
    fails: 'Error al guardar el estado de cuenta',
  }),
})
