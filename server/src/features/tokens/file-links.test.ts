// Links to files requested with a token: they open what the token may read, and nothing once it ended. Every call that
// returns a link is in one of the lists below.
import { ALL_CALLS } from '@padron/contract/features'
import type { Import, Uploaded } from '@padron/contract/imports'
import { PERMISSIONS } from '@padron/contract/permissions'
import type { Token } from '@padron/contract/tokens'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { asSystem } from '../../db/client.ts'
import { someCases } from '../../testing/drill.ts'
import { pdfText } from '../../testing/files/pdf-text.ts'
import { bookOf, formOf } from '../../testing/files/workbooks.ts'
import { owe } from '../../testing/obligations.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { writeStatistics } from '../dashboard/statistics/write-statistics.ts'

/** Created when opened, with the requester's permissions at that time. */
const MADE = [
  'activity.export',
  'dashboard.workbook',
  'exports.download',
  'exports.vehiclePdf',
  'imports.editTemplate',
  'imports.generateEditionTemplate',
  'imports.generateReplacementTemplate',
  'imports.list',
  'imports.read',
  'imports.recheck',
  'imports.replaceTemplate',
  'imports.uploadTemplate',
  'obligations.workbook',
]
/** Stored, and opened with the requester's permissions at that time: features/queue/results.test.ts. */
const LOOKED_AT = ['queue.item', 'queue.items']
/**
 * Stored and the same for all: its short-lived link is returned only to readers. Steps of an import return the same as
 * `imports.read`.
 */
const STORED = [
  'captureReadings.one',
  'documents.files',
  'documents.list',
  'imports.apply',
  'imports.discard',
  'imports.map',
  'imports.undo',
  'mailbox.read',
  'reports.configure',
  'reports.rounds',
  'resourceStatus.byResource',
  'resourceStatus.byType',
  'v3.listReportRuns',
]
/** Not signed: external sites and public images. */
const OTHERS = [
  'captures.list',
  'captures.statementTask',
  'captures.task',
  'companySignIn.read',
  'emailSettings.read',
  'emailSettings.save',
  'emailSettings.tracking',
  'health.resource',
  'health.states',
  'identity.userinfo',
  'operator.config',
  'processing.resources',
  'setup.state',
  'v3.createWebhook',
  'v3.editWebhook',
  'v3.getWebhook',
  'v3.listWebhooks',
  'webhooks.create',
  'webhooks.edit',
  'webhooks.list',
]

let server: TestServer
let company: Company
let main: Somebody
let vehicleId: number
let importId: string

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'AAA111A' }])
  await writeStatistics(server.db, { tenantId: company.tenantId, timeZone: 'America/Mexico_City' }, new Date())
  await owe(server, company, [{ vehicleId, key: 'r:1', kind: 'plate', title: 'Placas', dueOn: '2026-11-25' }])
  importId = ((await ask(main, await upload('uploadTemplate'))) as Uploaded).import.importId
})
afterAll(() => server.stop())

const ask = async (who: Somebody, options: InjectOptions): Promise<unknown> => {
  const { status, body } = await server.ask(who, options)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
type Made = { who: Somebody; tokenId: number }
let turn = 0
const token = async (permissions: readonly string[]): Promise<Made> => {
  const owner = await server.somebody(company, `programa${turn++}`, PERMISSIONS)
  const payload = { name: 'programa', permissions, days: 30 }
  const made = (await ask(owner, { method: 'POST', url: '/api/v2/tokens', payload })) as {
    token: string
    created: Token
  }
  return { who: { ...owner, token: made.token }, tokenId: made.created.tokenId }
}

const upload = async (call: string): Promise<InjectOptions> => ({
  method: 'POST',
  url: `/api/v2/vehicle/${call}`,
  ...formOf({
    file: await bookOf([
      ['Placa', 'VIN', 'Estado', 'Cosa'],
      ['AAA111A', 'x', 'y', 'z'],
    ]),
    fields: { preview: 'true', notifyTo: 'ana@ejemplo.mx' },
  }),
})

const post = (url: string, payload: object = {}): InjectOptions => ({ method: 'POST', url, payload })
const one = (body: unknown) => (body as { fileUrl: string }).fileUrl
const importUrl = (body: unknown) => (body as { import: Import }).import.fileUrl ?? ''
const firstFileUrl = (body: unknown) => (body as { imports: Import[] }).imports[0]?.fileUrl ?? ''

type Way = { request: () => InjectOptions | Promise<InjectOptions>; urlIn: (body: unknown) => string }
const WAYS: Readonly<Record<string, Way>> = {
  'activity.export': { request: () => post('/api/v2/activity/export', { filter: {} }), urlIn: one },
  'dashboard.workbook': {
    request: () => ({ url: '/api/v2/dashboard/workbook?dashboard=general&months=0' }),
    urlIn: one,
  },
  'exports.download': { request: () => post('/api/v2/vehiclesDownload'), urlIn: one },
  'exports.vehiclePdf': { request: () => post(`/api/v2/vehicle/${vehicleId}/pdf`), urlIn: one },
  'imports.editTemplate': { request: () => upload('editTemplate'), urlIn: importUrl },
  'imports.generateEditionTemplate': { request: () => post('/api/v2/vehicle/generateEditionTemplate'), urlIn: one },
  'imports.generateReplacementTemplate': {
    request: () => post('/api/v2/vehicle/generateReplacementTemplate'),
    urlIn: one,
  },
  'imports.list': { request: () => ({ url: '/api/v2/vehicle/imports?kind=add' }), urlIn: firstFileUrl },
  'imports.read': { request: () => ({ url: `/api/v2/vehicle/imports/${importId}` }), urlIn: importUrl },
  'imports.recheck': { request: () => post(`/api/v2/vehicle/imports/${importId}/check`), urlIn: importUrl },
  'imports.replaceTemplate': { request: () => upload('replaceTemplate'), urlIn: importUrl },
  'imports.uploadTemplate': { request: () => upload('uploadTemplate'), urlIn: importUrl },
  'obligations.workbook': { request: () => post('/api/v2/obligations/workbook', { month: '2026-11' }), urlIn: one },
}

/** Whether a response has a field named like a link at any depth. */
const hasAddress = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null
    ? Object.keys((schema as { properties?: object }).properties ?? {}).some((name) => /url$/i.test(name)) ||
      Object.values(schema).some(hasAddress)
    : false

/** Ends a token or removes its permission, and undoes it. */
const ENDS = [
  [`scope = '{queue_read}'`, `scope = '{${PERMISSIONS.join(',')}}'`],
  ['revoked_at = now()', 'revoked_at = null'],
  [`expires_at = now() - interval '1 s'`, `expires_at = now() + interval '1 day'`],
] as const

const statusAt = async (url: string) => (await server.ask(undefined, { url })).status

describe('a link to a file', () => {
  it('is in one of the lists, whatever call returns it', () => {
    const replied = ALL_CALLS.filter(({ reply }) =>
      hasAddress(z.toJSONSchema(reply as z.ZodMiniType, { io: 'output', unrepresentable: 'any' })),
    )
    expect(replied.map(({ name }) => name).toSorted()).toEqual([...MADE, ...LOOKED_AT, ...STORED, ...OTHERS].toSorted())
    expect(Object.keys(WAYS).toSorted()).toEqual(MADE)
  })

  it.each(someCases(MADE, 4, 0))(
    'of %s is limited to its token, and no longer works after its revocation or end',
    async (name) => {
      const { request, urlIn } = WAYS[name] as Way
      const { who, tokenId } = await token(PERMISSIONS)
      const set = (what: string) =>
        server.db.system.query(`update personal_token set ${what} where token_id = $1`, [tokenId])
      const url = urlIn(await ask(who, await request()))
      expect(await statusAt(url)).toBe(200)
      for (const [end, undo] of ENDS) {
        await set(end)
        expect(await statusAt(url), end).toBe(404)
        await set(undo)
      }
      expect(await statusAt(url)).toBe(200)
    },
  )
})

it('a vehicle’s PDF includes documents only for a token with that permission', async () => {
  await asSystem(server.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into document_type (tenant_id, type_name)
      values (${company.tenantId}, 'Póliza')
      returning document_type_id as id`.execute(tx)
    await sql`insert into document (tenant_id, vehicle_id, document_type_id, document_name, expires_on)
      values (${company.tenantId}, ${vehicleId}, ${rows[0]?.id}, 'Póliza 2031', '2031-05-06')`.execute(tx)
  })
  const textFor = async (permissions: readonly string[]) => {
    const { who } = await token(permissions)
    const url = one(await ask(who, post(`/api/v2/vehicle/${vehicleId}/pdf`)))
    return pdfText((await server.ask(undefined, { url })).bytes)
  }
  expect(await textFor(['vehicles_read', 'documents_read'])).toContain('Póliza 2031')
  expect(await textFor(['vehicles_read'])).not.toContain('Póliza')
})
