// The copy of the fleet that integrators start from.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DELETIONS_DAYS, V3_TEXTS } from '@padron/contract/v3/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Examples, LANGUAGES, startExamples } from '../../testing/examples.ts'
import { owe } from '../../testing/obligations.ts'

let examples: Examples
let folder: string
let token: string
let ids: number[]

beforeAll(async () => {
  examples = await startExamples()
  token = await examples.tokenWith(['vehicles_read'])
})
afterAll(() => examples.stop())

const system = (text: string, values: unknown[] = []) => examples.server.db.system.query(text, values)

const addDebt = (
  vehicleId: number | undefined,
  key: string,
  total: number | null,
  more: Record<string, unknown> = {},
) =>
  system(
    `insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, total,
       discount, first_seen_at, last_seen_at)
     select tenant_id, vehicle_id, resource_id, $2, resource_type_id, $2, 'Exceso de velocidad', $3, $4, now(),
       '2026-11-20T18:00:00Z'
     from vehicle_resource where vehicle_id = $1 and resource_type_id = 1 limit 1`,
    [vehicleId, key, total, more.discount ?? null],
  )

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'padron-examples-'))
  for (const table of ['vehicle', 'deletion_notice']) await system(`delete from ${table}`)
  ids = await examples.server.vehicles(examples.company, [
    { plate: 'AAA001A', columns: { custom_id: 'ECO-1' } },
    { plate: 'AAA002A' },
    { plate: 'AAA003A' },
  ])
  examples.requests.length = 0
  return () => rmSync(folder, { recursive: true, force: true })
})

describe.each(LANGUAGES)('in $language', (language) => {
  const { isMissing } = language
  const run = (args: readonly string[], env: { PADRON_URL?: string; PADRON_TOKEN?: string } = {}) =>
    examples.run(language, folder, 'sincronizar', args, { PADRON_TOKEN: token, ...env })

  describe.skipIf(isMissing)('the synchronisation', () => {
    const synchronise = (...options: string[]) => run(['copia.sqlite', ...options])
    const copied = (query: string) => {
      const copy = new DatabaseSync(join(folder, 'copia.sqlite'), { readOnly: true })
      try {
        return copy
          .prepare(query)
          .all()
          .map((row) => Object.values(row))
      } finally {
        copy.close()
      }
    }
    const counts = (vehicles: number, debts: number, obligations: number, deletions: number) => ({
      code: 0,
      stderr: '',
      stdout: `vehículos: ${vehicles}, adeudos: ${debts}, vencimientos: ${obligations}, eliminados: ${deletions}\n`,
    })
    beforeEach(async () => {
      await addDebt(ids[0], 'f:1', 100)
      await addDebt(ids[1], 'f:2', null)
      await owe(examples.server, examples.company, [
        { vehicleId: ids[0] ?? 0, key: 'k', dueOn: '2026-12-01' },
        { vehicleId: ids[1] ?? 0, key: 'k', dueOn: '2026-12-01' },
      ])
      // Changes within the last second would be returned again.
      for (const table of ['vehicle', 'debt', 'obligation'])
        await system(`update ${table} set changed_at = now() - interval '1 hour'`)
    })

    it('copies everything, then the changes, and removes what was deleted', async () => {
      expect(await synchronise()).toEqual(counts(3, 2, 2, 0))
      expect(copied('select plate, customId from vehicles order by id')).toEqual([
        ['AAA001A', 'ECO-1'],
        ['AAA002A', null],
        ['AAA003A', null],
      ])
      expect(copied('select folio, total from debts order by folio')).toEqual([
        ['f:1', 100],
        ['f:2', null],
      ])
      expect(await synchronise()).toEqual(counts(0, 0, 0, 0))
      examples.requests.length = 0
      const change = { method: 'PATCH', url: `/api/v3/vehicles/${ids[2]}`, payload: { customId: 'ECO-3' } } as const
      expect((await examples.server.ask(examples.main, change)).status).toBe(200)
      await system(`delete from debt where debt_key = 'f:1'`)
      await system('delete from vehicle where vehicle_id = $1', [ids[1]])
      expect(await synchronise()).toEqual(counts(1, 0, 0, 2))
      expect(examples.requests).toHaveLength(4)
      expect(examples.requests.every((path) => path.includes('updated_since='))).toBe(true)
      expect(copied('select plate, customId from vehicles order by id')).toEqual([
        ['AAA001A', 'ECO-1'],
        ['AAA003A', 'ECO-3'],
      ])
      expect(copied('select folio from debts')).toEqual([])
      expect(copied('select vehicleId from obligations')).toEqual([[ids[0]]])
    })

    it('continues after an interruption, with the lists that it already has', async () => {
      const withoutAccess = await run(['copia.sqlite'], { PADRON_TOKEN: 'padron_pat_x' })
      expect(withoutAccess.code).toBe(1)
      expect(copied('select * from sync')).toEqual([])
      examples.answerWith({ 'retry-after': '0' }, 2)
      expect(await synchronise()).toEqual(counts(3, 2, 2, 0))
      expect(examples.requests.length).toBe(1 + 2 + 3)
    })

    it('reads everything again if the deletions since then are no longer stored', async () => {
      await synchronise()
      const long = new Date(Date.now() - (DELETIONS_DAYS + 1) * 86_400_000).toISOString()
      const copy = new DatabaseSync(join(folder, 'copia.sqlite'))
      copy.prepare('update sync set complete_until = ?').run(long)
      copy.close()
      await system('delete from vehicle where vehicle_id = $1', [ids[1]])
      await system('delete from deletion_notice')
      const refused = await synchronise()
      expect([refused.code, refused.stderr]).toEqual([
        1,
        `410: ${V3_TEXTS.tooOld}\n  updated_since: ${V3_TEXTS.tooOld}\nPara leer todo otra vez: --todo\n`,
      ])
      expect(await synchronise('--todo')).toEqual(counts(2, 1, 1, 0))
      expect(copied('select plate from vehicles order by id')).toEqual([['AAA001A'], ['AAA003A']])
    })
  })

  it.skipIf(isMissing)('prints the API’s error, with exit code 1', async () => {
    const other = await examples.tokenWith(['users_read'])
    const forbidden = await run(['copia.sqlite'], { PADRON_TOKEN: other })
    expect(forbidden).toMatchObject({ code: 1, stdout: '' })
    expect(forbidden.stderr).toMatch(/^403: Error \(403\) Usted no tiene acceso a este recurso/)
    const missing = await run(['copia.sqlite'], { PADRON_TOKEN: '' })
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'Defina PADRON_URL y PADRON_TOKEN\n' })
    const away = await run(['copia.sqlite'], { PADRON_URL: 'http://127.0.0.1:1' })
    expect(away.code).toBe(1)
    expect(away.stderr).toContain('No se pudo llegar a http://127.0.0.1:1: ')
  })
})
