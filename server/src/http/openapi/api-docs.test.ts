// The API's page: its own policy, never cached, and nothing where the console was not built.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerError } from '../problem.ts'
import { secureHeaders } from '../replies/headers.ts'
import { serveApiDocs } from './api-docs.ts'

let app: FastifyInstance
const folder = mkdtempSync(join(tmpdir(), 'padron-api-docs-'))

beforeAll(async () => {
  app = Fastify({ exposeHeadRoutes: false })
  app.setErrorHandler(answerError)
  await secureHeaders(app, undefined)
  serveApiDocs(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

it('the page is served once the console is built', async () => {
  expect((await app.inject('/api/docs')).statusCode).toBe(404)
  writeFileSync(join(folder, 'api-docs.html'), '<title>API de Padrón</title>')
  const reply = await app.inject('/api/docs')
  expect([reply.statusCode, reply.body]).toEqual([200, '<title>API de Padrón</title>'])
  expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
})

it('the policy of the page adds only inline styles to that of the console', async () => {
  const policyOf = async (url: string) =>
    new Map(
      `${(await app.inject(url)).headers['content-security-policy']}`.split(';').map((each): [string, string] => {
        const [name = '', ...sources] = each.split(' ')
        return [name, sources.join(' ')]
      }),
    )
  const [page, other] = [await policyOf('/api/docs'), await policyOf('/none')]
  const differing = [...page].filter(([name, sources]) => other.get(name) !== sources)
  expect(differing).toEqual([
    ['style-src-elem', "'self' 'unsafe-inline'"],
    ['style-src-attr', "'unsafe-inline'"],
  ])
  expect([...page.keys()]).toEqual([...other.keys()])
})
