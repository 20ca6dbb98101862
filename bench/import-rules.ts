// What must hold of an import whose worker was killed, each rule a statement that counts what breaks it: of the
// vehicles, against a copy of the judged rows that no worker has seen. One company at a time is in the database. $1:
// the import, $2: its job.
import { storedColumns } from '@padron/server/features/imports/columns'
import type pg from 'pg'

export type Verdict = { rule: string; broken: number }

const without = (left: string, right: string): string => `select count(*) from ((${left}) except all (${right})) x`
const differ = (left: string, right: string): string => `select (${without(left, right)}) + (${without(right, left)})`
const off = (wanted: number | string, found: string): string => `select abs((${wanted}) - (${found}))`

const JUDGED = `select ${storedColumns} from bench_row`
const HELD = `select ${storedColumns} from vehicle`
const TAGS = {
  judged:
    'select r.plate, t.category, t.name from bench_row r cross join jsonb_to_recordset(r.tags) as t(category ' +
    'text, name text)',
  held: `select v.plate, c.category_name, g.tag_name from vehicle_tag x join vehicle v using (tenant_id, vehicle_id)
    join tag g using (tenant_id, tag_id) join tag_category c using (tenant_id, tag_category_id)`,
}
const APPLIES = `
  vehicle v join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id) and not r.retired`
const lines = (action: string): string =>
  `select count(*) from activity where subject_kind = 'vehicle' and action = '${action}'`
const JOB_ENDED = `select count(*) from queue_item q join pgboss.job j on j.id = q.queue_item_id
  where q.queue_item_id = $2
    and (q.finished_at is null or q.error_message is not null or q.cancelled or j.state <> 'completed')`

/** Of both. */
const ALWAYS: Readonly<Record<string, string>> = {
  'letters doubled':
    'select coalesce(sum(n - 1), 0) from (select count(*) as n from mail where subject_id = $2 group by recipient) m',
  'letters not written': `select count(*) from queue_item q cross join unnest(q.recipients) r where q.queue_item_id = $2
    and not exists (select from mail m where m.subject_id = $2 and m.recipient = r)`,
  'still to be enrolled': 'select count(*) from enrolment',
  'jobs that did not end well': JOB_ENDED,
}

/** @param rows of the workbook */
export const appliedRules = (rows: number): Record<string, string> => ({
  lost: without(JUDGED, HELD),
  'doubled or foreign': without(HELD, JUDGED),
  'plates twice': 'select count(*) - count(distinct plate) from vehicle',
  'tags that differ': differ(TAGS.judged, TAGS.held),
  'history that differs': differ('select vehicle_id from vehicle', 'select vehicle_id from vehicle_history'),
  'lines of the record that differ': differ(
    'select vehicle_id from vehicle',
    `select subject_id from activity where subject_kind = 'vehicle' and action = 'create'`,
  ),
  'what undoing needs': off(rows, 'select count(*) from vehicle_import_done where import_id = $1'),
  'resources that differ': differ(
    `select v.vehicle_id, r.resource_id from ${APPLIES} and r.purpose = 'status'`,
    'select vehicle_id, resource_id from vehicle_resource',
  ),
  'checks that differ': differ(
    `select distinct v.vehicle_id, r.connector_key from ${APPLIES} and r.connector_key is not null`,
    'select vehicle_id, connector_key from due_check',
  ),
  'imports recorded otherwise than once': off(1, `select count(*) from activity where subject_kind = 'import'`),
  'imports not applied': `select count(*) from vehicle_import where state <> 'applied'`,
  ...ALWAYS,
})

export const undoneRules = (rows: number): Record<string, string> => ({
  'vehicles left': 'select count(*) from vehicle',
  'not archived, or twice': off(
    rows,
    `
      select count(*) filter (where n = 1)
      from (select count(*) as n from deleted_row where table_name = 'vehicle' group by row->>'vehicle_id') x`,
  ),
  'archived under another job': `select count(*) from deleted_row where deletion_id <> $2`,
  'told of the deletion otherwise': off(rows, 'select coalesce(sum(vehicles), 0) from deletion'),
  'lines of the record that differ': off(rows, lines('delete')),
  'resources, checks, tags left':
    'select (select count(*) from vehicle_resource) + (select count(*) from due_check) + (select count(*) from ' +
    'vehicle_tag)',
  'still to be undone': 'select count(*) from vehicle_import_done',
  'imports recorded otherwise than once': off(
    1,
    `select count(*) from activity where subject_kind = 'import' and changes ? 'vehicles_restored'`,
  ),
  'imports not undone whole': `
    select count(*)
    from vehicle_import
    where state <> 'undone' or undone->>'restored' <> '${rows}' or undone->>'kept' <> '0'`,
  ...ALWAYS,
})

export const judgeRules = async (
  system: pg.Pool,
  rules: Readonly<Record<string, string>>,
  importId: string,
  job: string,
): Promise<Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const [rule, statement] of Object.entries(rules)) {
    const values = [importId, job].filter((_, i) => statement.includes(`$${i + 1}`))
    const text = values.length === 1 ? statement.replaceAll('$2', '$1') : statement
    const { rows } = await system.query({ text, values, rowMode: 'array' })
    verdicts.push({ rule, broken: Number(rows[0]?.[0]) })
  }
  return verdicts
}
