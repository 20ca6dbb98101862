// Inviting users by email from the command line: the link is stored sealed, for the sender of emails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLink } from '../identity/accounts/links.ts'
import { linkCodeOwner } from '../mail/email-content.ts'
import { openSealed, secretsOf } from '../secrets/sealing.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const MAIL = {
  PADRON_SMTP_URL: 'smtp://127.0.0.1:1',
  PADRON_MAIL_FROM: 'avisos@padron.example',
  PUBLIC_URL: 'https://padron.example',
}
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const padron = (args: readonly string[], mail: Record<string, string> = MAIL) => {
  const env = { DATABASE_URL: server.addressOf('padron_owner').connectionString, PADRON_SECRET: KEY, ...mail }
  return runPadron(env, args)
}
const CREATE = ['company', 'create', '--title', 'Acme', '--country', 'MX', '--name']

/** The links in the emails to an address, the oldest first. */
const linksTo = async (address: string) => {
  const { rows } = await server.db.system.query<{ tenantId: number; code: string }>(
    `select tenant_id as "tenantId", content #>> '{link,code}' as code
     from mail
     where recipient = $1
     order by created_at`,
    [address],
  )
  return Promise.all(
    rows.map(async ({ tenantId, code }) => {
      const opened = openSealed(secretsOf([KEY]), linkCodeOwner(tenantId), code)
      return findLink(server.db, opened ?? '')
    }),
  )
}

test('the main user chooses the password; a new link ends the first one; other users can be invited too', async () => {
  const made = await padron([...CREATE, 'acme', '--mail', 'ana@acme.mx'])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('Invitación de acme-admin por enviarse a ana@acme.mx')
  expect(made.out).not.toContain('Contraseña')
  expect(await linksTo('ana@acme.mx')).toMatchObject([{ username: 'acme-admin', state: 'open', purpose: 'invitation' }])
  expect(await padron(['user', 'invite', '--company', 'acme'])).toMatchObject({ code: 0 })
  expect((await linksTo('ana@acme.mx')).map((link) => link?.state)).toEqual(['replaced', 'open'])
  const roles = ['--roles', 'vehicles_read']
  const colleague = ['user', 'create', '--company', 'acme', '--user', 'luis', ...roles, '--mail', 'luis@acme.mx']
  expect((await padron(colleague)).out).toContain('Invitación de acme-luis por enviarse a luis@acme.mx')
  expect(await linksTo('luis@acme.mx')).toMatchObject([{ username: 'acme-luis', state: 'open' }])
})

test('an invitation that cannot be sent is reported, and nothing is created', async () => {
  const none = { PADRON_SMTP_URL: '', PADRON_MAIL_FROM: '' }
  expect((await padron([...CREATE, 'otra', '--mail', 'ana@otra.mx'], none)).err).toContain('no envía correos')
  expect((await padron([...CREATE, 'otra', '--mail', 'ana'])).err).toContain(
    '--mail: Escriba un correo electrónico válido',
  )
  expect((await padron(['company', 'list'])).out).not.toContain('otra')
  await padron([...CREATE, 'sola'])
  expect((await padron(['user', 'invite', '--company', 'sola'])).err).toContain('«sola-admin» no tiene correo')
  expect((await padron(['user', 'invite', '--company', 'sola', '--user', 'nadie'])).err).toContain('«sola-nadie»')
})
