// Manual capture over HTTP: permissions, the work list, validation, and what a capture shows afterwards.
import type { CaptureTask } from '@padron/contract/captures'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PDF } from '../../testing/files/proof-files.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

/** A fine and a theft report, which have no automatic source here; and a registry, which has one. */
const FINES = 1901
const THEFT = 5004
const MACHINE = 5002
const OFFLINE = [FINES, THEFT]

let server: TestServer
let company: Company
let who: Somebody
let vehicle: number
let turn = 0

beforeAll(async () => {
  server = await testServer()
  await server.db.system.query('update resource set connector_key = null where resource_id = any($1)', [OFFLINE])
  await server.db.system.query('update resource set retired = resource_id <> all($1)', [[...OFFLINE, MACHINE]])
  await server.db.system.query(
    `
      update portal p
      set base_url = 'http://127.0.0.1:1'
      from resource r
      where r.resource_id = $1 and p.portal_key = r.portal_key`,
    [MACHINE],
  )
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'CAP1234' }])
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
type Sent = { vehicleAssetId?: number; resourceId?: number; fileName?: string; as?: Somebody }
const upload = ({ vehicleAssetId = vehicle, resourceId = FINES, fileName = 'acuse.pdf', as = who }: Sent = {}) =>
  server.ask(as, {
    method: 'POST',
    url: `/api/v2/captures/files?${new URLSearchParams({
      vehicleAssetId: `${vehicleAssetId}`,
      resourceId: `${resourceId}`,
      fileName,
    })}`,
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
const proof = async (sent: Sent = {}) => ((await upload(sent)).body as { fileId: string }).fileId

const DEBT = {
  folio: 'F-1',
  description: 'Exceso de velocidad',
  dateTime: '2026-01-02',
  subTotal: 1000,
  discount: 500,
  surcharge: 20.5,
  total: 520.5,
}
const bodyOf = async (change: object = {}, sent: Sent = {}) => ({
  vehicleAssetId: vehicle,
  resourceId: FINES,
  statusId: 0,
  seenAt: ago(1),
  debts: [DEBT],
  paymentLine: '0123',
  paymentLineDueDate: '2026-12-31',
  facts: {},
  note: 'Visto en ventanilla',
  fileIds: [await proof(sent)],
  ...change,
})
const capture = async (body: object, as: Somebody = who) =>
  server.ask(as, { method: 'POST', url: '/api/v2/captures', payload: body })
const list = async (query = '', as = who) =>
  (await server.ask(as, { url: `/api/v2/captures${query}` })).body as { captures: CaptureTask[]; totalCount: number }
const summary = async () => (await server.ask(who, { url: '/api/v2/captures/summary' })).body
const drawer = async (resourceId = FINES) => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicle}` })
  const all = (body as { scrapedResources: ScrapedResource[] }).scrapedResources
  return all.find(({ resource }) => resource.resourceId === resourceId)
}

it('a proof of the plate that a vehicle had before is refused', async () => {
  const body = await bodyOf()
  const editor = await server.somebody(company, 'edita', ['vehicles_edit'])
  const edit = { method: 'PATCH', url: `/api/v3/vehicles/${vehicle}`, payload: { plate: 'NVA9999' } } as const
  expect(await server.ask(editor, edit)).toMatchObject({ status: 200 })
  expect(await capture(body)).toMatchObject({
    status: 409,
    body: { title: expect.stringContaining('La placa o el VIN del vehículo cambió') },
  })
  expect(await capture(await bodyOf())).toMatchObject({ status: 200 })
})

describe('permissions', () => {
  it('processing_read permits listing, processing_admin capturing', async () => {
    const reader = await server.somebody(company, 'lee', ['processing_read'])
    const other = await server.somebody(company, 'nada', rolesWithout('processing_read', 'processing_admin'))
    expect((await server.ask(undefined, { url: '/api/v2/captures' })).status).toBe(401)
    expect((await server.ask(other, { url: '/api/v2/captures' })).status).toBe(403)
    expect((await server.ask(reader, { url: '/api/v2/captures' })).status).toBe(200)
    expect((await server.ask(reader, { url: `/api/v2/captures/${vehicle}/${FINES}` })).status).toBe(403)
    expect((await upload({ as: reader })).status).toBe(403)
    expect((await capture(await bodyOf(), reader)).status).toBe(403)
  })

  it('a vehicle or file of another company appears not to exist', async () => {
    const south = await server.company(`sur${turn}`)
    const they = await server.somebody(south, 'captura', ['processing_admin'])
    const mine = await proof()
    const before = await tenantRowHashes(server.db, company.tenantId)
    expect((await upload({ as: they })).status).toBe(404)
    expect((await capture({ ...(await bodyOf()), fileIds: [mine] }, they)).status).toBe(404)
    const [theirs = 0] = await server.vehicles(south, [{ plate: 'SUR1234' }])
    const stolen = { ...(await bodyOf()), vehicleAssetId: theirs, fileIds: [mine] }
    expect(await capture(stolen, they)).toMatchObject({
      status: 422,
      body: { title: 'Un archivo ya no está: súbalo de nuevo.' },
    })
    expect((await list('?list=never', they)).captures.map(({ plate }) => plate)).toEqual(['SUR1234', 'SUR1234'])
    // Only what this test uploaded.
    const { evidence_file: _a, ...after } = await tenantRowHashes(server.db, company.tenantId)
    const { evidence_file: _b, ...former } = before
    expect(after).toEqual(former)
  })
})

describe('the work list', () => {
  const put = (columns: string, resourceId = FINES) =>
    server.db.system.query(`update vehicle_resource set ${columns} where tenant_id = $1 and resource_id = $2`, [
      company.tenantId,
      resourceId,
    ])

  it('has each check in one list: assigned to people, never answered, captured long ago', async () => {
    expect(await summary()).toEqual({ asked: 0, never: 2, old: 0 })
    expect((await list('?list=never')).captures).toMatchObject([
      {
        vehicleAssetId: vehicle,
        resourceId: FINES,
        status: -1,
        since: null,
        lastGood: null,
        inputs: expect.arrayContaining(['Placa']),
        reason: 'Sin consulta automática; nadie la ha capturado',
      },
      { resourceId: THEFT, inputs: ['Placa'] },
    ])
    await put(`manual_since = now(), status_id = 13, last_outcome = 'captcha'`)
    await put(
      `good_at = now() - interval '9 days', last_at = now() - interval '9 days', captured_at = now() - interval ` +
        `'9 days', fresh_until = now() - interval '6 hours', status_id = 5`,
      THEFT,
    )
    expect(await summary()).toEqual({ asked: 1, never: 0, old: 1 })
    expect(await list()).toMatchObject({
      totalCount: 1,
      captures: [{ resourceId: FINES, reason: 'La fuente pide una verificación humana', status: 13 }],
    })
    expect(await list('?list=old')).toMatchObject({
      totalCount: 1,
      captures: [{ resourceId: THEFT, reason: 'La captura ya pasó su vigencia' }],
    })
    expect((await list('?list=old')).captures[0]?.freshness?.state).toBe('old')
    // It was clear and has no valid answer since: the drawer shows it as unknown, and so does this list.
    await put(`manual_since = now(), last_run_id = gen_random_uuid(), last_at = now(), last_outcome = 'captcha'`, THEFT)
    expect((await list()).captures.find(({ resourceId }) => resourceId === THEFT)).toMatchObject({
      status: 5,
      freshness: { state: 'unknown' },
      lastAttempt: { text: 'La fuente pide una verificación humana' },
    })
    expect((await drawer(THEFT))?.scraped.freshness?.state).toBe('unknown')
    await put(`manual_since = null`, THEFT)
    await put(`fresh_until = now() + interval '1 day'`, THEFT)
    expect(await summary()).toEqual({ asked: 1, never: 0, old: 0 })
  })

  it('has a check that used to be automatic once its answer expired', async () => {
    await put(
      `good_at = now() - interval '3 hours', last_at = now(), fresh_until = now() + interval '1 hour', status_id = 1`,
    )
    expect(await summary()).toEqual({ asked: 0, never: 1, old: 0 })
    await put(`fresh_until = now() - interval '1 hour'`)
    expect(await summary()).toEqual({ asked: 0, never: 2, old: 0 })
    expect((await list('?list=never')).captures).toMatchObject([
      {
        resourceId: FINES,
        status: 1,
        freshness: { state: 'old' },
        reason: 'Sin consulta automática; nadie la ha capturado',
      },
      { resourceId: THEFT },
    ])
  })

  it('lists the longest wait first, in pages, with an exact total', async () => {
    const plates = Array.from({ length: 29 }, (_, i) => ({ plate: `LAR${1000 + i}` }))
    await server.vehicles(company, plates)
    await server.db.system.query(
      `
        update vehicle_resource
        set manual_since = now() - make_interval(mins => vehicle_id::int)
        where tenant_id = $1 and resource_id = $2`,
      [company.tenantId, FINES],
    )
    const first = await list()
    const second = await list('?page=2')
    expect([first.totalCount, first.captures.length, second.totalCount, second.captures.length]).toEqual([
      30, 25, 30, 5,
    ])
    const ids = [...first.captures, ...second.captures].map(({ vehicleAssetId }) => vehicleAssetId)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(await list('?page=9')).toMatchObject({ captures: [], totalCount: 30 })
  })

  it('filters by state, type and part of the plate or VIN', async () => {
    await server.vehicles(company, [{ plate: 'OTR9999', stateId: 9 }])
    const plates = async (query: string) => (await list(`?list=never&${query}`)).captures.map(({ plate }) => plate)
    expect(await plates('stateId=9')).toEqual(['OTR9999'])
    expect(await plates('resourceTypeId=1')).toEqual(['CAP1234'])
    expect(await plates('like=tr-99')).toEqual(['OTR9999'])
    expect(await plates(`like=${'%25'}`)).toEqual([])
    expect((await server.ask(who, { url: '/api/v2/captures?list=nada' })).status).toBe(400)
    const counts = async (query: string) => (await server.ask(who, { url: `/api/v2/captures/summary?${query}` })).body
    expect(await counts('stateId=9')).toEqual({ asked: 0, never: 1, old: 0 })
    expect(await counts('resourceTypeId=1&like=cap')).toEqual({ asked: 0, never: 1, old: 0 })
    expect(await counts('like=zzz')).toEqual({ asked: 0, never: 0, old: 0 })
  })

  it('returns a single check, listed or not, and 404 for an unknown one', async () => {
    const task = (id: number, resource: number) => server.ask(who, { url: `/api/v2/captures/${id}/${resource}` })
    expect((await task(vehicle, MACHINE)).body).toMatchObject({
      resourceId: MACHINE,
      reason: 'Captura voluntaria',
      since: null,
    })
    expect((await task(vehicle, 999_999_999)).status).toBe(404)
    expect((await task(999_999_999, FINES)).status).toBe(404)
  })
})

describe('a capture', () => {
  it('shows in the drawer with its debts, file, author and time, and leaves the list', async () => {
    await server.db.system.query(
      'update vehicle_resource set manual_since = now(), status_id = 13 where tenant_id = $1 and resource_id = $2',
      [company.tenantId, FINES],
    )
    const body = await bodyOf()
    expect(await capture(body)).toMatchObject({ status: 200, body: { message: 'Captura guardada correctamente' } })
    const resource = await drawer()
    expect(resource?.scraped).toMatchObject({
      status: { statusId: 0 },
      capture: { who: who.username },
      result: [
        {
          total: 520.5,
          paymentLine: '0123',
          paymentLineDueDate: '2026-12-31',
          notes: [{ label: 'Nota', value: 'Visto en ventanilla' }],
          scrapedTickets: [{ folio: 'F-1', total: 520.5, discountsSum: 500 }],
        },
      ],
    })
    expect(Date.parse(resource?.scraped.freshness?.at ?? '')).toBe(Date.parse(body.seenAt))
    expect(await summary()).toEqual({ asked: 0, never: 1, old: 0 })
    const file = resource?.scraped.evidenceURL.find(({ name }) => name === 'acuse.pdf')
    const opened = await server.ask(undefined, { url: file?.url ?? '' })
    expect(opened.status).toBe(200)
    expect(opened.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    expect(String(opened.headers['content-disposition'])).toMatch(/^inline; filename="acuse.pdf"/)
    const { rows } = await server.db.system.query(
      'select ticket_status, debt_total::float8 as debt from vehicle where vehicle_id = $1',
      [vehicle],
    )
    expect(rows).toEqual([{ ticket_status: 0, debt: 520.5 }])
  })

  it('is recorded with its values and files', async () => {
    await capture(await bodyOf())
    const main = await server.somebody(company, 'admin', ['admin'])
    const { body } = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'check' } },
    })
    const { activities } = body as {
      activities: { subject: object; who: object; changes: { field: string; after: string }[] }[]
    }
    expect(activities[0]).toMatchObject({ subject: { name: 'CAP1234' }, who: { name: who.username } })
    expect(activities[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['Captura manual', expect.stringContaining('Con multas')],
      ['Visto en la fuente', expect.any(String)],
      ['Archivos', 'acuse.pdf'],
    ])
  })

  it('treats a debt without an amount as unknown, not zero', async () => {
    const unknown = { ...DEBT, folio: '', subTotal: null, discount: null, surcharge: null, total: null }
    expect((await capture(await bodyOf({ debts: [DEBT, unknown] }))).status).toBe(200)
    const { body } = await server.ask(who, { url: `/sapy/v2/${vehicle}/byType` })
    const types = (body as { scrapedResourceTypes: { resourceType: { resourceTypeId: number } }[] })
      .scrapedResourceTypes
    expect(types.find(({ resourceType }) => resourceType.resourceTypeId === 1)).toMatchObject({
      total: 520.5,
      withoutAmount: 1,
    })
  })

  it('clears a theft report only if it is newer', async () => {
    const theft = async (statusId: number, seenAt: string) =>
      capture(
        await bodyOf(
          {
            resourceId: THEFT,
            statusId,
            seenAt,
            debts: [],
            paymentLine: null,
            paymentLineDueDate: null,
            facts: statusId === 4 ? { Entidad: 'Nuevo León' } : {},
          },
          { resourceId: THEFT },
        ),
      )
    expect((await theft(4, ago(5))).status).toBe(200)
    const older = await theft(5, ago(9))
    expect(older.status).toBe(409)
    expect((older.body as { title: string }).title).toMatch(
      /^Hay una respuesta del 20\d\d-.+ que esta consulta del 20\d\d-/,
    )
    expect((await drawer(THEFT))?.scraped.status.statusId).toBe(4)
    expect((await theft(5, ago(1))).status).toBe(200)
    expect((await drawer(THEFT))?.scraped.status.statusId).toBe(5)
  })

  const WRONG: readonly { what: string; change: object; path: string; message: string }[] = [
    {
      what: 'a status of another type',
      path: 'statusId',
      message: 'Ese resultado no existe para este recurso.',
      change: { statusId: 4 },
    },
    {
      what: 'a status that users cannot choose',
      path: 'statusId',
      message: 'Ese resultado no existe para este recurso.',
      change: { statusId: 13 },
    },
    {
      what: 'a status with debt but no debts',
      path: 'debts',
      message: 'Agregue los adeudos que vio en la fuente.',
      change: { debts: [], paymentLine: null, paymentLineDueDate: null },
    },
    {
      what: 'debts and a status without debt',
      path: 'debts',
      message: 'Ese resultado no lleva adeudos: quite esas filas o cambie el resultado.',
      change: { statusId: 1 },
    },
    {
      what: 'amounts without a total',
      path: 'debts.1.total',
      message: 'Fila 2: falta el total.',
      change: { debts: [DEBT, { ...DEBT, total: null }] },
    },
    {
      what: 'a third decimal',
      path: 'debts.0.subTotal',
      message: 'Fila 1: el subtotal lleva dos decimales como máximo.',
      change: { debts: [{ ...DEBT, subTotal: 1000.005 }] },
    },
    {
      what: 'a row without a description',
      path: 'debts.0.description',
      message: 'Fila 1: escriba el concepto.',
      change: { debts: [{ ...DEBT, description: ' ' }] },
    },
    {
      what: 'a day that does not exist',
      path: 'debts.0.dateTime',
      message: 'Fila 1: la fecha no existe.',
      change: { debts: [{ ...DEBT, dateTime: '2026-02-30' }] },
    },
    {
      what: 'an impossible due date of the line',
      path: 'paymentLineDueDate',
      message: 'La vigencia no es una fecha que exista.',
      change: { paymentLineDueDate: '2026-13-01' },
    },
    {
      what: 'a due date without its line',
      path: 'paymentLineDueDate',
      message: 'La vigencia necesita su línea de captura.',
      change: { paymentLine: null },
    },
    {
      what: 'a payment line without debt',
      path: 'paymentLine',
      message: 'Una línea de captura solo acompaña a un adeudo.',
      change: { statusId: 1, debts: [] },
    },
    {
      what: 'a fact of another resource',
      path: 'facts.Póliza',
      message: '«Póliza» no es un dato de este recurso.',
      change: { facts: { Póliza: '1' } },
    },
    {
      what: 'another plate without saying which',
      path: 'facts.Placa vigente',
      message: 'Falta el dato «Placa vigente».',
      change: { statusId: 12, debts: [], paymentLine: null, paymentLineDueDate: null },
    },
    {
      what: 'a time in the future',
      path: 'seenAt',
      message: 'La fecha de la consulta está en el futuro.',
      change: { seenAt: ago(-24) },
    },
    {
      what: 'a time more than 30 days ago',
      path: 'seenAt',
      message: 'La consulta tiene más de 30 días: vuelva a consultar la fuente.',
      change: { seenAt: ago(31 * 24) },
    },
  ]
  it.each(WRONG)(
    'with $what is rejected by field and cause, and changes nothing',
    async ({ change, path, message }) => {
      const body = await bodyOf(change)
      const before = await tenantRowHashes(server.db, company.tenantId)
      const { status, body: problem } = await capture(body)
      expect([status, problem]).toMatchObject([422, { title: message, errors: [{ path, message }] }])
      expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
    },
  )

  it('reports all faulty fields at once', async () => {
    const { status, body } = await capture(
      await bodyOf({ seenAt: ago(-24), debts: [{ ...DEBT, total: 0.005, dateTime: '2026-02-30' }] }),
    )
    expect(status).toBe(422)
    expect((body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'debts.0.total',
      'debts.0.dateTime',
      'seenAt',
    ])
  })

  it('stores a total that differs from its amounts as given, and flags it', async () => {
    const flagged = async (debts: object[], seenAt: string) => {
      expect((await capture(await bodyOf({ debts, seenAt }))).status).toBe(200)
      return (await drawer())?.scraped.result.map(({ total, sumMismatch = false }) => ({ total, sumMismatch }))
    }
    expect(await flagged([DEBT], ago(6))).toEqual([{ total: 520.5, sumMismatch: false }])
    expect(await flagged([{ ...DEBT, total: 500 }], ago(5))).toEqual([{ total: 500, sumMismatch: true }])
    // Two wrong amounts that cancel out are flagged all the same.
    const two = [
      { ...DEBT, total: 500 },
      { ...DEBT, folio: 'F-2', total: 541 },
    ]
    expect(await flagged(two, ago(4))).toEqual([{ total: 1041, sumMismatch: true }])
    const plain = { ...DEBT, folio: 'F-3', subTotal: null, discount: null, surcharge: null, total: 80 }
    expect(await flagged([plain, { ...DEBT, total: 500 }], ago(3))).toEqual([{ total: 580, sumMismatch: true }])
    expect(await flagged([plain], ago(2))).toEqual([{ total: 80, sumMismatch: false }])
  })

  it('can be corrected while valid, by a newer capture', async () => {
    expect((await capture(await bodyOf())).status).toBe(200)
    const right = { ...DEBT, total: 500, surcharge: 0 }
    expect((await capture(await bodyOf({ seenAt: ago(0.5), debts: [right] }))).status).toBe(200)
    expect((await drawer())?.scraped.result).toMatchObject([{ total: 500, scrapedTickets: [{ folio: 'F-1' }] }])
  })

  it('needs a file of this check that no other capture uses', async () => {
    expect((await capture(await bodyOf({ fileIds: [] }))).status).toBe(400)
    const gone = 'Un archivo ya no está: súbalo de nuevo.'
    for (const fileIds of [[await proof({ resourceId: THEFT })], ['01900000-0000-4000-8000-000000000000']])
      expect(await capture(await bodyOf({ fileIds }))).toMatchObject({ status: 422, body: { title: gone } })
    const body = await bodyOf()
    expect((await capture(body)).status).toBe(200)
    expect(await capture({ ...body, seenAt: ago(0.5) })).toMatchObject({
      status: 422,
      body: { title: 'Un archivo ya es prueba de otra captura: suba otro.' },
    })
    const twice = await proof()
    expect(await capture(await bodyOf({ seenAt: ago(0.2), fileIds: [twice, twice] }))).toMatchObject({
      status: 422,
      body: { title: 'Un archivo está dos veces.' },
    })
  })

  it('is stored whole and once under concurrent captures of one check', async () => {
    const seenAt = ago(2)
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        bodyOf({ seenAt: i < 10 ? seenAt : ago(10 + i), debts: [{ ...DEBT, folio: `P-${i}` }] }),
      ),
    )
    const statuses = (await Promise.all(bodies.map((body) => capture(body)))).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    // Of captures with the same moment one is stored; of the others, those that arrived before a newer one.
    expect(statuses.slice(0, 10).filter((status) => status === 200)).toHaveLength(1)
    const accepted = statuses.filter((status) => status === 200).length
    const { rows } = await server.db.system.query(
      `
        select (select count(*)::int from check_run where tenant_id = $1) as runs,
          (select count(*)::int from check_result where tenant_id = $1) as results,
          (select count(*)::int from evidence_file where tenant_id = $1 and run_id is not null) as files`,
      [company.tenantId],
    )
    expect(rows).toEqual([{ runs: accepted, results: accepted, files: accepted }])
    const winner = statuses.findIndex((status, i) => i < 10 && status === 200)
    expect((await drawer())?.scraped.result[0]?.scrapedTickets[0]?.folio).toBe(`P-${winner}`)
  })
})
