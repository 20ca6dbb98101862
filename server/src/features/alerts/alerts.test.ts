// Alerts: who may create them and of which views. A crossing notifies once, whoever checks, and again only after the
// value fell back; what was above the threshold before the first check does not notify.
import type { Alert } from '@padron/contract/alerts'
import { NO_RECIPIENT } from '@padron/contract/channels'
import type { SavedView } from '@padron/contract/views'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inUma, payable } from '../../checks/connectors/parsing/payables.ts'
import { applyCapture } from '../../checks/store/capture.ts'
import { recomputeUnitAmounts } from '../../checks/store/recompute-unit-amounts.ts'
import { openPortal } from '../../checks/testing/engine.ts'
import { loadUma2027 } from '../../checks/testing/unit-values.ts'
import { asTenant } from '../../db/client.ts'
import { connect } from '../../db/connect.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { addChannel, channelNotices } from '../../testing/channels.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { log, storedEmails, switchOn, wordsIn } from '../reports/testing/reports.ts'
import { checkAlerts } from './check-alerts.ts'

let server: TestServer
let company: Company
let who: Somebody
let view: number
let turn = 0
const mailbox = { ...noMailbox, configured: true }

const addView = async (
  whose: Company,
  by: Somebody,
  definition: object = {},
  shared = true,
  name = shared ? 'Con adeudos' : 'Privada',
): Promise<number> => {
  const { rows } = await server.db.system.query<{ id: number }>(
    `
      insert into saved_view (tenant_id, user_id, view_name, shared, definition)
      values ($1, $2, $5, $3, $4)
      returning view_id as id`,
    [whose.tenantId, by.userId, shared, { vehicleClass: {}, columns: null, ...definition }, name],
  )
  return rows[0]?.id ?? 0
}
const FINES = { vehicleClass: { assetHistoric: { assetStatusId: 1 }, vehicleAsset: { ticketStatus: 0 } } }

beforeAll(async () => {
  server = await testServer()
  await openPortal(server, 'http://127.0.0.1:9')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.system.query('delete from alert; delete from mail')
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'ana', ['programReports_admin', 'vehicles_read'])
  await switchOn(server, company)
  await server.vehicles(
    company,
    ['NLA100A', 'NLB200B', 'NLC300C'].map((plate) => ({ plate })),
  )
  view = await addView(company, who, FINES)
})

const given = (more: object = {}) => ({
  name: 'Muchas multas',
  viewId: view,
  measure: 'vehicles',
  threshold: 2,
  mails: ['jefa@norte.mx', 'ana@norte.mx'],
  ...more,
})
const post = (payload: object, url = '', as = who) =>
  server.ask(as, { method: 'POST', url: `/api/v2/alerts${url}`, payload })
const put = (alert: Alert, more: object) => {
  const { name, view: of, measure, threshold, mails, active, version } = alert
  const payload = { name, viewId: of.viewId, measure, threshold, mails, active, version, ...more }
  return server.ask(who, { method: 'PUT', url: `/api/v2/alerts/${alert.alertId}`, payload })
}
const add = async (more: object = {}): Promise<Alert> => (await post(given(more))).body as Alert
const list = async (as = who): Promise<Alert[]> =>
  ((await server.ask(as, { url: '/api/v2/alerts' })).body as { alerts: Alert[] }).alerts
const one = async (): Promise<Alert> => (await list())[0] as Alert
/** Gives this many vehicles fines of this amount and raises the fleet's version as the engine does. */
const fined = async (count: number, amount = 100, whose = company): Promise<void> => {
  await server.db.system.query(
    `
     update vehicle v
     set ticket_status = case
       when n <= $2 then 0
       else 1 end, debt_total = case
       when n <= $2 then $3::numeric
       else 0 end
     from (select vehicle_id, row_number() over (order by vehicle_id) as n from vehicle where tenant_id = $1) x
     where v.tenant_id = $1 and v.vehicle_id = x.vehicle_id`,
    [whose.tenantId, count, amount],
  )
  await server.db.system.query('update catalogue_version set version = version + 1 where tenant_id = $1', [
    whose.tenantId,
  ])
}
const look = (db = server.db, at = new Date()) => checkAlerts({ db, mailbox, now: () => at, log })
const alertEmails = () => storedEmails(server, company)

describe('channels', () => {
  const crossed = async () => {
    await look()
    await fined(3, 150)
    await look()
  }
  let channel: number
  beforeEach(async () => {
    await server.db.system.query('delete from channel')
    channel = await addChannel(server, who)
  })

  it('stay unchanged if an edit does not name them, like an edit from an older console', async () => {
    const { alertId, version } = await add({ channels: [channel] })
    const url = `/api/v2/alerts/${alertId}`
    const edited = await server.ask(who, { method: 'PUT', url, payload: { ...given({ name: 'Otra' }), version } })
    expect(edited).toMatchObject({ status: 200, body: { name: 'Otra', channels: [{ channelId: channel }] } })
    const none = { ...given({ channels: [] }), version: version + 1 }
    expect(await server.ask(who, { method: 'PUT', url, payload: none })).toMatchObject({ body: { channels: [] } })
  })

  it('get one notice of a crossing, besides the email, with a link that names only the view', async () => {
    const made = await add({ channels: [channel, channel] })
    expect(made.channels).toEqual([{ channelId: channel, name: 'Flota', active: true }])
    await crossed()
    await look()
    expect(await channelNotices(server)).toMatchObject([
      {
        channelId: channel,
        kind: 'alert',
        eventKey: `alert ${(await one()).crossing}`,
        content: {
          title: 'Alerta: Muchas multas (3 vehículos)',
          item: 'Muchas multas: 3 vehículos',
          path: `/?vista=${view}`,
        },
      },
    ])
    expect(await alertEmails()).toHaveLength(2)
  })

  it.runIf(isDrill)('can be the only recipients, also while the company sends no scheduled emails', async () => {
    await add({ mails: [], channels: [channel] })
    await server.db.system.query('update email_setting set active = false where tenant_id = $1', [company.tenantId])
    await crossed()
    expect(await channelNotices(server)).toHaveLength(1)
    expect(await alertEmails()).toEqual([])
  })

  it('get the notice while emails are off, and no email is sent', async () => {
    await add({ channels: [channel] })
    await server.db.system.query('update email_setting set active = false where tenant_id = $1', [company.tenantId])
    await crossed()
    expect(await channelNotices(server)).toHaveLength(1)
    expect(await alertEmails()).toEqual([])
  })

  it('or emails are required, and only channels of the company are accepted', async () => {
    const nobody = await post(given({ mails: [] }))
    expect(nobody).toMatchObject({ status: 400, body: { errors: [{ path: 'mails', message: NO_RECIPIENT }] } })
    const other = await server.company(`otra${turn}`)
    const stranger = await server.somebody(other, 'luis', ['admin'])
    const foreign = await addChannel(server, stranger)
    expect(await post(given({ channels: [foreign] }))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'channels' }] },
    })
    expect(await list()).toEqual([])
  })

  it('that an alert needs cannot be deleted; the error names the alert', async () => {
    const alert = await add({ mails: [], channels: [channel] })
    const remove = () => server.ask(who, { method: 'DELETE', url: `/api/v2/channels/${channel}` })
    expect(await remove()).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('«Muchas multas»') },
    })
    await put(alert, { mails: ['ana@norte.mx'], channels: [channel] })
    expect((await remove()).status).toBe(200)
    expect((await one()).channels).toEqual([])
    await server.ask(who, { method: 'POST', url: `/api/v2/channels/${channel}/restore`, payload: {} })
    expect((await one()).channels).toHaveLength(1)
  })
})

describe('an alert', () => {
  it('is created, listed, changed and deleted with the permission', async () => {
    const made = await add({ mails: ['Ana@norte.mx', 'ana@norte.mx', 'jefa@norte.mx'] })
    expect(made).toMatchObject({
      name: 'Muchas multas',
      view: { viewId: view, name: 'Con adeudos' },
      threshold: 2,
      standing: 'unknown',
      value: null,
      uncertain: 0,
      lookedAt: null,
      crossedAt: null,
      version: 1,
    })
    expect(made.mails).toHaveLength(2)
    expect(await put(made, { threshold: 2.5 })).toMatchObject({ status: 200, body: { threshold: 2.5, version: 2 } })
    expect(await put(made, { threshold: 3 })).toMatchObject({
      status: 409,
      body: { title: 'La alerta cambió en otra ventana; ábrala de nuevo.' },
    })
    expect((await server.ask(who, { method: 'DELETE', url: `/api/v2/alerts/${made.alertId}` })).status).toBe(200)
    expect(await list()).toEqual([])
  })

  it('is recorded with a threshold in the unit of its measure: an amount has its currency', async () => {
    const made = await add({ measure: 'debt', threshold: 1_000_000 })
    await put(made, { threshold: 1_500_000 })
    const other = await add({ name: 'Otra', threshold: 1_500 })
    await put(other, { threshold: 2_500 })
    const { body } = await server.ask(await server.somebody(company, 'lee', ['users_admin']), {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'alert' } },
    })
    const { activities } = body as { activities: { changes: { field: string; before: string; after: string }[] }[] }
    const thresholds = activities.map(({ changes }) => changes.find(({ field }) => field === 'Umbral'))
    expect(thresholds.map((each) => [each?.before ?? null, each?.after])).toEqual([
      ['1,500', '2,500'],
      [null, '1,500'],
      ['$1,000,000.00 MXN', '$1,500,000.00 MXN'],
      [null, '$1,000,000.00 MXN'],
    ])
  })

  it('rejects an unshared view, a name in use, an invalid threshold, and one too many', async () => {
    const secret = await addView(company, who, FINES, false)
    expect(await post(given({ viewId: secret }))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'viewId', message: 'Elija una vista compartida' }] },
    })
    await add()
    expect(await post(given({ name: ' MUCHAS multas' }))).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name', message: 'Ya hay una alerta con ese nombre.' }] },
    })
    for (const threshold of [0, -1, 0.001, 1e15]) expect((await post(given({ name: 'x', threshold }))).status).toBe(400)
    expect(await post(given({ name: 'a\nb' }))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'name', message: 'El nombre no puede tener saltos de línea' }] },
    })
    expect((await post(given({ name: 'x', mails: ['ana@x.mx\r\nBcc: e@x.mx'] }))).status).toBe(400)
    await server.db.system.query(
      `insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails)
      select $1, 'n' || n, $2, 'debt', 1, '{a@b.mx}' from generate_series(1, 49) n`,
      [company.tenantId, view],
    )
    expect(await post(given({ name: 'una más' }))).toMatchObject({
      status: 422,
      body: { title: 'Su empresa ya tiene 50 alertas; elimine alguna.' },
    })
  })

  it('is visible only to its company, and needs the permission', async () => {
    const other = await server.company(`sur${turn}`)
    const they = await server.somebody(other, 'eva', ['programReports_admin'])
    const made = await add()
    expect(await list(they)).toEqual([])
    expect((await post(given(), '', they)).status).toBe(422)
    expect((await server.ask(they, { method: 'DELETE', url: `/api/v2/alerts/${made.alertId}` })).status).toBe(404)
    expect(
      (await post(given({ name: 'x' }), '', await server.somebody(company, 'lee', ['programReports_read']))).status,
    ).toBe(403)
  })

  it('returns its view’s current value, and how many vehicles are not fully known', async () => {
    await fined(2, 150.5)
    expect((await post({ viewId: view, measure: 'debt' }, '/value')).body).toEqual({ value: 301, uncertain: 2 })
    expect((await post({ viewId: view, measure: 'vehicles' }, '/value')).body).toEqual({ value: 2, uncertain: 1 })
    await server.db.system.query(
      `
        update vehicle_resource
        set good_at = now(), fresh_until = now() + interval '1 day', status_id = 1
        where tenant_id = $1`,
      [company.tenantId],
    )
    expect((await post({ viewId: view, measure: 'debt' }, '/value')).body).toEqual({ value: 301, uncertain: 0 })
  })
})

describe('if no source was ever checked', () => {
  it('an alert on debts counts every vehicle as uncertain; an alert on the fleet itself counts none', async () => {
    await add()
    const whole = await addView(company, who, {}, true, 'Todos')
    await add({ name: 'Flota', viewId: whole, threshold: 50 })
    await look()
    const [fleet, fines] = await list()
    expect(fleet).toMatchObject({ name: 'Flota', standing: 'below', value: 3, uncertain: 0 })
    expect(fines).toMatchObject({ name: 'Muchas multas', standing: 'below', value: 0, uncertain: 3 })
  })
})

describe('a threshold', () => {
  it('notifies once when it is crossed, and again after the value fell back', async () => {
    await add()
    await fined(1)
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'below', value: 1 })
    const looks: number[] = []
    for (const count of [2, 2, 3, 1, 0, 3]) {
      await fined(count)
      looks.push(await look(), await look())
    }
    expect(looks).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
    expect((await alertEmails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['alert', 'ana@norte.mx'],
      ['alert', 'jefa@norte.mx'],
      ['alert', 'ana@norte.mx'],
      ['alert', 'jefa@norte.mx'],
    ])
    expect(await one()).toMatchObject({ standing: 'above', value: 3, crossedAt: expect.any(String) })
  })

  it('of a debt states what is known, what is not, and where to look', async () => {
    await add({ measure: 'debt', threshold: 1000.5 })
    await fined(1, 1000)
    await look()
    await fined(2, 500.25)
    expect(await look()).toBe(1)
    const [email] = await alertEmails()
    expect(email?.content).toMatchObject({
      subject: 'Alerta: Muchas multas ($1,000.50 MXN)',
      lines: ['La vista «Con adeudos» llegó a $1,000.50 MXN; el umbral de la alerta «Muchas multas» es $1,000.50 MXN.'],
      link: { path: `/?ticketStatus=0&vista=${view}` },
      company: true,
    })
    expect(wordsIn(email as never)).toMatch(/Falta información de 2 vehículos: .*; el valor puede ser mayor\./)
  })

  it('notifies once if several processes check at the same time', async () => {
    await add()
    await add({ name: 'Otra' })
    await fined(1)
    await look()
    await fined(3)
    const others = [connect(server.addressOf), connect(server.addressOf)]
    const looks = await Promise.all([server.db, ...others, server.db].map((db) => look(db)))
    await Promise.all(others.map((db) => db.close()))
    expect(looks.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect(await alertEmails()).toHaveLength(4)
  })

  it.runIf(isDrill)('that was above before the first check does not notify', async () => {
    await fined(3)
    await add()
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above', crossedAt: null })
    const changed = await put(await one(), { threshold: 5 })
    expect(changed.body).toMatchObject({ standing: 'unknown', value: null })
    await look()
    expect(await put(await one(), { threshold: 3 })).toMatchObject({ body: { standing: 'unknown' } })
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above' })
    expect(await alertEmails()).toEqual([])
  })

  describe('while a published value gives amounts to fines', () => {
    const fineInUma = (vehicleId: number) =>
      asTenant(server.db, company.tenantId, (tx) =>
        applyCapture(tx, {
          tenantId: company.tenantId,
          vehicleId,
          resourceId: 1901,
          at: new Date(),
          finding: {
            type: 1,
            status: 0,
            results: [payable(1, 'Multas', [inUma('Velocidad', 10, {}, { folio: 'a', dateTime: '2027-02-03' })])],
          },
          raw: {},
          by: { id: who.userId, name: 'Ana' },
        }),
      )
    beforeEach(async () => {
      for (const id of await server.vehicles(company, [{ plate: 'NLD400D' }, { plate: 'NLE500E' }])) await fineInUma(id)
    })

    it.runIf(isDrill)('an alert on money is not crossed, neither during the computation nor afterwards', async () => {
      await add({ measure: 'debt', threshold: 2_000 })
      await look()
      expect(await one()).toMatchObject({ standing: 'below', value: 0 })
      await loadUma2027(server, '2027-01-10', 121.5)
      const seen: unknown[] = []
      const onBatch = async () => {
        await look()
        const { standing, value } = await one()
        seen.push([standing, value])
      }
      await recomputeUnitAmounts({ db: server.db, log, vehiclesAtOnce: 1, onBatch })
      // The former value, until all amounts are computed.
      expect(seen.slice(0, 2)).toEqual([
        ['below', 0],
        ['below', 0],
      ])
      await look()
      expect(await one()).toMatchObject({ standing: 'above', value: 2430 })
      expect(await alertEmails()).toEqual([])
    })

    it.runIf(isDrill)('an alert on vehicles is still checked', async () => {
      await add({ threshold: 3 })
      await look()
      expect(await one()).toMatchObject({ standing: 'below', value: 2 })
      await loadUma2027(server, '2027-01-11', 122)
      const onBatch = async () => {
        expect(await one()).toMatchObject({ standing: 'below', value: 2 })
      }
      await recomputeUnitAmounts({ db: server.db, log, vehiclesAtOnce: 1, onBatch })
      await fined(3)
      expect(await look()).toBe(1)
    })
  })

  const editView = async (definition: object, name = 'Con adeudos') => {
    const { views } = (await server.ask(who, { url: '/api/v2/views' })).body as { views: SavedView[] }
    const payload = { name, shared: true, version: views[0]?.version, definition }
    expect((await server.ask(who, { method: 'PUT', url: `/api/v2/views/${view}`, payload })).status).toBe(200)
  }

  it('is checked soon after its view has a new filter, and is not crossed because of it', async () => {
    await add()
    await fined(1)
    await look()
    await editView({ vehicleClass: {}, columns: null })
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above', value: 3, crossedAt: null })
    expect(await alertEmails()).toEqual([])
  })

  it('notifies of a crossing after its view has another name, order or columns', async () => {
    await add()
    await fined(1)
    await look()
    await editView({ ...FINES, columns: null }, 'Multas')
    await editView({ ...FINES, columns: [{ key: 'plate' }], sortBy: 'vin', sortFilterOrder: 'desc' }, 'Multas')
    await fined(3)
    expect(await look()).toBe(1)
    expect(await one()).toMatchObject({ standing: 'above', value: 3 })
  })

  it('is not crossed because a new filter was followed by another name', async () => {
    await add()
    await fined(1)
    await look()
    await editView({ vehicleClass: {}, columns: null })
    await editView({ vehicleClass: {}, columns: null }, 'Todos')
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above', value: 3, crossedAt: null })
  })

  it('is not crossed because a server of the release before wrote a new filter after a new name', async () => {
    await add()
    await fined(1)
    await look()
    await editView({ ...FINES, columns: null }, 'Multas')
    await look()
    await server.db.system.query('update saved_view set definition = $2, updated_at = now() where view_id = $1', [
      view,
      { vehicleClass: {}, columns: null },
    ])
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above', value: 3, crossedAt: null })
  })

  it.runIf(isDrill)('is not checked while sending or the alert is off, and does not notify later', async () => {
    const alert = await add()
    await fined(1)
    await look()
    await switchOn(server, company, { active: false })
    await fined(3)
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'unknown', value: 1 })
    await switchOn(server, company)
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'above', value: 3 })
    await put(await one(), { active: false, version: alert.version })
    await fined(0)
    await look()
    expect(await one()).toMatchObject({ standing: 'unknown', value: 3 })
    expect(await alertEmails()).toEqual([])
  })

  it('waits for the daily limit, and then notifies', async () => {
    await add()
    await fined(1)
    await look()
    await server.db.system.query(
      `
        insert into mail (tenant_id, kind, subject_id, recipient, content, state)
        select $1, 'alert', gen_random_uuid(), 'x@x.mx', '{}', 'sent'
        from generate_series(1, 5000)`,
      [company.tenantId],
    )
    await fined(2)
    expect(await look()).toBe(0)
    expect(await one()).toMatchObject({ standing: 'below' })
    await server.db.system.query('delete from mail where ctid = any(array(select ctid from mail limit 1))')
    expect(await look()).toBe(0) // one email is left, two are needed
    expect(await alertEmails()).toHaveLength(4_999)
    await server.db.system.query('delete from mail')
    expect(await look()).toBe(1)
    expect(await alertEmails()).toHaveLength(2)
  })

  it.runIf(isDrill)(
    'is checked again within the hour though the fleet did not change: unknown values grow with time',
    async () => {
      await add()
      await fined(1)
      await look()
      const { lookedAt } = await one()
      await look()
      expect((await one()).lookedAt).toBe(lookedAt)
      await look(server.db, new Date(Date.now() + 3_700_000))
      expect((await one()).lookedAt).not.toBe(lookedAt)
    },
  )

  it('shows the state of its last crossing’s emails, and which recipients did not get one', async () => {
    await add({ mails: ['ana@norte.mx', 'Jefa@norte.mx', 'luis@norte.mx'] })
    expect(await one()).toMatchObject({ crossing: null, letters: null, troubled: [] })
    await fined(1)
    await look()
    await fined(2)
    await look()
    expect(await one()).toMatchObject({
      crossing: expect.any(String),
      letters: { total: 3, sent: 0, pending: 3, failed: 0 },
      troubled: [],
    })
    await server.db.system.query(
      `
        update mail
        set state = case
          when recipient like 'ana%' then 'sent'
          when recipient like 'luis%' then 'failed'
          else 'bounced' end`,
    )
    expect(await one()).toMatchObject({
      letters: { total: 3, sent: 1, pending: 0, failed: 2 },
      troubled: ['Jefa@norte.mx', 'luis@norte.mx'],
    })
    await fined(1)
    await look()
    await fined(2)
    await look()
    expect(await one()).toMatchObject({ letters: { total: 3, pending: 3 }, troubled: [] })
  })
})

describe('many alerts', () => {
  /** A clock that advances by a second each time it is read. */
  const ticking = () => {
    let ticks = 0
    return () => new Date(Date.parse('2026-11-22T10:00:00Z') + 1_000 * ticks++)
  }
  const lookedAt = async (as = who) =>
    Object.fromEntries((await list(as)).map(({ name, lookedAt: at }) => [name, Date.parse(at ?? '')]))

  it.runIf(isDrill)('of a view are measured once for both measures, and companies take turns', async () => {
    const views = [view, await addView(company, who, {}, true, 'Dos'), await addView(company, who, {}, true, 'Tres')]
    for (const [i, viewId] of views.entries()) await add({ name: `N${i}`, viewId })
    await add({ name: 'N0b', measure: 'debt', threshold: 7 })
    const other = await server.company(`turno${turn}`)
    const they = await server.somebody(other, 'eva', ['programReports_admin'])
    await switchOn(server, other)
    await post(given({ name: 'S0', viewId: await addView(other, they, FINES) }), '', they)
    await checkAlerts({ db: server.db, mailbox, now: ticking(), log })
    const north = await lookedAt()
    expect(north.N0b).toBe(north.N0)
    expect(new Set(Object.values(north)).size).toBe(3)
    const { S0 = Number.NaN } = await lookedAt(they)
    expect(Object.values(north).filter((at) => at < S0).length).toBeLessThanOrEqual(2) // both of its first view
  })

  it.runIf(isDrill)('of a company with slow checks are checked every five minutes, a new one at once', async () => {
    await add()
    await fined(1)
    await look()
    await server.db.system.query('update alert set attempt_ms = 1500')
    await fined(2)
    expect(await look(server.db, new Date(Date.now() + 240_000))).toBe(0)
    expect(await one()).toMatchObject({ value: 1 })
    await add({ name: 'Nueva' })
    await look()
    expect((await list()).map(({ name, value }) => [name, value])).toEqual([
      ['Muchas multas', 2],
      ['Nueva', 2],
    ])
    expect(await alertEmails()).toHaveLength(2)
  })

  it('do not delay a shutdown: the view that is being read is abandoned', async () => {
    await add()
    await fined(1)
    const other = await server.db.system.connect()
    await other.query('begin; lock table vehicle in access exclusive mode')
    const stopping = new AbortController()
    const looking = checkAlerts({ db: server.db, mailbox, now: () => new Date(), log }, stopping.signal)
    await expect
      .poll(
        async () =>
          (
            await other.query(
              `
                select count(*)::int as n
                from pg_locks
                where not granted
                  and relation = 'vehicle'::regclass
                  and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rows[0].n,
      )
      .toBe(1)
    stopping.abort()
    expect(await looking).toBe(0)
    await other.query('rollback')
    other.release()
    expect(await one()).toMatchObject({ standing: 'unknown', value: null })
  })
})
