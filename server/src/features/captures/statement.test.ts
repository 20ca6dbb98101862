// The statement over HTTP: several types of one vehicle from one portal, with one file as proof, stored together or
// not at all.
import type { CaptureTask } from '@padron/contract/captures'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant, readAsTenant } from '../../db/client.ts'
import { companyFacts } from '../../fleet/company.ts'
import { debtSources } from '../../fleet/workbook/debt-lines.queries.ts'
import { listDebtLines } from '../../fleet/workbook/debt-lines.ts'
import { pdfText } from '../../testing/files/pdf-text.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { workOutStatistics } from '../dashboard/statistics/compute.ts'
import { sweepEvidence } from './sweep-evidence.ts'

/** What Nuevo León's portal answers: tenencia, fines, others, refrendo and possible debts; and a theft report. */
const [TENENCIA, FINES, OTHERS, REFRENDO, POSSIBLE] = [1900, 1901, 1906, 1908, 1910] as const
const THEFT = 5004

let server: TestServer
let company: Company
let who: Somebody
let vehicle: number
let turn = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'CAP1234' }])
})

const upload = async (vehicleAssetId = vehicle, as = who) => {
  const query = new URLSearchParams({ vehicleAssetId: `${vehicleAssetId}`, fileName: 'estado.pdf' })
  const { status, body } = await server.ask(as, {
    method: 'POST',
    url: `/api/v2/captures/files?${query}`,
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
  return { status, fileId: (body as { fileId: string }).fileId }
}
const debt = (description: string, total: number | null, change = {}) => ({
  folio: '',
  description,
  dateTime: null,
  subTotal: total,
  discount: null,
  surcharge: null,
  total,
  ...change,
})
const ANSWERS = [
  { resourceId: TENENCIA, statusId: 2, debts: [debt('Tenencia 2026', 1200)] },
  { resourceId: FINES, statusId: 0, debts: [debt('Exceso de velocidad', 500.5), debt('Luz roja', 99.5)] },
  { resourceId: OTHERS, statusId: 7 },
  { resourceId: REFRENDO, statusId: 16, debts: [debt('Refrendo 2026', 200)], inPaymentLine: false },
  { resourceId: POSSIBLE, statusId: 21, debts: [debt('Posible tenencia 2025', 7000)] },
]
const bodyOf = async (change: object = {}) => ({
  vehicleAssetId: vehicle,
  answers: ANSWERS,
  seenAt: new Date(Date.now() - 60_000).toISOString(),
  paymentLine: '0123',
  paymentLineDueDate: '2099-12-31',
  portalTotal: 2000,
  fileIds: [(await upload()).fileId],
  ...change,
})
const send = (body: object, as: Somebody = who) =>
  server.ask(as, { method: 'POST', url: '/api/v2/captures/statement', payload: body })
const drawer = async () => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicle}` })
  return new Map(
    (body as { scrapedResources: ScrapedResource[] }).scrapedResources.map((one) => [one.resource.resourceId, one]),
  )
}
/** Everything of the company except the uploads of the test itself. */
const stored = async () => {
  const { evidence_file: _, ...others } = await tenantRowHashes(server.db, company.tenantId)
  return others
}

describe('a statement of a vehicle whose plate changed', () => {
  const changed =
    'La placa o el VIN del vehículo cambió desde que empezó esta captura: ciérrela, consulte la fuente con los datos ' +
    'actuales y suba la prueba de nuevo.'
  const lease = () =>
    server.ask(who, { method: 'PUT', url: `/api/v2/captures/lease/${vehicle}`, payload: { takeOver: false } })
  const release = () => server.ask(who, { method: 'DELETE', url: `/api/v2/captures/lease/${vehicle}` })
  const changePlate = async () => {
    const editor = await server.somebody(company, 'edita', ['vehicles_edit'])
    const edit = { method: 'PATCH', url: `/api/v3/vehicles/${vehicle}`, payload: { plate: 'NVA9999' } } as const
    expect(await server.ask(editor, edit)).toMatchObject({ status: 200 })
  }

  it('is refused with a proof from before, and accepted with a new one, also of an earlier day', async () => {
    const body = await bodyOf()
    await changePlate()
    const before = await stored()
    expect(await send(body)).toMatchObject({ status: 409, body: { title: changed } })
    expect(await stored()).toEqual(before)
    const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString()
    expect(await send(await bodyOf({ seenAt: lastWeek }))).toMatchObject({ status: 200 })
  })

  it('is refused if its form was open, until it is opened again', async () => {
    expect(await lease()).toMatchObject({ status: 200 })
    await changePlate()
    const body = await bodyOf()
    expect(await send(body)).toMatchObject({ status: 409, body: { title: changed } })
    await release()
    await lease()
    expect(await send(body)).toMatchObject({ status: 200 })
  })
})

describe('a statement', () => {
  it('stores all its types with user, time, one file and the payment line of those that it pays', async () => {
    const body = await bodyOf()
    expect(await send(body)).toMatchObject({
      status: 200,
      body: { message: 'Estado de cuenta guardado correctamente' },
    })
    const all = await drawer()
    for (const { resourceId, statusId } of ANSWERS) {
      const { scraped } = all.get(resourceId) as ScrapedResource
      expect(scraped).toMatchObject({ status: { statusId }, capture: { who: who.username } })
      expect(Date.parse(scraped.freshness?.at ?? '')).toBe(Date.parse(body.seenAt))
      const [proof] = scraped.evidenceURL
      expect(proof?.name).toBe('estado.pdf')
      expect((await server.ask(undefined, { url: proof?.url ?? '' })).status).toBe(200)
    }
    const lineOf = (id: number) => all.get(id)?.scraped.result[0]?.paymentLine
    expect([TENENCIA, FINES, REFRENDO, POSSIBLE].map(lineOf)).toEqual(['0123', '0123', null, null])
    const { rows } = await server.db.system.query(
      `select count(*)::int as rows, count(distinct run_id)::int as runs, count(distinct path)::int as files
      from evidence_file where tenant_id = $1`,
      [company.tenantId],
    )
    expect(rows).toEqual([{ rows: 5, runs: 5, files: 1 }])
  })

  it('excludes possible debts from its total, and needs a confirmation of a total that is not the sum', async () => {
    const before = await stored()
    const off = await bodyOf({ portalTotal: 9000 })
    expect(await send(off)).toMatchObject({
      status: 422,
      body: {
        title:
          'El total del portal es $9,000.00 MXN y los adeudos suman $2,000.00 MXN: corrija, o confirme que el portal ' +
          'da ese total.',
        errors: [{ path: 'portalTotal' }],
      },
    })
    expect(await stored()).toEqual(before)
    expect((await send({ ...off, acceptsTotal: true })).status).toBe(200)
    const all = await drawer()
    const marked = (id: number) => all.get(id)?.scraped.result[0]?.sumMismatch ?? false
    expect([marked(TENENCIA), marked(FINES), marked(POSSIBLE)]).toEqual([true, true, false])
  })

  it('lists every error by its field, and stores no type if one is wrong', async () => {
    const before = await stored()
    const wrong = [
      { resourceId: TENENCIA, statusId: 2, debts: [] },
      { resourceId: FINES, statusId: 1, debts: [debt('Luz roja', 100)] },
      { resourceId: REFRENDO, statusId: 16, debts: [debt(' ', 100)] },
      { resourceId: REFRENDO, statusId: 17 },
      { resourceId: THEFT, statusId: 5 },
      { resourceId: 901, statusId: 1 },
    ]
    const { status, body } = await send(await bodyOf({ answers: wrong, portalTotal: null }))
    expect(status).toBe(422)
    const { errors } = body as { errors: { path: string; message: string }[] }
    expect(errors.map(({ path }) => path)).toEqual([
      'answers.0.debts',
      'answers.1.debts',
      'answers.2.debts.0.description',
      'answers.3.resourceId',
      'answers.4.resourceId',
      'answers.5.resourceId',
    ])
    expect(errors[2]?.message).toBe('Refrendos · Nuevo León. Fila 1: escriba el concepto.')
    expect(await stored()).toEqual(before)
    const alone = { answers: [{ resourceId: OTHERS, statusId: 7 }], portalTotal: null }
    expect((await send(await bodyOf(alone))).body).toMatchObject({
      errors: [{ path: 'paymentLine', message: 'Una línea de captura solo acompaña a un adeudo.' }],
    })
    const possible = ANSWERS.filter(({ resourceId }) => resourceId === POSSIBLE)
    expect((await send(await bodyOf({ answers: possible, portalTotal: null }))).body).toMatchObject({
      errors: [{ path: 'paymentLine' }],
    })
    expect((await send(await bodyOf({ answers: [] }))).status).toBe(400)
  })

  it('is rejected if a newer answer exists, and the error names it', async () => {
    await server.db.system.query(
      'update vehicle_resource set good_at = now(), status_id = 0 where tenant_id = $1 and resource_id = $2',
      [company.tenantId, FINES],
    )
    const before = await stored()
    const { status, body } = await send(await bodyOf())
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'answers.1.seenAt' }] }])
    expect((body as { title: string }).title).toMatch(/^Multas · Nuevo León: Hay una respuesta del .* más reciente/)
    expect(await stored()).toEqual(before)
    const others = ANSWERS.filter(({ resourceId }) => resourceId !== FINES)
    expect((await send(await bodyOf({ answers: others, portalTotal: 1400 }))).status).toBe(200)
  })

  it('does not change types that the portal does not show', async () => {
    const [first] = ANSWERS
    expect((await send(await bodyOf({ answers: [first], portalTotal: 1200 }))).status).toBe(200)
    const all = await drawer()
    expect(all.get(TENENCIA)?.scraped.status.statusId).toBe(2)
    expect(all.get(FINES)?.scraped.capture ?? null).toBeNull()
  })
})

describe('permissions and files of a statement', () => {
  it('a user without permission gets 403, a user of another company 404', async () => {
    const reader = await server.somebody(company, 'lee', ['processing_read'])
    const body = await bodyOf()
    expect(
      (await server.ask(undefined, { method: 'POST', url: '/api/v2/captures/statement', payload: body })).status,
    ).toBe(401)
    expect((await send(body, reader)).status).toBe(403)
    const south = await server.company(`sur${turn}`)
    const they = await server.somebody(south, 'captura', ['processing_admin'])
    const before = await tenantRowHashes(server.db, company.tenantId)
    expect((await send(body, they)).status).toBe(404)
    expect((await upload(vehicle, they)).status).toBe(404)
    expect((await server.ask(they, { url: `/api/v2/captures/statement/${vehicle}/${FINES}` })).status).toBe(404)
    const [theirs = 0] = await server.vehicles(south, [{ plate: 'SUR1234' }])
    expect((await send({ ...body, vehicleAssetId: theirs }, they)).body).toMatchObject({
      title: 'Un archivo ya no está: súbalo de nuevo.',
    })
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })

  it('a file must be of the same vehicle, and proves one statement only', async () => {
    const [other = 0] = await server.vehicles(company, [{ plate: 'OTR9999' }])
    const { fileId } = await upload(other)
    expect((await send(await bodyOf({ fileIds: [fileId] }))).status).toBe(422)
    const body = await bodyOf()
    expect((await send(body)).status).toBe(200)
    expect((await send({ ...body, seenAt: new Date().toISOString() })).body).toMatchObject({
      title: 'Un archivo ya es prueba de otra captura: suba otro.',
    })
  })
})

it('the statement form lists the types of the portal, and which have no answer', async () => {
  const listTypes = async () => {
    const { body } = await server.ask(who, { url: `/api/v2/captures/statement/${vehicle}/${FINES}` })
    return (body as { tasks: CaptureTask[] }).tasks.map(({ resourceId, resourceName, lastGood, reason }) => [
      resourceId,
      resourceName,
      lastGood,
      reason,
    ])
  }
  const noAnswer = 'Sin consulta automática; nadie la ha capturado'
  const unanswered = [
    [TENENCIA, 'Tenencias · Nuevo León', null, noAnswer],
    [FINES, 'Multas · Nuevo León', null, noAnswer],
    [OTHERS, 'Adeudos diversos · Nuevo León', null, noAnswer],
    [REFRENDO, 'Refrendos · Nuevo León', null, noAnswer],
    [POSSIBLE, 'Posibles adeudos de tenencia · Nuevo León', null, noAnswer],
  ]
  expect(await listTypes()).toEqual(unanswered)
  const body = await bodyOf({ answers: [ANSWERS[0]], portalTotal: 1200 })
  expect((await send(body)).status).toBe(200)
  expect(await listTypes()).toEqual([
    [TENENCIA, 'Tenencias · Nuevo León', body.seenAt, 'Captura voluntaria'],
    ...unanswered.slice(1),
  ])
  expect((await server.ask(who, { url: `/api/v2/captures/statement/${vehicle}/${THEFT}` })).status).toBe(404)
})

it('the file of a statement is stored as long as one of its answers exists', async () => {
  const { fileId } = await upload()
  expect((await send(await bodyOf({ fileIds: [fileId] }))).status).toBe(200)
  const { rows } = await server.db.system.query<{ path: string }>(
    'select path from evidence_file where tenant_id = $1 and file_id = $2',
    [company.tenantId, fileId],
  )
  const path = rows[0]?.path ?? ''
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  const drop = (where: string) =>
    server.db.system.query(`delete from evidence_file where tenant_id = $1 and ${where}`, [company.tenantId])
  const isThere = async () => (await server.evidence.read(path)) !== undefined
  await drop(`resource_id <> ${REFRENDO}`)
  await sweepEvidence(server.db, server.evidence, later(3))
  expect(await isThere()).toBe(true)
  await drop('true')
  await sweepEvidence(server.db, server.evidence, later(3))
  expect(await isThere()).toBe(false)
})

it('a statement counts like an automatic answer in list, coverage, dashboard, workbook and PDF', async () => {
  const call = (url: string, payload: object = {}, as = who) => server.ask(as, { method: 'POST', url, payload })
  const covered = async () =>
    ((await call('/api/v2/vehicleAsset/coverage', { vehicleClass: {} })).body as { checks: { current: number } }).checks
  const before = await covered()
  const body = await bodyOf()
  expect((await send(body)).status).toBe(200)
  expect((await covered()).current).toBe(before.current + ANSWERS.length)
  const { vehicles } = (await call('/api/v2/vehicleAsset', { vehicleClass: { vehicleAsset: { ticketStatus: 0 } } }))
    .body as { vehicles: { vehicleAsset: object }[] }
  expect(vehicles).toMatchObject([
    { vehicleAsset: { plate: 'CAP1234', tenenciaStatus: 2, refrendoStatus: 16, miscStatus: 7, debt: { total: 2000 } } },
  ])
  const today = '2026-11-27'
  const sources = await readAsTenant(server.db, company.tenantId, async (tx) =>
    debtSources(tx, await companyFacts(tx, company.tenantId), [vehicle], today),
  )
  const lines = sources.flatMap((source) => listDebtLines(source, 'America/Mexico_City', today))
  expect(lines.map(({ total }) => total)).toEqual([1200, 500.5, 99.5, 200])
  for (const { notes } of lines)
    expect(notes.join()).toMatch(new RegExp(`Capturado a mano por ${who.username} el \\d\\d/\\d\\d/\\d{4}`))
  const at = new Date()
  const figures = await asTenant(server.db, company.tenantId, (tx) => workOutStatistics(tx, company.tenantId, at))
  expect(figures.debtByType.map(({ typeId, amount }) => [typeId, amount])).toEqual([
    [0, 1200],
    [1, 600],
    [8, 200],
  ])
  expect(figures.owed[0]).toMatchObject({ vehiclesWithDebt: 1, totalDebt: 2000, totalDebtCount: 4 })
  expect(figures.basis.tenencias).toMatchObject({ known: 1, unknown: 0, oldest: body.seenAt })
  const { fileUrl } = (await call(`/api/v2/vehicle/${vehicle}/pdf`)).body as { fileUrl: string }
  const text = (await pdfText((await server.ask(undefined, { url: fileUrl })).bytes)).replace(/\s+/g, ' ')
  expect(text).toContain(`Capturado por ${who.username} el `)
  const main = await server.somebody(company, 'admin', ['admin'])
  const { activities } = (await call('/api/v2/activity', { filter: { subjectKind: 'check' } }, main)).body as {
    activities: { subject: object; who: object; changes: { after: string }[] }[]
  }
  expect(activities[0]).toMatchObject({ subject: { name: 'CAP1234' }, who: { name: who.username } })
  expect(activities[0]?.changes[0]?.after).toContain('Multas · Nuevo León: Con multas')
})
