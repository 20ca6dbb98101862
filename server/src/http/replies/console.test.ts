// The console's page and files: which paths return the page, which never do, and the headers of every response.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerError } from '../problem.ts'
import { serveConsole } from './console.ts'
import { secureHeaders } from './headers.ts'

let app: FastifyInstance
const folder = mkdtempSync(join(tmpdir(), 'padron-console-'))

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__"><title>Padrón</title>')
  writeFileSync(join(folder, 'mark.svg'), '<svg/>')
  app = Fastify({ exposeHeadRoutes: false })
  app.setErrorHandler(answerError)
  await secureHeaders(app, undefined)
  await serveConsole(app, true, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

it.each(['/', '/login', '/catalogs/tags', '/no/such/screen', '/?asset=7'])(
  '%s returns the page, never cached',
  async (url) => {
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  },
)

it.each([
  '/api/v2/nothing',
  '//api/v2/tags',
  '/API/v2/tags',
  '/%61pi/v2/tags',
  '/api%2Fv2%2Ftags',
  '/sapy/v2/1',
  '/connect/token',
  '/files/x',
  '/assets/none.js',
  '/config.json',
  '/health/live',
  '/%E0%A4%A',
])('%s never returns a page', async (url) => {
  expect((await app.inject(url)).statusCode).toBeGreaterThanOrEqual(400)
})

it('a trailing slash is redirected to the path without it, with the query', async () => {
  const reply = await app.inject('/reports/?a=1')
  expect([reply.statusCode, reply.headers.location]).toEqual([308, '/reports?a=1'])
  expect((await app.inject('//evil.example/')).headers.location).toBeUndefined()
})

describe('the policy', () => {
  it('allows no inline script and no framing, and styles by a fresh nonce that is in the page', async () => {
    const [one, two] = [await app.inject('/'), await app.inject('/')]
    const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? ''
    const nonce = nonceOf(one.headers['content-security-policy'])
    expect(one.body).toContain(`content="${nonce}"`)
    expect(nonceOf(two.headers['content-security-policy'])).not.toBe(nonce)
    expect(one.headers['content-security-policy']).toContain("script-src 'self';")
    expect(one.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(one.headers['x-content-type-options']).toBe('nosniff')
  })
})
