// An expired link to a file: a browser shows a page with the reason, and a program gets the usual problem.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedLinks } from '../../files/signed-links.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const expired = async () => {
  const links = await signedLinks(server.db, () => new Date(Date.now() - 3_600_000))
  return links.sign(`/files/evidence/${company.tenantId}/01900000-0000-7000-8000-000000000001`)
}
const open = (url: string, accept?: string) => server.app.inject({ url, headers: accept ? { accept } : {} })

it('a browser gets a page with the reason and a link back, without scripts', async () => {
  for (const url of [await expired(), '/files/no/such/file']) {
    const reply = await open(url, BROWSER)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: expect.stringContaining('accept'),
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    })
    expect(reply.body).toContain('El enlace ya venció')
    expect(reply.body).toContain('<a href="/">')
    expect(reply.body).not.toContain('<script')
    expect(reply.body).not.toContain('about:blank')
  }
})

it('a program gets a problem', async () => {
  const url = await expired()
  for (const accept of [undefined, '*/*', 'application/json']) {
    const reply = await open(url, accept)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(reply.json()).toMatchObject({ status: 404, title: 'Error (404) No se ha encontrado el recurso.' })
  }
})

it('a call never gets the page', async () => {
  const reply = await open('/api/v2/nothing', BROWSER)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
})
