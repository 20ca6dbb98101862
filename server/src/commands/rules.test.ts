// `padron rules` as typed: list, check, diff, load, withdraw, off and on.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { migrate } from '../installation/migrate.ts'
import { writeShippedPack } from '../rules/store-packs.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { runPadron, spawnPadron } from '../testing/processes/padron-command.ts'

let fresh: FreshDatabase
let folder = ''
beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
})
afterAll(async () => {
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const env = () => ({
  DATABASE_URL: fresh.addressOf('padron_owner').connectionString,
  PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
})
const padron = (...args: string[]) => runPadron(env(), ['rules', ...args])

const SOURCE = {
  authority: 'INEGI',
  document: 'Comunicado de prensa',
  date: '2027-01-08',
  link: 'https://www.inegi.org.mx',
}
const UMA = {
  unit: 'UMA',
  country: 'MX',
  source: SOURCE,
  values: [{ from: '2027-02-01', to: '2028-01-31', value: 121.5 }],
}
const refrendo = (more: object = {}) => ({
  key: 'refrendo',
  country: 'MX',
  title: 'Refrendo anual',
  windows: [{ from: '01-01', to: '04-15' }],
  text: 'Del 1 de enero al 15 de abril de cada año.',
  validFrom: '2026-01-01',
  source: SOURCE,
  ...more,
})
const packFile = async (pack: object, name = 'pack.json'): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify({ title: 'Prueba', ...pack }))
  return file
}

/** Every row in use of the tables that packs write. */
const rulesInTables = async () => {
  const declared = (table: string) => `(select * from ${table} where declared)`
  const tables = [declared('calendar_rule'), declared('payment_rule'), 'appeal_rule', 'holiday_rule', 'unit_value']
  const all = []
  for (const table of tables) {
    const { rows } = await fresh.db.system.query(`select * from ${table} order by 1, 2, 3`)
    all.push(rows)
  }
  return all
}

test('lists each rule with its validity, its pack and its state', async () => {
  const { out, code } = await padron('list')
  expect(code).toBe(0)
  expect(out).toMatch(/^CLAVE +PAÍS +CLASE +REGLA +VIGENCIA +VERSIÓN +SITUACIÓN$/m)
  expect(out).toMatch(/^descuento-multas-cdmx +MX +descuento +.+ — a — +2026-11-27 +se muestra$/m)
  expect(out).toMatch(/^refrendo-cdmx-subsidio +MX +bloquea +.+ 2026-01-01 a 2026-03-31 +2026-11-27 +terminó$/m)
  expect(out).toMatch(/^hoy-no-circula +MX +calendario .+ sin fechas$/m)
  expect(out).toMatch(/^UMA +MX +valor +UMA 117.31 +2026-02-01 a 2027-01-31/m)
  expect(out).toMatch(/^2026-11-27 +Reglas y valores oficiales de 2026 +con el producto +— +[0-9a-f]{12} +en uso$/m)
})

test('lists rules that have ended or end soon, but not those that end for good', async () => {
  const { out } = await padron('list', '--ending', '999')
  expect(out).toMatch(/^fisico-mecanica-federal-2025 .+ terminó el 2025-12-31$/m)
  expect(out).toMatch(/^verificacion-amarillo +MX +calendario .+ 2026-12-31/m)
  expect(out).toMatch(/^UMA +MX +valor .+ 2027-01-31/m)
  expect(out).not.toContain('placas-jalisco-2026')
  expect(out).not.toContain('refrendo-cdmx-subsidio')
  expect(out).not.toMatch(/^refrendo +/m)
})

test.runIf(isDrill)(
  'switches a rule off and on, and an upgrade keeps that; a rule in no pack is not listed',
  async () => {
    expect((await padron('off', 'descuento-multas-cdmx')).err).toContain('--by')
    expect(await padron('off', 'descuento-multas-cdmx', '--by', 'Ana', '--reason', 'en duda')).toMatchObject({
      code: 0,
      out: 'Regla descuento-multas-cdmx apagada por Ana.\n',
    })
    expect((await padron('off', 'refrendo', '--by', 'Ana')).code).toBe(0)
    await fresh.db.system.query(
      `insert into payment_rule (rule_key, kind, country, title, type_ids, description, source, place)
     values ('vieja', 'blocks', 'MX', 'Vieja', '{1}', 'x', 'x', 99)`,
    )
    await fresh.db.system.query(
      `update payment_rule set description = 'otra cosa', steps = '[]' where rule_key = 'descuento-multas-cdmx'`,
    )
    await migrate(fresh.addressOf('padron_owner'))
    const { out } = await padron('list')
    expect(out).toMatch(/^descuento-multas-cdmx .+ apagada por Ana, \d{4}-\d\d-\d\d: en duda$/m)
    expect(out).toMatch(/^refrendo .+ apagada por Ana, \d{4}-\d\d-\d\d$/m)
    expect(out).not.toContain('vieja')
    const { rows } = await fresh.db.system.query(
      `select description, steps from payment_rule where rule_key = 'descuento-multas-cdmx'`,
    )
    expect(rows).toMatchObject([{ description: expect.stringContaining('90 %'), steps: [{ days: 10 }, { days: 30 }] }])
    expect((await padron('on', 'descuento-multas-cdmx', '--by', 'Luis')).out).toBe(
      'Regla descuento-multas-cdmx encendida por Luis.\n',
    )
    expect((await padron('on', 'refrendo', '--by', 'Luis', '--reason', 'confirmada')).code).toBe(0)
    const { rows: switched } = await fresh.db.system.query(
      `select override_by, override_reason, override_at is null as undated
     from calendar_rule
     where rule_key = 'refrendo'`,
    )
    expect(switched).toEqual([{ override_by: 'Luis', override_reason: 'confirmada', undated: false }])
    expect((await padron('list')).out).toMatch(/^descuento-multas-cdmx .+ se muestra$/m)
  },
)

test.runIf(isDrill)('a rule of appeals is switched like others, and a pack keeps that', async () => {
  expect((await padron('off', 'comparecencia-comparendo', '--by', 'Ana')).out).toBe(
    'Regla comparecencia-comparendo apagada por Ana.\n',
  )
  await migrate(fresh.addressOf('padron_owner'))
  const line = async () => /^comparecencia-comparendo .+$/m.exec((await padron('list')).out)?.[0]
  expect(await line()).toMatch(/ apagada por Ana, \d{4}-\d\d-\d\d$/)
  expect((await padron('list')).out.match(/^comparecencia-comparendo /gm)).toHaveLength(1)
  expect((await padron('on', 'comparecencia-comparendo', '--by', 'Ana')).code).toBe(0)
  expect(await line()).toMatch(/ se muestra$/)
})

test('reports a switch without effect, and rejects an unknown rule', async () => {
  expect((await padron('on', 'refrendo-cdmx-subsidio', '--by', 'Ana')).out).toBe(
    'Regla refrendo-cdmx-subsidio encendida por Ana. No se muestra de todos modos: terminó.\n',
  )
  expect(await padron('on', 'no-hay', '--by', 'Ana')).toMatchObject({
    code: 1,
    err: 'No existe la regla «no-hay»; vea padron rules list.\n',
  })
})

test('a pack is checked, compared, loaded and withdrawn; withdrawing it restores every row', async () => {
  const former = await rulesInTables()
  const file = await packFile({
    version: '2027-01-15',
    units: [UMA],
    calendars: [refrendo()],
    retired: [{ key: 'hoy-no-circula', reason: 'Prueba' }],
  })
  expect((await padron('check', file)).out).toContain('versión 2027-01-15, «Prueba», sin errores')
  expect(await rulesInTables()).toEqual(former)
  const { out } = await padron('diff', file)
  expect(out.split('\n').slice(0, 2)).toEqual(['- calendario hoy-no-circula', '~ calendario refrendo'])
  expect(out).toContain('    windows: [{"from":"01-01","to":"03-31"}] → [{"from":"01-01","to":"04-15"}]\n')
  expect(out).toContain('+ valor UMA 2027-02-01')
  expect(await rulesInTables()).toEqual(former)
  expect((await padron('load', file, '--by', 'Ana', '--reason', 'UMA de 2027')).out).toContain(
    'Versión 2027-01-15 cargada por Ana.',
  )
  const { rows } = await fresh.db.system.query(
    `select loaded_by, reason, length(sha256) as length from rule_pack where version = '2027-01-15'`,
  )
  expect(rows).toEqual([{ loaded_by: 'Ana', reason: 'UMA de 2027', length: 64 }])
  const listed = (await padron('list')).out
  expect(listed).toMatch(/^UMA +MX +valor +UMA 121.50 +2027-02-01 a 2028-01-31 +2027-01-15/m)
  expect(listed).not.toContain('hoy-no-circula')
  // An upgrade writes its own pack again, and the newer one still takes precedence.
  await migrate(fresh.addressOf('padron_owner'))
  expect((await padron('list')).out).toBe(listed)
  expect((await padron('withdraw', '2027-01-15', '--by', 'Luis', '--reason', 'cifra equivocada')).out).toContain(
    'Versión 2027-01-15 retirada por Luis.',
  )
  expect(await rulesInTables()).toEqual(former)
  expect((await padron('list')).out).toMatch(
    /^2027-01-15 +Prueba +Ana, .+ retirada por Luis, .+ \(UTC\): cifra equivocada$/m,
  )
})

test.runIf(isDrill)('a pack on which a later one depends can be withdrawn only after that one', async () => {
  const year = { key: 'refrendo-2027', follows: 'refrendo', validFrom: '2027-01-01', validTo: '2027-12-31' }
  const next = { key: 'refrendo-2028', follows: 'refrendo-2027', validFrom: '2028-01-01' }
  const digits = (list: number[]) => ({ key: `serie-${list[0]}`, series: 'serie', digits: list })
  const [low, high] = [digits([0, 1, 2, 3, 4]), digits([5, 6, 7, 8, 9])]
  const first = await packFile({ version: '2027-02-01', calendars: [year, low, high].map(refrendo) })
  expect((await padron('load', first, '--by', 'Ana')).code).toBe(0)
  const before = await rulesInTables()
  const second = await packFile({ version: '2027-02-02', calendars: [next, high].map(refrendo) })
  expect((await padron('load', second, '--by', 'Ana')).code).toBe(0)
  const { code, err } = await padron('withdraw', '2027-02-01', '--by', 'Ana')
  expect([code, err]).toEqual([
    1,
    [
      'No se retiró la versión 2027-02-01: lo que queda depende de ella.',
      '  2027-02-02 calendars «refrendo-2028».follows: no existe la regla «refrendo-2027»',
      '  2027-02-02 calendars «serie-5».digits: a la serie «serie» le faltan los dígitos 0, 1, 2, 3, 4',
      '',
    ].join('\n'),
  ])
  expect((await padron('withdraw', '2027-02-02', '--by', 'Ana')).code).toBe(0)
  expect(await rulesInTables()).toEqual(before)
  expect((await padron('withdraw', '2027-02-01', '--by', 'Ana')).code).toBe(0)
})

test.runIf(isDrill)('of two simultaneous loads, the second is validated with the first', async () => {
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const whole = (key: string, version: string) =>
    packFile({ version, calendars: [refrendo({ key, series: 'a-la-vez', digits })] }, `${key}.json`)
  const files = [await whole('uno', '2027-02-11'), await whole('dos', '2027-02-12')]
  const done = await Promise.all(files.map((file) => spawnPadron(env(), ['rules', 'load', file, '--by', 'Ana'])))
  expect(done.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const { rows } = await fresh.db.system.query<{ version: string }>(
    `select version from rule_pack where version in ('2027-02-11', '2027-02-12')`,
  )
  expect(rows).toHaveLength(1)
  expect((await padron('withdraw', rows[0]?.version ?? '', '--by', 'Ana')).code).toBe(0)
})

test('an upgrade whose pack conflicts with loaded ones changes nothing, and says what to do', async () => {
  const file = await packFile({
    version: '2027-02-21',
    calendars: [refrendo({ key: 'siguiente', follows: 'verificacion-azul' })],
  })
  expect((await padron('load', file, '--by', 'Ana')).code).toBe(0)
  const former = await rulesInTables()
  const newer = JSON.stringify({ version: '2027-02-20', title: 'Sin calendarios' })
  await expect(asSystem(fresh.db, (tx) => writeShippedPack(tx, newer))).rejects.toThrow(
    'padron rules withdraw), actualice y cárguelos corregidos.\n' +
      '  2027-02-21 calendars «siguiente».follows: no existe la regla «verificacion-azul»',
  )
  expect(await rulesInTables()).toEqual(former)
  expect((await padron('withdraw', '2027-02-21', '--by', 'Ana')).code).toBe(0)
})

describe('is rejected, and nothing is loaded:', () => {
  const load = async (pack: object) => {
    const file = await packFile({ version: '2027-03-01', ...pack }, 'wrong.json')
    const before = await rulesInTables()
    const { code, err } = await padron('load', file, '--by', 'Ana')
    expect(code).toBe(1)
    expect(await rulesInTables()).toEqual(before)
    return err
  }
  const byDigits = (...digits: number[][]) =>
    digits.map((each, i) => refrendo({ key: `prueba-${i}`, series: 'prueba', digits: each }))

  const CASES: [string, object, string][] = [
    [
      'digits that do not cover 0–9',
      { calendars: byDigits([0, 1, 2, 3], [4, 5, 6, 7, 8]) },
      'calendars[0].digits: a la serie «prueba» le faltan los dígitos 9',
    ],
    [
      'a digit twice',
      { calendars: byDigits([0, 1, 2, 3, 4, 5], [5, 6, 7, 8, 9]) },
      'calendars[0].digits: a la serie «prueba» se le repiten los dígitos 5',
    ],
    [
      'windows that overlap',
      {
        calendars: [
          refrendo({
            windows: [
              { from: '01-01', to: '03-31' },
              { from: '03-31', to: '04-30' },
            ],
          }),
        ],
      },
      'calendars[0].windows[1]: se traslapa con la que va del 01-01 al 03-31',
    ],
    [
      'a window outside of the validity',
      { calendars: [refrendo({ windows: [{ from: '2025-01-01', to: '2025-03-31' }] })] },
      'calendars[0].windows[0]: queda fuera de la vigencia de la regla',
    ],
    [
      'an end before its beginning',
      { calendars: [refrendo({ validTo: '2025-01-01' })] },
      'calendars[0].validTo: termina el 2025-01-01, antes de empezar el 2026-01-01',
    ],
    [
      'a window that ends before it begins',
      { calendars: [refrendo({ windows: [{ from: '12-01', to: '01-31' }] })] },
      'calendars[0].windows[0].to: termina el 01-31, antes de empezar el 12-01',
    ],
    [
      'another reading with years of a rule without them',
      {
        calendars: [
          refrendo({
            otherReading: { windows: [{ from: '2026-01-01', to: '2026-04-15' }], text: 'x', source: SOURCE },
          }),
        ],
      },
      'calendars[0].otherReading.windows[0]: lleva año solo si el periodo de la regla lo lleva',
    ],
    [
      'a source without a date',
      { calendars: [refrendo({ source: { document: 'Prensa' } })] },
      'calendars[0].source.date: falta o no es una fecha como 2026-12-31',
    ],
    ['an unknown state', { calendars: [refrendo({ states: [99] })] }, 'calendars[0].states[0]: no existe el estado 99'],
    [
      'a state of the other country',
      { calendars: [refrendo({ states: [1011] })] },
      'calendars[0].states[0]: el estado 1011 no es de MX',
    ],
    [
      'a field that does not exist',
      { calendars: [refrendo({ stats: [9] })] },
      'calendars[0]: tiene campos que no existen: stats',
    ],
    [
      'values that overlap',
      { units: [{ ...UMA, values: [{ from: '2027-01-15', to: '2028-01-31', value: 1 }] }] },
      'units[0]: se traslapa',
    ],
    [
      'a pack older than the loaded one',
      { version: '2026-01-01' },
      'version: la 2026-01-01 es anterior a la cargada, 2026-11-27.',
    ],
    [
      'a version that was loaded',
      { version: '2027-01-15' },
      'version: la 2027-01-15 ya se cargó y se retiró; use otra.',
    ],
    ['a version far ahead', { version: '2062-01-15' }, 'version: la 2062-01-15 es de más de 2 años después de hoy'],
    [
      'a key of companies',
      { calendars: [refrendo({ key: 'propio-1' })] },
      'calendars[0].key: «propio-» es de los calendarios de las empresas',
    ],
    [
      'the end of an unknown rule',
      { retired: [{ key: 'no-hay', reason: 'Prueba' }] },
      'retired[0].key: no existe la regla «no-hay»',
    ],
    [
      'the end of a rule that is part of a series',
      { retired: [{ key: 'verificacion-azul', reason: 'Prueba' }] },
      '2026-11-27 calendars «verificacion-amarillo».digits: a la serie «verificacion-cdmx-edomex-2026» le faltan',
    ],
    [
      'a calendar that follows a payment rule',
      { calendars: [refrendo({ follows: 'descuento-multas-cdmx' })] },
      'calendars[0].follows: la regla «descuento-multas-cdmx» es de otra clase',
    ],
    [
      'a rule that follows one of the other country',
      { calendars: [refrendo({ country: 'CO', key: 'colombia', follows: 'refrendo' })] },
      'calendars[0].follows: la regla «refrendo» es de MX',
    ],
    [
      'a rule that follows itself',
      { calendars: [refrendo({ follows: 'refrendo' })] },
      'calendars[0].follows: una regla no se sigue a sí misma',
    ],
    [
      'the key of another kind of rule',
      { calendars: [refrendo({ key: 'descuento-multas-cdmx' })] },
      'calendars[0].key: «descuento-multas-cdmx» ya es de otra clase de regla',
    ],
    [
      'a window of every year over one of a year',
      {
        calendars: [
          refrendo({
            windows: [
              { from: '2026-03-15', to: '2027-04-30' },
              { from: '12-01', to: '12-31' },
            ],
          }),
        ],
      },
      'calendars[0].windows[1]: se traslapa con la que va del 2026-03-15 al 2027-04-30',
    ],
    [
      'a series that is by digit only in part',
      { calendars: [...byDigits([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), refrendo({ key: 'toda', series: 'prueba' })] },
      'calendars[1].digits: falta: las demás reglas de la serie «prueba» son por dígito',
    ],
    ['a day that does not exist', { version: '2027-02-30' }, 'version: no es un día que exista'],
  ]
  it.each(someCases(CASES, 8, 0))('%s', async (_, pack, message) => {
    expect(await load(pack)).toContain(message)
  })

  it('a file that is not JSON, is too long or does not exist', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, '{"version":')
    expect((await padron('load', file, '--by', 'Ana')).err).toContain(`${file}: no es JSON: `)
    await writeFile(file, ' '.repeat(2_000_001))
    expect((await padron('load', file, '--by', 'Ana')).err).toContain(
      'mide 2,000,001 bytes; el máximo es de 2,000,000.',
    )
    expect((await padron('check', join(folder, 'none.json'))).err).toContain('no existe o no se puede leer.')
    expect((await padron('load', file)).code).toBe(1)
  })

  it('the withdrawal of the shipped pack, of an unknown one or of a withdrawn one', async () => {
    expect((await padron('withdraw', '2026-11-27', '--by', 'Ana')).err).toContain('viene con el producto')
    expect((await padron('withdraw', '2020-01-01', '--by', 'Ana')).err).toContain('No existe la versión 2020-01-01')
    expect((await padron('withdraw', '2027-01-15', '--by', 'Ana')).err).toContain('ya se retiró')
  })
})
