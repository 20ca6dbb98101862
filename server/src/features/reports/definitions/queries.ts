// Reads scheduled reports as their screen shows them: one statement, and one for the names of their tags.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { type Report, ReportFilter } from '@padron/contract/reports/definition'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { scopeOf } from '../../../db/scope.ts'
import { describeFilter, tagNamesOf } from '../../../fleet/describe-filter.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { namedChannels } from '../../../mail/channel-outbox.ts'
import { COUNT_EMAILS } from '../../../mail/email-counts.ts'
import { LIMIT_PROBLEM } from '../../../mail/outbox.ts'
import { filterQuery, UNREADABLE_FILTER, unreadableView, viewQuery } from '../report-query.ts'

type Reader = Pick<Session, 'tenantId' | 'country' | 'roles'>
type Row = Omit<Report, 'asked' | 'filter' | 'unreadable'> & { definition: unknown; filter: unknown }

// Recipients whose newest email of this report failed. Emails that the daily limit held back say nothing about the
// address and do not count. Addresses are compared exactly, which the index mail_newest needs.
const TROUBLED = sql`array(
  select address from unnest(r.mails) address where (
    select m.state
    from mail m
    where m.tenant_id = r.tenant_id and m.kind = 'report ' || r.report_id and m.recipient = address
      and m.problem is distinct from ${LIMIT_PROBLEM} order by m.created_at desc limit 1) in ('failed', 'bounced'))`

/** Emails of the last round, by key. */
const LAST_EMAILS = sql`(select ${COUNT_EMAILS} from mail m
  where m.tenant_id = r.tenant_id and m.subject_id = r.last_item and m.kind = 'report ' || r.report_id)`

const NAME_OF_USER = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username)`

/** Channels belong to the company; a user who sees a part of the fleet gets none. */
const channels = (tx: Tx) =>
  scopeOf(tx) === undefined ? namedChannels('r.tenant_id', 'r.channel_ids') : sql`'[]'::json`

const read = async (tx: Tx, tenantId: number, reportId?: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select r.report_id as "reportId", r.report_name as name, r.kind, r.mails, ${channels(tx)} as channels, r.frequency,
      r.send_day as "sendDay",
      r.send_hour as "sendHour", case
        when w.view_id is not null then json_build_object('viewId', w.view_id, 'name', w.view_name) end as view,
          w.definition,
      r.filter, r.empty_policy as "emptyPolicy", r.active, ${NAME_OF_USER} as "seenBy",
      case when r.active and s.active and c.suspended_at is null then r.next_at end as "nextAt",
      case when r.last_at is not null and r.last_outcome is not null and r.last_item is not null then json_build_object(
        'at', to_char(r.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', r.last_outcome,
        'vehicles', r.last_vehicles, 'queueItemId', r.last_item, 'letters', ${LAST_EMAILS}) end as last,
      ${TROUBLED} as troubled, r.row_version as version
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    left join email_setting s on s.tenant_id = r.tenant_id
      left join saved_view w on w.tenant_id = r.tenant_id and w.view_id = r.view_id
      left join app_user u on u.tenant_id = r.tenant_id and u.user_id = r.scope_user_id
    where r.tenant_id = ${tenantId} ${reportId === undefined ? sql`` : sql`and r.report_id = ${reportId}`}
    order by fold(r.report_name), r.report_id`.execute(tx)
  return rows
}

const queryOf = ({ view, definition, filter }: Row): FleetQuery | undefined =>
  view ? viewQuery(definition)?.query : filterQuery(filter)

/** Instead of the query's description, if the query cannot be read: the other reports are listed all the same. */
const unreadableText = ({ view }: Row): Report['asked'] =>
  view ? [['Vista', unreadableView(view.name)]] : [['Filtro', UNREADABLE_FILTER]]

/** Tag names need the permission to read tags. */
export const readReports = async (
  tx: Tx,
  { tenantId, country, roles }: Reader,
  reportId?: number,
): Promise<Report[]> => {
  const found = (await read(tx, tenantId, reportId)).map((row) => ({ row, query: queryOf(row) }))
  const tags = found.flatMap(({ query }) => query?.vehicleClass.tags ?? [])
  const names = roles.has('tags_read') ? await tagNamesOf(tx, tenantId, { vehicleClass: { tags } }) : undefined
  return found.map(({ row, query }) => {
    const { definition: _, ...shown } = row
    const words = query ? describeFilter(query, country, names) : unreadableText(row)
    return {
      ...shown,
      filter: ReportFilter.safeParse(row.filter).data ?? {},
      ...(query ? {} : { unreadable: true }),
      asked: words.map(([what, value]): [string, string] => [what, value]),
    }
  })
}
