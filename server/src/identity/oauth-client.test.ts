// A standard OAuth client library, which knows only this product's address, signs in and out.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  allowInsecureRequests,
  ClientSecretPost,
  type Configuration,
  discovery,
  fetchUserInfo,
  genericGrantRequest,
  None,
  ResponseBodyError,
  tokenRevocation,
} from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../testing/attacks/raw-http.ts'
import { PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'

let server: TestServer
let who: Somebody
let client: Visitor
let address: URL

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_edit'])
  await server.somebody(company, 'nuevo', ['vehicles_read'], { terms: null })
  client = await visitor(server.app)
  address = new URL(`http://127.0.0.1:${await listen(server.app)}`)
})
afterAll(() => server.stop())

it('a program that seals the password as in the published example signs in', async () => {
  const document = (await (await fetch(new URL('/api/openapi.json', address))).json()) as {
    paths: Record<string, { get: { description: string } }>
  }
  const [, example = ''] =
    /```js\n(.*)\n```/s.exec(document.paths['/connect/password-key']?.get.description ?? '') ?? []
  const program = `${example}\nconsole.log(JSON.stringify(await signIn(...process.argv.slice(2))))\n`
  const folder = mkdtempSync(join(tmpdir(), 'padron-sign-in-'))
  try {
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'program.mjs'), program.replace('https://padron.example', address.origin))
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs', who.username, PASSWORD], {
      cwd: folder,
    })
    expect((await client.userinfo(JSON.parse(stdout).access_token)).status).toBe(200)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const CLIENTS = [
  { kind: 'a public client', as: () => None() },
  { kind: 'a client with its secret', as: () => ClientSecretPost('publico') },
]

describe.each(CLIENTS)('$kind', ({ as }) => {
  let config: Configuration
  const signIn = async (username: string, password: string) =>
    genericGrantRequest(config, 'password', {
      username,
      password: await seal(password, client.key, { username }),
      scope: 'padron',
    })

  beforeAll(async () => {
    config = await discovery(address, 'padron-console', undefined, as(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    })
  })

  it('finds the addresses of token, userinfo and revocation', () => {
    expect(config.serverMetadata()).toMatchObject({
      issuer: address.origin,
      token_endpoint: `${address.origin}/connect/token`,
      userinfo_endpoint: `${address.origin}/connect/userinfo`,
      revocation_endpoint: `${address.origin}/connect/revocation`,
    })
  })

  it('signs in, reads userinfo and signs out, and then its token is invalid', async () => {
    const tokens = await signIn(who.username, PASSWORD)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 28_800, scope: 'padron' })
    const info = await fetchUserInfo(config, tokens.access_token, String(who.userId))
    expect(info).toMatchObject({
      sub: String(who.userId),
      name: who.username,
      role: ['vehicles_read', 'vehicles_edit', 'tags_read'],
    })
    await expect(fetchUserInfo(config, tokens.access_token, '999')).rejects.toMatchObject({
      code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    })
    await tokenRevocation(config, tokens.access_token, { token_type_hint: 'access_token' })
    await expect(fetchUserInfo(config, tokens.access_token, String(who.userId))).rejects.toMatchObject({ status: 401 })
    await tokenRevocation(config, tokens.access_token) // revoking twice is no error
  })

  it('understands the error when a sign-in is rejected', async () => {
    const refusal = (username: string, password: string) =>
      signIn(username, password).then(
        () => undefined,
        (error: unknown) => error,
      )
    const wrong = await refusal(who.username, 'otra')
    expect(wrong).toBeInstanceOf(ResponseBodyError)
    expect(wrong).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'invalid_username_or_password',
    })
    expect(await refusal('norte-nuevo', PASSWORD)).toMatchObject({
      error: 'invalid_grant',
      error_description: 'terms_not_accepted',
    })
    await expect(genericGrantRequest(config, 'client_credentials', {})).rejects.toMatchObject({
      error: 'unsupported_grant_type',
    })
    await expect(genericGrantRequest(config, 'refresh_token', { username: 'x', password: 'x' })).rejects.toMatchObject({
      error: 'unsupported_grant_type',
    })
  })
})
