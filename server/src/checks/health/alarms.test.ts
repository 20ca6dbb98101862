// Alarms by the rules and from real runs: one alarm per cause, reported once, closed when it is over.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { type PastRun, pastRuns } from '../testing/past-runs.ts'
import { evaluateAlarms, type SourceFigures } from './alarm-rules.ts'
import { watchSources } from './alarms.ts'
import { updateStats } from './stats.ts'

const CALM: SourceFigures = {
  hasNoCredit: false,
  isPaused: false,
  drift: { runs: 20, vehicles: 0 },
  good: 200,
  mismatches: 0,
  debts: 40,
  clear: 160,
  streak: 3,
  unknown: [],
  days: [],
}
const month = (debts: number, clear: number) =>
  Array.from({ length: 30 }, (_, day) => ({ debts: debts + (day % 3), clear: clear - (day % 3) }))
const holds = (look: Partial<SourceFigures>) =>
  evaluateAlarms({ ...CALM, ...look }).flatMap(({ kind, detail }) => (detail ? [kind] : []))
const cannotTell = (look: Partial<SourceFigures>) => {
  const reported = evaluateAlarms({ ...CALM, ...look }).map(({ kind }) => kind)
  return (['drift', 'share', 'silence', 'fields', 'sums'] as const).filter((kind) => !reported.includes(kind))
}

describe('the rules', () => {
  it('hard: shape-drift of five vehicles in the last twenty runs', () => {
    expect(holds({ drift: { runs: 20, vehicles: 4 } })).toEqual([])
    expect(holds({ drift: { runs: 20, vehicles: 5 } })).toEqual(['drift'])
  })
  it('hard: no credit, and a paused connector whatever its last runs were', () => {
    expect(holds({ hasNoCredit: true })).toEqual(['credit'])
    expect(holds({ isPaused: true, drift: { runs: 0, vehicles: 0 } })).toEqual(['drift'])
    expect(evaluateAlarms({ ...CALM, hasNoCredit: true })[0]?.detail).toMatch(/^Sin saldo: /)
  })
  it('soft: the share of clear answers differs from that of its own month, in either direction', () => {
    expect(holds({ days: month(20, 80) })).toEqual([])
    expect(holds({ debts: 0, clear: 200, days: month(20, 80) })).toContain('share')
    expect(holds({ debts: 150, clear: 50, days: month(20, 80) })).toContain('share')
  })
  it('a difference that few answers explain by chance is no alarm', () => {
    const same = Array.from({ length: 30 }, () => ({ debts: 20, clear: 80 }))
    expect(holds({ debts: 13, clear: 47, days: same })).toEqual([])
  })
  it('soft: no debt in fifty answers where usually one in five has one', () => {
    expect(holds({ streak: 50, days: month(20, 80) })).toEqual(['silence'])
    expect(holds({ streak: 50, debts: 6, clear: 194, days: month(2, 98) })).toEqual([])
    expect(holds({ streak: 49, days: month(20, 80) })).toEqual([])
  })
  it('soft: new fields, and sums that disagree in more than two of a hundred answers', () => {
    expect(holds({ unknown: ['folioNuevo'] })).toEqual(['fields'])
    expect(holds({ mismatches: 4 })).toEqual([])
    expect(holds({ mismatches: 5 })).toEqual(['sums'])
  })
  it('a new field is named only if it cannot be a plate, a VIN or a sentence; the others are counted', () => {
    const reported = (unknown: string[]) =>
      evaluateAlarms({ ...CALM, unknown }).find(({ kind }) => kind === 'fields')?.detail
    expect(reported(['datos.recargo2', 'lista[].folio_nuevo'])).toBe(
      'La respuesta trae campos que no se conocían: datos.recargo2, lista[].folio_nuevo.',
    )
    expect(reported(['recargo', 'vehiculos.RKA123A', '3N1CN8AE1RL000001', 'El vehículo de Juan debe'])).toBe(
      'La respuesta trae campos que no se conocían: recargo y 3 más cuyo nombre no se muestra.',
    )
    for (const one of ['ABC12D', 'abc123a', 'folio20261', 'x'.repeat(70), 'serie.VF1ZZZ99', 'a b', 'año'])
      expect(reported([one]), one).toBe('La respuesta trae 1 campo que no se conocía.')
    expect(reported(Array.from({ length: 11 }, (_, i) => `campo${'abcdefghijk'[i]}`))).toMatch(/campoj y otros\.$/)
    expect(reported(Array.from({ length: 11 }, (_, i) => `ABC${i}`))).toBe(
      'La respuesta trae más de 10 campos que no se conocían.',
    )
  })
  it('a rule without enough data is undecided, which is not "no"', () => {
    expect(cannotTell({})).toEqual(['share', 'silence'])
    expect(cannotTell({ days: month(20, 80).slice(0, 9), good: 49, drift: { runs: 0, vehicles: 0 } })).toEqual([
      'drift',
      'share',
      'silence',
      'sums',
    ])
    expect(cannotTell({ days: month(20, 80), debts: 1, clear: 1 })).toEqual(['share'])
  })
})

describe('alarms from stored runs', () => {
  const NOW = new Date('2026-11-20T15:32:10Z')
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
  let server: TestServer
  let tenantId: number
  let vehicles: number[]
  const warnings: string[] = []
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) } as unknown as Parameters<
    typeof watchSources
  >[1]

  beforeAll(async () => {
    server = await testServer()
    // Its credit is its own here, not that of the shared account.
    await server.db.system.query(`update portal set account_key = null where portal_key = 'apitude'`)
    const company = await server.company('norte')
    tenantId = company.tenantId
    vehicles = await server.vehicles(
      company,
      Array.from({ length: 8 }, (_, i) => ({ plate: `AAA10${i}A` })),
    )
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    warnings.length = 0
    await server.db.system.query(
      'delete from check_run; delete from source_stats; delete from source_hourly_stats; delete from source_alarm',
    )
  })
  const ran = (runs: readonly PastRun[]) => pastRuns(server.db, tenantId, vehicles[0] ?? 0, runs)
  const look = async (now = NOW) => {
    await updateStats(server.db, now)
    await watchSources(server.db, log, now)
  }
  const alarms = () =>
    asSystem(
      server.db,
      async (tx) =>
        (
          await sql`
            select kind, hard, times, closed_at is null as open, detail from source_alarm order by alarm_id`.execute(tx)
        ).rows,
    )

  it('drift opens one alarm, is counted while it lasts, and closes it after good answers', async () => {
    await ran(vehicles.slice(0, 5).map((vehicleId, i) => ({ at: ago(30 - i), vehicleId, outcome: 'shape-drift' })))
    await look()
    await look()
    expect(warnings).toEqual([expect.stringContaining('las de 5 vehículos')])
    expect(await alarms()).toMatchObject([{ kind: 'drift', hard: true, times: 2, open: true }])
    await ran(Array.from({ length: 20 }, (_, i) => ({ at: ago(20 - i), types: [0] })))
    await look()
    expect(await alarms()).toMatchObject([{ kind: 'drift', open: false }])
    expect(warnings).toHaveLength(1)
  })

  it('«Sin saldo» and a pause open their alarms at once, and close them when they end', async () => {
    const portal = (columns: string) =>
      server.db.system.query(`update portal set ${columns} where portal_key = 'apitude'`)
    await portal(`credit_out_since = now(), drift = '{"mx-cdmx-adeudos": {"since": "2026-11-20T09:00:00Z"}}'`)
    await ran([{ at: ago(10), outcome: 'no-credit' }])
    await look()
    expect(await alarms()).toMatchObject([
      { kind: 'credit', hard: true, open: true, detail: expect.stringMatching(/^Sin saldo: /) },
      { kind: 'drift', hard: true, open: true },
    ])
    await portal(`credit_out_since = null, drift = '{}'`)
    await ran(Array.from({ length: 20 }, (_, i) => ({ at: ago(9), vehicleId: vehicles[i % 8] ?? 0, types: [0] })))
    await look()
    expect(await alarms()).toMatchObject([
      { kind: 'credit', open: false },
      { kind: 'drift', open: false },
    ])
  })

  it('repeated drift of one vehicle opens no alarm', async () => {
    await ran(Array.from({ length: 9 }, (_, i) => ({ at: ago(30 - i), outcome: 'shape-drift' })))
    await look()
    expect(await alarms()).toEqual([])
  })

  it('a source without queries for a day keeps its alarm', async () => {
    await ran(vehicles.slice(0, 5).map((vehicleId) => ({ at: ago(2000), vehicleId, outcome: 'shape-drift' })))
    await look(ago(1990))
    await look()
    expect(await alarms()).toMatchObject([{ kind: 'drift', open: true }])
  })

  it('new fields open an alarm with their names', async () => {
    await ran([
      { at: ago(30), unknown: ['folioNuevo', 'recargo2'] },
      { at: ago(29), unknown: ['recargo2'] },
    ])
    await look()
    expect(await alarms()).toMatchObject([
      { kind: 'fields', hard: false, detail: 'La respuesta trae campos que no se conocían: recargo2, folioNuevo.' },
    ])
  })

  it('sixty clear answers where usually one in five has a debt open two alarms', async () => {
    for (let day = 1; day <= 12; day++) {
      await server.db.system.query(
        `
         insert into source_hourly_stats (connector_key, slot, portal_key, runs, good, not_applicable, outcomes,
           types_read, total_ms, durations, debts, clear, mismatches)
         values ('mx-cdmx-adeudos', $1, 'apitude', 60, 60, 0, '{"ok":60}', '{}', 60, '{60}', $2, $3, 0)`,
        [ago(day * 1440 + 600).toISOString(), 12 + (day % 2), 48 - (day % 2)],
      )
    }
    await ran(Array.from({ length: 60 }, (_, i) => ({ at: ago(40 - i / 2), results: [[1900, 3]] as const })))
    await look()
    expect(await alarms()).toMatchObject([{ kind: 'share' }, { kind: 'silence' }])
  })
})
