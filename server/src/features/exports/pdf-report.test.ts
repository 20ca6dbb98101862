// 'Descargar PDFs', from the request to the ZIP: one PDF per vehicle with what is known and what is not.
import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { QueueItem } from '@padron/contract/queue'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../../db/client.ts'
import { companyFacts } from '../../fleet/company.ts'
import { listForPdf, writePdfZip } from '../../fleet/vehicle-pdf/zip.ts'
import { pdfText } from '../../testing/files/pdf-text.ts'
import { unzipBytes } from '../../testing/files/unzip.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'

let server: TestServer
let app: FastifyInstance
let company: Company
let who: Somebody
let worker: TestWorker
const { files, remove } = resultFolder()

const DEBTS = Array.from({ length: 60 }, (_, i) => ({
  folio: `F-${i}`,
  description: `Exceso de velocidad en la vía pública número ${i}`,
  dateTime: '2026-01-02',
  subTotal: 100,
  discountsSum: null,
  surchargesSum: 5,
  total: 105,
}))
const RESULT = {
  name: 'Multas del estado',
  subTotal: 6000,
  discount: null,
  surcharge: 300,
  total: 6300,
  paymentLine: '0012 3456',
  paymentLineDueDate: '2020-01-31',
  pdfUrl: null,
  notes: [{ label: 'Aviso', value: '<script> 😀 ñandú' }],
  scrapedTickets: DEBTS,
  scrapedTenencias: [],
  scrapedRefrendo: [],
}

beforeAll(async () => {
  server = await testServer()
  app = await appBeside(server.db, { stores: { files } })
  company = await server.company('norte')
  who = await server.somebody(company, 'lector', ['vehicles_read', 'queue_read'])
  const [debtor = 0] = await server.vehicles(company, [
    {
      plate: 'AAA111A',
      columns: { ticket_status: 0, debt_total: 6300, brand_name: 'CITROËN', owner_name: 'Peña & Hijos (S.A.)' },
    },
    { plate: 'BBB222B' },
    { plate: 'CCC333C', stateId: 5 },
    { plate: 'CCC333C', vin: '3N1CN8AE1RLCC333C', stateId: 5, status: 8 },
  ])
  await asSystem(server.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
      duration_ms, outcome)
      values (${company.tenantId}, gen_random_uuid(), ${debtor}, 'manual', 'nl-icv', 1, now(), 1, 'ok')
      returning run_id as id`.execute(tx)
    const run = rows[0]?.id
    await sql`insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
      values (${company.tenantId}, ${run}, 1901, 0, ${JSON.stringify([RESULT])}::jsonb, '[]')`.execute(tx)
    await sql`
      update vehicle_resource
      set status_id = 0, good_run_id = ${run}, last_run_id = ${run}, good_at = now(), last_at = now(),
        last_outcome = 'ok', fresh_until = now() - interval '1 hour'
        where tenant_id = ${company.tenantId} and vehicle_id = ${debtor} and resource_id = 1901`.execute(tx)
  })
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await server.stop()
  remove()
})

const headers = (by = who) => ({ authorization: `Bearer ${by.token}` })
const order = async (body: object, by = who) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v2/PDFReport',
    headers: headers(by),
    payload: { mails: ['ana@norte.mx'], ...body },
  })
  return { status: reply.statusCode, body: reply.json() as { queueItemId: string; title: string } }
}
const report = async (body: object, by = who) => {
  const { body: ordered } = await order(body, by)
  await worker.ended(ordered.queueItemId)
  const reply = await app.inject({ url: '/api/v2/getQueueItems', headers: headers(by) })
  const item = (reply.json().queueInformation.queueList as QueueItem[]).find(({ _id }) => _id === ordered.queueItemId)
  const file = await app.inject({ url: item?.fileUrl ?? '' })
  return { item, file }
}

describe('the ZIP file', () => {
  it('has one PDF per vehicle of the filter, named by plate and VIN', async () => {
    const { item, file } = await report({ resources: [1901, 5004] })
    expect(item).toMatchObject({
      queueId: 7,
      errorMessage: null,
      successMessage: expect.stringMatching(/^El ZIP está listo: 4 archivos PDF\./),
    })
    expect(file.headers['content-type']).toBe('application/zip')
    expect(file.headers['content-disposition']).toMatch(/filename="PDFs de vehiculos norte \d{4}-\d\d-\d\d\.zip"/)
    const pdfs = await unzipBytes(file.rawPayload)
    expect([...pdfs.keys()]).toEqual([
      'AAA111A 3N1CN8AE1RLAA111A.pdf',
      'BBB222B 3N1CN8AE1RLBB222B.pdf',
      'CCC333C 3N1CN8AE1RLCC333C.pdf',
      expect.stringMatching(/^CCC333C 3N1CN8AE1RLCC333C \(\d+\)\.pdf$/),
    ])
    for (const pdf of pdfs.values()) {
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.subarray(-6).toString()).toContain('%%EOF')
    }
  })

  it('has only the vehicles selected in the list', async () => {
    const { rows } = await server.db.system.query(
      `select vehicle_id as id from vehicle where tenant_id = $1 and plate in ('AAA111A', 'BBB222B')`,
      [company.tenantId],
    )
    const { file } = await report({ ids: rows.map(({ id }) => Number(id)), resources: [1901] })
    expect([...(await unzipBytes(file.rawPayload)).keys()]).toEqual([
      'AAA111A 3N1CN8AE1RLAA111A.pdf',
      'BBB222B 3N1CN8AE1RLBB222B.pdf',
    ])
  })

  it('shows the vehicle’s data, its debts one by one, and what is unknown', async () => {
    const { file } = await report({
      vehicleClass: { vehicleAsset: { plate: 'AAA111A' } },
      resources: [1901, 5004, 501],
    })
    const [pdf = Buffer.alloc(0)] = (await unzipBytes(file.rawPayload)).values()
    const pagesOf = (await pdfText(pdf)).split('\f')
    const text = pagesOf.join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('Vehículo AAA111A')
    expect(text).toContain('3N1CN8AE1RLAA111A')
    expect(text).toContain('CITROËN')
    expect(text).toContain('Peña & Hijos (S.A.)')
    expect(text).toMatch(/\$6,300\.00 MXN sin respuesta de /)
    expect(text).toContain('Multas · Nuevo León')
    expect(text).toMatch(/Con multas \(dato antiguo, del \d\d\/\d\d\/\d{4}\)/)
    expect(text).toContain('Fuente: Portal vehicular de Nuevo León. Consultado el ')
    for (const i of [0, 59]) expect(text).toContain(`F-${i} Exceso de velocidad`)
    expect(text).toContain('sin dato $5.00 $105.00 F-')
    for (const page of pagesOf.filter((one) => /F-\d/.test(one))) expect(page).toContain('Folio y concepto')
    expect(text).not.toContain('Versión')
    expect(text).toContain('Línea de captura vencida el 31/01/2020')
    expect(text).not.toContain('0012 3456')
    expect(text).toContain('Aviso: <script> □ ñandú')
    expect(text).toContain('Sin procesar')
    expect(text).toContain('Esta fuente no se consulta de forma automática')
    const pages = Number(/Página 1 de (\d+)/.exec(text)?.[1])
    expect(pages).toBeGreaterThan(1)
    expect(text).toContain(`Página ${pages} de ${pages}`)
    expect(text).not.toContain('Coahuila')
  })

  it('shows documents and their dates only for users with permission to read them', async () => {
    await asSystem(server.db, async (tx) => {
      const { rows } = await sql<{ typeId: number; vehicleId: number }>`
        insert into document_type (tenant_id, type_name)
        select v.tenant_id, 'Póliza'
        from vehicle v
        where v.tenant_id = ${company.tenantId} and v.plate = 'BBB222B'
        returning document_type_id as "typeId",
          (select vehicle_id from vehicle where tenant_id = ${company.tenantId} and plate = 'BBB222B') as "vehicleId"
      `.execute(tx)
      const [{ typeId, vehicleId } = { typeId: 0, vehicleId: 0 }] = rows
      await sql`
        with made as (
          insert into document (tenant_id, vehicle_id, document_type_id, document_name, expires_on)
          values (${company.tenantId}, ${vehicleId}, ${typeId}, 'Póliza 2031', '2031-05-06')
          returning document_id)
        insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, document_id, told_at, told_by)
        select ${company.tenantId}, ${vehicleId}, 'd:1:1', 'document', '2031-05-06', 'Vigencia', document_id, now(), 'ana'
        from made`.execute(tx)
    })
    const clerk = await server.somebody(company, 'archivo', ['vehicles_read', 'queue_read', 'documents_read'])
    const textFor = async (by: Somebody) => {
      const { file } = await report({ vehicleClass: { vehicleAsset: { plate: 'BBB222B' } }, resources: [1901] }, by)
      const [pdf = Buffer.alloc(0)] = (await unzipBytes(file.rawPayload)).values()
      return (await pdfText(pdf)).replace(/\s+/g, ' ')
    }
    const [clerks, readers] = [await textFor(clerk), await textFor(who)]
    expect(clerks).toContain('Póliza 2031')
    expect(clerks).toMatch(/Documento Vigencia (2031-05-06|06\/05\/2031)/)
    expect(readers).toContain('BBB222B')
    expect(readers).not.toContain('Póliza')
    expect(readers).not.toContain('Vigencia')
  })

  it('says so if none of the chosen resources applies to the vehicle', async () => {
    const { file } = await report({ vehicleClass: { vehicleAsset: { plate: 'BBB222B' } }, resources: [501] })
    const [pdf = Buffer.alloc(0)] = (await unzipBytes(file.rawPayload)).values()
    expect(await pdfText(pdf)).toContain('Ninguno de los recursos elegidos corresponde a este vehículo.')
  })

  it('can be cancelled between two documents, and then writing it fails', async () => {
    const facts = await asTenant(server.db, company.tenantId, (tx) => companyFacts(tx, company.tenantId))
    const vehicles = await asTenant(server.db, company.tenantId, (tx) => listForPdf(tx, { vehicleClass: {} }, facts))
    const wanted = { tenantId: company.tenantId, vehicles, resources: undefined, facts, documents: false }
    const counts: number[] = []
    const write = files.write(randomUUID(), new Date(), (into) =>
      writePdfZip({ db: server.db, now: () => new Date() }, wanted, into, async (done) => {
        counts.push(done)
        if (done === 2) throw new Error('called off')
      }),
    )
    await expect(write).rejects.toThrow('called off')
    expect(counts).toEqual([0, 1, 2])
  })

  it('has a page with a notice for a vehicle that was deleted meanwhile', async () => {
    const facts = await asTenant(server.db, company.tenantId, (tx) => companyFacts(tx, company.tenantId))
    const vehicles = [{ id: 999_999, plate: 'ZZZ999Z', vin: 'X' }]
    const counted = { missing: 0 }
    const zip = new PassThrough()
    const wanted = { tenantId: company.tenantId, vehicles, resources: undefined, facts, documents: false }
    const [bytes] = await Promise.all([
      buffer(zip),
      writePdfZip({ db: server.db, now: () => new Date() }, wanted, zip, async () => undefined, counted),
    ])
    expect(counted).toEqual({ missing: 1 })
    const [pdf = Buffer.alloc(0)] = (await unzipBytes(bytes)).values()
    expect(await pdfText(pdf)).toContain('Este vehículo se borró mientras se generaba el archivo.')
  })

  it('is rejected without resources, with invalid addresses or other resources, or without any vehicle', async () => {
    expect((await order({ resources: [] })).status).toBe(400)
    expect((await order({ resources: [1901], mails: ['ana'] })).status).toBe(400)
    expect((await order({ resources: [6001] })).status).toBe(422)
    expect((await order({ resources: [99_999] })).status).toBe(422)
    expect((await order({ resources: [1901], vehicleClass: { vehicleAsset: { plate: 'ZZZZZZ' } } })).status).toBe(422)
    expect((await app.inject({ method: 'POST', url: '/api/v2/PDFReport', payload: {} })).statusCode).toBe(401)
  })
})

describe('the resources', () => {
  it('are those of the country by state, with those of the whole country first', async () => {
    const { body } = await server.ask(who, { url: '/api/v2/resources' })
    const { data } = body as {
      data: { state: { stateId: number; stateName: string }; resources: { resourceId: number }[] }[]
    }
    expect(data).toHaveLength(33)
    expect(data[0]).toMatchObject({ state: { stateId: 0, stateName: 'Todo el país' } })
    expect(data.find(({ state }) => state.stateId === 19)).toMatchObject({
      state: { stateName: 'Nuevo León' },
      resources: expect.arrayContaining([
        expect.objectContaining({ resourceId: 1901, resourceName: 'Multas · Nuevo León' }),
      ]),
    })
    const bogota = await server.somebody(await server.company('andes', 'CO'), 'lector', ['vehicles_read'])
    const theirs = (await server.ask(bogota, { url: '/api/v2/resources' })).body as typeof body & { data: unknown[] }
    expect(theirs.data).toHaveLength(1)
  })
})
