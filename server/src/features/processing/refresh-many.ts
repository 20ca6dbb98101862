// 'Volver a consultar' for vehicles selected in the list: first a preview of its queries and their cost, then the
// order. It makes the queries that a refresh of each vehicle would make, and no others.
import { REFRESH_AT_MOST, type RefreshPreview } from '@padron/contract/processing'
import { numberText } from '@padron/contract/texts/count-of'
import type { Selection } from '@padron/contract/vehicles'
import { sql } from 'kysely'
import { type Actor, asSystem, bulkAsTenant, type Db, readAsTenant, type Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import { refuse } from '../../errors/http-problem.ts'
import { countAtMost, selectedVehicles } from '../../fleet/selection.ts'
import type { Session } from '../../http/access/sessions.ts'
import { type RefreshRow, refreshRows } from './refresh.ts'

type Requester = { session: Session; now: Date }
/** One query of a source about a vehicle; it may answer for several resources. */
type Question = { vehicleId: number; plate: string; connectorKey: string; portalKey: string; names: string[] }
type Counted = { questions: Question[]; waiting: Question[]; recent: number; fresh: number; byHand: number }

const tooMany = () =>
  `Se vuelven a consultar hasta ${numberText(REFRESH_AT_MOST)} vehículos a la vez: seleccione menos, o use ` +
  'Procesamiento para toda la flota.'

const questionsOf = (rows: readonly RefreshRow[]): Question[] => {
  const found = new Map<string, Question>()
  for (const { vehicleId, plate, connectorKey, portalKey, name } of rows) {
    if (connectorKey === null || portalKey === null) continue
    const key = `${vehicleId} ${connectorKey}`
    const known = found.get(key)
    if (known) known.names.push(name)
    else found.set(key, { vehicleId, plate, connectorKey, portalKey, names: [name] })
  }
  return [...found.values()]
}

/** Counts each query once: as to be made, else as waiting, else as just made, else as answered and fresh. */
const countQuestions = (rows: readonly RefreshRow[]): Counted => {
  const seen = new Set<string>()
  const first = (wanted: (row: RefreshRow) => boolean): Question[] => {
    const questions = questionsOf(rows.filter((row) => row.automatic && wanted(row))).filter(
      ({ vehicleId, connectorKey }) => !seen.has(`${vehicleId} ${connectorKey}`),
    )
    for (const { vehicleId, connectorKey } of questions) seen.add(`${vehicleId} ${connectorKey}`)
    return questions
  }
  const questions = first(({ freshUntil, queued, recent }) => freshUntil === null && !queued && !recent)
  const waiting = first(({ queued }) => queued)
  const recent = first((row) => row.recent && row.freshUntil === null).length
  const fresh = first(() => true).length
  const byHand = rows.filter(({ automatic, freshUntil }) => !automatic && freshUntil === null).length
  return { questions, waiting, recent, fresh, byHand }
}

const rowsOf = async (tx: Tx, selection: Selection, { session, now }: Requester) => {
  const where = selectedVehicles(selection, session)
  const vehicles = await countAtMost(tx, where, REFRESH_AT_MOST, tooMany())
  const chosen = sql`f.vehicle_id in (select v.vehicle_id from vehicle v where ${where})`
  return { vehicles, ...countQuestions(await refreshRows(tx, session.tenantId, chosen, now)) }
}

type Portal = {
  portalKey: string
  name: string
  price: number | null
  currency: string | null
  paceMs: number
  /** How long until its next query may start. */
  waitMs: number
  failsSince: string | null
}

/** Facts of the installation, not of a company. */
const portalsOf = (db: Db, keys: readonly string[], now: Date): Promise<Portal[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Portal>`
      select p.portal_key as "portalKey", p.portal_name as name, nullif(p.price, 0)::float8 as price, p.currency,
        p.pace_ms as "paceMs", g.began_at as "failsSince",
        case
          when p.next_at > ${now.toISOString()}::timestamptz
          then extract(epoch from p.next_at - ${now.toISOString()}::timestamptz)::float8 * 1000
          else 0 end as "waitMs"
      from portal p
      left join source_outage g on g.portal_key = p.portal_key and g.ended_at is null
      where p.portal_key = any(${keys}::text[])
      order by p.portal_name`.execute(tx)
    return rows
  })

const CENTS = 100

/** The portals are queried side by side, each at its own pace. */
const estimateOf = (portals: readonly Portal[], { questions, waiting }: Counted) => {
  const numberAt = (of: readonly Question[], key: string) => of.filter(({ portalKey }) => portalKey === key).length
  const costs = new Map<string, { currency: string; amount: number; questions: number }>()
  let milliseconds = 0
  for (const { portalKey, price, currency, paceMs, waitMs } of portals) {
    const count = numberAt(questions, portalKey)
    milliseconds = Math.max(milliseconds, waitMs + (count + numberAt(waiting, portalKey)) * paceMs)
    if (price === null || currency === null) continue
    const known = costs.get(currency) ?? { currency, amount: 0, questions: 0 }
    costs.set(currency, { currency, amount: known.amount + price * count, questions: known.questions + count })
  }
  return {
    seconds: Math.ceil(milliseconds / 1000),
    costs: [...costs.values()].map((cost) => ({ ...cost, amount: Math.ceil(cost.amount * CENTS) / CENTS })),
    failing: portals.flatMap(({ name, failsSince }) =>
      failsSince === null ? [] : [{ portal: name, since: failsSince }],
    ),
  }
}

export const previewRefresh = async (db: Db, requester: Requester, selection: Selection): Promise<RefreshPreview> => {
  const { vehicles, ...counts } = await readAsTenant(db, requester.session.tenantId, (tx) =>
    rowsOf(tx, selection, requester),
  )
  const keys = [...new Set([...counts.questions, ...counts.waiting].map(({ portalKey }) => portalKey))]
  const portals = keys.length > 0 ? await portalsOf(db, keys, requester.now) : []
  const { questions, waiting, ...others } = counts
  return { vehicles, ...others, questions: questions.length, waiting: waiting.length, ...estimateOf(portals, counts) }
}

const record = async (tx: Tx, tenantId: number, questions: readonly Question[]): Promise<void> => {
  const byVehicle = Map.groupBy(questions, ({ vehicleId }) => vehicleId)
  const list = [...byVehicle].map(([vehicle_id, own]) => ({
    vehicle_id,
    plate: own[0]?.plate ?? '',
    changes: { refreshed: [null, own.flatMap(({ names }) => names)] },
  }))
  await sql`
    select count(record_activity(${tenantId}, 'check', x.vehicle_id, x.plate, 'update', x.changes))
    from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, plate text, changes jsonb)`.execute(
    tx,
  )
}

const vehiclesOf = (questions: readonly Question[]): number[] => [
  ...new Set(questions.map(({ vehicleId }) => vehicleId)),
]

const prioritise = async (tx: Tx, tenantId: number, questions: readonly Question[]): Promise<void> => {
  await lockVehicles(tx, tenantId, vehiclesOf(questions))
  const list = questions.map(({ vehicleId, connectorKey }) => ({ vehicle_id: vehicleId, connector_key: connectorKey }))
  await sql`
    update due_check d
    set priority = 1, due_at = least(d.due_at, now())
    from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, connector_key text)
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = x.vehicle_id
      and d.connector_key = x.connector_key
      and d.claim_id is null`.execute(tx)
}

type RefreshOrder = { selection: Selection; expected: number }

/** @throws 409 if there would be more queries than the user confirmed: each may cost money */
export const refreshMany = (
  db: Db,
  { actor, ...requester }: Requester & { actor: Actor },
  { selection, expected }: RefreshOrder,
): Promise<{ questions: number; vehicles: number[] }> => {
  const { tenantId } = requester.session
  return bulkAsTenant(
    db,
    tenantId,
    async (tx) => {
      await lockCompany(tx, tenantId)
      const { questions } = await rowsOf(tx, selection, requester)
      if (questions.length > expected)
        throw refuse(
          409,
          `Ahora se harían ${numberText(questions.length)} consultas y no ${numberText(expected)}. Revise de nuevo.`,
          'expected',
        )
      if (questions.length > 0) {
        await record(tx, tenantId, questions)
        await prioritise(tx, tenantId, questions)
      }
      return { questions: questions.length, vehicles: vehiclesOf(questions) }
    },
    actor,
  )
}
