// Choosing a password by a link from an email, over HTTP and SMTP: invitation and recovery, what ends a link, the
// limits, and that replies do not reveal which users exist.
import { accountLinks, LINK_TEXTS, RECOVERY_SENT } from '@padron/contract/account-links'
import { SESSION_TEXTS } from '@padron/contract/session'
import type { UserRow } from '@padron/contract/users'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { emailSender } from '../../mail/email-sender.ts'
import { type Mailbox, smtpMailbox } from '../../mail/mailbox.ts'
import { openSealed } from '../../secrets/sealing.ts'
import { withLockHeld } from '../../testing/attacks/with-lock-held.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { type TestSmtp, testSmtp } from '../../testing/services/smtp.ts'
import { visitor } from '../../testing/sign-in/identity.ts'
import { seal } from '../../testing/sign-in/seal.ts'
import { deleteExpiredSignIns } from '../delete-expired.ts'
import { inviteUser, REQUESTED_RECOVERIES, SENT_LINKS } from './links.ts'

const NEW = 'Otra clave-2'

let server: TestServer
let smtp: TestSmtp
let mailbox: Mailbox
let company: Company
let other: Company
let main: Somebody
let profile: number

beforeAll(async () => {
  server = await testServer(undefined, { mails: true })
  smtp = await testSmtp()
  mailbox = smtpMailbox(smtp.url, 'avisos@padron.example')
  company = await server.company('norte')
  other = await server.company('sur')
  main = await server.somebody(company, 'admin', ['admin'])
  await server.somebody(other, 'admin', ['admin'])
  profile = await server.profile(company, 'Consulta', ['vehicles_read'])
})
afterAll(async () => {
  mailbox.close()
  await smtp.stop()
  await server.stop()
})
beforeEach(async () => {
  smtp.arrived.length = 0
  await server.db.system.query('delete from sign_in_attempt')
})

const sendAll = async () => {
  const openCode = (owner: string, sealed: string) => openSealed(server.secrets, owner, sealed)
  const addressOf = (path: string) => `https://padron.example${path}`
  const { emailFiles, db } = server
  await emailSender({ db, mailbox, log: pino({ level: 'silent' }), emailFiles, addressOf, openCode }).runDue()
}
const arrivedFor = (address: string) => smtp.arrived.filter(({ to }) => to.includes(address))
const LINK = /https:\/\/padron\.example\/clave#([\w.-]+)/
/** The code of the newest email to the address. */
const codeFor = async (address: string): Promise<string> => {
  await sendAll()
  const code = LINK.exec(arrivedFor(address).at(-1)?.email.text ?? '')?.[1]
  if (!code) throw new Error(`no link came to ${address}`)
  return code
}

const post = (path: string, payload: object, remoteAddress = '10.1.1.1') =>
  server.ask(undefined, { method: 'POST', url: path, payload, remoteAddress })
const ask = (account: string, from?: string) => post(accountLinks.request.path, { account }, from)
const check = async (code: string) => (await post(accountLinks.check.path, { code })).body
const choose = async (code: string, username: string, password = NEW) => {
  const key = (await server.ask(undefined, { url: '/connect/password-key' })).body as never
  const sealed = await seal(password, key, { username, use: 'new-password' })
  return post(accountLinks.setPassword.path, { code, password: sealed })
}
const signIn = async (username: string, password: string) => (await visitor(server.app)).signIn(username, password)

/** Waits until this many emails of the kind were written to the address; no reply waits for them. */
const countSentEmails = (address: string, kind: string, n: number) =>
  expect
    .poll(async () => {
      const query = 'select from mail where recipient = $1 and kind = $2'
      return (await server.db.system.query(query, [address, kind])).rowCount
    })
    .toBe(n)

let people = 0
/** A signed-in user with an email address. */
const person = async (at = company, more: { active?: boolean } = {}) => {
  people++
  const who = await server.somebody(at, `persona${people}`, ['vehicles_read'], more)
  const email = `persona${people}@ejemplo.mx`
  await server.db.system.query('update app_user set email = $1 where user_id = $2', [email, who.userId])
  return { ...who, email }
}
const newUser = (name: string, more: object = {}) => ({
  userClass: {
    user: { username: name },
    userInfo: { userEmail: `${name}@ejemplo.mx` },
    preset: { presetId: profile },
    ...more,
  },
})
const create = (payload: object) => server.ask(main, { method: 'POST', url: '/api/v2/users/create', payload })
const listAccounts = async (username: string) => {
  const payload = { userClass: { user: { username } } }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/users', payload })
  return (body as { users: UserRow[] }).users[0]
}
const sendLink = (userId: number, by = main) => server.ask(by, { method: 'POST', url: `/api/v2/users/${userId}/link` })
const activity = async (subjectId: number) => {
  const payload = { filter: { subjectId } }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload })
  return (body as { activities: { who: { name: string }; changes: { field: string; after: string | null }[] }[] })
    .activities
}

describe('an invitation', () => {
  it('has no password; its link shows the user and sets a password once', async () => {
    const { status, body } = await create({ ...newUser('ana'), invite: true })
    expect(status).toBe(200)
    expect(body).toEqual({ password: '', userName: 'norte-ana', invitedTo: 'ana@ejemplo.mx' })
    expect((await listAccounts('norte-ana'))?.user.invitedAt).not.toBeNull()
    const code = await codeFor('ana@ejemplo.mx')
    const open = { purpose: 'invitation', username: 'norte-ana', company: 'norte', expiresAt: expect.any(String) }
    expect(await check(code)).toEqual({ state: 'open', link: open })
    // Reading a link does not use it up.
    expect(await check(code)).toMatchObject({ state: 'open' })
    expect((await choose(code, 'norte-ana')).status).toBe(200)
    expect((await signIn('norte-ana', NEW)).body).toMatchObject({ error_description: 'terms_not_accepted' })
    expect(await check(code)).toEqual({ state: 'used', link: null })
    expect(await choose(code, 'norte-ana', 'Tercera-3')).toMatchObject({
      status: 410,
      body: { title: LINK_TEXTS.used },
    })
    const row = await listAccounts('norte-ana')
    expect(row?.user.invitedAt).toBeNull()
    const changes = await activity(row?.user.userId ?? 0)
    expect(changes[0]?.who.name).toBe('norte-ana (invitación)')
    expect(changes.flatMap((each) => each.changes)).toContainEqual(
      expect.objectContaining({ field: 'Invitación enviada a', after: 'ana@ejemplo.mx' }),
    )
  })

  it.runIf(isDrill)('works once, even if it is used twice at once', async () => {
    await create({ ...newUser('dos'), invite: true })
    const code = await codeFor('dos@ejemplo.mx')
    const answers = await Promise.all([choose(code, 'norte-dos', 'Primera-1'), choose(code, 'norte-dos', 'Segunda-2')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it('requires an email address and a valid password', async () => {
    const without = await create({ ...newUser('sin', { userInfo: {} }), invite: true })
    expect(without).toMatchObject({ status: 422, body: { errors: [{ path: 'userClass.userInfo.userEmail' }] } })
    expect(await listAccounts('norte-sin')).toBeUndefined()
    await create({ ...newUser('corta'), invite: true })
    const code = await codeFor('corta@ejemplo.mx')
    expect(await choose(code, 'norte-corta', 'abc')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password' }] },
    })
    expect(await check(code)).toMatchObject({ state: 'open' })
    // Sealed for another user.
    expect((await choose(code, 'norte-admin')).status).toBe(422)
    expect((await choose(code, 'norte-corta')).status).toBe(200)
  })

  it('is replaced by the next one; sending one requires at least the permissions of the user', async () => {
    await create({ ...newUser('otra'), invite: true })
    const first = await codeFor('otra@ejemplo.mx')
    const { user } = (await listAccounts('norte-otra')) ?? {}
    expect(await sendLink(user?.userId ?? 0)).toMatchObject({
      status: 200,
      body: { sentTo: 'otra@ejemplo.mx', purpose: 'invitation' },
    })
    const second = await codeFor('otra@ejemplo.mx')
    expect(second).not.toBe(first)
    expect(await check(first)).toEqual({ state: 'replaced', link: null })
    expect((await choose(first, 'norte-otra')).body).toMatchObject({ title: LINK_TEXTS.replaced })
    expect((await choose(second, 'norte-otra')).status).toBe(200)
    const weak = await server.somebody(company, 'debil', ['users_admin'])
    const strong = await person()
    await server.db.system.query('update app_user set last_sign_in = now() where user_id = $1', [strong.userId])
    expect((await sendLink(strong.userId, weak)).status).toBe(403)
    expect((await sendLink(strong.userId)).body).toMatchObject({ purpose: 'recovery' })
  })

  it('can be sent only a few times an hour to one user', async () => {
    await create({ ...newUser('mucho'), invite: true })
    const id = (await listAccounts('norte-mucho'))?.user.userId ?? 0
    for (const status of [200, 200, 200, 200, 409]) expect((await sendLink(id)).status).toBe(status)
  })

  it('can be sent as the operator’s command does', async () => {
    const who = await person()
    await asTenant(server.db, company.tenantId, (tx) =>
      inviteUser(
        tx,
        { secrets: server.secrets, place: undefined },
        { tenantId: company.tenantId, username: who.username },
      ),
    )
    expect(await check(await codeFor(who.email))).toMatchObject({ state: 'open' })
  })
})

describe('the recovery of a password', () => {
  it('works by user name or email address; it ends sessions and the old password, and sends an email', async () => {
    for (const by of ['username', 'email'] as const) {
      const who = await person()
      expect((await server.ask(who, { url: '/connect/userinfo' })).status).toBe(200)
      expect(await ask(` ${who[by].toUpperCase()} `)).toMatchObject({ status: 200, body: { message: RECOVERY_SENT } })
      await countSentEmails(who.email, 'account recovery', 1)
      const code = await codeFor(who.email)
      expect((await server.ask(who, { url: '/connect/userinfo' })).status).toBe(200)
      expect((await choose(code, who.username)).status).toBe(200)
      expect((await server.ask(who, { url: '/connect/userinfo' })).status).toBe(401)
      expect((await signIn(who.username, PASSWORD)).status).toBe(400)
      expect((await signIn(who.username, NEW)).status).toBe(200)
      await sendAll()
      const email = arrivedFor(who.email).at(-1)?.email
      expect(email).toMatchObject({ subject: 'Su contraseña de Padrón cambió' })
      expect(email?.text?.replace(/\s+/g, ' ')).toContain('y su dirección de calendario se revocaron.')
      const [changed] = await activity(who.userId)
      expect(changed).toMatchObject({
        who: { name: `${who.username} (enlace de recuperación)` },
        changes: [{ field: 'Contraseña cambiada' }],
      })
    }
  })

  it('sends an email with its own link to each user who has the address, and to nobody else', async () => {
    const [here, there] = [await person(), await person(other)]
    await server.db.system.query('update app_user set email = $1 where user_id = $2', [here.email, there.userId])
    await ask(here.email)
    await countSentEmails(here.email, 'account recovery', 2)
    await sendAll()
    const texts = arrivedFor(here.email).map(({ email }) => email.text ?? '')
    expect(
      texts.map((text) => [here, there].find(({ username }) => text.includes(username))?.username).toSorted(),
    ).toEqual([here.username, there.username].toSorted())
    expect(texts.every((text) => text.includes('norte-') !== text.includes('sur-'))).toBe(true)
  })

  it.runIf(isDrill)('gives the same response if no email is sent, before it looks up a user', async () => {
    const active = await person()
    const inactive = await person(company, { active: false })
    const closed = await server.company('cerrada')
    const suspended = await person(closed)
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [closed.tenantId])
    const bare = await server.somebody(company, 'sincorreo', ['vehicles_read'])
    const answers = []
    for (const account of ['norte-nadie', 'nadie@ejemplo.mx', inactive.username, suspended.email, bare.username])
      answers.push(await ask(account))
    // The existing user's row is locked, so their link cannot be written; the reply must arrive anyway.
    const holder = await server.db.system.connect()
    await holder.query('begin')
    await holder.query('lock table account_link in access exclusive mode')
    answers.push(await ask(active.username))
    await holder.query('commit')
    holder.release()
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { message: RECOVERY_SENT }])
    await countSentEmails(active.email, 'account recovery', 1)
    const { rows } = await server.db.system.query<{ recipient: string }>(
      `select recipient from mail where kind = 'account recovery' and recipient = any($1)`,
      [[inactive.email, suspended.email]],
    )
    expect(rows).toEqual([])
  })

  it.runIf(isDrill)('is sent at most three times an hour to one user, whoever requests it', async () => {
    const who = await person()
    for (const [i, n] of [1, 2, 3, 3].entries()) {
      expect((await ask(who.username, `10.2.0.${i}`)).status).toBe(200)
      await countSentEmails(who.email, 'account recovery', n)
    }
    // This email is written after the fourth would have been.
    const next = await person()
    await ask(next.username)
    await countSentEmails(next.email, 'account recovery', 1)
    await countSentEmails(who.email, 'account recovery', 3)
  })

  it('ends no link that was sent before; choosing a password ends all links', async () => {
    await create({ ...newUser('invitada'), invite: true })
    const invitation = await codeFor('invitada@ejemplo.mx')
    await ask('norte-invitada')
    await countSentEmails('invitada@ejemplo.mx', 'account recovery', 1)
    const recovery = await codeFor('invitada@ejemplo.mx')
    expect(await check(invitation)).toMatchObject({ state: 'open', link: { purpose: 'invitation' } })
    expect(await check(recovery)).toMatchObject({ state: 'open', link: { purpose: 'recovery' } })
    expect((await choose(invitation, 'norte-invitada')).status).toBe(200)
    expect(await check(recovery)).toEqual({ state: 'replaced', link: null })
    expect((await choose(recovery, 'norte-invitada', 'Tercera-3')).status).toBe(410)
  })

  it('is rejected for a client address with too many requests, whether or not the users exist', async () => {
    const statuses = []
    for (let i = 0; i < 22; i++) statuses.push((await ask(`norte-nadie${i}`, '10.3.0.1')).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    const late = await ask('norte-nadie', '10.3.0.1')
    expect(late).toMatchObject({ status: 429, body: { title: SESSION_TEXTS.locked } })
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('norte-nadie', '10.3.0.2')).status).toBe(200)
  })

  /** Inserts this many recoveries of the company's user in the last hour. */
  const fill = ({ tenantId, userId }: { tenantId: number; userId: number }, count: number) =>
    server.db.system.query(
      `insert into account_link (tenant_id, user_id, purpose, code_hash, expires_at, replaced_at)
       select $1, $2, 'recovery', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now(), now()
       from generate_series(1, $3)`,
      [tenantId, userId, count],
    )

  it('has a limit for each company, which does not affect other companies', async () => {
    const busy = await server.company('llena')
    const [one, two] = [await person(busy), await person(busy)]
    await fill(one, REQUESTED_RECOVERIES.ofCompany)
    expect((await ask(two.username)).body).toEqual({ message: RECOVERY_SENT })
    const next = await person()
    await ask(next.username)
    await countSentEmails(next.email, 'account recovery', 1)
    await countSentEmails(two.email, 'account recovery', 0)
  })

  it('can still be sent by administrators when anonymous requests have used up the limit', async () => {
    const besieged = await server.company('asediada')
    const admin = await server.somebody(besieged, 'admin', ['admin'])
    const [victim, bystander] = [await person(besieged), await person(besieged)]
    const signedIn = [victim.userId, bystander.userId]
    await server.db.system.query('update app_user set last_sign_in = now() where user_id = any($1)', [signedIn])
    for (let i = 0; i < 5; i++) await ask(victim.username, `10.4.0.${i}`)
    await countSentEmails(victim.email, 'account recovery', REQUESTED_RECOVERIES.ofUser)
    await fill(bystander, REQUESTED_RECOVERIES.ofCompany - REQUESTED_RECOVERIES.ofUser)
    await server.db.system.query(`update account_link set created_at = now() - interval '2 hours' where user_id = $1`, [
      bystander.userId,
    ])
    const sent = []
    for (let i = 0; i <= SENT_LINKS.ofUser; i++) sent.push((await sendLink(victim.userId, admin)).status)
    expect(sent).toEqual([...Array(SENT_LINKS.ofUser).fill(200), 409])
    expect(await sendLink(bystander.userId, admin)).toMatchObject({ status: 200, body: { purpose: 'recovery' } })
    // Links that administrators send count toward the limit of anonymous requests, and have a limit of their own.
    await ask(bystander.username, '10.4.1.1')
    await fill(victim, SENT_LINKS.ofCompany - SENT_LINKS.ofUser - 1)
    expect(await sendLink(bystander.userId, admin)).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('enlaces en 24 horas') },
    })
    await countSentEmails(bystander.email, 'account recovery', 1)
  })
})

describe('a link', () => {
  const linkOf = async () => {
    const who = await person()
    await ask(who.username)
    await countSentEmails(who.email, 'account recovery', 1)
    return { who, code: await codeFor(who.email) }
  }

  it('is stored as a hash, and sealed in its email', async () => {
    const { code, who } = await linkOf()
    const { rows } = await server.db.system.query<{ all: string }>(
      `select (select string_agg(l::text, ' ') from account_link l)
         || (select string_agg(m::text, ' ') from mail m) as all`,
    )
    expect(rows[0]?.all).toContain(who.email)
    expect(rows[0]?.all).not.toContain(code)
    // The text form of a bytea.
    expect(rows[0]?.all).not.toContain(Buffer.from(code).toString('hex'))
  })

  it('expires after half an hour, is reported as expired, and is unknown after it is deleted', async () => {
    const { code, who } = await linkOf()
    const minutes = await server.db.system.query<{ n: number }>(
      'select extract(epoch from expires_at - created_at)::int / 60 as n from account_link where user_id = $1',
      [who.userId],
    )
    expect(minutes.rows).toEqual([{ n: 30 }])
    await server.db.system.query(
      `update account_link set expires_at = now(), created_at = now() - interval '31 days' where user_id = $1`,
      [who.userId],
    )
    expect(await check(code)).toEqual({ state: 'expired', link: null })
    expect(await choose(code, who.username)).toMatchObject({ status: 410, body: { title: LINK_TEXTS.expired } })
    expect((await signIn(who.username, PASSWORD)).status).toBe(200)
    await deleteExpiredSignIns(server.db)
    expect(await check(code)).toEqual({ state: 'unknown', link: null })
  })

  it('is not sent if it expired before the mail server accepted it', async () => {
    const who = await person()
    await ask(who.username)
    await countSentEmails(who.email, 'account recovery', 1)
    await server.db.system.query(
      `update mail
       set content = jsonb_set(content, '{link,until}', to_jsonb(now() - interval '1 s'))
       where recipient = $1`,
      [who.email],
    )
    await sendAll()
    expect(arrivedFor(who.email)).toEqual([])
    const { rows } = await server.db.system.query('select state, problem from mail where recipient = $1', [who.email])
    expect(rows).toEqual([{ state: 'failed', problem: 'su enlace venció antes de poder enviarse' }])
  })

  it('ends when its user is disabled, or has another address or password', async () => {
    const changes = ['active = false', `email = 'otro@ejemplo.mx'`, 'password_changed_at = now()']
    for (const change of changes) {
      const { code, who } = await linkOf()
      await server.db.system.query(`update app_user set ${change} where user_id = $1`, [who.userId])
      await server.db.system.query('update app_user set active = true where user_id = $1', [who.userId])
      expect(await check(code), change).toEqual({ state: 'replaced', link: null })
      expect((await choose(code, who.username)).status, change).toBe(410)
    }
  })

  it('that ends while a password is being set does not set it', async () => {
    const { code, who } = await linkOf()
    const disable = {
      hold: (client: { query: (text: string, values: unknown[]) => Promise<unknown> }) =>
        client.query('update app_user set active = false where user_id = $1', [who.userId]),
      waitsIn: 'for update',
    }
    const answer = await withLockHeld(server, disable, () => choose(code, who.username))
    expect(answer.status).toBe(410)
    await server.db.system.query('update app_user set active = true where user_id = $1', [who.userId])
    expect((await signIn(who.username, PASSWORD)).status).toBe(200)
  })

  it('is unknown if its company is suspended or its code is invalid', async () => {
    const closing = await server.company('cierra')
    const who = await person(closing)
    await ask(who.username)
    await countSentEmails(who.email, 'account recovery', 1)
    const code = await codeFor(who.email)
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [closing.tenantId])
    for (const each of [code, 'x', '', `${code}x`, 'ñ'.repeat(100)])
      expect(await check(each), each).toEqual({ state: 'unknown', link: null })
    expect((await choose(code, who.username)).body).toMatchObject({ title: LINK_TEXTS.unknown })
    expect((await post(accountLinks.check.path, { code: 'x'.repeat(101) })).status).toBe(400)
  })
})

it.runIf(isDrill)('without a mail server no user is invited, and recovery says to ask the administrator', async () => {
  const silent = await testServer()
  try {
    const here = await silent.company('norte')
    const admin = await silent.somebody(here, 'admin', ['admin'])
    const preset = await silent.profile(here, 'Consulta', ['vehicles_read'])
    const payload = { userClass: { ...newUser('ana').userClass, preset: { presetId: preset } }, invite: true }
    expect((await silent.ask(admin, { method: 'POST', url: '/api/v2/users/create', payload })).status).toBe(409)
    const ana = await silent.somebody(here, 'ana', ['vehicles_read'])
    expect((await silent.ask(admin, { method: 'POST', url: `/api/v2/users/${ana.userId}/link` })).status).toBe(409)
    const recovery = { method: 'POST' as const, url: accountLinks.request.path, payload: { account: 'norte-ana' } }
    expect(await silent.ask(undefined, recovery)).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('pida a su administrador') },
    })
  } finally {
    await silent.stop()
  }
})
