// Names that the configuration workbook may use: shared views, tags and states. Ambiguous names carry a distinction;
// what a user may not read, or what no longer exists, appears as a number.
import type { Country } from '@padron/contract/places/countries'
import { findState, nearestState } from '@padron/contract/places/state-names'
import { stateName } from '@padron/contract/places/states'
import { refuse } from '@padron/contract/template/cell-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { type Named, type Names, namesOf, type Words } from './names.ts'
import { quoted } from './value-labels.ts'

const statesIn = (country: Country): Names => ({
  word: stateName,
  words: [],
  only: (text) => findState(text, country),
  find: (text) => {
    const value = findState(text, country)
    if (value !== undefined) return value
    const near = nearestState(text, country)
    return refuse(`No existe el lugar ${quoted(text)}${near ? `; ¿quiso escribir ${near.stateName}?` : '.'}`)
  },
})

const VIEW: Words = {
  one: 'vista',
  unknown: 'No hay una vista compartida que se llame',
  full: ({ id, name }, isRepeated) => (isRepeated ? `${name} #${id}` : name),
}
const TAG: Words = {
  one: 'etiqueta',
  unknown: 'No existe la etiqueta',
  full: ({ name, group }) => `${group}: ${name}`,
}

export type KnownNames = {
  states: Names
  tags: Names
  views: Names
  /** The user of each view, by its id. */
  viewOwners: ReadonlyMap<number, number>
}

export const readNames = async (
  tx: Tx,
  { tenantId, country, roles }: Pick<Session, 'tenantId' | 'country' | 'roles'>,
): Promise<KnownNames> => {
  const { rows: tags } = await sql<Named>`
    select g.tag_id as id, g.tag_name as name, c.category_name as "group" from tag g
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId} order by fold(c.category_name), g.tag_name, g.tag_id`.execute(tx)
  const { rows: views } = await sql<Named & { owner: number }>`
    select view_id as id, view_name as name, '' as "group", user_id as owner
    from saved_view
    where tenant_id = ${tenantId} and shared
    order by fold(view_name), view_id`.execute(tx)
  return {
    states: statesIn(country),
    tags: namesOf(tags, roles.has('tags_read'), TAG),
    views: namesOf(views, true, VIEW),
    viewOwners: new Map(views.map(({ id, owner }) => [id, owner])),
  }
}
