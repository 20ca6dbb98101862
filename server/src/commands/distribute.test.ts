// `padron distribute` as typed: what is shared out, and the statements that share it out, ready to be run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { runPadron } from '../testing/padron-command.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const padron = (...args: string[]) =>
  runPadron({ DATABASE_URL: fresh.addressOf('padron_owner').connectionString }, ['distribute', ...args])

test('says which tables are whole and which are shared out', async () => {
  const { out, code } = await padron()
  expect(code).toBe(0)
  expect(out).toMatch(/^Enteras en cada servidor \(\d+\): .*\bapp_user\b/m)
  expect(out).toMatch(/^Repartidas por empresa \(\d+\): .*\bcheck_run\b/m)
})

test('writes statements and, as comments, what a cluster does not do: nothing else', async () => {
  const { out } = await padron('--sql')
  for (const line of out.split('\n').filter(Boolean))
    expect(line).toMatch(
      /^(--|select create_(reference|distributed)_table\('\w+'(, 'tenant_id'(, colocate_with => 'vehicle')?)?\);$)/,
    )
  expect(out).toContain('--   vehicle.audit_changed (cada fila)')
  expect(out).toContain('No se ha probado con Citus')
})
