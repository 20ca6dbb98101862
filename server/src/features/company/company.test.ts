// What a company changes about itself, over HTTP: zone and logo, at once for its users, and nothing of another's.
import { isZoneOf, company as rows, TIME_ZONES } from '@padron/contract/company'
import { LOGO_REFUSED } from '@padron/contract/email-settings'
import type { SessionUser } from '@padron/contract/session'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let norte: Company
let main: Somebody
let other: Somebody

beforeAll(async () => {
  server = await testServer(() => new Date('2026-11-25T18:00:00Z')) // a Wednesday
  norte = await server.company('norte')
  main = await server.somebody(norte, 'admin', ['admin'])
  other = await server.somebody(await server.company('sur'), 'admin', ['admin'])
})
afterAll(() => server.stop())

const change = (payload: object, who = main) => server.ask(who, { method: 'PUT', url: rows.change.path, payload })
const me = async (who = main) => (await server.ask(who, { url: '/connect/userinfo' })).body as SessionUser
const picture = async (width: number) => {
  const background = { r: 200, g: 30, b: 30 }
  const bytes = await sharp({ create: { width, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
  return { imageB64: bytes.toString('base64'), imageFormat: '.png' }
}

it('offers zones that exist, each once', () => {
  const zones = Object.values(TIME_ZONES).flat()
  for (const { zone } of zones) expect(() => new Intl.DateTimeFormat('es', { timeZone: zone }), zone).not.toThrow()
  expect(new Set(zones.map(({ zone }) => zone)).size).toBe(zones.length)
})

describe('the zone', () => {
  it('applies to users from the next call on, moves the reports’ next send, and is in the activity log', async () => {
    await server.db.system.query(
      `insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, empty_policy,
         first_on, next_at)
       values ($1, 'Semanal', 'debts', '{a@norte.mx}', 'weekly', 5, 8, 'send', '2026-11-27', '2026-11-27T14:00:00Z')`,
      [norte.tenantId],
    )
    expect((await change({ timeZone: 'America/Tijuana' })).status).toBe(200)
    expect(await me()).toMatchObject({ timeZone: 'America/Tijuana' })
    expect(await me(other)).toMatchObject({ timeZone: 'America/Mexico_City' })
    const { rows: reports } = await server.db.system.query<{ next_at: string }>('select next_at from scheduled_report')
    // Friday at eight in Tijuana is two hours later.
    expect(reports.map(({ next_at }) => new Date(next_at).toISOString())).toEqual(['2026-11-27T16:00:00.000Z'])
    const payload = { filter: { subjectKind: 'company' } }
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload })
    const [row] = (body as { activities: { who: { name: string }; changes: object[] }[] }).activities
    expect(row).toMatchObject({
      who: { name: 'norte-admin' },
      changes: [{ field: 'Zona horaria', before: 'America/Mexico_City', after: 'America/Tijuana' }],
    })
  })

  it('must be one of the country; otherwise nothing changes', async () => {
    expect(isZoneOf('CO', 'America/Tijuana')).toBe(false)
    for (const timeZone of ['America/Bogota', 'Europe/Madrid', 'nada', ''])
      expect(await change({ timeZone, removeLogo: true }), timeZone).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'timeZone', message: 'La zona horaria no es de México.' }] },
      })
    expect((await change({ timeZone: 'x'.repeat(61) })).status).toBe(400)
    expect((await change({})).status).toBe(400)
    expect(await me()).toMatchObject({ timeZone: 'America/Tijuana' })
  })
})

describe('the logo', () => {
  it('is scaled down, opens without a session, and can be removed', async () => {
    expect((await change(await picture(2_000))).status).toBe(200)
    const { logoURL } = await me()
    const logo = await server.ask(undefined, { url: logoURL ?? '' })
    expect(logo.status).toBe(200)
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ format: 'png', width: 600 })
    expect((await me(other)).logoURL).toBeNull()
    expect((await change({ removeLogo: true })).status).toBe(200)
    expect((await me()).logoURL).toBeNull()
  })

  it('is rejected if it is no picture, and a zone sent with it does not change', async () => {
    const refused = await change({ timeZone: 'America/Cancun', imageB64: 'PHN2Zz4=', imageFormat: '.png' })
    expect(refused).toMatchObject({ status: 400, body: { title: LOGO_REFUSED } })
    expect(await me()).toMatchObject({ timeZone: 'America/Tijuana', logoURL: null })
  })
})

it('changes need the permission to administer users', async () => {
  const reader = await server.somebody(norte, 'lectura', ['vehicles_admin', 'programReports_admin'])
  expect((await change({ removeLogo: true }, reader)).status).toBe(403)
})
