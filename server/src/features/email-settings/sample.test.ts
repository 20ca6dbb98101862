// The sample email: composed like every email from the settings that are being typed, and nothing is stored.
import { LOGO_SOURCE } from '@padron/contract/email-settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let reader: Somebody
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  reader = await server.somebody(company, 'lee', ['programReports_read'])
})
afterAll(() => server.stop())

const url = '/api/v2/emailSettings/sample'
const WORDS = { header: 'Buen <b>día</b>', footer: 'Pie', contactFooter: 'Tel. 55' }
const sampled = async (changed: object = {}): Promise<string> => {
  const { status, body } = await server.ask(reader, { method: 'POST', url, payload: { ...WORDS, ...changed } })
  expect(status).toBe(200)
  return (body as { html: string }).html
}

it('needs the permission to read the settings', async () => {
  const nobody = await server.somebody(company, 'nadie', rolesWithout('programReports_read'))
  expect((await server.ask(undefined, { method: 'POST', url, payload: WORDS })).status).toBe(401)
  expect((await server.ask(nobody, { method: 'POST', url, payload: WORDS })).status).toBe(403)
})

it('shows the typed texts escaped, the company’s name without a logo, and stores nothing', async () => {
  const html = await sampled({ facebook: 'https://www.facebook.com/norte', fromEmail: 'ana@norte.mx' })
  expect(html).toContain('Buen &lt;b&gt;día&lt;/b&gt;')
  for (const words of ['Pie', 'Tel. 55', 'href="https://www.facebook.com/norte"', 'ana@norte.mx', '>norte<', '<h1'])
    expect(html).toContain(words)
  const { rows } = await server.db.system.query('select from email_setting where tenant_id = $1', [company.tenantId])
  expect(rows).toHaveLength(0)
})

it('has a placeholder for a new logo, the stored one, or none', async () => {
  expect(await sampled({ logo: 'new' })).toContain(`src="${LOGO_SOURCE}"`)
  await server.db.system.query(
    `
      insert into email_logo (tenant_id, image, media_type, width, height, sha256)
      values ($1, 'x', 'image/png', 1, 1, $2)`,
    [company.tenantId, 'a'.repeat(64)],
  )
  expect(await sampled()).toContain('src="data:image/png;base64,')
  expect(await sampled({ logo: 'none' })).not.toContain('<img')
})
