// No secret is ever logged: at the most verbose level, with every kind of secret in use and some calls failing.
import { accountLinks } from '@padron/contract/account-links'
import type { SealUse } from '@padron/contract/session'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenHash } from '../http/access/sessions.ts'
import { linkCodeOwner } from '../mail/email-content.ts'
import { openSealed } from '../secrets/sealing.ts'
import { listen, rawBytes } from '../testing/attacks/raw-http.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { appBeside, inject, tokenOf, type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'

const TYPED = {
  wrong: 'Clave-mal-escrita-9',
  reset: 'Clave-restablecida-8',
  own: 'Clave-propia-7',
  broken: 'Clave-que-falla-6',
}

let server: TestServer
let app: FastifyInstance
let company: Company
let main: Somebody
let client: Visitor
const lines: string[] = []
const secrets = new Map<string, string>()
/** Registers a secret that may not be logged, and returns it. */
const secret = (what: string, value: string): string => {
  secrets.set(`${what} ${secrets.size}`, value)
  return value
}
const sealed = async (password: string, username: string, use: SealUse = 'sign-in') =>
  secret('an envelope', await seal(password, client.key, { username, use }))

beforeAll(async () => {
  server = await testServer()
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const webhooks = { secrets: server.secrets, privateAddresses: true }
  app = await appBeside(server.db, { log, mails: true, webhooks })
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  await server.somebody(company, 'consulta', ['vehicles_read'])
  await server.somebody(company, 'nuevo', ['vehicles_read'], { terms: null })
  client = await visitor(app)
  for (const [what, password] of Object.entries({ right: PASSWORD, ...TYPED })) secret(`the ${what} password`, password)
  secret('a token', main.token)
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const asMain = (options: InjectOptions) =>
  inject(app, { ...options, headers: { authorization: `Bearer ${main.token}`, ...options.headers } })
const signIn = async (username: string, password: string) => {
  const answer = await client.signIn(username, { sealed: await sealed(password, username) })
  return answer.status === 200 ? { ...answer, token: secret('a token', tokenOf(answer)) } : { ...answer, token: '' }
}
/** Runs work after the owner has broken the database, and repairs it. */
const spoilt = async (spoil: string, mend: string, work: () => Promise<unknown>) => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query(spoil)
  await work().finally(() => owner.query(mend))
  await owner.end()
}
const idOf = async (username: string): Promise<number> =>
  (await server.db.system.query('select user_id from app_user where username = $1', [username])).rows[0]?.user_id

describe('the log', () => {
  it('is written at the level trace, so that a secret would appear in it', () => {
    app.log.trace({ token: 'muestra' }, 'trace is on')
    expect(lines.join('')).toContain('muestra')
  })

  it('gets lines of sign-ins, terms, new users, resets, password changes and sign-outs', async () => {
    const { token } = await signIn('norte-consulta', PASSWORD)
    expect((await signIn('norte-consulta', TYPED.wrong)).status).toBe(400)
    expect(
      (await client.accept('norte-nuevo', { sealed: await sealed(TYPED.wrong, 'norte-nuevo', 'terms') })).status,
    ).toBe(400)
    expect(
      (await client.accept('norte-nuevo', { sealed: await sealed(PASSWORD, 'norte-nuevo', 'terms') })).status,
    ).toBe(200)
    expect((await client.userinfo(token)).status).toBe(200)

    const presetId = await server.profile(company, 'Consulta', ['vehicles_read'])
    const userClass = { user: { username: 'hecho' }, preset: { presetId } }
    const made = await asMain({ method: 'POST', url: '/api/v2/users/create', payload: { userClass } })
    expect(made.status).toBe(200)
    const generated = secret('the generated password', (made.body as { password: string }).password)
    expect(
      (await client.accept('norte-hecho', { sealed: await sealed(generated, 'norte-hecho', 'terms') })).status,
    ).toBe(200)

    const id = await idOf('norte-consulta')
    const reset = { method: 'PATCH' as const, url: `/api/v2/roles/user/${id}/password` }
    expect(
      (await asMain({ ...reset, payload: { password: await sealed(TYPED.reset, 'norte-consulta', 'new-password') } }))
        .status,
    ).toBe(200)
    expect(
      (await asMain({ ...reset, payload: { password: secret('a password in clear', 'Sin-sobre-5') } })).status,
    ).toBe(422)
    const again = await signIn('norte-consulta', TYPED.reset)
    const change = {
      current: await sealed(TYPED.reset, 'norte-consulta', 'current-password'),
      password: await sealed(TYPED.own, 'norte-consulta', 'new-password'),
    }
    const own = await inject(app, {
      method: 'PUT',
      url: '/api/v2/account/password',
      payload: change,
      headers: { authorization: `Bearer ${again.token}` },
    })
    expect(own.status).toBe(200)
    expect((await client.signOut(again.token)).status).toBe(200)
    expect((await client.userinfo(again.token)).status).toBe(401)
  })

  it('gets lines of broken requests with a secret in the wrong place', async () => {
    const clear = TYPED.wrong
    const json = { 'content-type': 'application/json' }
    await asMain({ method: 'POST', url: '/api/v2/users', payload: `{"password":"${clear}"`, headers: json })
    await asMain({ method: 'POST', url: '/api/v2/users', payload: `{"password":"${clear}"}`, headers: json })
    await asMain({
      method: 'POST',
      url: '/api/v2/users',
      payload: `password=${clear}`,
      headers: { 'content-type': 'text/x' },
    })
    await inject(app, {
      method: 'POST',
      url: `/connect/token?password=${clear}`,
      payload: `password=${clear}`,
      headers: json,
    })
    await inject(app, { url: `/api/v2/account?access_token=${main.token}` })
    await inject(app, { url: `/no/such/page?token=${main.token}`, headers: { cookie: `padron_token=${main.token}` } })
    await inject(app, { url: `/sapy/v2/%zz?token=${main.token}` })
    await inject(app, { url: '/api/v2/account', headers: { authorization: `Bearer ${main.token} ` } })
    const port = await listen(app)
    await rawBytes(
      port,
      `GET /connect/userinfo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${main.token}\r\n: broken\r\n\r\n`,
    )
    await rawBytes(
      port,
      `POST /connect/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\npassword=${clear}`,
    )
  })

  it('gets lines of signed file addresses, right and wrong', async () => {
    const { body } = await asMain({ method: 'POST', url: '/api/v2/activity/export', payload: {} })
    const { fileUrl } = body as { fileUrl: string }
    secret('a signature', new URL(fileUrl, 'http://x').searchParams.get('s') ?? '')
    expect((await inject(app, { url: fileUrl })).status).toBe(200)
    expect((await inject(app, { url: `${fileUrl}x` })).status).toBe(404)
    expect((await inject(app, { url: fileUrl.replace('/files/', '/files//') })).status).not.toBe(200)
    const renamed = ['alter table preset rename to preset_away', 'alter table preset_away rename to preset'] as const
    await spoilt(...renamed, () => inject(app, { url: fileUrl }).catch(() => undefined)) // breaks off midway
  })

  it('gets lines of the recovery of a password', async () => {
    const ask = (row: { path: string }, payload: object) => inject(app, { method: 'POST', url: row.path, payload })
    await server.db.system.query(`update app_user set email = 'c@ejemplo.mx' where username = 'norte-consulta'`)
    expect((await ask(accountLinks.request, { account: 'norte-consulta' })).status).toBe(200)
    const findMail = async () =>
      (await server.db.system.query(`select tenant_id, content from mail where kind = 'account recovery'`)).rows[0]
    await expect.poll(findMail).toBeTruthy()
    const { tenant_id, content } = await findMail()
    const envelope = secret('a sealed code', content.link.code)
    const code = secret('a code', openSealed(server.secrets, linkCodeOwner(tenant_id), envelope) ?? '')
    secret('a hash of a code', tokenHash(code).toString('hex'))
    expect((await ask(accountLinks.check, { code })).status).toBe(200)
    const choose = async (password: string) =>
      ask(accountLinks.setPassword, { code, password: await sealed(password, 'norte-consulta', 'new-password') })
    expect((await choose(secret('a refused password', 'Clave-con-ñ-no-sirve'))).status).toBe(422)
    expect((await choose(TYPED.own)).status).toBe(200)
    expect((await choose(TYPED.own)).status).toBe(410)
    const broken = [
      `alter table account_link add constraint broken check (purpose = '#') not valid`,
      'alter table account_link drop constraint broken',
    ] as const
    await spoilt(...broken, async () => {
      expect((await ask(accountLinks.request, { account: 'norte-consulta' })).status).toBe(200)
      await expect.poll(() => lines.join('')).toContain('the recovery of a password could not be sent')
    })
  })

  it('gets lines of the same calls while the database fails', async () => {
    const before = lines.length
    const { token } = await signIn('norte-consulta', TYPED.own)
    const id = await idOf('norte-hecho')
    const presetId = await server.profile(company, 'Otra', ['vehicles_read'])
    await server.somebody(company, 'otro', ['vehicles_read'], { terms: null })
    const noSignIns = [
      'alter table sign_in rename to sign_in_away',
      'alter table sign_in_away rename to sign_in',
    ] as const
    const noWrites = [
      `alter table app_user add constraint broken check (first_name = '#') not valid`,
      'alter table app_user drop constraint broken',
    ] as const
    await spoilt(...noSignIns, async () => expect((await signIn('norte-consulta', TYPED.own)).status).toBe(500))
    await spoilt(...noWrites, async () => {
      const userClass = { user: { username: 'roto' }, preset: { presetId } }
      const tries = [
        asMain({ method: 'POST', url: '/api/v2/users/create', payload: { userClass } }),
        asMain({
          method: 'PATCH',
          url: `/api/v2/roles/user/${id}/password`,
          payload: { password: await sealed(TYPED.broken, 'norte-hecho', 'new-password') },
        }),
        client.accept('norte-otro', { sealed: await sealed(PASSWORD, 'norte-otro', 'terms') }),
        inject(app, {
          method: 'PUT',
          url: '/api/v2/account/password',
          payload: {
            current: await sealed(TYPED.own, 'norte-consulta', 'current-password'),
            password: await sealed(TYPED.broken, 'norte-consulta', 'new-password'),
          },
          headers: { authorization: `Bearer ${token}` },
        }),
      ]
      for (const { status, body } of await Promise.all(tries)) {
        expect(status).toBe(500)
        expect(body).toEqual({
          type: 'about:blank',
          title: 'Ocurrió un error inesperado. Intente de nuevo más tarde.',
          status: 500,
          requestId: expect.stringMatching(/^[0-9A-Z]{12}$/),
        })
      }
    })
    // The database repeats a value that it refuses in its error: here the whole row.
    const held = [
      `alter table access_token add constraint broken check (client_id = '#') not valid`,
      'alter table access_token drop constraint broken',
    ] as const
    await spoilt(...held, async () => expect((await signIn('norte-consulta', TYPED.own)).status).toBe(500))
    expect(lines.slice(before).filter((line) => line.includes('unexpected error')).length).toBeGreaterThanOrEqual(6)
  })

  it('contains none of the passwords, sealed passwords, tokens, hashes, keys or signatures', async () => {
    const { rows: hashes } = await server.db.system.query<{ password_hash: string }>(
      'select password_hash from app_user',
    )
    for (const { password_hash } of hashes) {
      secret('a hash', password_hash)
      secret('a hash’s end', password_hash.split('$').at(-1) ?? '')
    }
    const { rows: keys } = await server.db.system.query<{ secret: { d?: string; key?: string } }>(
      'select secret from secret_key',
    )
    for (const { secret: key } of keys) secret('a key', key.d ?? key.key ?? '')
    expect(secrets.size).toBeGreaterThan(30)
    const log = lines.join('\n')
    // As encoded in an address, in a form, in base64, and as the bytes of a buffer.
    const spellings = (value: string) => [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
      [...Buffer.from(value)].join(','),
    ]
    for (const [what, value] of secrets) {
      expect(value.length, what).toBeGreaterThan(8)
      for (const spelling of spellings(value))
        expect(log.includes(spelling), `${what}: ${lines.find((line) => line.includes(spelling))?.slice(0, 600)}`).toBe(
          false,
        )
    }
    expect(log).not.toMatch(/\$argon2id\$/)
    expect(log).not.toMatch(/Bearer [\w-]{10}/)
    expect(log).not.toMatch(/rawPacket/)
  })
})
