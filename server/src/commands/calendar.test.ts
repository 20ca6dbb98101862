// `padron calendar` as typed: what is listed, what is switched, and that an upgrade keeps the operator's word.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { runPadron } from '../testing/padron-command.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const padron = (...args: string[]) =>
  runPadron(
    {
      DATABASE_URL: fresh.addressOf('padron_owner').connectionString,
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    },
    ['calendar', ...args],
  )

test('lists each calendar with its time and whether it is shown', async () => {
  const { out, code } = await padron('list')
  expect(code).toBe(0)
  expect(out).toMatch(/^CLAVE +PAÍS +CALENDARIO +VIGENCIA +SITUACIÓN$/m)
  expect(out).toMatch(/^verificacion-verde +MX .+ 2026-01-01 a 2026-12-31 +(las fuentes no coinciden|sin vigencia)$/m)
  expect(out).toMatch(/^placas-jalisco-2026 .+ sin vigencia$/m)
  expect(out).toMatch(/^hoy-no-circula .+ sin fechas$/m)
})

test('switches one, and an upgrade leaves it so; what is no longer declared is not listed', async () => {
  expect(await padron('on', 'verificacion-verde')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Calendario verificacion-verde encendido\./),
  })
  expect((await padron('off', 'refrendo')).code).toBe(0)
  await fresh.db.system.query(
    `
      insert into calendar_rule (rule_key, country, title, spans, description, source, place)
      values ('viejo', 'MX', 'Viejo', '[]', 'x', 'x', 99)`,
  )
  await fresh.db.system.query(`update calendar_rule set description = 'otra cosa' where rule_key = 'refrendo'`)
  await migrate(fresh.addressOf('padron_owner'))
  const { out } = await padron('list')
  expect(out).toMatch(/^refrendo .+ apagado por el operador$/m)
  expect(out).not.toContain('viejo')
  const { rows } = await fresh.db.system.query(
    `
      select enabled_override, description
      from calendar_rule
      where rule_key in ('refrendo', 'verificacion-verde')
      order by rule_key`,
  )
  expect(rows).toMatchObject([
    { enabled_override: false, description: 'Del 1 de enero al 31 de marzo de cada año.' },
    { enabled_override: true },
  ])
  expect((await padron('default', 'refrendo')).out).toBe('Calendario refrendo como de fábrica.\n')
  expect((await padron('list')).out).toMatch(/^refrendo .+ se muestra$/m)
})

test('says what a switch cannot change, and refuses what there is not', async () => {
  expect((await padron('on', 'tarjeta-cdmx')).out).toBe(
    'Calendario tarjeta-cdmx encendido. No se muestra de todos modos: sin fechas.\n',
  )
  expect(await padron('on', 'no-hay')).toMatchObject({
    code: 1,
    err: 'No existe el calendario «no-hay»; vea padron calendar list.\n',
  })
})
