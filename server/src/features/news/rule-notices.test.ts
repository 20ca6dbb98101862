// Notices about the end of official rules, before and after it, with a controlled clock.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { parsePack } from '../../rules/pack-faults.ts'
import { loadPack, withdrawPack } from '../../rules/store-packs.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { ruleNotices, writeRuleNotices } from './rule-notices.ts'

let clock = new Date()
let server: TestServer
let ana: Somebody
beforeAll(async () => {
  server = await testServer(() => clock)
  ana = await server.somebody(await server.company('norte'), 'ana', ['vehicles_read'])
})
afterAll(() => server.stop())
beforeEach(() => server.db.system.query('delete from news_item; delete from rule_notice'))

const readNotices = async () => {
  const { body } = await server.ask(ana, { url: '/api/v2/relevantNews' })
  const { newsList } = (body as { newsInformation: { newsList: { news: { title: string; information: string }[] }[] } })
    .newsInformation
  return newsList.flatMap(({ news }) => news).filter(({ title }) => /^Termin/.test(title))
}
const at = async (day: string) => {
  clock = new Date(`${day}T18:00:00Z`)
  await writeRuleNotices(server.db, clock)
  return readNotices()
}
const readTitles = async () => (await readNotices()).map(({ title }) => title)
const titles = async (day: string) => (await at(day)).map(({ title }) => title)

const YEAR_END = 'el 31 de diciembre de 2026: 15 calendarios oficiales y 3 reglas de pago'

it('notices are written 60, 30 and 7 days before the end, each once, and after it', async () => {
  expect(await titles('2026-10-31')).toEqual([])
  expect(await titles('2026-11-01')).toEqual([`Terminan ${YEAR_END}`])
  expect(await titles('2026-11-03')).toEqual([`Terminan ${YEAR_END}`])
  const countNotices = async () => {
    const { rows } = await server.db.system.query<{ n: number }>(
      `select count(*)::int as n from news_item where country = 'MX'`,
    )
    return rows[0]?.n
  }
  expect(await countNotices()).toBe(1)
  expect(await titles('2026-12-01')).toEqual([`Terminan ${YEAR_END}`])
  expect(await countNotices()).toBe(2)
  expect(await titles('2026-12-24')).toEqual([
    'Termina el 31 de enero de 2027: el valor de la UMA',
    `Terminan ${YEAR_END}`,
  ])
  const [, notice] = await at('2026-12-24')
  expect(notice?.information).toContain('Después de ese día se muestran como terminados y no se aplican.')
  expect(notice?.information).toContain('Verificación vehicular, engomado amarillo')
  expect(notice?.information).toMatch(/; y \d+ más\.$/)
  expect(await titles('2027-01-01')).toContain(`Terminaron ${YEAR_END}`)
  expect(await titles('2027-01-01')).not.toContain(`Terminan ${YEAR_END}`)
  expect(await titles('2027-01-09')).not.toContain(`Terminaron ${YEAR_END}`)
})

it('a notice disappears when a pack continues the rules, and returns when the pack is withdrawn', async () => {
  expect(await titles('2027-01-02')).toContain('Termina el 31 de enero de 2027: el valor de la UMA')
  const source = { document: 'Prueba', date: '2027-01-08' }
  const value = { from: '2027-02-01', to: '2028-01-31', value: 121.5 }
  const parsed = parsePack({
    version: '2027-01-08',
    title: 'Prueba',
    units: [{ unit: 'UMA', country: 'MX', source, values: [value] }],
  })
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
  const load = { pack: parsed.pack, sha256: 'x', by: 'Ana', reason: undefined }
  const schedule = ruleNotices({ db: server.db, now: () => clock })
  await schedule.run(new AbortController().signal)
  await asSystem(server.db, (tx) => loadPack(tx, load))
  // The round of the next minute runs after the change.
  await schedule.run(new AbortController().signal)
  expect(await readTitles()).not.toContain('Termina el 31 de enero de 2027: el valor de la UMA')
  expect(await titles('2027-01-08')).not.toContain('Termina el 31 de enero de 2027: el valor de la UMA')
  await asSystem(server.db, (tx) => withdrawPack(tx, '2027-01-08', { by: 'Ana', reason: undefined }))
  expect(await titles('2027-01-08')).toContain('Termina el 31 de enero de 2027: el valor de la UMA')
})

it('a notice that the operator removed does not return; the next one is written', async () => {
  expect(await titles('2026-11-01')).toEqual([`Terminan ${YEAR_END}`])
  await server.db.system.query('delete from news_item')
  expect(await titles('2026-11-02')).toEqual([])
  expect(await titles('2026-12-01')).toEqual([`Terminan ${YEAR_END}`])
})
