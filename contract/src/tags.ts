// Tags and their categories (spec core §2–§3, §5, §7; bulk §2, §7).
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, IdListText, NOTICES, text } from './common.ts'
import { normalize } from './normalize.ts'

export const TAG_COLORS = [
  'magenta',
  'red',
  'volcano',
  'orange',
  'gold',
  'lime',
  'green',
  'cyan',
  'blue',
  'geekblue',
  'purple',
] as const

/** @public */
export const Tag = z.object({
  tagId: Id,
  tagName: z.string(),
  tagCategoryId: Id,
  tagCategoryName: z.string(),
  tagColor: z.string(),
})

export const TAG_NAME_AT_MOST = 50
export const CATEGORIES_AT_MOST = 100
export const TAGS_AT_MOST = 2_000
/** Hours in which a deletion can be undone. */
export const TAG_UNDO_HOURS = 24
/** Excluded from the filter by category (spec core §2). */
export const UNFILTERED_CATEGORIES: readonly string[] = ['Regiones', 'Rutas']

export const TAG_NEEDED = 'Escriba el nombre de la etiqueta a agregar'
const CATEGORY_NEEDED = 'Escriba el nombre de la categoría'
export const COLOR_NEEDED = 'Seleccione el color de la categoría'
/** Error of a vehicle's form without its list of tags: the vehicle's own tags are loaded, the choices are not. */
export const TAGS_OF_VEHICLE_FAIL = 'Error al consultar etiquetas del vehículo'
/** As stored: lower case, trimmed. */
export const storedTag = (name: string): string => normalize(storedCategory(name).toLowerCase(), 'NFC')
/** As stored: trimmed, with its case. */
export const storedCategory = (name: string): string => normalize(name, 'NFC').trim().replace(/\s+/g, ' ')

/** The fault of a name in its stored form. */
const faultOf = (stored: string, needed: string): string | undefined => {
  if (stored === '') return needed
  if ([...stored].length > TAG_NAME_AT_MOST) return `Máximo ${TAG_NAME_AT_MOST} caracteres`
  return /^\P{C}*$/u.test(stored) ? undefined : 'El nombre tiene caracteres que no se ven'
}
export const tagFault = (name: string): string | undefined => faultOf(storedTag(name), TAG_NEEDED)
export const categoryFault = (name: string): string | undefined => faultOf(storedCategory(name), CATEGORY_NEEDED)

/** A tag with its number of active vehicles. @public */
export const CountedTag = z.object({ tagId: Id, tagName: z.string(), tagColor: z.string(), vehicles: z.int() })
export const TagCategory = z.object({
  tagCategoryId: Id,
  tagCategoryName: z.string(),
  tagColor: z.string(),
  tags: z.array(CountedTag),
})
export type TagCategory = z.infer<typeof TagCategory>

/** The effects of deleting tags. */
export const TagEffects = z.object({
  tags: z.int(),
  /** Vehicles of any status, users, saved views and document types that use one of them. */
  vehicles: z.int(),
  users: z.int(),
  views: z.int(),
  documentTypes: z.int(),
  /** The names of document types that no vehicle would need afterwards. */
  unasked: z.array(z.string()),
})
export type TagEffects = z.infer<typeof TagEffects>

const Color = z.enum(TAG_COLORS, COLOR_NEEDED)
const ids = z._default(z.array(Id).check(z.maxLength(TAGS_AT_MOST)), [])
/** The calls whose replies contain tags or counts by tag. */
const STALE = [
  'tags.list',
  'tags.ofUser',
  'tags.categories',
  'catalogue.list',
  'users.list',
  'views.list',
  'documentTypes.list',
  'documentTypes.missing',
  'documentTypes.papers',
  'activity.list',
] as const
const Undoable = z.object({ message: z.string(), undoId: z.string() })

export const tags = calls('tags', {
  list: get('/api/v2/tags', {
    summary: 'Catálogo de etiquetas de la cuenta.',
    needs: 'tags_read',
    scope: 'own',
    reply: z.object({ userTags: z.array(Tag) }),
    fails: 'Error al recibir catálogo de etiquetas',
  }),
  ofUser: get('/api/v2/userTags', {
    summary: 'Las etiquetas de la cuenta, y cuáles tiene el usuario de la sesión.',
    needs: 'tags_read',
    reply: z.object({ userTags: z.array(z.object({ tagId: Id, userIsTagged: z.boolean() })) }),
    fails: 'Error al recibir etiquetas del usuario',
  }),
  categories: get('/api/v2/tags/categories', {
    summary: 'Las categorías con sus etiquetas y cuántos vehículos activos tiene cada una.',
    needs: 'tags_read',
    reply: z.object({ categories: z.array(TagCategory) }),
    fails: 'Error al recibir las etiquetas',
  }),
  createCategory: post('/api/v2/tags/categories', {
    summary: 'Agrega categorías, con su color.',
    needs: 'tags_admin',
    body: z.strictObject({
      TagCategory: z
        .array(z.strictObject({ TagCategoryName: text(200), TagColor: Color }))
        .check(z.minLength(1, CATEGORY_NEEDED), z.maxLength(CATEGORIES_AT_MOST)),
    }),
    reply: Done,
    touches: STALE,
    done: NOTICES.done,
    fails: 'Error al agregar categoría nueva',
  }),
  editCategory: put('/api/v2/tags/categories', {
    summary: 'Cambia el nombre y el color de una categoría.',
    needs: 'tags_admin',
    body: z.strictObject({
      tagCategoryId: Id,
      tagCategoryName: text(200),
      tagColor: Color,
      /** The values that the user saw; if they changed since, nothing is changed (409). */
      expected: z.strictObject({ tagCategoryName: text(200), tagColor: text(30) }),
    }),
    reply: Done,
    touches: STALE,
    done: 'Categoría guardada correctamente',
    fails: 'No se pudo guardar la categoría',
  }),
  removeCategory: del('/api/v2/tags/categories', {
    summary:
      'Elimina categorías con sus etiquetas, y las quita de donde estén; se puede deshacer por ' +
      `${TAG_UNDO_HOURS} horas.`,
    needs: 'tags_admin',
    opens: true,
    body: z.strictObject({
      tagsGroup: z
        .array(z.strictObject({ TagCategoryId: Id, TagCategoryName: z.optional(text(200)) }))
        .check(z.minLength(1, 'Elija una categoría'), z.maxLength(CATEGORIES_AT_MOST)),
    }),
    byQuery: z.pipe(
      z.strictObject({ tagCategoryIds: IdListText }),
      z.transform(({ tagCategoryIds }) => ({ tagsGroup: tagCategoryIds.map((id) => ({ TagCategoryId: id })) })),
    ),
    reply: Undoable,
    touches: STALE,
    done: 'Categoria eliminada correctamente',
    fails: 'Ocurrió un error al eliminar la categoria',
  }),
  create: post('/api/v2/tags', {
    summary: 'Agrega etiquetas a sus categorías; se guardan en minúsculas y sin espacios alrededor.',
    needs: 'tags_admin',
    body: z.strictObject({
      tags: z
        .array(z.strictObject({ tagCategoryId: Id, tagName: text(200) }))
        .check(z.minLength(1, TAG_NEEDED), z.maxLength(100, '100 etiquetas como máximo')),
    }),
    reply: Done,
    touches: STALE,
    done: 'Etiqueta agregada correctamente',
    fails: 'Ocurrió un error al agregar la etiqueta',
  }),
  rename: put('/api/v2/tags', {
    summary: 'Cambia el nombre de una etiqueta.',
    needs: 'tags_admin',
    body: z.strictObject({ tagId: Id, tagName: text(200), expected: text(200) }),
    reply: Done,
    touches: STALE,
    done: 'Etiqueta guardada correctamente',
    fails: 'No se pudo guardar la etiqueta',
  }),
  remove: del('/api/v2/tags', {
    summary:
      'Elimina etiquetas y las quita de vehículos, usuarios, vistas y tipos de documento; se puede deshacer por ' +
      `${TAG_UNDO_HOURS} horas.`,
    needs: 'tags_admin',
    opens: true,
    body: z.strictObject({
      tags: z
        .array(z.strictObject({ tagId: Id, tagName: z.optional(text(200)) }))
        .check(z.minLength(1, 'Elija una etiqueta'), z.maxLength(TAGS_AT_MOST)),
    }),
    byQuery: z.pipe(
      z.strictObject({ tagIds: IdListText }),
      z.transform(({ tagIds }) => ({ tags: tagIds.map((tagId) => ({ tagId })) })),
    ),
    reply: Undoable,
    touches: STALE,
    done: 'Etiqueta eliminada correctamente',
    fails: 'Ocurrió un error al eliminar la etiqueta',
  }),
  effects: post('/api/v2/tags/effects', {
    summary: 'Qué se lleva eliminar unas etiquetas o categorías.',
    needs: 'tags_admin',
    reads: true,
    body: z.strictObject({ tagIds: ids, tagCategoryIds: ids }),
    reply: TagEffects,
    fails: 'Error al obtener los datos',
  }),
  undo: post('/api/v2/tags/undo', {
    summary: 'Devuelve lo que se eliminó de una vez, con los vehículos y usuarios que aún estén.',
    needs: 'tags_admin',
    opens: true,
    body: z.strictObject({ undoId: z.uuid('Identificador no válido') }),
    reply: Done,
    touches: STALE,
    done: 'Etiquetas recuperadas correctamente',
    fails: 'No se pudo deshacer',
  }),
})
