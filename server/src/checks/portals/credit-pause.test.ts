// A contract without credit costs one query an hour and resumes by itself or by the operator.
import { describe, expect, it } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { openPortal, PORTAL, startPortal } from '../testing/engine.ts'
import { connector, FLEET, fleetAtPortal, HOURS } from '../testing/paused-portal.ts'
import { resumePortal } from './state.ts'

const fleet = fleetAtPortal()
const { outcomes, pass, passMinutes, refuse, run, scraped, allHandled, start, stop, understood, until } = fleet

describe('a contract without credit', () => {
  it.runIf(isDrill)(
    'costs 24 queries a day for a fleet of 60 with two workers, and ends by itself',
    async () => {
      refuse()
      start(connector())
      start(connector())
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(1)
      const counts = await pass(HOURS - 0.5)
      expect(fleet.portal.queries).toHaveLength(HOURS)
      expect(counts.filter((_, half) => half % 2 === 1)).toEqual(Array(HOURS - 1).fill(1))
      expect(await outcomes()).toEqual([`no-credit ${HOURS}`])
      understood()
      await pass(0.5)
      expect(fleet.portal.queries.length).toBeGreaterThanOrEqual(HOURS + FLEET)
      expect((await run('select credit_out_since from portal where portal_key = $1', [PORTAL])).rows).toEqual([
        { credit_out_since: null },
      ])
      expect((await run('select outcome, ended_at is null as open from source_outage')).rows).toEqual([
        { outcome: 'no-credit', open: false },
      ])
    },
    60_000,
  )

  it.runIf(isDrill)(
    'waits an hour for each query that was under way when the credit ran out',
    async () => {
      await openPortal(fleet.server, fleet.portal.base, 'concurrency = 4')
      refuse()
      start(connector())
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(4)
      expect(await pass(5)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    },
    30_000,
  )

  it('survives a restart; each vehicle keeps its last answer and shows the reason', async () => {
    refuse()
    start(connector())
    await allHandled()
    await stop()
    start(connector())
    await allHandled()
    expect(fleet.portal.queries).toHaveLength(1)
    const queried = fleet.vehicles[Number(fleet.portal.queries[0]?.slice(3, 6))]
    for (const index of [fleet.vehicles.indexOf(queried ?? 0), 50])
      expect(await scraped(index)).toMatchObject({
        status: { statusId: 0 },
        freshness: { state: 'current' },
        result: [{ total: 500 }],
        outageSince: expect.any(String),
        pause: { reason: 'no-credit', since: expect.any(String) },
      })
    expect((await scraped(fleet.vehicles.indexOf(queried ?? 0)))?.lastAttempt).toMatchObject({
      outcome: 'no-credit',
      text: 'Sin saldo',
      remark: 'El saldo del contrato con la fuente se agotó.',
    })
  }, 30_000)

  it.runIf(isDrill)(
    'continues through other failures, and ends when the operator resumes the portal',
    async () => {
      refuse()
      start(connector())
      await allHandled()
      fleet.portal.answer((_request, response) => void response.writeHead(401).end())
      expect(await pass(2)).toEqual([0, 1, 0, 1])
      understood()
      expect(await resumePortal(fleet.server.db, PORTAL)).toEqual({ credit: true, connectors: [], account: null })
      await allHandled()
      expect(fleet.portal.queries.length).toBeGreaterThan(FLEET - 5)
      expect(await resumePortal(fleet.server.db, PORTAL)).toEqual({ credit: false, connectors: [], account: null })
      expect(await resumePortal(fleet.server.db, 'nada')).toBeUndefined()
    },
    30_000,
  )

  it('does not affect the other portals', async () => {
    const other = await startPortal()
    const second = 'nubarium'
    const key = 'mx-repuve'
    await run(
      `
        update portal
        set base_url = $1, pace_ms = 0, concurrency = 8, price = 1, currency = 'MXN'
        where portal_key = $2`,
      [other.base, second],
    )
    const third = await fleet.server.company(`otra${Date.now().toString(36)}`)
    await fleet.server.vehicles(third, [{ plate: 'NLB001A' }, { plate: 'NLB002A' }])
    other.say({ outcome: 'ok', findings: [{ type: 2, status: 14, results: [] }] })
    refuse()
    start(connector(), connector({ key, portal: second, types: [2] }))
    await allHandled()
    expect(fleet.portal.queries).toHaveLength(1)
    await until(async () => other.queries.length >= 2)
    expect(other.queries).toEqual(expect.arrayContaining(['NLB001A', 'NLB002A']))
    await run('delete from due_check where tenant_id = $1', [third.tenantId])
    await run('update portal set base_url = null, price = null where portal_key = $1', [second])
    other.stop()
  }, 30_000)

  it.runIf(isDrill)(
    'does not use its hourly query for a vehicle that lacks the input of the source',
    async () => {
      refuse()
      start(connector())
      await allHandled()
      await stop()
      const holder = connector({ inputs: ['taxIdentifier'] })
      await run(`update vehicle set tax_identifier = null where vehicle_id = any($1)`, [fleet.vehicles])
      await passMinutes(60)
      start(holder)
      const lacking = async () =>
        (await run(`select count(distinct vehicle_id)::int as count from check_run where outcome = 'needs-input'`))
          .rows[0]?.count
      await until(async () => (await lacking()) > 20) // each gives the hour back: it sent no query
    },
    30_000,
  )
})
