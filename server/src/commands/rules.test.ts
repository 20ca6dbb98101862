// `padron rules` as typed: what is listed, checked, compared, loaded, withdrawn and switched.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { runPadron } from '../testing/padron-command.ts'

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

const padron = (...args: string[]) =>
  runPadron(
    {
      DATABASE_URL: fresh.addressOf('padron_owner').connectionString,
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    },
    ['rules', ...args],
  )

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

/** Every row of the tables that the packs write. */
const rulesInTables = async () => {
  const tables = ['calendar_rule', 'payment_rule', 'appeal_rule', 'holiday_rule', 'unit_value']
  const all = []
  for (const table of tables) {
    const { rows } = await fresh.db.system.query(`select * from ${table} order by 1, 2, 3`)
    all.push(rows)
  }
  return all
}

test('lists each rule with its validity, its pack, and whether it is shown', async () => {
  const { out, code } = await padron('list')
  expect(code).toBe(0)
  expect(out).toMatch(/^CLAVE +PAÍS +CLASE +REGLA +VIGENCIA +VERSIÓN +SITUACIÓN$/m)
  expect(out).toMatch(/^descuento-multas-cdmx +MX +descuento +.+ — a — +2026-11-27 +se muestra$/m)
  expect(out).toMatch(/^refrendo-cdmx-subsidio +MX +bloquea +.+ 2026-01-01 a 2026-03-31 +2026-11-27 +terminó$/m)
  expect(out).toMatch(/^hoy-no-circula +MX +calendario .+ sin fechas$/m)
  expect(out).toMatch(/^UMA +MX +valor +UMA 117.31 +2026-02-01 a 2027-01-31/m)
  expect(out).toMatch(/^2026-11-27 +Reglas y valores oficiales de 2026 +con el producto +— +[0-9a-f]{12} +en uso$/m)
})

test('lists what ended or ends, but not what ends for good', async () => {
  const { out } = await padron('list', '--ending', '999')
  expect(out).toMatch(/^refrendo-cdmx-subsidio .+ terminó el 2026-03-31$/m)
  expect(out).toMatch(/^verificacion-amarillo +MX +calendario .+ 2026-12-31/m)
  expect(out).toMatch(/^UMA +MX +valor .+ 2027-01-31/m)
  expect(out).not.toContain('placas-jalisco-2026')
  expect(out).not.toMatch(/^refrendo +/m)
})

test('switches one off and on, and an upgrade leaves it so; what no pack has is not listed', async () => {
  expect(await padron('off', 'descuento-multas-cdmx')).toMatchObject({
    code: 0,
    out: 'Regla descuento-multas-cdmx apagada.\n',
  })
  expect((await padron('off', 'refrendo')).code).toBe(0)
  await fresh.db.system.query(
    `insert into payment_rule (rule_key, kind, country, title, type_ids, description, source, place)
     values ('vieja', 'blocks', 'MX', 'Vieja', '{1}', 'x', 'x', 99)`,
  )
  await fresh.db.system.query(
    `update payment_rule set description = 'otra cosa', steps = '[]' where rule_key = 'descuento-multas-cdmx'`,
  )
  await migrate(fresh.addressOf('padron_owner'))
  const { out } = await padron('list')
  expect(out).toMatch(/^descuento-multas-cdmx .+ la apagó el operador$/m)
  expect(out).toMatch(/^refrendo .+ la apagó el operador$/m)
  expect(out).not.toContain('vieja')
  const { rows } = await fresh.db.system.query(
    `select description, steps from payment_rule where rule_key = 'descuento-multas-cdmx'`,
  )
  expect(rows).toMatchObject([{ description: expect.stringContaining('90 %'), steps: [{ days: 10 }, { days: 30 }] }])
  expect((await padron('on', 'descuento-multas-cdmx')).out).toBe('Regla descuento-multas-cdmx encendida.\n')
  expect((await padron('on', 'refrendo')).code).toBe(0)
  expect((await padron('list')).out).toMatch(/^descuento-multas-cdmx .+ se muestra$/m)
})

test('says what a switch cannot change, and refuses what there is not', async () => {
  expect((await padron('on', 'refrendo-cdmx-subsidio')).out).toBe(
    'Regla refrendo-cdmx-subsidio encendida. No se muestra de todos modos: terminó.\n',
  )
  expect(await padron('on', 'no-hay')).toMatchObject({
    code: 1,
    err: 'No existe la regla «no-hay»; vea padron rules list.\n',
  })
})

test('a pack is checked, compared, loaded and withdrawn; the former rules come back row by row', async () => {
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
  // An upgrade writes its own pack again, and the newer one stays over it.
  await migrate(fresh.addressOf('padron_owner'))
  expect((await padron('list')).out).toBe(listed)
  expect((await padron('withdraw', '2027-01-15', '--by', 'Luis')).out).toContain(
    'Versión 2027-01-15 retirada por Luis.',
  )
  expect(await rulesInTables()).toEqual(former)
  expect((await padron('list')).out).toMatch(/^2027-01-15 +Prueba +Ana, .+ retirada por Luis, /m)
})

describe('refuses, and loads nothing:', () => {
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

  it.each<[string, object, string]>([
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
    ['a day that does not exist', { version: '2027-02-30' }, 'version: no es un día que exista'],
  ])('%s', async (_, pack, message) => {
    expect(await load(pack)).toContain(message)
  })

  it('what is no JSON, too long, or not there', async () => {
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

  it('the withdrawal of what comes with the product, or is not there', async () => {
    expect((await padron('withdraw', '2026-11-27', '--by', 'Ana')).err).toContain('viene con el producto')
    expect((await padron('withdraw', '2020-01-01', '--by', 'Ana')).err).toContain('No existe la versión 2020-01-01')
    expect((await padron('withdraw', '2027-01-15', '--by', 'Ana')).err).toContain('ya se retiró')
  })
})
