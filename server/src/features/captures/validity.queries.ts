// The validity of captures in a company, and the work that it causes.
import { CAPTURED_TYPES, type CaptureInterval, isSeasonal } from '@padron/contract/captures/validity'
import { typeName } from '@padron/contract/resources'
import { sql } from 'kysely'
import { applyCaptureIntervals, readCaptureIntervals } from '../../checks/store/capture-validity.ts'
import type { Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'

const EXPIRING_DAYS = 7
const SAMPLE_DAYS = 90
/** A longer pause between two captures of a person is no work on the second. */
const PAUSE_SECONDS = 600
const SAMPLE_AT_LEAST = 20

type Work = { expiring: number; secondsEach: number | null }

/**
 * The time per capture: since the person's capture before it, by their files. Captures with the same file, as those of
 * a statement, share its time.
 * Cost: the company's captured answers that expire, by the counts of the lists, and its files of 90 days.
 */
const readWork = async (tx: Tx, tenantId: number, now: Date): Promise<Work> => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<Work>`
    with gap as (
      select captures, extract(epoch from uploaded_at - lag(uploaded_at) over (
        partition by person order by uploaded_at)) as seconds
      from (
        select person, uploaded_at, count(*) as captures
        from (
          select distinct on (run_id) uploaded_at, uploaded_by->>'id' as person
          from evidence_file
          where tenant_id = ${tenantId} and run_id is not null and uploaded_by is not null
            and uploaded_at between ${moment} - make_interval(days => ${SAMPLE_DAYS}) and ${moment}
          order by run_id, uploaded_at desc) f
        group by person, uploaded_at) t)
    select (
      select coalesce(sum(n), 0)::int
      from vehicle_resource_count
      where tenant_id = ${tenantId} and list = 'captured' and expires_at > ${moment}
        and expires_at <= ${moment} + make_interval(days => ${EXPIRING_DAYS})) as expiring,
      (select case
        when count(*) >= ${SAMPLE_AT_LEAST}
          then greatest(1, round(percentile_cont(0.5) within group (order by seconds / captures)))::int end
      from gap
      where seconds > 0 and seconds <= ${PAUSE_SECONDS}) as "secondsEach"`.execute(tx)
  return rows[0] ?? { expiring: 0, secondsEach: null }
}

export const readValidity = async (tx: Tx, tenantId: number, now: Date) => ({
  intervals: await readCaptureIntervals(tx, tenantId),
  ...(await readWork(tx, tenantId, now)),
})

const inWords = (country: Session['country'], { resourceTypeId, days, seasonDays }: CaptureInterval): string => {
  const season = isSeasonal(resourceTypeId) ? `, ${seasonDays} de enero a marzo` : ''
  return `${typeName(resourceTypeId, country)}: ${days} días${season}`
}

const refuseWrong = (intervals: readonly CaptureInterval[]): void => {
  for (const [at, { resourceTypeId }] of intervals.entries()) {
    if (!CAPTURED_TYPES.includes(resourceTypeId))
      throw refuse(422, 'Ese tipo de recurso no se captura.', `intervals.${at}.resourceTypeId`)
    if (intervals.findIndex((each) => each.resourceTypeId === resourceTypeId) !== at)
      throw refuse(422, 'El tipo de recurso está más de una vez.', `intervals.${at}.resourceTypeId`)
  }
}

/** A changed validity also applies to existing captures. */
export const writeValidity = async (
  tx: Tx,
  { tenantId, country, companyName }: Session,
  intervals: readonly CaptureInterval[],
): Promise<void> => {
  refuseWrong(intervals)
  const before = await readCaptureIntervals(tx, tenantId)
  const formerOf = ({ resourceTypeId }: CaptureInterval) =>
    before.find((each) => each.resourceTypeId === resourceTypeId)
  const changed = intervals.filter((each) => {
    const former = formerOf(each)
    return former?.days !== each.days || former.seasonDays !== each.seasonDays
  })
  if (changed.length === 0) return
  await sql`
    insert into capture_interval (tenant_id, resource_type_id, days, season_days)
    select ${tenantId}::bigint, i."resourceTypeId", i.days, i."seasonDays"
    from json_to_recordset(${JSON.stringify(changed)}::json) as i("resourceTypeId" int, days int, "seasonDays" int)
    on conflict (tenant_id, resource_type_id) do update
    set days = excluded.days, season_days = excluded.season_days`.execute(tx)
  const change = {
    capture_intervals: [
      changed.flatMap((each) => formerOf(each) ?? []).map((each) => inWords(country, each)),
      changed.map((each) => inWords(country, each)),
    ],
  }
  await sql`
    select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
      ${JSON.stringify(change)}::jsonb)`.execute(tx)
  await applyCaptureIntervals(tx, tenantId, changed)
  await touchChecks(tx, tenantId)
}
