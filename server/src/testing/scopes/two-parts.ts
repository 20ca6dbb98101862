// A fleet in two parts: a user who sees the north, a user who sees the rest, and the main account, which sees all of
// it. No two vehicles share a text, so a text reveals which vehicle an answer is about.
import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { owingFleet } from '../../fleet/testing/debts.ts'
import { createEdgeCaseFleet } from '../../fleet/testing/edge-case-fleet.ts'
import { isDrill } from '../drill.ts'
import { documentCalls } from '../files/documents.ts'
import { EVIDENCE_RESOURCE } from '../fixtures.ts'
import { owe } from '../obligations.ts'
import { rolesWithout, type Somebody, type TestServer, testServer } from '../server.ts'

/** Of them these owe and have tags; the others make the fleet one that is read in the background. */
const HARD = isDrill ? 500 : 60
export const SIZE = isDrill ? 20_000 : HARD
/** No other number is like these. */
const FIRST_ID = 700_000_001
export const STATES = { north: [5], south: [9, 19] }
export const RANDOM_ID = 999_999_999
const NOTHING = { itemId: randomUUID(), mailId: randomUUID(), reportId: RANDOM_ID, viewId: RANDOM_ID }

/** A vehicle with the texts that name it. */
export type Marks = { id: number; state: number; texts: string[] }
/** A vehicle, a document of it, and what its user made. */
export type ReadTarget = {
  id: number
  texts: readonly string[]
  documentId: number
  typeId: number
  itemId: string
  mailId: string
  reportId: number
  viewId: number
}

export const post = (url: string, payload: object): InjectOptions => ({ method: 'POST', url, payload })
const REPORT = { kind: 'debts', mails: ['ana@norte.mx'], frequency: 'weekly', sendDay: 1 }
export const reportNamed = (name = '') => ({ ...REPORT, name })
export const viewNamed = (name = '') => ({ name, shared: true, definition: { vehicleClass: {}, columns: null } })

export const queryAsOwner = async (server: TestServer, statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

const orderReport = async (server: TestServer, who: Somebody, vehicleClass: object): Promise<string> => {
  const request = post('/api/v2/vehiclesReport', { vehicleClass, mails: ['ana@norte.mx'] })
  const { status, body } = await server.ask(who, request)
  expect([status, body]).toMatchObject([200, {}])
  return (body as { queueItemId: string }).queueItemId
}

/** Takes some seconds, in the drills a minute. */
export const startTwoParts = async () => {
  const server = await testServer(undefined, { mails: true })
  const company = await server.company('norte')
  const main = await server.somebody(company, 'admin', ['admin'])
  const roles = rolesWithout()
  const north = await server.somebody(company, 'norte', roles)
  const south = await server.somebody(company, 'sur', roles)
  await queryAsOwner(server, `alter table vehicle alter column vehicle_id restart with ${FIRST_ID}`)
  const ids = await createEdgeCaseFleet(server, company, HARD)
  await server.db.system.query(
    `insert into vehicle (tenant_id, plate, vin, state_id)
     select $1, 'PL' || lpad(n::text, 6, '0'), '3N1CN8AE2RL' || lpad(n::text, 6, '0'), (array[5, 9, 19])[1 + n % 3]
     from generate_series(1, $2::int) n`,
    [company.tenantId, SIZE - HARD],
  )
  // No mark of a vehicle is in that of another.
  await server.db.system.query(
    `update vehicle set plate = 'QZ' || lpad((vehicle_id - $2)::text, 6, '0'),
       custom_id = 'Écó-' || lpad((vehicle_id - $2)::text, 6, '0')
     where tenant_id = $1`,
    [company.tenantId, FIRST_ID],
  )
  await owingFleet(server, company, ids)
  const days = ['2026-11-01', '2026-12-01', '2027-01-15', '2027-06-30']
  await owe(
    server,
    company,
    ids.map((vehicleId, i) => ({ vehicleId, key: 'a', dueOn: days[i % 4] ?? '', kind: 'payment', amount: 10 })),
  )
  await queryAsOwner(server, 'analyze') // as autovacuum does after a while
  const documents = documentCalls(server, main)
  const typeId = (await documents.type('Póliza')).documentTypeId
  const documentIds = new Map<number, number>()
  for (const vehicle of ids.slice(0, 20)) {
    const { documentId } = await documents.create({ vehicle, type: typeId })
    documentIds.set(vehicle, documentId)
  }
  await server.db.system.query(
    `insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
     select $1, d.vehicle_id, r.resource_id, r.resource_type_id
     from (select distinct vehicle_id from document where tenant_id = $1) d, resource r
     where r.resource_id = $2
     on conflict do nothing`,
    [company.tenantId, EVIDENCE_RESOURCE],
  )
  await documents.ask('PUT', '/api/v2/documentType/required', { documentTypeId: typeId, required: 'all' })
  const { rows } = await server.db.system.query<Marks & { plate: string; vin: string; custom: string | null }>(
    'select vehicle_id as id, state_id as state, plate, vin, custom_id as custom from vehicle where tenant_id = $1',
    [company.tenantId],
  )
  const fleet = rows.map(({ id, state, plate, vin, custom }) => ({
    id,
    state,
    texts: [`${id}`, plate, vin, ...(custom ? [custom] : [])],
  }))
  const setScope = ({ userId }: Somebody, scope: object | null) =>
    asSystem(server.db, (tx) =>
      sql`update app_user set vehicle_scope = ${scope === null ? null : JSON.stringify(scope)}::jsonb,
        version = version + 1 where user_id = ${userId}`.execute(tx),
    )
  const partOf = (who: Somebody): Marks[] => {
    if (who === main) return fleet
    const states = who === north ? STATES.north : STATES.south
    return fleet.filter(({ state }) => states.includes(state))
  }
  /** The first vehicle with a document. */
  const firstOf = (who: Somebody) => partOf(who).find(({ id }) => documentIds.has(id)) as Marks
  const made = new Map<number, Pick<ReadTarget, 'itemId' | 'mailId' | 'reportId' | 'viewId'>>()
  const targetOf = (id: number, texts: readonly string[] = []): ReadTarget => ({
    ...(made.get(id) ?? NOTHING),
    ...{ id, texts, typeId, documentId: documentIds.get(id) ?? RANDOM_ID },
  })
  await setScope(north, { states: STATES.north })
  await setScope(south, { states: STATES.south })
  for (const who of [north, south]) {
    const { id, texts } = firstOf(who)
    const itemId = await orderReport(server, who, { vehicleAsset: { plate: texts[1] } })
    const mails = await server.db.system.query<{ mail_id: string }>(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state, next_at)
       values ($1, 'result', $2, $3, '{"subject": "a", "lines": []}', 'sent', now()) returning mail_id`,
      [company.tenantId, itemId, `${texts[1]}@norte.mx`],
    )
    await server.db.system.query(`update app_user set email = 'yo@norte.mx' where user_id = $1`, [who.userId])
    const report = (await server.ask(who, post('/api/v2/reports', reportNamed(texts[1])))).body as { reportId: number }
    const view = (await server.ask(who, post('/api/v2/views', viewNamed(texts[1])))).body as { viewId: number }
    made.set(id, { itemId, mailId: mails.rows[0]?.mail_id ?? '', reportId: report.reportId, viewId: view.viewId })
  }
  return { server, company, main, north, south, fleet, typeId, documentIds, setScope, partOf, firstOf, targetOf }
}
export type TwoParts = Awaited<ReturnType<typeof startTwoParts>>
