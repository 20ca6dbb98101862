// Tasks, derived from dates, debts, captures, documents and differences, and their assignees.
import { z } from 'zod/mini'
import { calls, get, put } from './call.ts'
import { Day, Id, IdText, Instant, listText, text } from './common.ts'
import { PENDING_KINDS, PendingKind } from './rules/pending-kinds.ts'
import { REGISTRY_FIELDS } from './vehicles.ts'

const PENDING_PAGE = 50
const PENDING_PAGE_AT_MOST = 200
/** Dates after this many days are not tasks yet, unless the query has days. */
export const PENDING_DAYS = 60
export const ASSIGN_AT_MOST = 500
/** Maximum of a company's open assignments. */
export const ASSIGNMENTS_AT_MOST = 20_000
export const NOTE_AT_MOST = 300
/** Retention of the record of assignments and completed tasks. */
export const DONE_DAYS = 365

const KINDS = PENDING_KINDS.map(({ kind }) => kind)
const DayText = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Escriba una fecha válida'))
/** Identifies a task among those of its kind and vehicle; that of a payment line is the longest. */
const Ref = text(140).check(z.minLength(1, 'Identificador no válido'))

const Assignment = z.object({
  userId: Id,
  username: z.string(),
  dueOn: z.nullable(Day),
  note: z.string(),
  /** Null: the vehicle's captures are assigned to them, in «Captura manual». */
  assignedBy: z.nullable(z.string()),
  assignedAt: Instant,
})

export const PendingItem = z.object({
  kind: PendingKind,
  vehicleAssetId: Id,
  /** Together with kind and vehicle, its key; it stays the same while its cause exists. */
  ref: z.string(),
  plate: z.string(),
  vin: z.string(),
  customId: z.nullable(z.string()),
  stateName: z.string(),
  /** `Póliza de seguro`, `Multas Nuevo León`. */
  title: z.string(),
  detail: z.nullable(z.string()),
  /** When it is due; for fines, when their next discount ends. Null: no date. */
  dueOn: z.nullable(Day),
  /** Null: unknown, or the kind has none. */
  amount: z.nullable(z.number()),
  /** Debts in it without an amount from the source: the true amount is higher. */
  withoutAmount: z.int(),
  /** Number of debts; null: the task is not about debts. */
  debts: z.nullable(z.int()),
  /** What the discount that ends on `dueOn` saves; null: unknown or no discount. */
  saving: z.nullable(z.number()),
  /** The fields in which the registry differs. */
  differing: z.array(z.enum(REGISTRY_FIELDS)),
  resourceId: z.nullable(z.int()),
  resourceTypeId: z.nullable(z.int()),
  documentId: z.nullable(z.int()),
  assignment: z.nullable(Assignment),
})
export type PendingItem = z.infer<typeof PendingItem>

const FILTERS = {
  /** Any of these kinds. */
  kinds: z.optional(listText(KINDS, 'Tipo de pendiente no válido')),
  /** The assignee: oneself, nobody, or a user's id. */
  whose: z.optional(z.string().check(z.regex(/^(mine|none|[1-9]\d{0,15})$/, 'Persona no válida'))),
  from: z.optional(DayText),
  to: z.optional(DayText),
  stateId: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, 'Estado no válido')),
      z.transform((typed: string) => Number(typed)),
    ),
  ),
  tagId: z.optional(IdText),
  /** Part of the holder's name or tax id. */
  holder: z.optional(text(100)),
  /** Part of the plate or the VIN. */
  like: z.optional(text(30)),
}

/** One task and its new assignee; without a user, it is unassigned. */
export const AssignmentOf = z.strictObject({
  kind: PendingKind,
  vehicleAssetId: Id,
  ref: Ref,
  userId: z.nullable(Id),
  dueOn: z._default(z.nullable(DayText), null),
  note: z._default(text(NOTE_AT_MOST), ''),
})
export type AssignmentOf = z.infer<typeof AssignmentOf>

const TOO_MANY = `${ASSIGN_AT_MOST} pendientes como máximo a la vez`

export const pending = calls('pending', {
  list: get('/api/v2/pending', {
    summary:
      'Lo que hay que hacer, lo que vence antes primero y lo que no tiene día al final; next continúa donde termina ' +
      'la página.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({
      ...FILTERS,
      after: z.optional(text(400)),
      limit: z._default(
        z.pipe(
          z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, `De 1 a ${PENDING_PAGE_AT_MOST} pendientes por página`)),
          z.transform((typed: string) => Number(typed)),
        ),
        PENDING_PAGE,
      ),
    }),
    reply: z.object({
      /** In the company's time zone. */
      today: Day,
      items: z.array(PendingItem),
      /** The value of `after` for the next page; null on the last. */
      next: z.nullable(z.string()),
    }),
    fails: 'Error al obtener los pendientes',
  }),
  summary: get('/api/v2/pending/summary', {
    summary:
      'Cuántos pendientes hay, por tipo, cuántos ya vencieron y cuánto suman; con los mismos filtros. Y de cuántos ' +
      'vehículos falta información.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject(FILTERS),
    reply: z.object({
      total: z.int(),
      overdue: z.int(),
      byKind: z.array(z.object({ kind: PendingKind, count: z.int() })),
      worth: z.object({
        /** The amount of debts. Payment lines pay the same debts, so they count only if no debts are listed. */
        amount: z.nullable(z.number()),
        /** Items with an amount. */
        items: z.int(),
        /** Debts without an amount from the source. */
        withoutAmount: z.int(),
      }),
      /** Vehicles with obligations, and those of them for which every source of debts and dates has a valid answer. */
      basis: z.object({ known: z.int(), total: z.int() }),
      /** Checks without an automatic source and without a capture: they are in «Captura manual». */
      neverCaptured: z.int(),
    }),
    fails: 'Error al obtener los pendientes',
  }),
  mine: get('/api/v2/pending/mine', {
    summary: 'Cuántos pendientes tiene asignados quien pregunta, y cuántos para hoy o antes.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    reply: z.object({ total: z.int(), due: z.int() }),
    every: 60,
    fails: 'Error al obtener los pendientes',
  }),
  people: get('/api/v2/pending/people', {
    summary: 'A quién se puede asignar un pendiente: los usuarios activos que pueden ver vehículos.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    names: {},
    reply: z.object({ people: z.array(z.object({ userId: Id, username: z.string(), fullName: z.string() })) }),
    fails: 'Error al obtener los datos',
  }),
  assign: put('/api/v2/pending/assignments', {
    summary: 'Asigna pendientes a una persona, con el día para el que se le piden y una nota, o los deja sin asignar.',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['body.assignments.*.vehicleAssetId'] },
    body: z.strictObject({
      assignments: z
        .array(AssignmentOf)
        .check(z.minLength(1, 'Elija algún pendiente'), z.maxLength(ASSIGN_AT_MOST, TOO_MANY)),
    }),
    reply: z.object({
      message: z.string(),
      changed: z.int(),
      /** Tasks that no longer exist, so that their assignment was not changed. */
      gone: z.int(),
      /** The previous assignments: sent unchanged, they undo the change. */
      before: z.array(AssignmentOf),
    }),
    touches: ['pending.list', 'pending.summary', 'pending.mine', 'activity.list'],
    fails: 'No se pudieron asignar los pendientes',
  }),
})
