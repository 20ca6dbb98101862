// Answers that are not understood, where a query has a price: one query an hour, until the operator or a newer parser
// ends the pause.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { answerWith, dueAgain, fines, openPortal, PORTAL } from '../testing/engine.ts'
import { connector, FLEET, fleetAtPortal, HOURS } from '../testing/paused-portal.ts'
import { resumePortal } from './state.ts'

const fleet = fleetAtPortal()
const { changed, pass, passMinutes, run, scraped, allHandled, start, stop, understood, untilQueried } = fleet

describe('the pause after unreadable answers', () => {
  const paused = async () =>
    (
      await run(`select drift -> $2 ->> 'since' is not null as paused from portal where portal_key = $1`, [
        PORTAL,
        connector().key,
      ])
    ).rows[0]?.paused

  it.runIf(isDrill)(
    'allows 24 queries a day at a portal with a price, until the operator resumes it',
    async () => {
      changed()
      start(connector())
      start(connector())
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(5)
      await pass(HOURS - 0.5)
      expect(fleet.portal.queries).toHaveLength(HOURS)
      expect(await scraped(50)).toMatchObject({
        result: [{ total: 500 }],
        pause: { reason: 'shape-drift' },
        outageSince: null,
      })
      // One understood answer does not end the pause: those with debts may still not be understood.
      understood()
      await pass(1)
      expect(fleet.portal.queries).toHaveLength(HOURS + 1)
      expect(await paused()).toBe(true)
      expect(await resumePortal(fleet.server.db, PORTAL)).toEqual({
        credit: false,
        connectors: [connector().key],
        account: null,
      })
      await allHandled()
      expect(fleet.portal.queries.length).toBeGreaterThan(FLEET - 25)
    },
    60_000,
  )

  it.runIf(isDrill)(
    'affects its connector only: another of the same portal continues',
    async () => {
      const sibling = connector({ key: 'mx-hermano', parse: () => answerWith(fines({})) })
      await run(
        `insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
      select tenant_id, vehicle_id, 'mx-hermano', portal_key, now() + interval '1 hour'
      from due_check
      where connector_key = $1`,
        [connector().key],
      )
      changed()
      start(connector(), sibling)
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(5)
      await run(`update due_check set due_at = now() where connector_key = 'mx-hermano'`)
      await untilQueried(5 + FLEET)
      await wait(100)
      expect(fleet.portal.queries).toHaveLength(5 + FLEET)
      expect(await paused()).toBe(true)
      await run(`delete from due_check where connector_key = 'mx-hermano'`)
    },
    30_000,
  )

  it.runIf(isDrill)(
    'ends when a newer parser understands the answers',
    async () => {
      changed()
      start(connector())
      await allHandled()
      expect(await paused()).toBe(true)
      understood()
      start(connector({ parserVersion: 2 }))
      await untilQueried(FLEET)
      await allHandled()
      expect(await paused()).not.toBe(true)
    },
    30_000,
  )

  it.runIf(isDrill)(
    'stays for processes of the older parser',
    async () => {
      changed()
      start(connector())
      await allHandled()
      await stop()
      start(connector({ parserVersion: 2, parse: () => answerWith(fines({})) }))
      await untilQueried(FLEET)
      await allHandled()
      await stop()
      await dueAgain(fleet.server)
      fleet.portal.queries.length = 0
      start(connector())
      await wait(500)
      expect(fleet.portal.queries).toEqual([])
      await passMinutes(60 * 6)
      await wait(500)
      expect(fleet.portal.queries).toHaveLength(1)
    },
    30_000,
  )

  it.runIf(isDrill)(
    'also starts for a newer parser that does not understand the answers',
    async () => {
      changed()
      start(connector())
      await allHandled()
      await stop()
      start(connector({ parserVersion: 2 }))
      await untilQueried(10)
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(10)
      await pass(2)
      expect(fleet.portal.queries.length).toBeLessThanOrEqual(12)
    },
    30_000,
  )

  it.runIf(isDrill)(
    'starts despite one understood answer in four, and never at a free portal',
    async () => {
      let count = 0
      fleet.portal.answer(
        (_request, response) =>
          void response.end(
            JSON.stringify(++count % 4 === 0 ? answerWith(fines({})) : { outcome: 'ok', findings: [] }),
          ),
      )
      start(connector())
      await allHandled()
      expect(fleet.portal.queries.length).toBeLessThan(30) // more than half of twenty
      await stop()
      await resumePortal(fleet.server.db, PORTAL)
      await openPortal(fleet.server, fleet.portal.base, 'concurrency = 1')
      await dueAgain(fleet.server)
      fleet.portal.queries.length = 0
      changed()
      start(connector())
      await allHandled()
      expect(fleet.portal.queries).toHaveLength(FLEET)
    },
    30_000,
  )
})
