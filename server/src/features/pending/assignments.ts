// Assigns to-do items to people, takes assignments back, and closes those whose cause is gone.
import { DAY_MS, hasPlausibleYear, isCalendarDay } from '@padron/contract/days'
import { ASSIGNMENTS_AT_MOST, type AssignmentOf, DONE_DAYS } from '@padron/contract/pending'
import { PENDING_KINDS } from '@padron/contract/rules/pending-kinds'
import { countOf } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { allItems } from './items/items.ts'
import type { Work } from './items/work.ts'
import { needWords, readAssignees, sees } from './people.ts'

const NO_PERSON = 'Esa persona no existe, no está activa o no puede ver vehículos.'

const keyOf = ({ kind, vehicleAssetId, ref }: Pick<AssignmentOf, 'kind' | 'vehicleAssetId' | 'ref'>): string =>
  `${kind} ${vehicleAssetId} ${ref}`

/** @throws HttpProblem with the invalid field */
const checkRequested = (requested: readonly AssignmentOf[]): void => {
  const seen = new Set<string>()
  for (const [at, one] of requested.entries()) {
    const { userId, dueOn, note } = one
    const field = (name: string) => `assignments.${at}.${name}`
    if (seen.has(keyOf(one))) throw refuse(422, 'El mismo pendiente está dos veces.', field('ref'))
    seen.add(keyOf(one))
    if (dueOn !== null && !isCalendarDay(dueOn)) throw refuse(422, 'La fecha no existe.', field('dueOn'))
    if (dueOn !== null && !hasPlausibleYear(dueOn))
      throw refuse(422, 'La fecha debe estar entre los años 1900 y 2199.', field('dueOn'))
    if (userId === null && (dueOn !== null || note !== ''))
      throw refuse(422, 'Lo que queda sin persona no lleva fecha ni nota.', field('userId'))
  }
}

/**
 * The assignees' names by id.
 * @throws HttpProblem if one is not a user of the company, or may not see the assigned kind
 */
const checkPeople = async (
  tx: Tx,
  session: Session,
  requested: readonly AssignmentOf[],
): Promise<ReadonlyMap<number, string>> => {
  const ids = [...new Set(requested.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const people = new Map((await readAssignees(tx, session, ids)).map((person) => [person.userId, person]))
  for (const [at, { userId, kind }] of requested.entries()) {
    if (userId === null) continue
    const person = people.get(userId)
    if (!person) throw refuse(422, NO_PERSON, `assignments.${at}.userId`)
    if (!sees(person.roles, kind))
      throw refuse(422, `${person.username} no puede ver ${needWords(kind)}.`, `assignments.${at}.userId`)
  }
  return new Map([...people].map(([id, { username }]) => [id, username]))
}

type Found = AssignmentOf & { plate: string; username: string | null }

/** The pending items among `requested`, with their assignees. */
const readFound = async (tx: Tx, work: Work, requested: readonly AssignmentOf[]): Promise<Map<string, Found>> => {
  const ids = [...new Set(requested.map(({ vehicleAssetId }) => vehicleAssetId))]
  const { tables, items } = allItems(work, {
    vehicles: [],
    among: sql`${ids}::bigint[]`,
    whose: undefined,
    from: undefined,
    to: undefined,
  })
  const { rows } = await sql<Found>`
    ${tables}
    select i.kind, i.vehicle_id as "vehicleAssetId", i.ref, a.user_id as "userId", a.due_on as "dueOn",
      coalesce(a.note, '') as note, u.username, v.plate
    from (${items}) i
    join vehicle v on v.tenant_id = ${work.tenantId} and v.vehicle_id = i.vehicle_id
    left join task_assignment a on a.tenant_id = ${work.tenantId} and a.task_assignment_id = i.task_assignment_id
    left join app_user u on u.tenant_id = ${work.tenantId} and u.user_id = a.user_id`.execute(tx)
  const keys = new Set(requested.map(keyOf))
  return new Map(rows.filter((row) => keys.has(keyOf(row))).map((row) => [keyOf(row), row]))
}

const isSame = (a: AssignmentOf, b: AssignmentOf): boolean =>
  a.userId === b.userId && a.dueOn === b.dueOn && a.note === b.note

/** `Seguro: norte-luis, para el 04/12/2026` */
const wordsOf = (
  { kind, dueOn }: AssignmentOf,
  username: string | null,
  country: Session['country'],
): string | null => {
  if (username === null) return null
  const name = PENDING_KINDS.find((each) => each.kind === kind)?.[country] ?? kind
  return `${name}: ${username}${dueOn === null ? '' : `, para el ${numericDay(dueOn)}`}`
}

type Change = { before: Found; next: AssignmentOf }

/**
 * A due date in the past is accepted only if the assignment has it now, or had it within the last day by the activity
 * record: undo must be able to restore it.
 * @param requested in the order in which faults refer to them
 * @throws HttpProblem
 */
const checkDays = async (
  tx: Tx,
  { tenantId, country }: Session,
  requested: readonly AssignmentOf[],
  { changes, today, people }: { changes: readonly Change[]; today: string; people: ReadonlyMap<number, string> },
): Promise<void> => {
  const late = changes.filter(
    ({ before, next: { dueOn } }) => dueOn !== null && dueOn < today && dueOn !== before.dueOn,
  )
  if (late.length === 0) return
  const { rows } = await sql<{ vehicleId: number; words: string }>`
    select subject_id as "vehicleId", changes #>> '{assignment,0}' as words
    from activity
    where tenant_id = ${tenantId} and subject_kind = 'vehicle'
      and subject_id = any(${late.map(({ next }) => next.vehicleAssetId)}::bigint[])
      and at > now() - interval '1 day' and changes ? 'assignment'`.execute(tx)
  const had = new Set(rows.map(({ vehicleId, words }) => `${vehicleId} ${words}`))
  for (const { next } of late) {
    const words = wordsOf(next, people.get(next.userId ?? 0) ?? null, country)
    if (!had.has(`${next.vehicleAssetId} ${words}`))
      throw refuse(422, 'La fecha ya pasó.', `assignments.${requested.indexOf(next)}.dueOn`)
  }
}

const write = async (tx: Tx, { tenantId, username }: Session, rows: readonly AssignmentOf[], now: Date) => {
  // In one order, so that two writers do not deadlock.
  const ordered = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const records = sql`json_to_recordset(${JSON.stringify(ordered)}::json) as g(
    kind text, "vehicleAssetId" bigint, ref text, "userId" bigint, "dueOn" date, note text)`
  await sql`
    delete from task_assignment a
    using ${records}
    where g."userId" is null and a.tenant_id = ${tenantId} and a.vehicle_id = g."vehicleAssetId" and a.kind = g.kind
      and a.ref = g.ref and a.done_at is null`.execute(tx)
  await sql`
    insert into task_assignment (tenant_id, vehicle_id, kind, ref, user_id, due_on, note, assigned_by, assigned_at)
    select ${tenantId}::bigint, g."vehicleAssetId", g.kind, g.ref, g."userId", g."dueOn", g.note, ${username}::text,
      ${now.toISOString()}::timestamptz
    from ${records}
    where g."userId" is not null
    on conflict (tenant_id, vehicle_id, kind, ref) where done_at is null do update
    set user_id = excluded.user_id, due_on = excluded.due_on, note = excluded.note,
      assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at`.execute(tx)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n
    from task_assignment
    where tenant_id = ${tenantId} and done_at is null`.execute(tx)
  if ((counted[0]?.n ?? 0) > ASSIGNMENTS_AT_MOST)
    throw refuse(422, `Una empresa puede tener asignados ${ASSIGNMENTS_AT_MOST} pendientes como máximo.`)
}

const messageOf = (changed: readonly AssignmentOf[], gone: number, people: ReadonlyMap<number, string>): string => {
  if (changed.length === 0)
    return gone === 1 ? 'Ya no está pendiente; no cambió nada' : 'Ya no están pendientes; no cambió nada'
  const what = countOf(changed.length, 'pendiente', 'pendientes')
  const names = new Set(changed.map(({ userId }) => (userId === null ? undefined : people.get(userId))))
  const [name] = names
  const whose = name === undefined ? 'sin asignar' : `para ${name}`
  const rest = gone === 0 ? '' : gone === 1 ? ' · 1 ya no está pendiente' : ` · ${gone} ya no están pendientes`
  return `${what} ${names.size > 1 ? 'con su asignación cambiada' : whose}${rest}`
}

/** Skips items that are no longer pending. @param work all kinds that the session may see */
export const assignItems = async (
  tx: Tx,
  session: Session,
  requested: readonly AssignmentOf[],
  { work, now }: { work: Work; now: Date },
) => {
  checkRequested(requested)
  const people = await checkPeople(tx, session, requested)
  const found = await readFound(tx, work, requested)
  const changes = requested.flatMap((next): Change[] => {
    const before = found.get(keyOf(next))
    return before && !isSame(before, next) ? [{ before, next }] : []
  })
  const changed = changes.map(({ next }) => next)
  await checkDays(tx, session, requested, { changes, today: work.today, people })
  await write(tx, session, changed, now)
  const records = changes.map(({ before, next }) => ({
    id: next.vehicleAssetId,
    plate: before.plate,
    change: {
      assignment: [
        wordsOf(before, before.username, session.country),
        wordsOf(next, next.userId === null ? null : (people.get(next.userId) ?? null), session.country),
      ],
    },
  }))
  await sql`
    select record_activity(${session.tenantId}, 'vehicle', g.id, g.plate, 'update', g.change)
    from json_to_recordset(${JSON.stringify(records)}::json) as g(id bigint, plate text, change jsonb)`.execute(tx)
  const gone = requested.filter((one) => !found.has(keyOf(one))).length
  return {
    message: messageOf(changed.length > 0 ? changed : requested.filter((one) => found.has(keyOf(one))), gone, people),
    changed: changed.length,
    gone,
    before: changes.map(({ before: { plate: _, username: _username, ...rest } }) => rest),
  }
}

/** Deletes the open assignments of inactive users, and those of captures. @returns the number of the former */
export const releaseOfInactive = async (tx: Tx, tenantId: number): Promise<number> => {
  await sql`
    delete from capture_assignment a
    using app_user u
    where a.tenant_id = ${tenantId} and u.tenant_id = a.tenant_id and u.user_id = a.user_id and not u.active`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    delete from task_assignment a
    using app_user u
    where a.tenant_id = ${tenantId} and a.done_at is null and u.tenant_id = a.tenant_id and u.user_id = a.user_id
      and not u.active`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Closes assignments whose cause is gone. @param work all kinds, without a limit of days */
export const closeDone = async (tx: Tx, work: Work): Promise<number> => {
  const { tenantId, at } = work
  const { tables, items } = allItems(work, {
    vehicles: [],
    among: sql`array(
      select distinct a.vehicle_id
      from task_assignment a
      where a.tenant_id = ${tenantId} and a.done_at is null)`,
    whose: undefined,
    from: undefined,
    to: undefined,
  })
  const { rows } = await sql`
    ${tables}
    update task_assignment a
    set done_at = ${at.toISOString()}::timestamptz
    where a.tenant_id = ${tenantId} and a.done_at is null and a.task_assignment_id not in (
      select i.task_assignment_id
      from (${items}) i
      where i.task_assignment_id is not null)
    returning 1`.execute(tx)
  return rows.length
}

export const deleteOldAssignments = (db: Db, now: Date): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`
      delete from task_assignment
      where done_at < ${new Date(now.getTime() - DONE_DAYS * DAY_MS).toISOString()}`.execute(tx),
  )
