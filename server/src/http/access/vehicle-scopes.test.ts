// Users who see a part of the fleet: which calls they may make, and that no response reveals a vehicle outside their
// part. Every call runs as the main account and as two users whose parts together are the fleet.
import type { Call } from '@padron/contract/call'
import { OUT_OF_SCOPE } from '@padron/contract/common'
import { FEATURES } from '@padron/contract/features'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { json, proof, READS, REFUSED, WRITES, type WriteTarget } from '../../testing/scopes/calls.ts'
import { type Marks, post, RANDOM_ID, startTwoParts, type TwoParts } from '../../testing/scopes/two-parts.ts'
import type { Somebody, TestServer } from '../../testing/server.ts'

const CALLS: readonly Call[] = Object.values(FEATURES).flatMap((rows) => Object.values(rows))
const IN_PART = CALLS.filter(({ scope }) => scope === 'vehicles')

let server: TestServer
let main: Somebody
let north: Somebody
let south: Somebody
let fleet: TwoParts['fleet']
let typeId: TwoParts['typeId']
let documentIds: TwoParts['documentIds']
let partOf: TwoParts['partOf']
let firstOf: TwoParts['firstOf']
let targetOf: TwoParts['targetOf']
beforeAll(async () => {
  ;({ server, main, north, south, fleet, typeId, documentIds, partOf, firstOf, targetOf } = await startTwoParts())
}, 600_000)
afterAll(() => server.stop())

describe('every call', () => {
  it('states its scope, or is in the list of calls that are rejected for users with a part', () => {
    const silent = CALLS.filter(({ scope, needs }) => scope === undefined && needs !== 'public').map(({ name }) => name)
    expect(silent.toSorted()).toEqual(REFUSED.toSorted())
  })

  it('with the scope «vehicles» is read-only or states the ids that it takes, and is tested below', () => {
    expect(
      IN_PART.filter(({ method, reads, names }) => !names && method !== 'GET' && !reads).map(({ name }) => name),
    ).toEqual([
      'catalogue.platesInPhoto', // it writes nothing
      'views.create', // views, jobs and reports of their own
      'views.edit',
      'views.remove',
      'queue.resend',
      'queue.cancel',
      'exports.vehiclesReport',
      'exports.pdfReport',
      'exports.download', // its entry in the activity log
      'exports.selection',
      'exports.vehiclePdf',
      'dashboard.refresh', // it writes nothing of a part
      'obligations.workbook',
      'reports.create', // as above
      'reports.edit',
      'reports.remove',
      'reports.test',
      'reports.send',
    ])
    const names = [...Object.keys(READS), ...Object.keys(WRITES)]
    expect(names.toSorted()).toEqual(IN_PART.map(({ name }) => name).toSorted())
  })

  it('without a scope is rejected, with the reason', async () => {
    const refused = CALLS.filter(({ name }) => REFUSED.includes(name))
    for (const { name, method, path } of refused) {
      const { status, body } = await server.ask(north, { method, url: path.replaceAll(/:\w+/g, '1') })
      expect([name, status, (body as { title: string }).title]).toEqual([name, 403, OUT_OF_SCOPE])
    }
  })
})

/** Without the moment until which a list is complete. */
const undated = (body: unknown): unknown => {
  const { completeUntil: _, ...answer } = (body ?? {}) as Record<string, unknown>
  return typeof body === 'object' ? answer : body
}

describe.each(Object.keys(READS))('%s', (name) => {
  it('responds to a vehicle outside the part as to one that does not exist, and reveals none', async () => {
    for (const who of isDrill ? [north, south] : [north]) {
      const part = partOf(who)
      const own = part.find(({ id }) => documentIds.has(id)) as Marks
      const inside = new Set(part.map(({ id }) => id))
      const outside = fleet.filter(({ id }) => !inside.has(id))
      const foreign = outside.find(({ id }) => documentIds.has(id)) as Marks
      const marks = new Set(outside.flatMap(({ texts }) => texts))
      const requestsOf = (id: number, texts?: readonly string[]) => READS[name]?.(targetOf(id, texts)) ?? []
      const answered = async (request: InjectOptions) => {
        const { status, body } = await server.ask(who, request)
        const text = JSON.stringify(body).replaceAll(`${foreign.id}`, '')
        const leaks = (text.match(/[\p{L}\d-]+/gu) ?? []).filter((word) => marks.has(word))
        expect([request, leaks]).toEqual([request, []])
        return { status, body: undated(body) }
      }
      const ofOwn = requestsOf(own.id, own.texts.slice(1))
      for (const request of ofOwn) expect([request, (await answered(request)).status]).toEqual([request, 200])
      const known = new Set(ofOwn.map((request) => JSON.stringify(request)))
      const isOfVehicle = (request: InjectOptions) => !known.has(JSON.stringify(request))
      for (const request of requestsOf(foreign.id, foreign.texts.slice(1)).filter(isOfVehicle)) await answered(request)
      const [ofForeign, ofNone] = [
        requestsOf(foreign.id).filter(isOfVehicle),
        requestsOf(RANDOM_ID).filter(isOfVehicle),
      ]
      for (const [i, request] of ofForeign.entries()) {
        const [a, b] = [await answered(request), await answered(ofNone[i] as InjectOptions)]
        expect([a.status, a.body]).toEqual([b.status, b.body])
      }
    }
  }, 120_000)
})

// Last, because the coverage of a large fleet is cached for a while.
describe('a call that changes a vehicle', () => {
  /** A hash of every table with rows of vehicles. */
  const digests = async () => {
    const { rows: tables } = await server.db.system.query<{ name: string }>(`
      select c.relname as name
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
        c.relname in ('document_version', 'document_value') or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped))`)
    const each = tables.map(async ({ name }) => {
      const { rows } = await server.db.system.query(
        `select md5(string_agg(t::text, ' ' order by t::text)) from ${name} t`,
      )
      return [name, rows[0]]
    })
    return Object.fromEntries(await Promise.all(each))
  }
  const targetsOf = async ({ id, texts }: Marks): Promise<WriteTarget> => {
    const { rows } = await server.db.system.query<WriteTarget['debt']>(
      `select resource_id as "resourceId", debt_key as "debtKey"
        from debt
        where vehicle_id = $1 and ended_at is null and marked_paid_at is null`,
      [id],
    )
    const { body } = await server.ask(main, { url: `/api/v2/pending?like=${texts[1]}` })
    const [{ kind, ref } = { kind: '', ref: '' }] = (body as { items: WriteTarget['item'][] }).items
    const sent = [await server.ask(main, proof(id)), await server.ask(main, proof(id))]
    return {
      typeId,
      assignee: main.userId,
      vehicle: id,
      document: documentIds.get(id) as number,
      debt: rows[0] as WriteTarget['debt'],
      item: { kind, ref },
      files: sent.map(({ body }) => (body as { fileId: string }).fileId),
    }
  }
  let ofOwn: WriteTarget
  let ofForeign: WriteTarget
  beforeAll(async () => {
    ofOwn = await targetsOf(firstOf(north))
    ofForeign = await targetsOf(firstOf(south))
  })

  it.each(Object.keys(WRITES))('%s works on a vehicle of the part; others do not exist for it', async (name) => {
    const ask = WRITES[name] as (target: WriteTarget) => InjectOptions
    const ofNone = { ...ofForeign, vehicle: RANDOM_ID, document: RANDOM_ID }
    const before = await digests()
    const [foreign, none] = [await server.ask(north, ask(ofForeign)), await server.ask(north, ask(ofNone))]
    expect([foreign.status, foreign.body]).toEqual([none.status, none.body])
    const isOfVehicle = JSON.stringify(ask(ofForeign)) !== JSON.stringify(ask(ofNone))
    const whole = isOfVehicle ? await server.ask(main, ask(ofNone)) : none
    expect([foreign.status, foreign.body]).toEqual([whole.status, whole.body])
    expect(await digests()).toEqual(before)
    const { status, body } = await server.ask(north, ask(ofOwn))
    expect([name, status, body]).toEqual([name, 200, body])
    if (ask(ofOwn).method) expect(await digests()).not.toEqual(before)
  })
})

describe('a vehicle that a user with a part edits', () => {
  const edit = async (change: object, asset = {}) => {
    const { id } = partOf(north).find((each) => !documentIds.has(each.id)) as Marks
    const vehicleClass = { ...change, vehicleAsset: { vehicleAssetId: id, ...asset } }
    return server.ask(north, json('PUT', '/api/v2/vehicle', { vehicleClass }))
  }

  it('must stay in the part, or the edit is rejected with its field', async () => {
    const title = 'El vehículo dejaría de estar entre los que usted ve: el estado.'
    const path = 'vehicleClass.vehicleAsset.stateId'
    const before = partOf(north).length
    const errors = [{ path, message: title }]
    expect(await edit({}, { stateId: 9 })).toMatchObject({ status: 422, body: { title, errors } })
    const { body } = await server.ask(north, post('/api/v2/vehicleAsset', { vehicleClass: {} }))
    expect((body as { totalCount: number }).totalCount).toBe(before)
    expect((await edit({ vehicleInfo: { vehicleColor: 'Verde' } })).status).toBe(200)
  })
})
