// Activity: who changed what, when and from where, before and after. The database's triggers write it for every change,
// and nobody can alter it.
import { z } from 'zod/mini'
import { calls, post } from './call.ts'
import { Id, INSTANT_AT_MOST, Instant, text } from './common.ts'
import { ACTION_NAMES, SUBJECT_KINDS } from './texts/activity-labels.ts'

export const ACTIVITY_PAGE_SIZE = 50

export const ActivityRow = z.object({
  activityId: Id,
  at: Instant,
  /** `userId` is null for the operator and the product itself. */
  who: z.object({ userId: z.nullable(Id), name: z.string() }),
  origin: z.enum(['console', 'operator', 'system']),
  address: z.nullable(z.string()),
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.nullable(Id), name: z.string() }),
  action: z.enum(ACTION_NAMES),
  /** In words, by field; null where there was no value. A password is never included, only when it changed. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type ActivityRow = z.infer<typeof ActivityRow>

/** The database has no year 0 and no offset of 16 hours or more. */
const UNKNOWN_MOMENT = /^0000|[+-](?:1[6-9]|2\d):\d\d$/
const Moment = z.iso.datetime({ offset: true, error: 'Fecha no válida' }).check(
  z.maxLength(INSTANT_AT_MOST, 'Fecha no válida'),
  z.refine((text) => !UNKNOWN_MOMENT.test(text), 'Fecha no válida'),
)

/** `from` is included, `to` is not; `text` is a prefix of the subject's name (a plate, a user). */
export const ActivityFilter = z.strictObject({
  from: z.optional(Moment),
  to: z.optional(Moment),
  userId: z.optional(Id),
  origin: z.optional(z.enum(['console', 'operator', 'system'], 'Origen desconocido')),
  subjectKind: z.optional(z.enum(SUBJECT_KINDS, 'Tipo desconocido')),
  subjectId: z.optional(Id),
  action: z.optional(z.enum(ACTION_NAMES, 'Acción desconocida')),
  text: z.optional(text(100)),
})
export type ActivityFilter = z.infer<typeof ActivityFilter>

export const activity = calls('activity', {
  list: post('/api/v2/activity', {
    replica: true,
    summary: 'Cambios hechos en la empresa, del más reciente al más antiguo.',
    needs: 'users_admin',
    reads: true,
    body: z.strictObject({
      filter: z._default(ActivityFilter, {}),
      /** The last activityId of the previous page; the list continues below it. */
      before: z.optional(Id),
    }),
    reply: z.object({
      activities: z.array(ActivityRow),
      /** Exact for the whole filter; null after the first page, because later pages do not count again. */
      totalCount: z.nullable(z.int()),
      hasMore: z.boolean(),
    }),
    fails: 'Error al recibir la actividad',
  }),
  export: post('/api/v2/activity/export', {
    summary: 'Dirección, por quince minutos, de un CSV con todos los cambios del filtro.',
    needs: 'users_admin',
    body: z.strictObject({ filter: z._default(ActivityFilter, {}) }),
    reply: z.object({ fileUrl: z.string() }),
    touches: ['activity.list'],
    fails: 'Error al exportar la actividad',
  }),
})
