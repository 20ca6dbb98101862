// What must hold after a run of chaos, worked out from stored rows and the simulator's own words, with nothing of the engine's
// parsing or storing. Every rule gives the rows that break it; none is good.
import { RESOURCE_TYPES, STATUS_COLUMNS, STATUSES, type Tone, tenenciaColumn } from '@padron/contract/resources'
import type pg from 'pg'
import { STATUS_SQL } from '../../db/status-columns.ts'
import type { ChaosVehicle } from './fleet.ts'
import { isTrouble, type World } from './world.ts'

/** `looked`: how many answers or rows it was asked of; undefined: all there are. */
export type Verdict = { rule: string; looked?: number; broken: readonly string[] }

type Row = Record<string, unknown>
const toned = (tone: Tone): number[] =>
  Object.entries(STATUSES).flatMap(([id, status]) => (status.tone === tone ? [Number(id)] : []))
const CLEAR: ReadonlySet<number> = new Set(toned('clear'))

const rowsOf = async (system: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await system.query<Row>(text, values)).rows
const said = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row))

// ---------------------------------------------------------------- what was ever said
type Served = {
  vehicleId: number
  resourceId: number
  typeId: number
  connector: string
  portal: string
  status: number
  answered: boolean
}

const served = (system: pg.Pool): Promise<Served[]> =>
  rowsOf(system, `
    select f.vehicle_id as "vehicleId", f.resource_id as "resourceId", f.resource_type_id as "typeId", r.connector_key as connector,
      r.portal_key as portal, f.status_id as status, f.good_at is not null as answered
    from vehicle_resource f join resource r using (resource_id) where r.connector_key is not null`) as Promise<Served[]> // biome-ignore format: one statement

/** Statuses ever seen, by vehicle and by resource id or column. */
const everSeen = async (system: pg.Pool): Promise<Map<string, number[]>> => {
  const rows = await rowsOf(
    system,
    `select vehicle_id || ' ' || what as name, array_agg(status) as seen from seen_status group by 1`,
  )
  return new Map(rows.map(({ name, seen }) => [String(name), seen as number[]]))
}

const columnOf = (typeId: number): string | undefined => {
  const column = RESOURCE_TYPES.find(({ id }) => id === (typeId === 10 ? 0 : typeId))?.column
  return column ? STATUS_SQL[column] : undefined
}

type Ever = { seen: Map<string, number[]>; resources: Served[] }

/** Clear at any moment in the resource, or in the column that it alone fills. */
const everClear = ({ seen, resources }: Ever, one: Served): string[] => {
  const column = columnOf(one.typeId)
  const alone =
    resources.filter(({ vehicleId, typeId }) => vehicleId === one.vehicleId && columnOf(typeId) === column).length === 1
  const names = [String(one.resourceId), ...(alone && column ? [column] : [])]
  return names.filter((name) => seen.get(`${one.vehicleId} ${name}`)?.some((status) => CLEAR.has(status)))
}

type Watched = (vehicle: ChaosVehicle, one: Served) => boolean

/** The answers of the fleet that a rule watches. */
const watch = (fleet: ReadonlyMap<number, ChaosVehicle>, { resources }: Ever, watched: Watched) =>
  resources.flatMap((one) => {
    const vehicle = fleet.get(one.vehicleId)
    return vehicle && watched(vehicle, one) ? [{ one, name: `${vehicle.plate} ${one.connector}` }] : []
  })

const neverClear = (rule: string, fleet: ReadonlyMap<number, ChaosVehicle>, ever: Ever, watched: Watched): Verdict => {
  const list = watch(fleet, ever, watched)
  return { rule, looked: list.length, broken: list.flatMap(({ one, name }) => everClear(ever, one).map((where) => `${name} ${where}`)) }
} // biome-ignore format: one condition

type Good = (one: Served) => boolean
const inEnd = (
  rule: string,
  fleet: ReadonlyMap<number, ChaosVehicle>,
  ever: Ever,
  watched: Watched,
  good: Good,
): Verdict => {
  const list = watch(fleet, ever, watched)
  const broken = list.filter(({ one }) => !good(one)).map(({ one, name }) => `${name} ${one.typeId}: ${one.status}`)
  return { rule, looked: list.length, broken }
}

/** A debt written at Nuevo León is a fine; one at SIMIT is a comparendo while it is young. */
const WRITTEN = { MX: 1, CO: 13 } as const
const isWritten: Watched = ({ kind, country }, { typeId, connector }) =>
  kind === 'debts' && typeId === WRITTEN[country] && ['mx-nl-estado-cuenta', 'co-simit'].includes(connector)

const saysNothing = (world: World): Watched => ({ kind, face }, { portal }) =>
  kind === 'face' && isTrouble(world, portal, world.names[face - 1] ?? '') // biome-ignore format: one rule

// ---------------------------------------------------------------- exactly once
const MONEY = '(0, 1, 6, 7, 8, 9, 13)'
const DEBT = `(${toned('debt').join(', ')})`
const TELLING = `(${[...toned('debt'), ...toned('clear')].join(', ')})`

/** Each selects what breaks it. */
const SQL_RULES: readonly [rule: string, sql: string][] = [
  ['no claim is left', `select vehicle_id, connector_key from due_check where claim_id is not null`],
  ['every due check has ended at least once', `
    select vehicle_id, connector_key from due_check d where not exists (
      select from check_run r where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.connector_key = d.connector_key)`],
  ['every run ended one claim, in one transaction', `
    select r.vehicle_id, r.connector_key, r.run_id, count(c.claim_id) as claims from seen_run r
    left join seen_claim c on c.vehicle_id = r.vehicle_id and c.connector_key = r.connector_key and c.ended_in = r.written_in
    group by 1, 2, 3 having count(c.claim_id) <> 1`],
  ['no claim ended in two runs', `
    select c.vehicle_id, c.connector_key, c.claim_id, count(*) as runs from seen_claim c
    join seen_run r on c.vehicle_id = r.vehicle_id and c.connector_key = r.connector_key and c.ended_in = r.written_in
    group by 1, 2, 3 having count(*) > 1`],
  ['no run id twice', `select run_id, count(*) from check_run group by 1 having count(*) > 1`],
  ['each resource points at its newest run', `
    select f.vehicle_id, f.resource_id, f.last_run_id, n.run_id from vehicle_resource f join resource s using (resource_id)
    cross join lateral (select r.run_id, r.started_at + r.duration_ms * interval '1 millisecond' as at from check_run r
      where r.tenant_id = f.tenant_id and r.vehicle_id = f.vehicle_id and r.connector_key = s.connector_key order by 2 desc limit 1) n
    left join check_run l on l.tenant_id = f.tenant_id and l.run_id = f.last_run_id and l.vehicle_id = f.vehicle_id and l.connector_key = s.connector_key
    where f.last_at is distinct from n.at or l.started_at + l.duration_ms * interval '1 millisecond' is distinct from n.at or l.outcome <> f.last_outcome`],
  ['each status is that of the newest good answer', `
    select f.vehicle_id, f.resource_id, f.status_id, n.status_id as said from vehicle_resource f join resource s using (resource_id)
    left join lateral (select r.run_id, c.status_id, r.started_at + r.duration_ms * interval '1 millisecond' as at
      from check_run r join check_result c on c.tenant_id = r.tenant_id and c.run_id = r.run_id and c.resource_id = f.resource_id
      where r.tenant_id = f.tenant_id and r.vehicle_id = f.vehicle_id and r.connector_key = s.connector_key and r.outcome in ('ok', 'partial')
      order by 3 desc limit 1) n on true
    where s.connector_key is not null and (f.good_at is distinct from n.at or n.at is not null and f.status_id <> n.status_id)`],
  ['no failure shows a clear status', `
    select vehicle_id, resource_id, status_id from vehicle_resource where good_at is null and status_id in (${[...CLEAR].join(', ')})`],
  ['the debt of each vehicle is the sum of its resources', `
    select v.vehicle_id, v.debt_total, x.total, v.debt_without_amount, x.nameless from vehicle v
    cross join lateral (select sum(coalesce(f.debt_total, 0)) filter (where f.good_at is not null) as total,
        coalesce(sum(f.debt_without_amount) filter (where f.good_at is not null), 0) as nameless
      from vehicle_resource f where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.resource_type_id in ${MONEY}) x
    where v.debt_total is distinct from x.total or v.debt_without_amount <> x.nameless`],
  ['the open debts are those of the newest good answer', `
    with good as (
      select distinct on (r.vehicle_id, c.resource_id) r.vehicle_id, c.resource_id, c.status_id, c.result
      from check_run r join check_result c using (tenant_id, run_id) join resource s using (resource_id)
      where s.resource_type_id in ${MONEY} and c.status_id in ${TELLING}
      order by r.vehicle_id, c.resource_id, r.started_at + r.duration_ms * interval '1 millisecond' desc),
    listed as (
      select g.vehicle_id, g.resource_id, one, one->'scrapedTickets' || (one->'scrapedTenencias') || (one->'scrapedRefrendo') as debts
      from good g, jsonb_array_elements(g.result) one where g.status_id in ${DEBT}),
    said as (
      select l.vehicle_id, l.resource_id, debt->>'folio' as folio, debt->>'description' as description, round((debt->>'total')::numeric, 2) as total
      from listed l, jsonb_array_elements(case when l.debts = '[]' then jsonb_build_array(jsonb_build_object('description', one->>'name', 'total', one->'total')) else l.debts end) debt),
    open as (select vehicle_id, resource_id, folio, description, total from debt where ended_at is null)
    (select 'missing' as what, * from (select * from said except all select * from open) m)
    union all (select 'too much', * from (select * from open except all select * from said) t)`],
  ['each debt is new once, and its events alternate', `
    select d.vehicle_id, d.resource_id, d.debt_key, e.* from debt d
    cross join lateral (select count(*) filter (where kind = 'new') as new, count(*) filter (where kind = 'returned') as returned,
        count(*) filter (where kind in ('paid', 'vanished')) as gone
      from check_event e where e.tenant_id = d.tenant_id and e.vehicle_id = d.vehicle_id and e.resource_id = d.resource_id and e.debt_key = d.debt_key) e
    where e.new <> 1 or e.new + e.returned - e.gone <> case when d.ended_at is null then 1 else 0 end`],
  ['each new event has its debt', `
    select vehicle_id, resource_id, debt_key from check_event e where kind = 'new' and not exists (
      select from debt d where d.tenant_id = e.tenant_id and d.vehicle_id = e.vehicle_id and d.resource_id = e.resource_id and d.debt_key = e.debt_key)`],
  ['nobody waits for a source that calls back', `select vehicle_id, connector_key from webhook_wait where ended_at is null`],
] // biome-ignore format: a list of statements

const RANK: Record<Tone, number> = { debt: 0, warning: 1, unprocessed: 2, clear: 3 }
const toneOf = (status: number): Tone => (STATUSES as Record<number, { tone: Tone }>)[status]?.tone ?? 'warning'

type Stand = { vehicleId: number; columns: Record<string, number>; resources: { type: number; status: number }[] }

/** The statuses a type may show: any of those that are felt worst. */
const worstOf = (resources: Stand['resources'], type: number): number[] => {
  const own = resources.filter((each) => each.type === type).map(({ status }) => status)
  const worst = Math.min(...own.map((status) => RANK[toneOf(status)]))
  return own.length === 0 ? [-1] : own.filter((status) => RANK[toneOf(status)] === worst)
}

const columnsAgree = async (system: pg.Pool): Promise<Verdict> => {
  const names = STATUS_COLUMNS.map((column) => `'${column}', v.${STATUS_SQL[column]}`).join(', ')
  const rows = (await rowsOf(system, `
    select v.vehicle_id as "vehicleId", jsonb_build_object(${names}) as columns,
      (select jsonb_agg(jsonb_build_object('type', f.resource_type_id, 'status', f.status_id)) from vehicle_resource f
       where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id) as resources from vehicle v`)) as Stand[]
  const broken = rows.flatMap(({ vehicleId, columns, resources }) =>
    RESOURCE_TYPES.flatMap(({ id, column }) => {
      if (!column) return []
      const forced = resources.some(({ type }) => type === 10) ? worstOf(resources, 10) : [undefined]
      const may = worstOf(resources, id).flatMap((status) => (id === 0 ? forced.map((ten) => tenenciaColumn(status, ten)) : [status]))
      return may.includes(columns[column] ?? -2) ? [] : [`${vehicleId} ${column}: ${columns[column]}, not ${may}`]
    }),
  )
  return { rule: 'every column is the worst of its resources', broken }
} // biome-ignore format: one statement

/** What the book says at the end is what we hold, by name; at Nuevo León to the cent. */
const debtsAreHeld = async (system: pg.Pool, fleet: readonly ChaosVehicle[], world: World): Promise<Verdict> => {
  const held = await rowsOf(system, `select vehicle_id, coalesce(folio, '') || ' ' || description as what, total::float8 as total from debt where ended_at is null`)
  const byVehicle = Map.groupBy(held, ({ vehicle_id }) => vehicle_id)
  const broken = fleet.filter(({ kind }) => kind === 'debts').flatMap((vehicle) => {
    const own = byVehicle.get(vehicle.vehicleId) ?? []
    const named = (id: string) => own.filter(({ what }) => String(what).includes(id))
    const missing = [...world.owes(vehicle)].filter(([id, amount]) => !named(id).some(({ total }) => vehicle.country === 'CO' || total === amount))
    const left = ['PRIMERA', 'SEGUNDA'].filter((id) => !world.owes(vehicle).has(id) && named(id).length > 0)
    return [...missing.map(([id, amount]) => `${vehicle.plate} lacks ${id} ${amount}`), ...left.map((id) => `${vehicle.plate} still has ${id}`)]
  })
  return { rule: 'at the end the written debts are held, and no others of theirs', broken }
} // biome-ignore format: one condition each

export const judge = async (system: pg.Pool, vehicles: readonly ChaosVehicle[], world: World): Promise<Verdict[]> => {
  const fleet = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const ever = { seen: await everSeen(system), resources: await served(system) }
  const theft: Watched = ({ kind }, { typeId }) => kind === 'theft' && typeId === 4
  const clean: Watched = ({ kind, face }, { portal }) => kind === 'face' && world.names[face - 1] === 'clean' && world.tells(portal, 'clean')
  const verdicts: Verdict[] = [
    neverClear('a plate with debts is never clear', fleet, ever, isWritten),
    neverClear('a source that says nothing good is never clear', fleet, ever, saysNothing(world)),
    inEnd('at the end debts are told', fleet, ever, isWritten, ({ status }) => toneOf(status) === 'debt'),
    inEnd('at the end no theft is told where the report is gone', fleet, ever, theft, ({ status }) => status === 5),
    inEnd('at the end the clean are clear', fleet, ever, clean, ({ status }) => CLEAR.has(status)),
    await debtsAreHeld(system, vehicles, world),
    await columnsAgree(system),
  ]
  for (const [rule, text] of SQL_RULES) verdicts.push({ rule, broken: said(await rowsOf(system, text)) })
  return verdicts
} // biome-ignore format: one list

/** While theft reports are in force, none is ever called clear; to be asked before they are lifted. */
export const judgeTheft = async (system: pg.Pool, vehicles: readonly ChaosVehicle[]): Promise<Verdict> => {
  const fleet = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const ever = { seen: await everSeen(system), resources: await served(system) }
  return neverClear('a theft report in force is never clear', fleet, ever, ({ kind }, { typeId }) => kind === 'theft' && typeId === 4)
} // biome-ignore format: one call
