// The SQL of users. A company has tens of users, at most some thousands: the list reads the company's rows by key and
// filters and sorts them, so no filter or order has an index of its own.
import type { Reply } from '@padron/contract/call'
import type { UserSortField } from '@padron/contract/rules/user-sort-fields'
import { type users as rows, SENT_NAMED, type UserFilter, type VehicleScope } from '@padron/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** The profile name of users without a profile. */
const PROFILE_NAME = sql`coalesce(p.preset_name, case when u.user_id = u.tenant_id then 'Cuenta principal'
  when u.role_ids <> '{}' then 'Permisos propios' else 'Sin roles' end)`
const FULL_NAME = sql`concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))`

const SORTS: Readonly<Record<UserSortField, RawBuilder<unknown>>> = {
  userCustomId: sql`fold(u.custom_id)`,
  username: sql`u.username`,
  fullName: sql`fold(${FULL_NAME})`,
  userPhone: sql`u.phone`,
  userEmail: sql`fold(u.email)`,
  rolePresetName: sql`fold(${PROFILE_NAME})`,
  userStatus: sql`not u.active`,
  lastSignIn: sql`u.last_sign_in`,
}

const contains = (value: RawBuilder<unknown>, text: string | undefined): RawBuilder<unknown>[] =>
  text?.trim() ? [sql`fold(${value}) like '%' || like_escape(fold(${text.trim()})) || '%'`] : []

const conditions = ({ user = {}, userInfo = {}, preset = {}, tags = [] }: UserFilter, tenantId: number) => {
  const tagIds = tags.map(({ tagId }) => tagId)
  return sql.join(
    [
      sql`u.tenant_id = ${tenantId} and not u.is_service`,
      ...(user.userId === undefined ? [] : [sql`u.user_id = ${user.userId}`]),
      ...(user.userStatus === undefined ? [] : [sql`u.active = ${user.userStatus}`]),
      ...contains(sql`u.username`, user.username),
      ...contains(sql`u.first_name`, userInfo.firstName),
      ...contains(sql`u.last_name`, userInfo.lastName),
      ...contains(FULL_NAME, userInfo.fullName),
      ...contains(sql`u.custom_id`, userInfo.userCustomId),
      ...contains(sql`u.email`, userInfo.userEmail),
      ...contains(sql`u.phone`, userInfo.userPhone),
      ...contains(PROFILE_NAME, preset.rolePresetName),
      ...(tagIds.length === 0
        ? []
        : [
            sql`
              exists (
                select from user_tag x
                where x.tenant_id = u.tenant_id and x.user_id = u.user_id and x.tag_id = any(${tagIds}::bigint[]))`,
          ]),
    ],
    sql` and `,
  )
}

const TAGS = sql`(
  select coalesce(json_agg(json_build_object('tagId', t.tag_id, 'tagName', t.tag_name, 'tagCategoryId',
    t.tag_category_id, 'tagColor', c.color) order by t.tag_name), '[]')
  from user_tag x
  join tag t on t.tenant_id = x.tenant_id and t.tag_id = x.tag_id
  join tag_category c on c.tenant_id = t.tenant_id and c.tag_category_id = t.tag_category_id
  where x.tenant_id = u.tenant_id and x.user_id = u.user_id)`

type UserReply = Reply<typeof rows.list>['users'][number]
/** A row without the parts that depend on the reader. */
export type StoredUser = Omit<UserReply, 'roles' | 'user'> & {
  user: Omit<UserReply['user'], 'manageable' | 'isSelf'>
  roleIds: number[]
}

const row = (withTags: boolean) => sql<StoredUser>`json_build_object(
  'user', json_build_object('userId', u.user_id, 'username', u.username, 'userStatus', u.active, 'version', u.version,
    'isMain', u.user_id = u.tenant_id, 'createdAt', u.created_at, 'lastSignIn', u.last_sign_in, 'secondFactor', exists (
      select from second_factor f
      where f.tenant_id = u.tenant_id and f.user_id = u.user_id and f.confirmed_at is not null),
    'entersBy', case
      when u.user_id <> u.tenant_id and exists (
        select from company_idp i
        where i.tenant_id = u.tenant_id and i.forced) then '{company}'::text[]
      else '{password}'::text[] || (
        select array_remove(array[
          case when f.last_step > 0 then 'application' end,
          case when exists (
            select from passkey k
            where k.tenant_id = f.tenant_id and k.user_id = f.user_id) then 'passkey' end], null)
        from second_factor f
        where f.tenant_id = u.tenant_id and f.user_id = u.user_id and f.confirmed_at is not null) end,
    'invitedAt', case when u.last_sign_in is null and u.password_changed_at is null then (
      select max(l.created_at)
      from account_link l
      where l.tenant_id = u.tenant_id and l.user_id = u.user_id and l.purpose = 'invitation') end),
  'userInfo', json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'userCustomId', u.custom_id,
    'userEmail', u.email, 'userPhone', u.phone, 'deviceTokenId', null),
  'preset', json_build_object('presetId', coalesce(u.preset_id, 0), 'rolePresetName', ${PROFILE_NAME}),
  'roleIds', u.role_ids || p.role_ids,
  'tags', ${withTags ? TAGS : sql`'[]'::json`}, 'vehicleScope', u.vehicle_scope)`

const FROM = sql`from app_user u left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id`

type Page = {
  page: number
  pageSize: number
  sortBy?: UserSortField | undefined
  sortFilterOrder?: 'asc' | 'desc' | undefined
}

/** One query: the page and the exact total. */
export const listUsers = async (
  tx: Tx,
  tenantId: number,
  filter: UserFilter,
  { page, pageSize, sortBy = 'username', sortFilterOrder = 'asc' }: Page,
  withTags: boolean,
): Promise<{ users: StoredUser[]; total: number }> => {
  const order = sql`${SORTS[sortBy]} ${sql.raw(sortFilterOrder)} nulls last, u.user_id`
  const { rows: found } = await sql<{ users: StoredUser[]; total: number }>`
    with wanted as materialized (select u.user_id, row_number() over (order by ${order}) as place ${FROM}
    where ${conditions(filter, tenantId)}),
    page as (select * from wanted order by place limit ${pageSize} offset ${(page - 1) * pageSize})
    select (select count(*)::int from wanted) as total,
      coalesce((select json_agg(${row(withTags)} order by page.place)
        ${FROM} join page on page.user_id = u.user_id where u.tenant_id = ${tenantId}), '[]') as users`.execute(tx)
  return found[0] ?? { users: [], total: 0 }
}

/**
 * How many vehicles a scope shows, and of how many, by the database's policies as they will apply to the user. The
 * transaction sees only these vehicles from then on.
 * @param userId of the requester
 */
export const countScope = async (
  tx: Tx,
  tenantId: number,
  userId: number,
  scope: VehicleScope,
): Promise<{ vehicles: number; total: number }> => {
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n
      from vehicle
      where tenant_id = ${tenantId}`.execute(tx)
    return rows[0]?.n ?? 0
  }
  const total = await count()
  await sql`
    select set_config('app.scope', ${`${userId}`}, true),
      set_config('app.tried_scope', ${JSON.stringify(scope)}, true)`.execute(tx)
  await sql`set local role padron_scoped`.execute(tx)
  return { vehicles: await count(), total }
}

type SentTo = { total: number; names: string[] }
/**
 * Active reports of the whole fleet, and alerts (all are of the whole fleet), that are sent to this address. Cost: the
 * company's reports and alerts, hundreds at most.
 */
export const sentTo = async (tx: Tx, tenantId: number, email: string): Promise<{ reports: SentTo; alerts: SentTo }> => {
  const { rows } = await sql<SentTo & { kind: 'report' | 'alert' }>`
    select kind, count(*)::int as total, (array_agg(name order by fold(name), id))[:${SENT_NAMED}::int] as names
    from (
      select 'report' as kind, report_name as name, report_id as id, mails
      from scheduled_report
      where tenant_id = ${tenantId} and active and scope_user_id is null
      union all
      select 'alert', alert_name, alert_id, mails
      from alert
      where tenant_id = ${tenantId} and active) each
    where exists (select from unnest(mails) m where lower(m) = lower(${email.trim()}))
    group by kind`.execute(tx)
  const of = (wanted: 'report' | 'alert'): SentTo => {
    const found = rows.find(({ kind }) => kind === wanted)
    return { total: found?.total ?? 0, names: found?.names ?? [] }
  }
  return { reports: of('report'), alerts: of('alert') }
}

export type TargetUser = {
  userId: number
  username: string
  active: boolean
  version: number
  presetId: number | null
  roleIds: number[]
}

/** Locks the user to be changed. */
export const lockUser = async (tx: Tx, tenantId: number, userId: number): Promise<TargetUser | undefined> => {
  const { rows: found } = await sql<TargetUser>`
    select u.user_id as "userId", u.username, u.active, u.version, u.preset_id as "presetId",
      u.role_ids || p.role_ids as "roleIds"
    ${FROM} where u.tenant_id = ${tenantId} and u.user_id = ${userId} and not u.is_service for update of u`.execute(tx)
  return found[0]
}

/** Sets the user's tags; writes only the difference, so that the activity record has only changes. */
export const setTags = async (tx: Tx, tenantId: number, userId: number, tagIds: readonly number[]): Promise<void> => {
  await sql`
    delete from user_tag
    where tenant_id = ${tenantId} and user_id = ${userId} and tag_id <> all(${[...tagIds]}::bigint[])`.execute(tx)
  await sql`
    insert into user_tag (tenant_id, user_id, tag_id)
    select ${tenantId}, ${userId}, x
    from unnest(${[...tagIds]}::bigint[]) x
    on conflict do nothing`.execute(tx)
}

/**
 * The tags that the company does not have, including those of other companies.
 * @param hold for a writer: locks the others, so that they are not deleted meanwhile
 */
export const unknownTags = async (
  tx: Tx,
  tenantId: number,
  tagIds: readonly number[],
  hold: boolean,
): Promise<number[]> => {
  if (tagIds.length === 0) return []
  const found = await tx
    .selectFrom('tag')
    .select('tag_id')
    .where('tenant_id', '=', tenantId)
    .where('tag_id', 'in', [...tagIds])
    .orderBy('tag_id')
    .$if(hold, (q) => q.forKeyShare())
    .execute()
  const known = new Set(found.map(({ tag_id }) => tag_id))
  return tagIds.filter((id) => !known.has(id))
}
