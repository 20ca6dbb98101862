// Saved views: a named query of the fleet with its columns and order, private or shared in the company, also used by
// reports, alerts and exports. And each user's layout of each screen's table.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { DateFilters, VehicleFilter } from './catalogue/filter.ts'
import { Sorting } from './catalogue.ts'
import { Done, Id, IdText, Instant, text, Version } from './common.ts'

export const VIEW_NAME_MAX = 60
export const VIEWS_AT_MOST = 200

const Key = z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'Columna no válida'))
/** Visible columns from left to right, with the width in pixels if the user changed it. */
export const Columns = z
  .array(
    z.strictObject({
      key: Key,
      width: z.optional(z.int().check(z.gte(48, 'Ancho no válido'), z.lte(800, 'Ancho no válido'))),
    }),
  )
  .check(z.minLength(1, 'Elija al menos una columna'), z.maxLength(80, 'Demasiadas columnas'))
export type Columns = z.infer<typeof Columns>

/** The definition: the filter, order and columns of the list call. */
export const ViewDefinition = z.strictObject({
  vehicleClass: VehicleFilter,
  dateFilters: z.optional(DateFilters),
  ...Sorting.shape,
  columns: z.nullable(Columns),
})
export type ViewDefinition = z.infer<typeof ViewDefinition>

const Name = text(VIEW_NAME_MAX).check(z.refine((name) => name.trim() !== '', 'Escriba un nombre para la vista'))
const Written = z.strictObject({ name: Name, shared: z.boolean(), definition: ViewDefinition })

export const SavedView = z.object({
  viewId: Id,
  name: z.string(),
  shared: z.boolean(),
  owner: z.object({ userId: Id, name: z.string() }),
  /**
   * Whether the session owns it. Only its owner can change it; the main account can also delete a shared one.
   */
  mine: z.boolean(),
  deletable: z.boolean(),
  definition: ViewDefinition,
  /** Only if what is stored cannot be read, as of another release: `definition` is then without a filter. */
  unreadable: z.optional(z.literal(true)),
  updatedDate: Instant,
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

const SCREENS_WITH_LAYOUT = ['catalogue', 'users'] as const
const screen = z.object({ screen: z.enum(SCREENS_WITH_LAYOUT) })

export const views = calls('views', {
  list: get('/api/v2/views', {
    summary:
      'Las vistas guardadas del usuario y, a quien ve todos los vehículos, las compartidas de la empresa; por nombre.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    reply: z.object({ views: z.array(SavedView) }),
    fails: 'Error al cargar las vistas',
  }),
  create: post('/api/v2/views', {
    summary: 'Guarda una vista.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    person: true,
    body: Written,
    reply: SavedView,
    touches: ['views.list', 'activity.list'],
    done: 'Vista guardada',
    fails: 'No se pudo guardar la vista',
  }),
  edit: put('/api/v2/views/:viewId', {
    summary: 'Cambia una vista propia: su nombre, quién la ve o lo que muestra.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    person: true,
    params: z.object({ viewId: IdText }),
    body: z.strictObject({ ...Written.shape, version: Version }),
    reply: SavedView,
    touches: ['views.list', 'activity.list'],
    done: 'Vista guardada',
    fails: 'No se pudo guardar la vista',
  }),
  remove: del('/api/v2/views/:viewId', {
    summary: 'Elimina una vista propia, o una compartida si lo pide la cuenta principal.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    person: true,
    params: z.object({ viewId: IdText }),
    reply: Done,
    touches: ['views.list', 'activity.list'],
    done: 'Vista eliminada',
    fails: 'No se pudo eliminar la vista',
  }),
  layout: get('/api/v2/layouts/:screen', {
    summary: 'Las columnas que el usuario eligió para una pantalla, su orden y su ancho.',
    needs: 'session',
    scope: 'own',
    params: screen,
    reply: z.object({ columns: z.nullable(Columns) }),
  }),
  saveLayout: put('/api/v2/layouts/:screen', {
    summary: 'Guarda las columnas de una pantalla; null vuelve a las de siempre.',
    needs: 'session',
    scope: 'own',
    params: screen,
    body: z.strictObject({ columns: z.nullable(Columns) }),
    reply: z.object({ columns: z.nullable(Columns) }),
    touches: ['views.layout'],
    fails: 'No se pudieron guardar las columnas',
  }),
})
