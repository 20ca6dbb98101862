// Validates the tags of rows. A name without a category means the one tag of that name; if several categories have it,
// the row gets an error. Unknown tags will be created; a tag that looks like an existing one gets a warning.
import { bareWords } from '@padron/contract/normalize'
import { nearestWord } from '@padron/contract/template/nearest'
import { countOf } from '@padron/contract/texts/count-of'
import { GENERAL_CATEGORY, tagWords } from '@padron/contract/vehicles/tag-list'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import { tagLimitFault } from '../../../fleet/tag-limits.ts'
import { addNotes, TAKES_PART } from '../reading/staging.ts'

type Tag = { category: string; name: string }
const LOOKED_AT = 2_000
const SHORTEST = 4

const SUGGESTED_AT_MOST = 5

const quoteNames = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} o ${words.at(-1)}` : words.join('')

const questionOf = (name: string, categories: readonly string[]): string => {
  const words = categories.slice(0, SUGGESTED_AT_MOST).map((category) => `«${tagWords({ category, name })}»`)
  return (
    `La etiqueta «${tagWords({ category: '', name })}» está en ${categories.length} categorías; ¿quiso escribir ` +
    `${quoteNames(words)}?`
  )
}

/**
 * Gives each tag without a category the category of the only tag of that name, or «General» if there is none.
 * @param mayTag whether a name in several categories is an error: a user who may not assign tags changes none
 */
export const resolveBareTags = async (tx: Tx, tenantId: number, mayTag: boolean): Promise<void> => {
  const { rows } = await sql<{ name: string; categories: string[] }>`
    select g.tag_name as name, array_agg(c.category_name order by fold(c.category_name)) as categories
    from tag g
      join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId}
    group by g.tag_name`.execute(tx)
  const only = Object.fromEntries(
    rows.map(({ name, categories: [first = '', ...more] }) => [name, more.length > 0 ? '' : first]),
  )
  const isBare = sql`r.tags @> '[{"category": ""}]'`
  await sql`
    update import_stage r set tags = (
      select jsonb_agg(jsonb_build_object('name', t.name, 'category',
        case
          when t.category = '' then coalesce(${asJsonb(only)}::jsonb ->> t.name, ${GENERAL_CATEGORY}::text)
          else t.category end))
      from jsonb_to_recordset(r.tags) as t(category text, name text))
    where ${isBare}`.execute(tx)
  const several = rows.filter(({ categories }) => categories.length > 1)
  if (!mayTag || several.length === 0) return
  const questions = several.map(({ name, categories }) => ({ name, message: questionOf(name, categories) }))
  await addNotes(
    tx,
    'tags',
    'error',
    sql`select r.row_number, q.message
      from import_stage r
        cross join jsonb_to_recordset(r.tags) as t(category text, name text)
        join jsonb_to_recordset(${asJsonb(questions)}::jsonb) as q(name text, message text) on q.name = t.name
      where ${isBare} and t.category = '' and ${TAKES_PART}`,
  )
}

const unknownTags = async (tx: Tx, tenantId: number): Promise<Tag[]> => {
  const { rows } = await sql<Tag>`
    select distinct on (fold(t.category), t.name) t.category, t.name
    from import_stage r cross join jsonb_to_recordset(r.tags) as t(category text, name text)
    where r.tags <> '[]' and t.category <> '' and ${TAKES_PART} and not exists (
      select from tag_category c join tag g on g.tenant_id = c.tenant_id and g.tag_category_id = c.tag_category_id
      where c.tenant_id = ${tenantId} and fold(c.category_name) = fold(t.category) and g.tag_name = t.name)
    order by fold(t.category), t.name limit ${LOOKED_AT}`.execute(tx)
  return rows
}

const wordsOnly = (name: string): string => bareWords(name).replace(/\d/g, '')

/** A tag with almost the same letters and the same digits; «ruta 12» is not a typing error of «ruta 13». */
const looksLike = ({ name }: Tag, known: readonly string[]): string | undefined => {
  if (wordsOnly(name).length < SHORTEST) return undefined
  const near = nearestWord(name, known)
  return near && near !== name && wordsOnly(near).length >= SHORTEST && digitsOf(near) === digitsOf(name)
    ? near
    : undefined
}
const digitsOf = (name: string): string => name.replace(/\D/g, '')

/** Warns that a new tag looks like a typing error of an existing one. */
export const validateTags = async (tx: Tx, tenantId: number): Promise<void> => {
  const unknown = await unknownTags(tx, tenantId)
  if (unknown.length === 0) return
  const known = (
    await tx.selectFrom('tag').select('tag_name').distinct().where('tenant_id', '=', tenantId).execute()
  ).map(({ tag_name }) => tag_name)
  const alike = unknown.flatMap((tag) => {
    const near = looksLike(tag, known)
    return near
      ? [{ ...tag, message: `La etiqueta «${tag.name}» no existe y se crearía; ¿quiso escribir ${near}?` }]
      : []
  })
  if (alike.length === 0) return
  await addNotes(
    tx,
    'tags',
    'warning',
    sql`
        select r.row_number, a.message
        from import_stage r
        cross join jsonb_to_recordset(r.tags) as t(category text, name text)
        join jsonb_to_recordset(${asJsonb(alike)}::jsonb) as a(category text, name text,
          message text) on a.category = t.category
          and a.name = t.name
        where ${TAKES_PART}`,
  )
}

const NAMES_AT_MOST = 20

/** Whether a row `r` sets tags; an edit only if it changes those of the vehicle. */
export const SETS_TAGS = sql`r.action in ('new', 'changed')
  and (r.target_id is null or r.before is null or r.before ? 'tags' or r.replacement_reason_id is not null)`

/** `names`: the first ones, for display. */
export type TagsToMake = { names: string[]; count: number; categories: number }

/** The tags and categories that the rows to be written would create. */
export const tagsToMake = async (tx: Tx, tenantId: number, importId: string): Promise<TagsToMake> => {
  const { rows } = await sql<Tag & { count: number; categories: number }>`
    select category, name, count(*) over ()::int as count,
      (count(*) filter (where makes_category) over ())::int as categories
    from (
      select n.category, n.name,
        row_number() over (partition by fold(n.category) order by n.name) = 1
          and not exists (
            select
            from tag_category c
            where c.tenant_id = ${tenantId} and fold(c.category_name) = fold(n.category)) as makes_category
      from (
        select distinct on (fold(t.category), t.name) t.category, t.name
        from vehicle_import_row r cross join jsonb_to_recordset(r.tags) as t(category text, name text)
        where r.tenant_id = ${tenantId}
          and r.import_id = ${importId}
          and r.tags <> '[]'
          and ${SETS_TAGS}
          and not exists (
            select from tag_category c join tag g on g.tenant_id = c.tenant_id and g.tag_category_id = c.tag_category_id
            where c.tenant_id = ${tenantId} and fold(c.category_name) = fold(t.category) and g.tag_name = t.name)
        order by fold(t.category), t.name) n) m
    order by category, name limit ${NAMES_AT_MOST}`.execute(tx)
  return { names: rows.map(tagWords), count: rows[0]?.count ?? 0, categories: rows[0]?.categories ?? 0 }
}

/** @returns why the company may not have these tags too, in Spanish; undefined if it may */
export const newTagsFault = async (
  tx: Tx,
  tenantId: number,
  { count, categories }: TagsToMake,
): Promise<string | undefined> => {
  if (count === 0) return undefined
  const fault = await tagLimitFault(tx, tenantId, { tags: count, categories })
  const more = categories > 0 ? ` y ${countOf(categories, 'categoría', 'categorías')}` : ''
  return fault && `El archivo crearía ${countOf(count, 'etiqueta', 'etiquetas')}${more}. ${fault}`
}
