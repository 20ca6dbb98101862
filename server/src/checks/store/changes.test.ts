// Events as users see them: debts over several checks, a theft report, and outages, which are no event of a vehicle.
import type { NextActions } from '@padron/contract/dashboard'
import type { Change, ScrapedResourceType } from '@padron/contract/resource-status'
import { WEBHOOK_DATA } from '@padron/contract/webhook-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addChannel, channelNotices } from '../../testing/channels.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import {
  answerWith,
  CLEAR,
  checkOnce,
  dueAgain,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'

let server: TestServer
let portal: TestPortal
let company: Company
let who: Somebody
let editor: Somebody
let vehicleId: number
let clock = new Date()
let nth = 0

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})
beforeEach(async () => {
  company = await server.company(`c${Math.random().toString(36).slice(2, 12)}`)
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  editor = await server.somebody(company, 'edita', ['vehicles_edit'])
  await server.db.system.query('delete from due_check')
  await openPortal(server, portal.base)
  const [id] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  vehicleId = id ?? 0
  clock = new Date()
})

/** One answer, an hour after the last. */
const answered = async (parsed: unknown) => {
  clock = new Date(clock.getTime() + 3_600_000)
  portal.say(parsed)
  await dueAgain(server)
  expect(await checkOnce(server, testConnector(), { now: () => clock })).toEqual([true])
}
const changes = async (): Promise<Change[]> =>
  ((await server.ask(who, { url: `/sapy/v2/${vehicleId}/changes` })).body as { changes: Change[] }).changes
const lines = async () =>
  (await changes()).map(({ kind, folio, before, after, first }) => [kind, folio, before, after, first])
const finesNow = async () => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })
  const types = (body as { scrapedResourceTypes: ScrapedResourceType[] }).scrapedResourceTypes
  return types.find(({ resourceType }) => resourceType.resourceTypeId === 1)?.resources[0]?.scraped
}

describe('channels that subscribe to changes', () => {
  beforeEach(() => server.db.system.query('delete from channel'))
  const notices = async () => (await channelNotices(server)).map(({ content }) => content)

  it('are notified once, by plate, kind and amount; a first answer causes no notice', async () => {
    const channel = await addChannel(server, who, { events: ['changes'] })
    await addChannel(server, who, { name: 'Otro' })
    await addChannel(server, who, { name: 'Apagado', events: ['changes'], active: false })
    const other = await server.company(`o${Math.random().toString(36).slice(2, 12)}`)
    await addChannel(server, await server.somebody(other, 'eva', ['admin']), { events: ['changes'] })
    await answered(answerWith(fines({ A1: 100 })))
    expect(await notices()).toEqual([])
    await answered(answerWith(fines({ A1: 150, C3: 300 })))
    await answered(answerWith(fines({ A1: 150, C3: 300 })))
    const [notice, ...more] = await channelNotices(server)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ channelId: channel, kind: 'changes' })
    expect(notice?.content).toEqual({
      title: '2 cambios en 1 vehículo',
      lines: expect.arrayContaining([
        'RKA123A · Adeudo que creció · Multas · de $100.00 MXN a $150.00 MXN',
        'RKA123A · Adeudo nuevo · Multas · $300.00 MXN',
      ]),
      item: '2 cambios en 1 vehículo',
      path: `/?vehicle=${vehicleId}`,
    })
    await answered(answerWith(fines({ A1: 150 }, ['C3'])))
    expect((await notices())[1]).toMatchObject({ item: 'RKA123A · Adeudo pagado · Multas · $300.00 MXN' })
  })
})

describe('debts over several checks', () => {
  it('list new, grown, paid and vanished debts, newest first, with those of the first answer', async () => {
    await answered(answerWith(fines({ A1: 100, B2: 200 })))
    await answered(answerWith(fines({ A1: 150, B2: 200, C3: 300 })))
    await answered(answerWith(fines({ C3: 300 }, ['B2'])))
    const seen = await lines()
    expect(seen.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['paid', 'B2', 200, null, false],
        ['vanished', 'A1', 150, null, false],
      ]),
    )
    expect(seen.slice(2, 4)).toEqual(
      expect.arrayContaining([
        ['new', 'C3', null, 300, false],
        ['grew', 'A1', 100, 150, false],
      ]),
    )
    expect(seen.slice(4)).toEqual(
      expect.arrayContaining([
        ['new', 'A1', null, 100, true],
        ['new', 'B2', null, 200, true],
      ]),
    )
    expect(seen).toHaveLength(6)
  })

  it('store when each appeared, except those of the first answer', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    await answered(answerWith(fines({ A1: 100, B2: 200 })))
    const since = clock.toISOString()
    await answered(answerWith(fines({ A1: 120, B2: 200 })))
    const { rows } = await server.db.system.query(
      'select folio, arose_at from debt where vehicle_id = $1 order by folio',
      [vehicleId],
    )
    expect(rows).toEqual([
      { folio: 'A1', arose_at: null },
      { folio: 'B2', arose_at: expect.anything() },
    ])
    expect(new Date(rows[1]?.arose_at).toISOString()).toBe(since)
  })

  it('store since when the source lists each, even after a debt disappears and returns', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    const first = clock.toISOString()
    await answered(answerWith(fines({})))
    await answered(answerWith(fines({ A1: 100 })))
    const [row] = (await finesNow())?.result[0]?.scrapedTickets ?? []
    expect(new Date(row?.firstSeen ?? 0).toISOString()).toBe(first)
    expect((await lines()).map(([kind]) => kind)).toEqual(['returned', 'vanished', 'new'])
  })

  it('write no event while the source fails, and are compared with the last good answer afterwards', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    portal.answer((_request, response) => void response.writeHead(503).end())
    await dueAgain(server)
    await checkOnce(server)
    await answered({ outcome: 'captcha', why: 'La fuente pide resolver un captcha.' })
    expect(await lines()).toEqual([['new', 'A1', null, 100, true]])
    await answered(answerWith(fines({ A1: 100 })))
    expect(await lines()).toHaveLength(1)
  })

  it('stay open while the source does not know the vehicle', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    await answered({ outcome: 'ok', findings: CLEAR.map(({ type }) => ({ type, status: 11, results: [] })) })
    expect((await changes()).filter(({ kind }) => kind !== 'status').map(({ kind }) => kind)).toEqual(['new'])
    const { rows } = await server.db.system.query('select folio from debt where vehicle_id = $1 and ended_at is null', [
      vehicleId,
    ])
    expect(rows).toEqual([{ folio: 'A1' }])
  })

  it('do not change in a section that a partial answer lacks', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    await answered({ outcome: 'partial', findings: [{ type: 8, status: 17, results: [] }] })
    expect(await lines()).toHaveLength(1)
    expect((await finesNow())?.status.statusId).toBe(0)
  })

  it('do not end with an answer whose sums disagree: an unlisted debt may still be owed', async () => {
    await answered(answerWith(fines({ A1: 100, B2: 200 })))
    const doubtful = fines({ A1: 100 })
    await answered(
      answerWith({ ...doubtful, results: doubtful.results.map((result) => ({ ...result, sumMismatch: true })) }),
    )
    await answered(answerWith({ ...fines({ A1: 100 }), incomplete: true }))
    expect(await lines()).toHaveLength(2)
    await answered(answerWith(fines({ A1: 100 })))
    expect((await lines())[0]).toEqual(['vanished', 'B2', 200, null, false])
  })

  const stillListed = async () => {
    const reader = await server.somebody(company, `dirige${nth++}`, ['dashboard_read'])
    const { body } = await server.ask(reader, { url: '/api/v2/dashboard/actions' })
    return (body as NextActions).stillListed
  }

  it('marked as paid are not reported as still listed before the source is queried again', async () => {
    clock = new Date(Date.now() - 2 * 3_600_000)
    await answered(answerWith(fines({ A1: 100 })))
    await server.ask(editor, {
      method: 'POST',
      url: `/sapy/v2/${vehicleId}/paid`,
      payload: { resourceId: 1901, debtKey: 'f:A1', paid: true },
    })
    expect(await stillListed()).toMatchObject({ count: 0 })
  })

  it('marked as paid lose the mark if the source still lists them three days later', async () => {
    await answered(answerWith(fines({ A1: 100 })))
    await server.ask(editor, {
      method: 'POST',
      url: `/sapy/v2/${vehicleId}/paid`,
      payload: { resourceId: 1901, debtKey: 'f:A1', paid: true },
    })
    const marked = async () => (await finesNow())?.result[0]?.scrapedTickets[0]?.markedPaid !== undefined
    await answered(answerWith(fines({ A1: 100 })))
    expect(await marked()).toBe(true)
    expect(await stillListed()).toMatchObject({ count: 1, late: 0 })
    clock = new Date(clock.getTime() + 72 * 3_600_000)
    await answered(answerWith(fines({ A1: 100 })))
    expect(await marked()).toBe(false)
    expect(await stillListed()).toMatchObject({
      count: 1,
      late: 1,
      first: [{ folio: 'A1', markedBy: editor.username }],
    })
    await answered(answerWith(fines({ A1: 100 })))
    expect(await stillListed()).toMatchObject({ count: 1, late: 1 })
    await answered(answerWith(fines({})))
    expect(await stillListed()).toMatchObject({ count: 0, late: 0 })
  })

  it('marked as paid keep the mark while a source repeats an answer from before the payment', async () => {
    clock = new Date(Date.now() - 2 * 3_600_000)
    await answered(answerWith(fines({ A1: 100 })))
    const asOf = clock.toISOString()
    await server.ask(editor, {
      method: 'POST',
      url: `/sapy/v2/${vehicleId}/paid`,
      payload: { resourceId: 1901, debtKey: 'f:A1', paid: true },
    })
    clock = new Date(clock.getTime() + 100 * 3_600_000)
    await answered({ ...answerWith(fines({ A1: 100 })), asOf })
    expect((await finesNow())?.result[0]?.scrapedTickets[0]?.markedPaid).toMatchObject({ who: editor.username })
    expect(await stillListed()).toMatchObject({ count: 0, late: 0 })
  })

  it('still listed by a cached answer name the source that gave it', async () => {
    clock = new Date(Date.now() - 4 * 3_600_000)
    await answered(answerWith(fines({ A1: 100 })))
    await server.db.system.query(`update check_run set portal_key = 'placapi-mx' where vehicle_id = $1`, [vehicleId])
    await server.ask(editor, {
      method: 'POST',
      url: `/sapy/v2/${vehicleId}/paid`,
      payload: { resourceId: 1901, debtKey: 'f:A1', paid: true },
    })
    clock = new Date(Date.now() + 3_600_000)
    await answered({ ...answerWith(fines({ A1: 100 })), asOf: new Date(Date.now() + 60_000).toISOString() })
    const { rows } = await server.db.system.query<{ name: string }>(
      'select portal_name as name from portal where portal_key = $1',
      [PORTAL],
    )
    expect(await stillListed()).toMatchObject({
      count: 1,
      first: [{ source: expect.stringContaining(rows[0]?.name ?? '?') }],
    })
  })

  it('marked as paid count as paid once they disappear, and the mark can be removed', async () => {
    await answered(answerWith(fines({ A1: 100, B2: 50 })))
    const mark = async (debtKey: string, paid: boolean, by = editor) =>
      (
        await server.ask(by, {
          method: 'POST',
          url: `/sapy/v2/${vehicleId}/paid`,
          payload: { resourceId: 1901, debtKey, paid },
        })
      ).status
    expect(await mark('f:A1', true)).toBe(200)
    expect(await mark('f:B2', true)).toBe(200)
    expect(await mark('f:B2', false)).toBe(200)
    expect(await mark('f:NADA', true)).toBe(404)
    expect(await mark('f:A1', true, who)).toBe(403)
    const rows = (await finesNow())?.result[0]?.scrapedTickets ?? []
    expect(rows.map(({ folio, markedPaid }) => [folio, markedPaid?.who ?? null])).toEqual([
      ['A1', editor.username],
      ['B2', null],
    ])
    await answered(answerWith(fines({})))
    const gone = (await lines()).slice(0, 2)
    expect(gone).toEqual(
      expect.arrayContaining([
        ['paid', 'A1', 100, null, false],
        ['vanished', 'B2', 50, null, false],
      ]),
    )
  })
})

it('a capture that repeats what was known before the check went to a person is no change', async () => {
  const clear = (id: number) => ({ outcome: 'ok', findings: [...CLEAR.filter(({ type }) => type !== 1), fine(id)] })
  const fine = (status: number) => ({ type: 1, status, results: [] })
  await answered(clear(1))
  await server.db.system.query('update vehicle_resource set status_id = 13, manual_since = now()')
  await answered(clear(1))
  expect(await lines()).toEqual([])
  await server.db.system.query('update vehicle_resource set status_id = 13, manual_since = now()')
  await answered(clear(11))
  expect((await changes()).map(({ statusBefore, statusAfter }) => [statusBefore, statusAfter])).toEqual([[13, 11]])
})

describe('a theft report', () => {
  const robo = testConnector({ key: 'mx-placapi-vehiculo', types: [4] })
  const theft = async (parsed: unknown, goodHours = 1) => {
    clock = new Date(clock.getTime() + goodHours * 3_600_000)
    portal.say(parsed)
    await server.db.system.query(
      `update due_check set portal_key = '${PORTAL}', due_at = now(), attempts = 0 where connector_key = '${robo.key}'`,
    )
    expect(await checkOnce(server, robo, { now: () => clock })).toEqual([true])
  }
  const stolen = async () => {
    const { rows } = await server.db.system.query<{ status: number }>(
      'select stolen_status as status from vehicle where vehicle_id = $1',
      [vehicleId],
    )
    return rows[0]?.status
  }
  const status = async () =>
    (await changes())
      .filter(({ kind }) => kind === 'status')
      .map(({ statusBefore, statusAfter }) => [statusBefore, statusAfter])

  it('is cleared only by a later good answer; its start and its end are both events', async () => {
    const answer = (id: number) => ({ outcome: 'ok', findings: [{ type: 4, status: id, results: [] }] })
    await theft(answer(5))
    await theft(answer(4))
    for (const outcome of [
      'timeout',
      'captcha',
      'shape-drift',
      'bad-credentials',
      'needs-input',
      'blocked',
      'rate-limited',
    ]) {
      await theft({ outcome, why: 'x' }, 40 * 24)
      expect(await stolen(), outcome).toBe(4)
    }
    await theft(answer(5))
    expect(await stolen()).toBe(5)
    expect(await status()).toEqual([
      [4, 5],
      [5, 4],
    ])
  })
})

describe('a vehicle that the source does not know', () => {
  it('gets a hint if its plate is of another state’s series', async () => {
    const [id] = await server.vehicles(company, [{ plate: 'JHK123A', stateId: 19 }])
    await server.db.system.query('delete from due_check where vehicle_id <> $1', [id])
    vehicleId = id ?? 0
    await answered({ outcome: 'ok', findings: CLEAR.map(({ type }) => ({ type, status: 11, results: [] })) })
    expect((await finesNow())?.hint).toBe('La serie de la placa JHK123A es de Jalisco: revise el estado del vehículo.')
    await answered({ outcome: 'ok', findings: CLEAR.map(({ type }) => ({ type, status: 12, results: [] })) })
    expect((await finesNow())?.hint).toContain('otra placa')
  })
})

describe('the first round of checks of a vehicle', () => {
  const other = testConnector({ key: 'mx-placapi-vehiculo', types: [4] })
  const rounds = async () => {
    const { rows } = await server.db.system.query<{ vehicle: number; data: { sources: number; unanswered: object[] } }>(
      `select vehicle_id::int as vehicle, data from webhook_event
      where tenant_id = $1 and event = 'vehicle.checked' order by log_id`,
      [company.tenantId],
    )
    return rows.map(({ vehicle, data }) => {
      WEBHOOK_DATA['vehicle.checked'].parse(data)
      return [vehicle, data.sources, data.unanswered]
    })
  }
  const listen = (tenantId: number) =>
    server.db.system.query(
      `insert into webhook (tenant_id, webhook_name, url, host, events, user_id, secrets)
      select tenant_id, 'ERP', 'https://erp.test/', 'erp.test', '{vehicle.checked}', user_id, '{}'
      from app_user where tenant_id = $1 limit 1`,
      [tenantId],
    )
  beforeEach(async () => {
    await server.db.system.query(
      `update resource set portal_key = '${PORTAL}' where connector_key = $1 and resource_type_id = 4`,
      [other.key],
    )
    await server.db.system.query(
      `update resource set retired = true where connector_key = $1 and resource_type_id <> 4`,
      [other.key],
    )
    await server.db.system.query(`update due_check set portal_key = '${PORTAL}' where connector_key = $1`, [other.key])
  })

  it('writes one event when its last source has answered or failed, with the failed ones', async () => {
    await listen(company.tenantId)
    await answered(answerWith(fines({})))
    expect(await rounds()).toEqual([])
    portal.say({ outcome: 'timeout', why: 'x' })
    await checkOnce(server, other)
    const failed = [expect.objectContaining({ resourceTypeId: 4, name: expect.any(String) })]
    expect(await rounds()).toEqual([[vehicleId, 5, failed]])
    portal.say({ outcome: 'ok', findings: [{ type: 4, status: 5, results: [] }] })
    await dueAgain(server, other.key)
    await checkOnce(server, other)
    expect(await rounds()).toHaveLength(1)
  })

  it('writes no event without a webhook, and does not wait for suspended checks', async () => {
    await answered(answerWith(fines({})))
    await checkOnce(server, other)
    expect(await rounds()).toEqual([])
    await listen(company.tenantId)
    const [second] = await server.vehicles(company, [{ plate: 'RKB123B' }])
    await server.db.system.query('delete from due_check where vehicle_id <> $1', [second])
    await server.db.system.query('update due_check set suspended = true where connector_key = $1', [other.key])
    await answered(answerWith(fines({})))
    expect(await rounds()).toEqual([[second, 4, []]])
  })
})
