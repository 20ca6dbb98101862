// What users see of official rules at the turn of the year, and when a pack is loaded into a running installation.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reply } from '@padron/contract/call'
import type { NextActions } from '@padron/contract/dashboard'
import type { CalendarRule, obligations } from '@padron/contract/obligations'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import type { MailContent } from '../../mail/email-content.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { parsePack } from '../../rules/pack-faults.ts'
import { loadPack, withdrawPack } from '../../rules/store-packs.ts'
import { isDrill } from '../../testing/drill.ts'
import { spawnPadron } from '../../testing/processes/padron-command.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { type Quiet, sendReminders } from './reminders.ts'

const CDMX = 9
let clock = new Date('2027-01-02T18:00:00Z')
let server: TestServer
let company: Company
let who: Somebody
let feed = ''
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packs-'))
  server = await testServer(() => clock)
  company = await server.company('norte')
  who = await server.somebody(company, 'ana', ['vehicles_read', 'dashboard_read'])
  await server.vehicles(company, [
    { plate: 'AAA015A', stateId: CDMX },
    { plate: 'AAA026A', stateId: CDMX },
  ])
  const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/obligations/feed', payload: {} })
  feed = (body as { path: string }).path
  await server.db.system.query(`update app_user set email = 'ana@norte.mx' where user_id = $1`, [who.userId])
  const payload = { active: true, days: [60, 0], kinds: ['calendar'] }
  await server.ask(who, { method: 'PUT', url: '/api/v2/obligations/reminders', payload })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const calendars = async (): Promise<CalendarRule[]> =>
  ((await server.ask(who, { url: '/api/v2/obligations/rules' })).body as { rules: CalendarRule[] }).rules
const actions = async (): Promise<NextActions> =>
  (await server.ask(who, { url: '/api/v2/dashboard/actions' })).body as NextActions
const vehiclesOf = (key: string) => server.ask(who, { url: `/api/v2/obligations/rules/${key}/vehicles?page=1` })
const quiet: Quiet = new Map()
/** Sends the due reminders. @returns their lines */
const reminded = async (): Promise<string[]> => {
  const mailbox = { ...noMailbox, configured: true }
  await sendReminders({ db: server.db, mailbox, log: pino({ level: 'silent' }), now: () => clock, quiet })
  const { rows } = await server.db.system.query<{ content: MailContent }>('delete from mail returning content')
  return rows.flatMap(({ content }) => content.lines.filter((line) => line.startsWith('·')))
}
const ics = async (): Promise<string> => (await server.app.inject(feed)).payload

/** The file without the time when it was written. */
const withoutTimes = (file: string): string => file.replace(/^DTSTAMP:.*$/gm, '')
/** Runs the operator's command in another process. */
const padron = (...args: string[]) =>
  spawnPadron(
    {
      DATABASE_URL: server.addressOf('padron_owner').connectionString,
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    },
    ['rules', ...args],
  )

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

it('ended rules are not shown as in force, and those without a successor are marked', async () => {
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
  // A programme that ended for good needs no successor.
  expect(all.find(({ ruleKey }) => ruleKey === 'placas-jalisco-2026')?.unreplaced).toBe(false)
  const { blocked, rules } = await actions()
  expect(blocked).toEqual([])
  for (const rule of rules.filter(({ validTo }) => validTo !== null && validTo < '2027-01-02'))
    expect([rule.shown, rule.unreplaced], rule.ruleKey).toEqual([false, rule.ruleKey !== 'refrendo-cdmx-subsidio'])
  expect(rules.map(({ ruleKey }) => ruleKey)).toContain('refrendo-cdmx-subsidio')
  expect(await ics()).not.toContain('verificacion-')
  expect((await vehiclesOf('verificacion-amarillo')).status).toBe(404)
  expect(await reminded()).toEqual([])
})

it.runIf(isDrill)('a pack loaded by another process shows at once everywhere; withdrawn, it disappears', async () => {
  const before = { calendars: await calendars(), ics: await ics() }
  const file = join(folder, 'pack.json')
  await writeFile(file, JSON.stringify(packOf('2027-01-05').pack))
  expect(await padron('load', file, '--by', 'Ana')).toMatchObject({ code: 0, err: '' })
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
  expect((await vehiclesOf('cincos')).body).toMatchObject({ totalCount: 2 })
  expect(await ics()).toContain('cincos-2027-02-28@padron')
  expect((await actions()).blocked).toMatchObject([{ ruleKey: 'verificacion-2027-multas' }])
  expect(await reminded()).toEqual(['· Verificación 2027, cincos: último día · 2 vehículos'])
  expect((await padron('withdraw', '2027-01-05', '--by', 'Ana')).code).toBe(0)
  expect(await calendars()).toEqual(before.calendars)
  expect(withoutTimes(await ics())).toBe(withoutTimes(before.ics))
  expect((await vehiclesOf('cincos')).status).toBe(404)
  expect((await actions()).blocked).toEqual([])
})

it('next year’s calendar shows its dates before the year begins, next to this year’s', async () => {
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

const official = async (of = who) =>
  (await server.ask(of, { url: '/api/v2/obligations/rules' })).body as Reply<typeof obligations.rules>

it('values of units each have their own source; the last one is marked if it has no successor', async () => {
  clock = new Date('2027-01-02T18:00:00Z')
  const { units } = await official()
  expect(units.every(({ unit }) => unit === 'UMA')).toBe(true)
  expect(units.slice(0, 2)).toMatchObject([
    { value: 117.31, validFrom: '2026-02-01', validTo: '2027-01-31', authority: 'INEGI', unreplaced: true },
    { value: 113.14, validFrom: '2025-02-01', validTo: '2026-01-31', unreplaced: false },
  ])
  expect(new Set(units.map(({ source }) => source)).size).toBe(units.length)
  const andina = await server.company('andina', 'CO')
  const colombian = await official(await server.somebody(andina, 'eva', ['vehicles_read']))
  expect(colombian.units.map(({ unit, value, unreplaced }) => [unit, value, unreplaced]).slice(0, 2)).toEqual([
    ['UVB', 12110, true],
    ['UVT', 52374, true],
  ])
})

it('next year’s value, once loaded, continues this year’s', async () => {
  const parsed = parsePack({
    version: '2027-01-10',
    title: 'UMA de 2027',
    units: [
      {
        unit: 'UMA',
        country: 'MX',
        source: { document: 'UMA', date: '2027-01-08' },
        values: [
          {
            from: '2027-02-01',
            to: '2028-01-31',
            value: 121.5,
            source: { authority: 'INEGI', document: 'Comunicado 7/27', date: '2027-01-08' },
          },
        ],
      },
    ],
  })
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
  await asSystem(server.db, (tx) => loadPack(tx, { pack: parsed.pack, sha256: 'y', by: 'Ana', reason: undefined }))
  const { units } = await official()
  expect(units.slice(0, 2)).toMatchObject([
    { value: 121.5, source: 'Comunicado 7/27', sourceDate: '2027-01-08', unreplaced: false },
    { value: 117.31, unreplaced: false },
  ])
  await asSystem(server.db, (tx) => withdrawPack(tx, '2027-01-10', { by: 'Ana', reason: undefined }))
})

it('holidays are listed by their next day, with their source', async () => {
  const eva = await server.somebody(await server.company('oriente', 'CO'), 'eva', ['vehicles_read'])
  const { holidays } = await official(eva)
  expect(holidays).toHaveLength(18)
  expect(holidays.slice(0, 2)).toMatchObject([
    { name: 'Día de los Reyes Magos', nextOn: '2027-01-11', source: expect.stringContaining('Ley 51 de 1983') },
    { name: 'Día de San José', nextOn: '2027-03-22' },
  ])
  expect(holidays.at(-1)).toMatchObject({ name: 'Año Nuevo', nextOn: '2028-01-01' })
  expect((await official()).holidays).toEqual([])
})

it('a calendar that ended names the one that continues it', async () => {
  await asSystem(server.db, (tx) => loadPack(tx, packOf('2027-01-12')))
  const of = async (key: string) => (await calendars()).find(({ ruleKey }) => ruleKey === key)
  expect(await of('verificacion-amarillo')).toMatchObject({
    shown: false,
    unreplaced: false,
    continuedBy: 'Verificación 2027, cincos',
  })
  expect(await of('fisico-mecanica-federal-2025')).toMatchObject({ unreplaced: true, continuedBy: null })
  await asSystem(server.db, (tx) => withdrawPack(tx, '2027-01-12', { by: 'Ana', reason: undefined }))
})
