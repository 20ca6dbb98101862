// `padron statistics` as typed: all companies or one, the figures of each, and which are left out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const norte = await server.company('norte')
  await server.company('andina', 'CO')
  const gone = await server.company('vieja')
  await server.vehicles(norte, [{ plate: 'EST001A' }, { plate: 'EST002A' }, { plate: 'EST003A', status: 8 }])
  await server.db.system.query('update company set erase_at = $1 where tenant_id = $2', [
    new Date('2030-01-01'),
    gone.tenantId,
  ])
})
afterAll(() => server.stop())

const padron = (...args: string[]) =>
  runPadron(
    {
      DATABASE_URL: server.addressOf('padron_owner').connectionString,
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    },
    ['statistics', ...args],
  )

test('computes the statistics of every company and reports its figures', async () => {
  const { out, code } = await padron()
  expect(code).toBe(0)
  expect(out).toMatch(/^EMPRESA +ACTIVOS +CON ADEUDO +ADEUDO +SIN IMPORTE +CON TODO CONSULTADO +MS$/m)
  expect(out).toMatch(/^norte +2 +0 +0\.00 +0 +0 +\d+$/m)
  expect(out).toMatch(/^andina +0 /m)
  expect(out).not.toContain('vieja')
})

test('computes the statistics of one company', async () => {
  const { out } = await padron('--company', 'andina')
  expect(out).toMatch(/^andina /m)
  expect(out).not.toContain('norte')
  const { rows } = await server.db.system.query(
    'select count(*)::int as n from dashboard_statistics where facts is not null',
  )
  expect(rows).toEqual([{ n: 2 }])
})

test('rejects an unknown company and one that is to be erased', async () => {
  expect(await padron('--company', 'nadie')).toMatchObject({ code: 1, out: '' })
  expect(await padron('--company', 'vieja')).toMatchObject({
    code: 1,
    err: 'vieja está por borrarse; no se calculan sus estadísticas.\n',
  })
})
