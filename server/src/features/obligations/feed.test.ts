// The calendar file, parsed as a calendar program would: its content, the permissions it follows, and invalid links.
import type { Country } from '@padron/contract/places/countries'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { setPassword } from '../../identity/accounts/accounts.ts'
import { withLocale } from '../../locale.ts'
import { owe } from '../../testing/obligations.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { seal } from '../../testing/sign-in/seal.ts'
import { feedBook } from './feed.book.ts'

let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let who: Somebody
let vehicle: number
let turn = 0

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date('2026-11-21T18:00:00Z')
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'lee', ['vehicles_read', 'documents_read'])
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'ABC123A' }])
})

const FEED = '/api/v2/obligations/feed'
const create = async (as = who) => ((await server.ask(as, { method: 'POST', url: FEED })).body as { path: string }).path
const open = (path: string) => server.ask(undefined, { url: path })
const sealed = async (password: string, use: 'current-password' | 'new-password') => {
  const { body } = await server.ask(undefined, { url: '/connect/password-key' })
  return seal(password, body as PasswordKey, { username: who.username, use, seconds: clock.getTime() / 1000 })
}

type Line = [name: string, value: string]
/** RFC 5545: folded lines joined, then name and value. */
const linesOf = (text: string): Line[] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
const unescaped = (text: string) => text.replace(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign))
const eventsOf = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\nBEGIN:VEVENT\r\n')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('\r\nEND:VEVENT\r\n')))
    .map((part) => Object.fromEntries(linesOf(part).map(([name, value]) => [name, unescaped(value)])))
    .filter(({ UID }) => !/^(verificacion|refrendo|reempl)/.test(UID ?? ''))

describe('the file', () => {
  it('has a day for each date that the user may see, with its source and a stable UID', async () => {
    await owe(server, company, [
      { vehicleId: vehicle, key: 'r:1900', dueOn: '2026-12-01', resourceId: 1900 },
      {
        vehicleId: vehicle,
        key: 'p:1:a',
        dueOn: '2026-11-30',
        kind: 'payment',
        title: 'Línea de pago 88',
        amount: 1204.5,
      },
      { vehicleId: vehicle, key: 'r:2', dueOn: '2026-10-21' },
      { vehicleId: vehicle, key: 'r:3', dueOn: '2027-11-22' },
    ])
    const path = await create()
    const { status, headers, body } = await open(path)
    expect([status, headers['content-type'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'nosniff',
      'private, no-store',
    ])
    const [line, policy, ...more] = eventsOf(String(body))
    expect(more).toEqual([])
    expect(line).toMatchObject({
      SUMMARY: 'ABC123A · Línea de pago 88',
      'DTSTART;VALUE=DATE': '20261130',
      DESCRIPTION: expect.stringContaining('Total: $1,204.50 MXN'),
    })
    expect(policy).toMatchObject({
      SUMMARY: 'ABC123A · Póliza de seguro',
      'DTSTART;VALUE=DATE': '20261201',
      DTSTAMP: '20261120T180000Z',
      DESCRIPTION: expect.stringMatching(/Fuente: Seguro · .+, 20\/11\/2026$/),
    })
    await owe(server, company, [{ vehicleId: vehicle, key: 'r:1900', dueOn: '2026-12-05' }])
    expect(eventsOf(String((await open(path)).body)).find(({ UID }) => UID === policy?.UID)).toMatchObject({
      'DTSTART;VALUE=DATE': '20261205',
    })
  })

  it('has the active official calendars, with their vehicles, on their last day', async () => {
    await server.vehicles(company, [{ plate: 'AAA003A', stateId: 9 }])
    const { body } = await open(await create())
    expect(String(body).replaceAll('\r\n ', '')).toContain('SUMMARY:Refrendo anual: último día · 2 vehículos')
    expect(String(body)).not.toContain('engomado verde')
  })

  it('has the safe end of a calendar with two readings, and the later one', async () => {
    await server.vehicles(company, [{ plate: 'AAA001A', stateId: 9 }])
    await server.db.system.query(
      `update calendar_rule
       set other_spans = '[{"from": "05-01", "to": "06-30"}, {"from": "11-01", "to": "12-31"}]'
       where rule_key = 'verificacion-verde'`,
    )
    const text = String((await open(await create())).body).replaceAll('\r\n ', '')
    const event = text.split('BEGIN:VEVENT').find((each) => each.includes('engomado verde'))
    const description = unescaped(/DESCRIPTION:(.*)/.exec(event ?? '')?.[1] ?? '')
    expect(description).toMatch(
      /^Plazo seguro: del 01\/11\/2026 al 30\/11\/2026; según otra fuente, hasta el 31\/12\/2026\./,
    )
    expect(description).toContain('Informativo. Fuente: Sedema y Secretaría del Medio Ambiente del Estado de México, ')
  })

  it('escapes user texts everywhere', async () => {
    const nasty = 'Seguro; a,b \\ fin\r\nEND:VEVENT\nBEGIN:VALARM\u0007\u2028x'
    await server.db.system.query('update company set company_name = $1 where tenant_id = $2', [
      `Empresa, S.A.; \\ \r\nX-EVIL:1`,
      company.tenantId,
    ])
    await owe(server, company, [{ vehicleId: vehicle, key: 'r:1', dueOn: '2026-12-01', title: nasty }])
    await server.db.system.query(
      `update calendar_rule
       set other_spans = '[{"from": "05-01", "to": "06-30"}, {"from": "11-01", "to": "12-31"}]'
       where rule_key = 'verificacion-verde'`,
    )
    const text = String((await open(await create())).body)
    const names = linesOf(text).map(([name]) => name)
    expect(names.filter((name) => name === 'X-EVIL')).toEqual([])
    expect(text.match(/BEGIN:VALARM/g)?.length).toBe(1) // within the summary only
    expect(
      linesOf(text)
        .filter(([name]) => name === 'BEGIN')
        .map(([, value]) => value),
    ).not.toContain('VALARM')
    expect(eventsOf(text)[0]?.SUMMARY).toBe('ABC123A · Seguro; a,b \\ fin  END:VEVENT BEGIN:VALARM  x')
    expect(linesOf(text).find(([name]) => name === 'X-WR-CALNAME')?.[1]).toBe(
      'Vencimientos · Empresa\\, S.A.\\; \\\\  \\nX-EVIL:1',
    )
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  it('states that it is incomplete and where the rest is', () => {
    const book = (country: Country) =>
      feedBook(
        { isPart: false, companyName: 'x', country, timeZone: 'UTC', obligations: [], cut: true, rules: [] },
        'https://padron.mx',
        clock,
      )
    const descriptionOf = (text: string) => linesOf(text).find(([name]) => name === 'X-WR-CALDESC')?.[1]
    expect(descriptionOf(book('MX'))).toContain('Hay más: aquí están los 2\\,000 más próximos')
    expect(descriptionOf(withLocale('CO', () => book('CO')))).toContain('Hay más: aquí están los 2.000 más próximos')
  })
})

describe('the address of the file', () => {
  it('is returned once, is one per user, and no longer works after it is replaced or revoked', async () => {
    expect((await server.ask(who, { url: FEED })).body).toEqual({ feed: null })
    const first = await create()
    expect(first).toMatch(/^\/files\/calendar\/[\w-]{43}\.ics$/)
    expect((await server.ask(who, { url: FEED })).body).toEqual({
      feed: { createdAt: '2026-11-21T18:00:00Z', lastReadAt: null },
    })
    const second = await create()
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect((await server.ask(who, { url: FEED })).body).toMatchObject({ feed: { lastReadAt: '2026-11-21T18:00:00Z' } })
    clock = new Date('2026-11-21T18:59:00Z')
    await open(second)
    expect((await server.ask(who, { url: FEED })).body).toMatchObject({ feed: { lastReadAt: '2026-11-21T18:00:00Z' } })
    expect((await server.ask(who, { method: 'DELETE', url: FEED })).status).toBe(200)
    expect((await open(second)).status).toBe(404)
    const { rows } = await server.db.system.query('select token_hash from calendar_feed')
    expect(JSON.stringify(rows)).not.toContain(second.slice(16, 59))
  })

  it('is recorded when created, replaced and revoked, without the address itself', async () => {
    const admin = await server.somebody(company, 'admin', ['admin'])
    await create()
    const path = await create()
    await server.ask(who, { method: 'DELETE', url: FEED })
    await server.ask(who, { method: 'DELETE', url: FEED }) // it is already deleted
    const { body } = await server.ask(admin, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'user', subjectId: who.userId } },
    })
    const { activities } = body as {
      activities: {
        who: { userId: number }
        changes: { field: string; before: string | null; after: string | null }[]
      }[]
    }
    expect(activities.slice(0, 3).map((line) => [line.who.userId, line.changes])).toEqual([
      [who.userId, [{ field: 'Dirección de calendario', before: 'Activa', after: null }]],
      [who.userId, [{ field: 'Dirección de calendario', before: 'Activa', after: 'Otra' }]],
      [who.userId, [{ field: 'Dirección de calendario', before: null, after: 'Activa' }]],
    ])
    expect(JSON.stringify(activities)).not.toContain(path.slice(16, 59))
  })

  it.each<[what: string, (admin: Somebody) => Promise<unknown>]>([
    [
      'an administrator sets the password',
      async (admin) => {
        const payload = { password: await sealed('Otra-clave-1', 'new-password') }
        const url = `/api/v2/roles/user/${who.userId}/password`
        expect((await server.ask(admin, { method: 'PATCH', url, payload })).status).toBe(200)
      },
    ],
    [
      'the operator’s command or a link sets the password',
      () => asSystem(server.db, (tx) => setPassword(tx, { ...company, username: who.username, passwordHash: 'x' })),
    ],
    [
      'an administrator deactivates the user, also after the user is reactivated',
      async (admin) => {
        const url = `/api/v2/users/${who.userId}`
        for (const userStatus of [false, true])
          expect((await server.ask(admin, { method: 'PUT', url, payload: { userStatus } })).status).toBe(200)
      },
    ],
  ])('ends when %s, which is recorded', async (_what, change) => {
    const admin = await server.somebody(company, 'admin', ['admin'])
    const path = await create()
    await change(admin)
    expect((await open(path)).status).toBe(404)
    const payload = { filter: { subjectKind: 'user', subjectId: who.userId } }
    const { body } = await server.ask(admin, { method: 'POST', url: '/api/v2/activity', payload })
    const { activities } = body as { activities: { changes: object[] }[] }
    expect(activities.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'Dirección de calendario',
      before: 'Activa',
      after: null,
    })
  })

  it('stays when its user changes their own password, as their tokens do', async () => {
    const path = await create()
    const payload = {
      current: await sealed(PASSWORD, 'current-password'),
      password: await sealed('Mi-clave-nueva-1', 'new-password'),
    }
    expect((await server.ask(who, { method: 'PUT', url: '/api/v2/account/password', payload })).status).toBe(200)
    expect((await open(path)).status).toBe(200)
  })

  it('shows what its user is currently permitted to see, of their company only', async () => {
    await owe(server, company, [
      { vehicleId: vehicle, key: 'd:1:1', dueOn: '2026-12-01', kind: 'document', title: 'Factura' },
    ])
    const other = await server.company(`sur${turn}`)
    const [theirs = 0] = await server.vehicles(other, [{ plate: 'SUR1234' }])
    await owe(server, other, [{ vehicleId: theirs, key: 'r:1', dueOn: '2026-12-01' }])
    const path = await create()
    const titles = async () => eventsOf(String((await open(path)).body)).map(({ SUMMARY }) => SUMMARY)
    const give = (roles: string, active = true) =>
      server.db.system.query(`update app_user set role_ids = $1, active = $2 where user_id = $3`, [
        roles,
        active,
        who.userId,
      ])
    expect(await titles()).toEqual(['ABC123A · Factura'])
    await give('{11}') // vehicles_read
    expect(await titles()).toEqual([])
    const missing = (await open(`/files/calendar/${'a'.repeat(43)}.ics`)).body
    for (const change of [() => give('{21}'), () => give('{11}', false)]) {
      await change()
      expect(await open(path)).toMatchObject({ status: 404, body: missing })
    }
    await give('{11}')
    expect((await open(path)).status).toBe(200)
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    expect(await open(path)).toMatchObject({ status: 404, body: missing })
    for (const odd of ['x', 'x.ics', `${'a'.repeat(44)}.ics`, `${'a'.repeat(43)}`])
      expect((await open(`/files/calendar/${odd}`)).status).toBe(404)
  })

  it('allows sixty reads an hour', async () => {
    const path = await create()
    for (let i = 0; i < 60; i++) expect((await open(path)).status).toBe(200)
    const refused = await open(path)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    clock = new Date('2026-11-21T19:00:00Z')
    expect((await open(path)).status).toBe(200)
  })
})
