// What people see of official rules at the turn of the year, and when a pack is loaded into a running installation.
import type { NextActions } from '@padron/contract/dashboard'
import type { CalendarRule } from '@padron/contract/obligations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { parsePack } from '../../rules/pack-faults.ts'
import { loadPack, withdrawPack } from '../../rules/store-packs.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const CDMX = 9
let clock = new Date('2027-01-02T18:00:00Z')
let server: TestServer
let company: Company
let who: Somebody
let feed = ''
beforeAll(async () => {
  server = await testServer(() => clock)
  company = await server.company('norte')
  who = await server.somebody(company, 'ana', ['vehicles_read', 'dashboard_read'])
  await server.vehicles(company, [
    { plate: 'AAA015A', stateId: CDMX },
    { plate: 'AAA026A', stateId: CDMX },
  ])
  const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/obligations/feed', payload: {} })
  feed = (body as { path: string }).path
})
afterAll(() => server.stop())

const calendars = async (): Promise<CalendarRule[]> =>
  ((await server.ask(who, { url: '/api/v2/obligations/rules' })).body as { rules: CalendarRule[] }).rules
const actions = async (): Promise<NextActions> =>
  (await server.ask(who, { url: '/api/v2/dashboard/actions' })).body as NextActions
const ics = async (): Promise<string> => (await server.app.inject(feed)).payload

const SOURCE = { authority: 'Sedema', document: 'Gaceta Oficial', date: '2027-01-04' }
const calendarOf = (key: string, digits: number[], more: object = {}) => ({
  key,
  series: 'verificacion-2027',
  country: 'MX',
  title: `Verificación 2027, ${key}`,
  states: [CDMX],
  digits,
  windows: [{ from: '2027-01-01', to: '2027-02-28' }],
  text: 'Enero y febrero.',
  validFrom: '2027-01-01',
  validTo: '2027-12-31',
  source: SOURCE,
  ...more,
})
const packOf = (version: string, more: object = {}) => {
  const parsed = parsePack({
    version,
    title: 'Verificación de 2027',
    calendars: [
      calendarOf('cincos', [5, 6], { follows: 'verificacion-amarillo', ...more }),
      calendarOf('otros', [0, 1, 2, 3, 4, 7, 8, 9]),
    ],
    payments: [
      {
        key: 'verificacion-2027-multas',
        follows: 'verificacion-cdmx-multas',
        kind: 'blocks',
        country: 'MX',
        title: 'Verificación vehicular de 2027',
        states: [CDMX],
        types: [1, 9, 7],
        text: 'No se verifica con multas sin pagar.',
        validFrom: '2027-01-01',
        source: SOURCE,
      },
    ],
  })
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
  return { pack: parsed.pack, sha256: 'x', by: 'Ana', reason: undefined }
}

it('shows nothing as in force that ended, and says that nothing continues it', async () => {
  const all = await calendars()
  const ended = all.filter(({ validTo }) => validTo !== null && validTo < '2027-01-02')
  expect(ended.length).toBeGreaterThan(15)
  for (const { ruleKey, shown, occurrences, whyNot } of ended)
    expect([shown, occurrences, whyNot], ruleKey).toEqual([
      false,
      [],
      expect.stringMatching(/^Su vigencia terminó el /),
    ])
  const unreplaced = all.filter((rule) => rule.unreplaced && rule.validTo === '2026-12-31')
  expect(unreplaced).toHaveLength(15)
  expect(unreplaced.map(({ ruleKey }) => ruleKey)).toContain('verificacion-amarillo')
  // A programme that ended for good needs no other.
  expect(all.find(({ ruleKey }) => ruleKey === 'placas-jalisco-2026')?.unreplaced).toBe(false)
  const { blocked, rules } = await actions()
  expect(blocked).toEqual([])
  for (const rule of rules.filter(({ validTo }) => validTo !== null && validTo < '2027-01-02'))
    expect([rule.shown, rule.unreplaced], rule.ruleKey).toEqual([false, rule.ruleKey !== 'refrendo-cdmx-subsidio'])
  expect(rules.map(({ ruleKey }) => ruleKey)).toContain('refrendo-cdmx-subsidio')
  expect(await ics()).not.toContain('verificacion-')
})

it('a pack that is loaded meanwhile shows at once in the list, the file and the actions; withdrawn, it is gone', async () => {
  const before = { calendars: await calendars(), ics: await ics() }
  await asSystem(server.db, (tx) => loadPack(tx, packOf('2027-01-05')))
  const all = await calendars()
  expect(all.find(({ ruleKey }) => ruleKey === 'cincos')).toMatchObject({
    shown: true,
    version: '2027-01-05',
    authority: 'Sedema',
    occurrences: [{ from: '2027-01-01', to: '2027-02-28', vehicles: 2 }],
  })
  expect(all.find(({ ruleKey }) => ruleKey === 'verificacion-amarillo')).toMatchObject({
    shown: false,
    unreplaced: false,
  })
  expect(await ics()).toContain('cincos-2027-02-28@padron')
  expect((await actions()).blocked).toMatchObject([{ ruleKey: 'verificacion-2027-multas' }])
  await asSystem(server.db, (tx) => withdrawPack(tx, '2027-01-05', { by: 'Ana', reason: undefined }))
  expect(await calendars()).toEqual(before.calendars)
  expect((await actions()).blocked).toEqual([])
})

it('next year’s calendar shows its dates before the year begins, beside this year’s', async () => {
  clock = new Date('2026-12-20T18:00:00Z')
  await asSystem(server.db, (tx) => loadPack(tx, packOf('2027-01-06')))
  const all = await calendars()
  expect(all.find(({ ruleKey }) => ruleKey === 'cincos')).toMatchObject({
    shown: true,
    occurrences: [{ from: '2027-01-01', to: '2027-02-28' }],
  })
  expect(all.find(({ ruleKey }) => ruleKey === 'verificacion-azul')?.shown).toBe(true)
  await asSystem(server.db, (tx) => withdrawPack(tx, '2027-01-06', { by: 'Ana', reason: undefined }))
})
