// Tags that do not exist yet: they will be made, and where one looks like another the row says so.
import { bareWords } from '@padron/contract/state-names'
import { nearestWord } from '@padron/contract/template-nearest'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { addNotes, TAKES_PART } from './staging.ts'

type Tag = { category: string; name: string }
const LOOKED_AT = 2_000
const SHORTEST = 4

const unknownTags = async (tx: Tx, tenantId: number): Promise<Tag[]> => {
  const { rows } = await sql<Tag>`
    select distinct on (fold(t.category), t.name) t.category, t.name
    from import_stage r cross join jsonb_to_recordset(r.tags) as t(category text, name text)
    where r.tags <> '[]' and ${TAKES_PART} and not exists (
      select from tag_category c join tag g on g.tenant_id = c.tenant_id and g.tag_category_id = c.tag_category_id
      where c.tenant_id = ${tenantId} and fold(c.category_name) = fold(t.category) and g.tag_name = t.name)
    order by fold(t.category), t.name limit ${LOOKED_AT}`.execute(tx)
  return rows
}

const wordsOnly = (name: string): string => bareWords(name).replace(/\d/g, '')

/** One of the same letters but for a slip; «ruta 12» is not a slip of «ruta 13». */
const looksLike = ({ name }: Tag, known: readonly string[]): string | undefined => {
  if (wordsOnly(name).length < SHORTEST) return undefined
  const near = nearestWord(name, known)
  return near && near !== name && wordsOnly(near).length >= SHORTEST && digitsOf(near) === digitsOf(name) ? near : undefined
} // biome-ignore format: one question
const digitsOf = (name: string): string => name.replace(/\D/g, '')

/** @returns the tags that would be made, as people write them */
export const judgeTags = async (tx: Tx, tenantId: number): Promise<string[]> => {
  const unknown = await unknownTags(tx, tenantId)
  if (unknown.length === 0) return []
  const known = (await tx.selectFrom('tag').select('tag_name').distinct().where('tenant_id', '=', tenantId).execute()).map(
    ({ tag_name }) => tag_name,
  )
  const alike = unknown.flatMap((tag) => {
    const near = looksLike(tag, known)
    return near ? [{ ...tag, message: `La etiqueta «${tag.name}» no existe y se crearía; ¿quiso escribir ${near}?` }] : []
  }) // biome-ignore format: one row
  if (alike.length > 0)
    await addNotes(
      tx,
      'tags',
      'warning',
      sql`select r.row_number, a.message from import_stage r cross join jsonb_to_recordset(r.tags) as t(category text, name text)
        join jsonb_to_recordset(${asJsonb(alike)}::jsonb) as a(category text, name text, message text) on a.category = t.category and a.name = t.name
        where ${TAKES_PART}`,
    )
  return unknown.map(({ category, name }) => `${category}: ${name}`)
} // biome-ignore format: the statements
