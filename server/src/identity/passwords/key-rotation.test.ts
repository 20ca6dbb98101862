// The installation's keys change while people work: sessions stay, seals and signatures of the old key are valid for
// the overlap and not a request longer, and a file's address opens only that file.
import { gzipSync } from 'node:zlib'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rotateKey } from '../../secrets/secret-keys.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside, inject, tokenOf, type Visitor, visitor } from '../../testing/sign-in/identity.ts'
import { seal } from '../../testing/sign-in/seal.ts'

const OVERLAP = 24 * 3600

let server: TestServer
let company: Company
let other: Company
let main: Somebody
let theirs: Somebody
let client: Visitor

/** Both clocks: wall time and the monotonic one. */
let ahead = 0
const seconds = () => Math.floor(Date.now() / 1000) + ahead
const now = () => new Date(Date.now() + ahead * 1000)
const realNow = performance.now
const advance = (by: number) => {
  ahead += by
}

beforeAll(async () => {
  performance.now = () => realNow.call(performance) + ahead * 1000
  server = await testServer(now)
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  theirs = await server.somebody(other, 'admin', ['admin'])
  client = await visitor(server.app)
})
afterAll(async () => {
  performance.now = realNow
  await server.stop()
})
afterEach(() => server.db.system.query('delete from sign_in_attempt'))

const published = async () => (await inject(server.app, { url: '/connect/password-key' })).body as PasswordKey
const publishedAfter = async (kid: string): Promise<PasswordKey> => {
  for (let tries = 0; tries < 100; tries++) {
    const key = await published()
    if (key.kid !== kid) return key
    await server.db.system.query('select 1') // lets the renewal be answered
  }
  throw new Error('no new key was published')
}
const sealedNow = (key: PasswordKey) => seal(PASSWORD, key, { username: 'norte-admin', seconds: seconds() })
const signInWith = async (key: PasswordKey) =>
  (await client.signIn('norte-admin', { sealed: await sealedNow(key) })).status

describe('a new key for passwords', () => {
  it('ends no session and is published, and the old key is accepted only during the overlap', async () => {
    const old = await published()
    const token = tokenOf(await client.signIn('norte-admin', { sealed: await sealedNow(old) }))
    const kid = await rotateKey(server.db, 'password-step', now(), OVERLAP)
    expect(await signInWith(old)).toBe(200)

    advance(31)
    const renewed = await publishedAfter(old.kid) // renewed in the background, within half a minute
    expect(renewed.kid).toBe(kid)
    expect(renewed.x).not.toBe(old.x)
    expect(await signInWith(renewed)).toBe(200)
    expect(await signInWith(old)).toBe(200) // a page that was open before
    expect((await client.userinfo(token)).status).toBe(200)

    advance(OVERLAP - 60)
    expect(await signInWith(old)).toBe(200)
    advance(60)
    expect(await signInWith(old)).toBe(400)
    expect(await signInWith(renewed)).toBe(200)
    expect((await client.userinfo(token)).status).toBe(200)
    const { rows } = await server.db.system.query(
      `select kid from secret_key where purpose = 'password-step' and retired_at is null`,
    )
    expect(rows).toEqual([{ kid }])
  })

  it('is read at once by a process without it when a password sealed with it arrives', async () => {
    const before = await published()
    const kid = await rotateKey(server.db, 'password-step', now(), OVERLAP)
    advance(2) // the keys were read a moment ago
    const { rows } = await server.db.system.query<{ secret: { x: string } }>(
      'select secret from secret_key where kid = $1',
      [kid],
    )
    const fresh: PasswordKey = { ...before, kid, x: rows[0]?.secret.x ?? '' }
    expect(await signInWith(fresh)).toBe(200)
  })

  it('without an overlap replaces the old one within half a minute, and ends no session', async () => {
    advance(31)
    const token = tokenOf(await client.signIn('norte-admin', { sealed: await sealedNow(await published()) }))
    const old = await published()
    const kid = await rotateKey(server.db, 'password-step', now(), 0)
    advance(31)
    expect(await signInWith(old)).toBe(400)
    expect((await publishedAfter(old.kid)).kid).toBe(kid)
    expect((await client.userinfo(token)).status).toBe(200)
  })
})

describe('the address of a file', () => {
  const RUN = '01920000-0000-7000-8000-000000000001'
  const evidenceOf = async (who: Somebody, vehicle: number): Promise<string> => {
    const { body } = await server.ask(who, { url: `/sapy/v2/${vehicle}` })
    const { scrapedResources } = body as { scrapedResources: { scraped: { evidenceURL: { url: string }[] } }[] }
    return scrapedResources.flatMap(({ scraped }) => scraped.evidenceURL.map(({ url }) => url))[0] ?? ''
  }
  const withEvidence = async (of: Company, who: Somebody, plate: string) => {
    const [vehicle = 0] = await server.vehicles(of, [{ plate }])
    const raw = gzipSync(
      JSON.stringify([{ request: 'GET /', status: 200, contentType: 'text/html', body: `secreto de ${of.name}` }]),
    )
    await server.db.system.query(
      `
       insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
         duration_ms, outcome, raw)
       values ($1, $2, $3, 'x', 'x', 1, now(), 1, 'ok', $4)`,
      [of.tenantId, RUN, vehicle, raw],
    )
    await server.db.system.query(
      'update vehicle_resource set good_run_id = $1 where tenant_id = $2 and vehicle_id = $3',
      [RUN, of.tenantId, vehicle],
    )
    return evidenceOf(who, vehicle)
  }
  const exportOf = async (who: Somebody): Promise<string> => {
    const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/activity/export', payload: {} })
    return (body as { fileUrl: string }).fileUrl
  }
  const open = (url: string) => server.ask(undefined, { url })
  let evidence = ''
  let theirEvidence = ''

  beforeAll(async () => {
    evidence = await withEvidence(company, main, 'NOR1234')
    theirEvidence = await withEvidence(other, theirs, 'SUR1234')
  })

  it('opens its file without a session, as an attachment or plain text that no browser runs', async () => {
    const file = await open(evidence)
    expect(file).toMatchObject({ status: 200, body: expect.stringContaining('secreto de norte') })
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await open(await exportOf(main))).headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('is rejected with another company, another file, a later expiry or a changed signature', async () => {
    const changed = (url: string, from: string | RegExp, to: string) => {
      const made = url.replace(from, to)
      expect(made).not.toBe(url)
      return made
    }
    const [path = '', query = ''] = evidence.split('?')
    const e = new URLSearchParams(query).get('e') ?? ''
    const s = new URLSearchParams(query).get('s') ?? ''
    const exported = await exportOf(main)
    const [exportPath = '', exportQuery = ''] = exported.split('?')
    const wider = Buffer.from(JSON.stringify({ filter: {}, timeZone: 'UTC' })).toString('base64url')
    const forged = [
      path,
      `${path}?`,
      `${path}?e=${e}`,
      `${path}?s=${s}`,
      `${path}?e=${e}&s=`,
      `${path}?e=&s=${s}`,
      changed(evidence, `/${company.tenantId}/`, `/${other.tenantId}/`),
      changed(evidence, `/${company.tenantId}/`, `/0${company.tenantId}/`),
      changed(evidence, `/${company.tenantId}/`, `/${company.tenantId}.0/`),
      changed(evidence, RUN, RUN.replace(/1$/, '2')),
      changed(evidence, RUN, RUN.replace('019', '01A')),
      `${theirEvidence.split('?')[0]}?${query}`,
      `${path}?e=${Number(e) + 3600}&s=${s}`,
      `${path}?e=${e}0&s=${s}`,
      `${path}?e=0${e}&s=${s}`,
      `${path}?e=9999999999&s=${s}`,
      `${path}?e=${e}&e=${Number(e) + 60}&s=${s}`,
      `${path}?e=${e}&s=${s}&s=${s}`,
      `${path}?e[]=${e}&s=${s}`,
      `${path}?e=${e}&s=${s.slice(0, -4)}`,
      `${path}?e=${e}&s=${s.toLowerCase()}`,
      `${path}?e=${e}&s=${'A'.repeat(43)}`,
      `${path}?e=${e}&s=%00`,
      `${path}/..?${query}`,
      `${path}%00?${query}`,
      `${exportPath}?${query}`,
      `${path}?${exportQuery}`,
      changed(exported, `/${company.tenantId}/`, `/${other.tenantId}/`),
      `/files/activity/${company.tenantId}/${wider}?${exportQuery}`,
      `/files/activity/${company.tenantId}/?${exportQuery}`,
    ]
    for (const url of forged) {
      const { status, body } = await open(url)
      expect(status, url).not.toBe(200)
      expect(JSON.stringify(body), url).not.toMatch(/secreto/)
      if (!url.includes('/?') && !url.includes('..')) expectRefused(await open(url), [404], url)
    }
    // With a slash at its end it is the same address of the same file.
    expect((await open(`${path}/?${query}`)).body).toEqual((await open(evidence)).body)
    expect((await open(evidence)).status).toBe(200)
  })

  it('expires after a quarter of an hour', async () => {
    const link = await exportOf(main)
    advance(14 * 60)
    expect((await open(link)).status).toBe(200)
    advance(3 * 60)
    expectRefused(await open(link), [404], 'late')
  })

  it('that was signed before a change of keys is valid until the overlap ends', async () => {
    const link = await exportOf(main)
    await rotateKey(server.db, 'file-links', now(), 300)
    advance(31)
    expect((await open(link)).status).toBe(200)
    const renewed = await exportOf(main)
    const elsewhere = await appBeside(server.db, { now })
    expect((await inject(elsewhere, { url: link })).status).toBe(200)
    expect((await inject(elsewhere, { url: renewed })).status).toBe(200)
    await elsewhere.close()
    advance(300)
    expectRefused(await open(link), [404], 'after the overlap')
  })
})
