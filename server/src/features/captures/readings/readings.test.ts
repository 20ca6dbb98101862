// PDFs of portals that wait for a user, over HTTP: what is read from them, which vehicle they belong to, and that
// nothing is an answer before a user stores it.
import type { Reply } from '@padron/contract/call'
import type { captureReadings } from '@padron/contract/captures/readings'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdfOfLines, plainPdf } from '../../../testing/files/plain-pdf.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { sweepEvidence } from '../sweep-evidence.ts'
import { deleteOldReadings } from './readings.ts'

const DAY_MS = 86_400_000
const [TENENCIA, REFRENDO] = [1900, 1908] as const

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
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'CAP1234' }, { plate: 'CAP5678' }])
})

const NUEVO_LEON = [
  'INSTITUTO DE CONTROL VEHICULAR',
  'Placa: CAP-12-34',
  'Concepto\tSubtotal\tRecargo(s)\tTotal',
  'Tenencia 2026\t$1,000.00\t$200.00\t$1,200.00',
  'Refrendo 2026\t$200.00\t$0.00\t$200.00',
  'TOTAL A PAGAR\t$1,400.00',
  'Línea de captura:\t0123456789',
]
type One = Reply<typeof captureReadings.one>
const BASE = '/api/v2/captures/readings'
const upload = async (payload: Buffer, as = who, fileName = 'estado.pdf') => {
  const { status, body } = await server.ask(as, {
    method: 'POST',
    url: `${BASE}?${new URLSearchParams({ fileName })}`,
    payload,
    headers: { 'content-type': 'application/pdf' },
  })
  return { status, body: body as One & { title: string } }
}
const list = async (as = who) => ((await server.ask(as, { url: BASE })).body as { readings: One[] }).readings
const one = async (id: string) => (await server.ask(who, { url: `${BASE}/${id}` })).body as One
const ANSWERS = {
  answers: [
    { resourceId: TENENCIA, statusId: 2, debts: [debt('Tenencia 2026', 1200)] },
    { resourceId: REFRENDO, statusId: 16, debts: [debt('Refrendo 2026', 200)] },
  ],
  seenAt: new Date(Date.now() - 60_000).toISOString(),
  paymentLine: '0123456789',
  portalTotal: 1400,
}
function debt(description: string, total: number) {
  return { folio: '', description, dateTime: null, subTotal: total, discount: null, surcharge: null, total }
}
const accept = (id: string, change: object = {}, as = who) =>
  server.ask(as, { method: 'POST', url: `${BASE}/${id}/accept`, payload: { ...ANSWERS, ...change } })
const setVehicle = (id: string, plate: string) =>
  server.ask(who, { method: 'PUT', url: `${BASE}/${id}/vehicle`, payload: { plate } })
/** Everything of the company except the list of PDFs. */
const stored = async () => {
  const { capture_reading: _, ...others } = await tenantRowHashes(server.db, company.tenantId)
  return others
}

describe('a PDF', () => {
  it('is offered with the values found beside its labels, and is an answer only after a user accepts it', async () => {
    const before = await stored()
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    expect(body).toMatchObject({ state: 'ready', plate: 'CAP1234', uploadedBy: who.username, note: null })
    const whole = await one(body.readingId)
    expect(whole.fields).toMatchObject({ portalTotal: 1400, paymentLine: '0123456789', missing: ['vigencia'] })
    expect(whole.fields?.debts.map(({ total }) => total)).toEqual([1200, 200])
    expect(whole.portals[0]).toEqual({ resourceId: TENENCIA, portal: whole.portal })
    expect((await server.ask(undefined, { url: whole.url })).status).toBe(200)
    expect(await stored()).toEqual(before)
    expect(await accept(body.readingId)).toMatchObject({ status: 200 })
    const { scrapedResources } = (await server.ask(who, { url: `/sapy/v2/${vehicle}` })).body as {
      scrapedResources: ScrapedResource[]
    }
    for (const id of [TENENCIA, REFRENDO]) {
      const found = scrapedResources.find(({ resource }) => resource.resourceId === id)
      expect(found?.scraped.capture).toMatchObject({ who: who.username })
      expect(found?.scraped.evidenceURL[0]).toMatchObject({ name: 'estado.pdf' })
    }
    expect(await list()).toEqual([])
    expect((await accept(body.readingId)).status).toBe(404)
  })

  it('with a total that is not the sum is rejected by the rules of a statement, and stays in the list', async () => {
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    const before = await stored()
    expect(await accept(body.readingId, { portalTotal: 9000 })).toMatchObject({ status: 422 })
    expect(await stored()).toEqual(before)
    expect(await list()).toHaveLength(1)
  })

  it('with a plate outside the fleet has no vehicle, and cannot be given one that it does not name', async () => {
    const { body } = await upload(pdfOfLines(['Placa: OTR-98-76', 'Tenencia 2026:\t$10.00']))
    expect(body).toMatchObject({
      state: 'unknown',
      plate: null,
      note: 'El PDF no nombra la placa ni el VIN de ningún vehículo de su flota.',
    })
    expect(await setVehicle(body.readingId, 'CAP1234')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'plate', message: 'El PDF no nombra la placa CAP1234.' }] },
    })
    expect(await accept(body.readingId)).toMatchObject({
      status: 422,
      body: { title: 'Falta decir de qué vehículo es el PDF.' },
    })
  })

  it('with two plates of the fleet is ambiguous until a user chooses one of them', async () => {
    const { body } = await upload(pdfOfLines(['Placa: CAP1234', 'Placa: CAP5678']))
    expect(body).toMatchObject({
      state: 'ambiguous',
      note: 'El PDF nombra varios vehículos de su flota: CAP1234, CAP5678. Diga de cuál es.',
    })
    expect(await setVehicle(body.readingId, 'cap-56-78')).toMatchObject({ status: 200 })
    expect(await one(body.readingId)).toMatchObject({ state: 'ready', plate: 'CAP5678', note: null })
  })

  it('with the plate of several vehicles is of the active one', async () => {
    await server.vehicles(company, [{ plate: 'CAP1234', status: 8 }])
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    expect(body).toMatchObject({ state: 'ready', vehicleAssetId: vehicle, note: null })
    const scan = await upload(plainPdf([[]]))
    expect(await setVehicle(scan.body.readingId, 'CAP1234')).toMatchObject({ status: 200 })
    expect(await one(scan.body.readingId)).toMatchObject({ plate: 'CAP1234', vehicleAssetId: vehicle })
    const vin = '3N1CN8AE1RL654321'
    const [former] = await server.vehicles(company, [{ plate: 'CAP1234', vin, status: 8 }])
    const named = await upload(pdfOfLines([...NUEVO_LEON, `NIV: ${vin}`]))
    expect(named.body).toMatchObject({ vehicleAssetId: former, note: null })
    const both = await upload(pdfOfLines(['Placa: CAP1234', 'Placa: CAP5678']))
    expect(both.body.note).toBe('El PDF nombra varios vehículos de su flota: CAP1234, CAP5678. Diga de cuál es.')
    expect(await setVehicle(both.body.readingId, 'CAP1234')).toMatchObject({ status: 200 })
  })

  it('without text needs the plate from a user, and is the proof of what they capture', async () => {
    const { body } = await upload(plainPdf([[]]))
    expect(body).toMatchObject({ state: 'unreadable', note: 'No se pudo leer el texto: el PDF es una imagen.' })
    expect(await setVehicle(body.readingId, 'NADA123')).toMatchObject({ status: 422 })
    expect(await setVehicle(body.readingId, 'CAP1234')).toMatchObject({ status: 200 })
    expect(await one(body.readingId)).toMatchObject({ state: 'unreadable', plate: 'CAP1234', fields: null })
    expect(await accept(body.readingId)).toMatchObject({ status: 200 })
  })

  it('with a password, of another type or already uploaded is rejected, and nothing is stored', async () => {
    expect(await upload(plainPdf([[]], { encrypted: true }))).toMatchObject({ status: 422 })
    expect(await upload(Buffer.from('<html>'))).toMatchObject({ status: 415 })
    expect(await list()).toEqual([])
    const pdf = pdfOfLines(NUEVO_LEON)
    const { body } = await upload(pdf)
    expect((await upload(pdf, who, 'otra vez.pdf')).body.title).toBe('Este PDF ya está por revisar: estado.pdf.')
    await accept(body.readingId)
    expect((await upload(pdf)).body.title).toBe('Este PDF ya es prueba de una captura de su vehículo: estado.pdf.')
  })

  it('of a vehicle whose plate changed since belongs to none, and is no proof of the new plate', async () => {
    const pdf = pdfOfLines(NUEVO_LEON)
    const { body } = await upload(pdf)
    const editor = await server.somebody(company, 'edita', ['vehicles_edit'])
    const edit = { method: 'PATCH', url: `/api/v3/vehicles/${vehicle}`, payload: { plate: 'NVA9999' } } as const
    expect(await server.ask(editor, edit)).toMatchObject({ status: 200 })
    const before = await stored()
    const text =
      'La placa o el VIN del vehículo cambió después de subir este PDF: descártelo y, si es de los datos actuales, ' +
      'súbalo de nuevo.'
    expect(await list()).toMatchObject([{ state: 'unknown', plate: null, vehicleAssetId: null, note: text }])
    expect(await one(body.readingId)).toMatchObject({ plate: null, portals: [], note: text })
    expect(await accept(body.readingId)).toMatchObject({ status: 409, body: { title: text } })
    expect(await setVehicle(body.readingId, 'NVA9999')).toMatchObject({ status: 409, body: { title: text } })
    expect(await stored()).toEqual(before)
    await server.ask(who, { method: 'DELETE', url: `${BASE}/${body.readingId}` })
    expect((await upload(pdf)).body).toMatchObject({ state: 'unknown', plate: null })
    const current = await upload(pdfOfLines(NUEVO_LEON.map((line) => line.replace('CAP-12-34', 'NVA-99-99'))))
    expect(current.body).toMatchObject({ state: 'ready', plate: 'NVA9999' })
    expect(await accept(current.body.readingId)).toMatchObject({ status: 200 })
  })

  it('is no newer than its upload, so it does not replace what the source answered after that', async () => {
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    await server.db.system.query(
      `update vehicle_resource set good_at = now(), status_id = 1 where vehicle_id = $1 and resource_id = $2`,
      [vehicle, TENENCIA],
    )
    const before = await stored()
    const answer = await accept(body.readingId, { seenAt: new Date().toISOString() })
    expect(answer.status).toBe(422)
    expect((answer.body as { title: string }).title).toMatch(/Hay una respuesta del .*, igual o más reciente/)
    expect(await stored()).toEqual(before)
    expect(await list()).toHaveLength(1)
  })

  it('is visible only to its company', async () => {
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    const stranger = await server.somebody(await server.company(`otra${turn}`), 'ajeno', ['processing_admin'])
    expect(await list(stranger)).toEqual([])
    expect((await accept(body.readingId, {}, stranger)).status).toBe(404)
  })

  it('is rejected while another user holds the vehicle’s lease', async () => {
    const { body } = await upload(pdfOfLines(NUEVO_LEON))
    const other = await server.somebody(company, 'otra', ['processing_admin'])
    await server.ask(other, { method: 'PUT', url: `/api/v2/captures/lease/${vehicle}`, payload: {} })
    expect((await accept(body.readingId)).status).toBe(409)
    expect((await accept(body.readingId, {}, other)).status).toBe(200)
  })
})

describe('retention of PDFs', () => {
  const isThere = async (id: string) => (await server.ask(undefined, { url: (await one(id)).url })).status

  it('deletes discarded ones at once, and waiting ones with their file after a week', async () => {
    const readingId = (await upload(pdfOfLines(NUEVO_LEON))).body.readingId
    const { body } = await upload(pdfOfLines(['Placa: CAP5678']))
    expect((await server.ask(who, { method: 'DELETE', url: `${BASE}/${body.readingId}` })).status).toBe(200)
    const now = Date.now()
    await sweepEvidence(server.db, server.evidence, new Date(now + 3 * DAY_MS))
    await deleteOldReadings(server.db, new Date(now + 6 * DAY_MS))
    expect(await isThere(readingId)).toBe(200)
    await deleteOldReadings(server.db, new Date(now + 8 * DAY_MS))
    expect(await list()).toEqual([])
  })
})
