// Saved views and the layout of each user's tables. Users who see the whole fleet can read shared views; only the owner
// can change a view, and the main account can delete a shared one.
import { isDeepStrictEqual } from 'node:util'
import { type Columns, views as calls, type SavedView, VIEWS_AT_MOST } from '@padron/contract/views'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { forbidden, notFound, refuse } from '../../errors/http-problem.ts'
import { refuseHidden } from '../../fleet/access.ts'
import { readViewDefinition } from '../../fleet/view-definition.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { refuseChanged, refuseInUse } from './in-use.ts'

type Stored = Omit<SavedView, 'mine' | 'deletable' | 'definition' | 'unreadable'> & { definition: unknown }

/** A view that cannot be read is listed, so that its owner can correct or delete it. */
const UNREADABLE: Pick<SavedView, 'definition' | 'unreadable'> = {
  definition: { vehicleClass: {}, columns: null },
  unreadable: true,
}

const forUser = ({ userId, isMain }: Session, view: Stored): SavedView => {
  const mine = view.owner.userId === userId
  const definition = readViewDefinition(view.definition)
  return { ...view, ...(definition ? { definition } : UNREADABLE), mine, deletable: mine || (view.shared && isMain) }
}

const SHARED_AT_MOST = VIEWS_AT_MOST * 5

/**
 * All of the user's own and the company's shared ones. Cost: a key range and a partial index.
 */
const read = async (tx: Tx, { tenantId, userId }: Session, viewId?: number): Promise<Stored[]> => {
  const which = sql`tenant_id = ${tenantId} ${viewId === undefined ? sql`` : sql`and view_id = ${viewId}`}`
  const { rows } = await sql<Stored>`
    with seen as (
      select view_id
      from saved_view
      where ${which} and user_id = ${userId}
      union all (select view_id from saved_view where ${which} and shared and user_id <> ${userId}
        order by fold(view_name), view_id
        limit ${SHARED_AT_MOST}))
    select w.view_id as "viewId", w.view_name as name, w.shared, w.definition, w.updated_at as "updatedDate", w.version,
      json_build_object('userId', u.user_id, 'name',
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username)) as owner
    from seen
    join saved_view w on w.tenant_id = ${tenantId} and w.view_id = seen.view_id
    join app_user u on u.tenant_id = w.tenant_id and u.user_id = w.user_id
    order by fold(w.view_name), w.view_id`.execute(tx)
  return rows
}

const one = async (tx: Tx, session: Session, viewId: number): Promise<SavedView> => {
  const [found] = await read(tx, session, viewId)
  if (!found) throw notFound()
  return forUser(session, found)
}

type Written = Pick<SavedView, 'name' | 'shared'>
const columnsOf = ({ name, shared }: Written) => ({ view_name: name.trim(), shared })

/** Takes a lock so that a user adds one view at a time: two at once could exceed the limit. */
const refuseMany = async (tx: Tx, { tenantId, userId }: Session): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view ${tenantId} ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from saved_view
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= VIEWS_AT_MOST)
    throw refuse(422, `Cada usuario guarda ${VIEWS_AT_MOST} vistas como máximo; elimine alguna.`, 'name')
}

const refuseDuplicate = (error: unknown): never => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'saved_view_name_once') throw refuse(409, 'Ya tiene una vista con ese nombre.', 'name')
  throw error
}

export const views: Handlers<typeof calls> = {
  list: async ({ session, tx }) => ({ views: (await read(tx, session)).map((view) => forUser(session, view)) }),

  create: async ({ body, session, tx }) => {
    refuseHidden(session.roles, body.definition)
    await refuseMany(tx, session)
    const { view_id } = await tx
      .insertInto('saved_view')
      .values({ ...columnsOf(body), definition: asJsonb(body.definition), user_id: session.userId })
      .returning('view_id')
      .executeTakeFirstOrThrow()
      .catch(refuseDuplicate)
    return one(tx, session, view_id)
  },

  edit: async ({ params: { viewId }, body: { version, ...written }, session, tx }) => {
    const now = await one(tx, session, viewId)
    if (!now.mine) throw forbidden()
    refuseHidden(session.roles, written.definition)
    if (now.shared && !written.shared)
      await refuseInUse(tx, session.tenantId, viewId, 'dejar de compartir la vista', 'shared')
    // Unchanged, it is not written: what is stored may be a definition that could not be read.
    const isChanged = !isDeepStrictEqual(now.definition, written.definition)
    if (isChanged && !session.roles.has('programReports_admin')) await refuseChanged(tx, session.tenantId, viewId)
    const changed = await tx
      .updateTable('saved_view')
      .set({
        ...columnsOf(written),
        ...(isChanged ? { definition: asJsonb(written.definition) } : {}),
        version: version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('tenant_id', '=', session.tenantId)
      .where('view_id', '=', viewId)
      .where('version', '=', version)
      .executeTakeFirst()
      .catch(refuseDuplicate)
    if (changed.numUpdatedRows === 0n) throw refuse(409, 'La vista cambió en otra ventana; ábrala de nuevo.', 'version')
    return one(tx, session, viewId)
  },

  remove: async ({ params: { viewId }, session, tx }) => {
    const { deletable } = await one(tx, session, viewId)
    if (!deletable) throw forbidden()
    await refuseInUse(tx, session.tenantId, viewId, 'eliminar la vista')
    await tx.deleteFrom('saved_view').where('tenant_id', '=', session.tenantId).where('view_id', '=', viewId).execute()
    return { message: calls.remove.done }
  },

  layout: async ({ params: { screen }, session, tx }) => {
    const found = await tx
      .selectFrom('user_layout')
      .select('columns')
      .where('tenant_id', '=', session.tenantId)
      .where('user_id', '=', session.userId)
      .where('screen', '=', screen)
      .executeTakeFirst()
    return { columns: (found?.columns as Columns | undefined) ?? null }
  },

  saveLayout: async ({ params: { screen }, body: { columns }, session, tx }) => {
    const own = { tenant_id: session.tenantId, user_id: session.userId, screen }
    if (columns === null) {
      await sql`
        delete from user_layout
        where tenant_id = ${own.tenant_id} and user_id = ${own.user_id} and screen = ${screen}`.execute(tx)
      return { columns }
    }
    const keys = columns.map(({ key }) => key)
    if (new Set(keys).size < keys.length) throw refuse(422, 'Una columna está dos veces.', 'columns')
    const stored = JSON.stringify(columns)
    await tx
      .insertInto('user_layout')
      .values({ ...own, columns: stored })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'screen']).doUpdateSet({ columns: stored }))
      .execute()
    return { columns }
  },
}
