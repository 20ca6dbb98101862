// A fleet that owes in every way a source may tell it, as checks would have left it, and the plain way to the right
// answer: all that was written, filtered in JavaScript.
import type { OwedDebts } from '@padron/contract/catalogue/filter'
import { MONEY_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import { asSystem } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import type { Company, TestServer } from '../../testing/server.ts'

type Source = { vehicleId: number; resourceId: number; typeId: number }
type Answer = Source & { total: number | null; without: number }
type Row = Source & {
  key: string
  total: number | null
  issued: string | null
  seen: string
  /** Null: it stood there when its source was first asked. */
  arose: string | null
  ended: boolean
  marked: boolean
}
type DebtEvent = Source & { key: string; kind: string; first: boolean; at: string }
type Vehicle = { vehicleId: number; created: string; history: { status: number; at: string }[]; status: number }
export type Owed = { timeZone: string; vehicles: Vehicle[]; answers: Answer[]; rows: Row[]; events: DebtEvent[] }

/** The same numbers at every run. */
const random = (seed: number) => (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 7) % sides
}
type Roll = (sides: number) => number

/** Around midnight in Mexico City, and at noon. */
const moment = (roll: Roll): string =>
  `2026-0${1 + roll(6)}-${10 + roll(15)}T${['05:59:59', '06:00:00', '18:00:00'][roll(3)]}Z`
const TOTALS = [null, 0, 100, 250.5, 80]

const historyOf = (roll: Roll): Vehicle['history'] => {
  const changes = [[], [8], [8, 1], [2, 8, 8, 2], [4, 2]][roll(5)] ?? []
  const days = changes.map((_, i) => `2026-0${2 + i}-1${roll(9)}T${['05:59:59', '18:00:00'][roll(2)]}Z`)
  return [{ status: 1, at: '2026-01-05T12:00:00Z' }, ...changes.map((status, i) => ({ status, at: days[i] ?? '' }))]
}

const firstSeen = (roll: Roll): Pick<Row, 'seen' | 'arose'> => {
  const seen = moment(roll)
  return { seen, arose: roll(2) === 0 ? null : seen }
}

const rowsOf = (source: Source, roll: Roll): Row[] =>
  Array.from({ length: roll(4) }, (_, i) => ({
    ...source,
    key: `f:${i}`,
    total: TOTALS[roll(TOTALS.length)] ?? null,
    issued: roll(3) === 0 ? null : moment(roll).slice(0, 10),
    ...firstSeen(roll),
    ended: roll(6) === 0,
    marked: roll(4) === 0,
  }))

/** As its rows say, or otherwise: nothing at all, more, less, an amount unknown. */
const answerOf = (source: Source, rows: readonly Row[], roll: Roll): Answer => {
  const open = rows.filter(({ ended }) => !ended)
  const total = open.reduce((sum, row) => sum + (row.total ?? 0), 0)
  const without = open.filter((row) => row.total === null).length
  const odd = roll(8)
  if (odd === 0) return { ...source, total: 0, without: 0 }
  if (odd === 1) return { ...source, total: total + 33.5, without }
  if (odd === 2) return { ...source, total: Math.max(0, total - 20), without: without + 2 }
  if (odd === 3) return { ...source, total: null, without: 1 }
  return { ...source, total, without }
}

const KINDS = ['new', 'grew', 'returned', 'fell']
const eventsOf = ({ vehicleId, resourceId, typeId, key }: Row, roll: Roll): DebtEvent[] =>
  roll(2) === 0
    ? []
    : [{ vehicleId, resourceId, typeId, key, kind: KINDS[roll(4)] ?? '', first: roll(3) === 0, at: moment(roll) }]

const write = (server: TestServer, { tenantId }: Company, { vehicles, answers, rows, events }: Owed) =>
  asSystem(server.db, async (tx) => {
    await sql`
      update vehicle_resource f
      set good_at = now(), fresh_until = now() + interval '1 day', debt_total = a.total,
        debt_without_amount = a.without
      from json_to_recordset(${JSON.stringify(answers)}::json) as a("vehicleId" bigint, "resourceId" int,
        total numeric, without int)
      where f.tenant_id = ${tenantId} and f.vehicle_id = a."vehicleId" and f.resource_id = a."resourceId"`.execute(tx)
    await sql`
      insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, total,
      first_total, issued_day, arose_at, first_seen_at,
        last_seen_at, ended_at, ended_as, marked_paid_at)
      select ${tenantId}, r."vehicleId", r."resourceId", r.key, r."typeId", 'Adeudo', r.total, r.total, r.issued,
        r.arose, r.seen, now(), case
          when r.ended then now() end, case
          when r.ended then 'vanished' end, case
          when r.marked then now() - interval '1 hour' end
      from json_to_recordset(${JSON.stringify(rows)}::json) as r("vehicleId" bigint, "resourceId" int, "typeId" int,
        key text, total numeric, issued date, arose timestamptz, seen timestamptz, ended boolean,
        marked boolean)`.execute(tx)
    await sql`
      insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind,
      first, debt_key)
      select ${tenantId}, gen_random_uuid(), e.at, e."vehicleId", e."resourceId", e."typeId", gen_random_uuid(),
        e.kind, e.first, e.key
      from json_to_recordset(${JSON.stringify(events)}::json) as e("vehicleId" bigint, "resourceId" int, "typeId" int,
        key text, kind text, first boolean, at timestamptz)`.execute(tx)
    await sql`
      update vehicle v
      set created_at = x.created, asset_status_id = x.status,
        debt_total = (select sum(coalesce(f.debt_total, 0)) from vehicle_resource f
          where f.tenant_id = ${tenantId} and f.vehicle_id = v.vehicle_id and f.good_at is not null),
        debt_without_amount = (select sum(f.debt_without_amount)
        from vehicle_resource f
        where f.tenant_id = ${tenantId} and f.vehicle_id = v.vehicle_id)
      from json_to_recordset(${JSON.stringify(vehicles)}::json) as x("vehicleId" bigint, created timestamptz,
        status int)
      where v.tenant_id = ${tenantId} and v.vehicle_id = x."vehicleId"`.execute(tx)
    await sql`delete from vehicle_history where tenant_id = ${tenantId}`.execute(tx)
    const lines = vehicles.flatMap(({ vehicleId, history }) => history.map((line) => ({ vehicleId, ...line })))
    await sql`
      insert into vehicle_history (tenant_id, vehicle_id, at, asset_status_id, plate, vin, who)
      select ${tenantId}, (l ->> 'vehicleId')::bigint, (l ->> 'at')::timestamptz, (l ->> 'status')::int, 'AAA111',
        '3N1CN8AE1RL000000', 'Ana'
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as x(l, i)
      order by i`.execute(tx)
    await touchFleet(tx, tenantId)
  })

/** @returns what was written */
export const owingFleet = async (server: TestServer, company: Company, ids: readonly number[]): Promise<Owed> => {
  const roll = random(17)
  const { rows: sources } = await server.db.system.query<Source>(
    `select vehicle_id as "vehicleId", resource_id as "resourceId", resource_type_id as "typeId" from vehicle_resource
     where tenant_id = $1 and resource_type_id = any($2)
     order by 1, 2`,
    [company.tenantId, [...MONEY_TYPES]],
  )
  const vehicles = ids.map((vehicleId): Vehicle => {
    const history = historyOf(roll)
    const status = history.findLast((line) => line.status !== 2)?.status ?? 1
    // Some are older than the history.
    const known = roll(7) === 0 ? [] : history
    return { vehicleId, created: '2026-01-03T05:59:00Z', history: known, status }
  })
  const answered = sources.filter(() => roll(2) === 0)
  const rows = answered.flatMap((source) => rowsOf(source, roll))
  const own = ({ vehicleId, resourceId }: Source) =>
    rows.filter((row) => row.vehicleId === vehicleId && row.resourceId === resourceId)
  const answers = answered.map((source) => answerOf(source, own(source), roll))
  const events = rows.flatMap((row) => eventsOf(row, roll))
  const owed: Owed = { timeZone: 'America/Mexico_City', vehicles, answers, rows, events }
  await write(server, company, owed)
  return owed
}

const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at))

/** When it was given the status it has: the first line of that status after the last of another. */
const since = ({ history, created, status }: Vehicle): string => {
  const lines = history.filter((line) => line.status !== 2)
  const begins = lines.findLastIndex((line) => line.status !== status) + 1
  return lines[begins]?.at ?? created
}

const isSame = (a: Source, b: Source): boolean => a.vehicleId === b.vehicleId && a.resourceId === b.resourceId
const owes = ({ total, without }: Answer): boolean => (total ?? 0) > 0 || without > 0

type Item = { vehicleId: number; count: number; total: number | null; without: number }

/** The debts that a filter speaks of, by the words of the contract alone. */
export const itemsOf = ({ timeZone, vehicles, answers, rows, events }: Owed, wanted: OwedDebts): Item[] => {
  const { types, from, to, undated, marked, afterStatus } = wanted
  const counted = rows.filter(
    (row) => !row.ended && row.total !== 0 && answers.some((answer) => isSame(answer, row) && owes(answer)),
  )
  const isLate = (row: Row): boolean => {
    const vehicle = vehicles.find(({ vehicleId }) => vehicleId === row.vehicleId)
    const at = vehicle ? since(vehicle) : ''
    const aroseLater = events.some(
      (each) =>
        isSame(each, row) &&
        each.key === row.key &&
        each.kind !== 'fell' &&
        !each.first &&
        new Date(each.at) > new Date(at),
    )
    const arose = row.arose !== null && new Date(row.arose) > new Date(at)
    return aroseLater || arose || (row.issued !== null && row.issued > dayIn(timeZone, at))
  }
  const ofType = ({ typeId }: Source): boolean => !types || types.includes(typeId)
  const listed = counted.filter((row) => {
    const day = row.issued ?? (row.arose && dayIn(timeZone, row.arose))
    const isDateMatch = undated
      ? day === null
      : (!from || (day !== null && day >= from)) && (!to || (day !== null && day <= to))
    return ofType(row) && isDateMatch && (!marked || row.marked) && (!afterStatus || isLate(row))
  })
  const items = listed.map(({ vehicleId, total }) => ({ vehicleId, count: 1, total, without: total === null ? 1 : 0 }))
  if (from || to || marked || afterStatus) return items
  const others = answers
    .filter((answer) => owes(answer) && ofType(answer))
    .flatMap((answer): Item[] => {
      const own = counted.filter((row) => isSame(row, answer))
      const total = (answer.total ?? 0) - own.reduce((sum, row) => sum + (row.total ?? 0), 0)
      const without = answer.without - own.filter((row) => row.total === null).length
      return total === 0 && without === 0
        ? []
        : [{ vehicleId: answer.vehicleId, count: own.length === 0 ? 1 : 0, total: total || null, without }]
    })
  return [...items, ...others]
}
