// `padron rules` as typed: what is listed, what is switched, and that an upgrade keeps the operator's word.
import { MONEY_TYPES } from '@padron/contract/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { PAYMENT_RULES } from '../db/payment-rules.ts'
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
    ['rules', ...args],
  )

test('each declared rule has a source with its date, is of kinds of debt, and its discounts fall', () => {
  for (const rule of PAYMENT_RULES) {
    expect(rule.source.length, rule.key).toBeGreaterThan(5)
    expect(rule.sourceDate, rule.key).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(
      rule.types.every((type) => MONEY_TYPES.has(type)),
      rule.key,
    ).toBe(true)
    const steps = rule.kind === 'discount' ? rule.steps : []
    for (const [place, step] of steps.entries()) {
      const next = steps[place + 1]
      expect(next === undefined || (next.days > step.days && next.percent < step.percent), rule.key).toBe(true)
    }
  }
  expect(new Set(PAYMENT_RULES.map(({ key }) => key)).size).toBe(PAYMENT_RULES.length)
})

test('lists each rule with its time and whether it is shown', async () => {
  const { out, code } = await padron('list')
  expect(code).toBe(0)
  expect(out).toMatch(/^CLAVE +PAÍS +CLASE +REGLA +VIGENCIA +SITUACIÓN$/m)
  expect(out).toMatch(/^descuento-multas-cdmx +MX +descuento +.+ — a — +se muestra$/m)
  expect(out).toMatch(/^descuento-multas-edomex .+ las fuentes no coinciden o no bastan$/m)
  expect(out).toMatch(/^refrendo-cdmx-subsidio +MX +bloquea +.+ 2026-01-01 a 2026-03-31 +sin vigencia$/m)
})

test('switches one, and an upgrade leaves it so; what is no longer declared is not listed', async () => {
  expect(await padron('on', 'descuento-multas-edomex')).toMatchObject({
    code: 0,
    out: 'Regla descuento-multas-edomex encendida.\n',
  })
  expect((await padron('off', 'descuento-multas-cdmx')).code).toBe(0)
  await fresh.db.system.query(
    `
      insert into payment_rule (rule_key, kind, country, title, type_ids, description, source, place)
      values ('vieja', 'blocks', 'MX', 'Vieja', '{1}', 'x', 'x', 99)`,
  )
  await fresh.db.system.query(
    `update payment_rule set description = 'otra cosa', steps = '[]' where rule_key = 'descuento-multas-cdmx'`,
  )
  await migrate(fresh.addressOf('padron_owner'))
  const { out } = await padron('list')
  expect(out).toMatch(/^descuento-multas-cdmx .+ apagada por el operador$/m)
  expect(out).toMatch(/^descuento-multas-edomex .+ encendida por el operador$/m)
  expect(out).not.toContain('vieja')
  const { rows } = await fresh.db.system.query(
    `select description, steps from payment_rule where rule_key = 'descuento-multas-cdmx'`,
  )
  expect(rows).toMatchObject([
    {
      description: expect.stringContaining('90 %'),
      steps: [
        { days: 10, percent: 90 },
        { days: 30, percent: 50 },
      ],
    },
  ])
  expect((await padron('default', 'descuento-multas-cdmx')).out).toBe('Regla descuento-multas-cdmx como de fábrica.\n')
  expect((await padron('list')).out).toMatch(/^descuento-multas-cdmx .+ se muestra$/m)
})

test('says what a switch cannot change, and refuses what there is not', async () => {
  expect((await padron('on', 'refrendo-cdmx-subsidio')).out).toBe(
    'Regla refrendo-cdmx-subsidio encendida. No se muestra de todos modos: sin vigencia.\n',
  )
  expect(await padron('on', 'no-hay')).toMatchObject({
    code: 1,
    err: 'No existe la regla «no-hay»; vea padron rules list.\n',
  })
})
