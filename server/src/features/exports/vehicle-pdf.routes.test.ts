// The signed link to a vehicle's PDF: who can request it, and what it opens afterwards.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { pdfFacts, pdfText } from '../../testing/files/pdf-text.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let who: Somebody
let id: number
const clock = { at: new Date() }

beforeAll(async () => {
  server = await testServer(() => clock.at)
  company = await server.company('norte')
  who = await server.somebody(company, 'lector', ['vehicles_read'])
  ;[id = 0] = await server.vehicles(company, [{ plate: 'AAA111A' }])
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.at = new Date()
})

const order = (somebody: Somebody | undefined, vehicleId: number | string = id) =>
  server.ask(somebody, { method: 'POST', url: `/api/v2/vehicle/${vehicleId}/pdf` })
const urlFor = async (somebody: Somebody = who, vehicleId = id) =>
  ((await order(somebody, vehicleId)).body as { fileUrl: string }).fileUrl
const open = (url: string) => server.ask(undefined, { url })
const made = (): number => (existsSync(server.generatedFolder) ? readdirSync(server.generatedFolder).length : 0)
const textAt = async (url: string) => (await pdfText((await open(url)).bytes)).replace(/\s+/g, ' ')

describe('the request', () => {
  it('needs a session, the permission, and a vehicle of the user’s company', async () => {
    expect((await order(undefined)).status).toBe(401)
    const nobody = await server.somebody(company, 'nadie', rolesWithout('vehicles_read'))
    expect((await order(nobody)).status).toBe(403)
    const other = await server.somebody(await server.company('sur'), 'lector', ['vehicles_read'])
    expect((await order(other)).status).toBe(404)
    expect((await order(who, id + 1_000)).status).toBe(404)
    expect((await order(who, 'x')).status).toBe(400)
  })
})

describe('the signed link', () => {
  it('downloads a PDF with all the resources of the vehicle, and headers that allow no script', async () => {
    const { status, headers, bytes } = await open(await urlFor())
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="Ficha AAA111A \d{4}-\d\d-\d\d\.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const text = (await pdfText(bytes)).replace(/\s+/g, ' ')
    for (const expected of [
      'Vehículo AAA111A',
      'Adeudo total Sin dato',
      'Multas · Nuevo León',
      'Esta fuente no se consulta de forma automática',
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('Ninguno de los recursos elegidos')
  })

  it('is valid for fifteen minutes, and only unchanged', async () => {
    const url = await urlFor()
    expect((await open(url.replace('/vehicle-pdf/', '/vehicle-pdf/9'))).status).toBe(404)
    expect((await open(url.slice(0, -2))).status).toBe(404)
    clock.at = new Date(Date.now() + 16 * 60_000)
    expect((await open(url)).status).toBe(404)
  })

  it('no longer opens if the vehicle was deleted or the user was deactivated', async () => {
    const [gone = 0] = await server.vehicles(company, [{ plate: 'BBB222B' }])
    const url = await urlFor(who, gone)
    await asSystem(server.db, (tx) => sql`delete from vehicle where vehicle_id = ${gone}`.execute(tx))
    expect((await open(url)).status).toBe(404)
    const leaving = await server.somebody(company, 'saliente', ['vehicles_read'])
    const theirs = await urlFor(leaving)
    expect((await open(theirs)).status).toBe(200)
    await asSystem(server.db, (tx) =>
      sql`update app_user set active = false where user_id = ${leaving.userId}`.execute(tx),
    )
    expect((await open(theirs)).status).toBe(404)
  })

  it('shows documents and their dates only for users with permission to read them', async () => {
    await asSystem(server.db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into document_type (tenant_id, type_name)
        values (${company.tenantId}, 'Póliza')
        returning document_type_id as id`.execute(tx)
      const { rows: made } = await sql<{ id: number }>`
        insert into document (tenant_id, vehicle_id, document_type_id, document_name, expires_on)
        values (${company.tenantId}, ${id}, ${rows[0]?.id}, 'Póliza 2031', '2031-05-06')
        returning document_id as id`.execute(tx)
      await sql`
        insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, document_id, told_at, told_by)
        values (${company.tenantId}, ${id}, 'd:1:1', 'document', '2031-05-06', 'Vigencia', ${made[0]?.id}, now(),
          'ana'),
          (${company.tenantId}, ${id}, 'r:1', 'insurance', '2031-07-08', 'Seguro del registro', null, now(),
          'fuente')`.execute(tx)
    })
    const clerk = await server.somebody(company, 'archivo', ['vehicles_read', 'documents_read'])
    const [clerks, readers] = [await textAt(await urlFor(clerk)), await textAt(await urlFor())]
    expect(clerks).toContain('Póliza 2031')
    expect(clerks).toContain('Documento Vigencia 2031-05-06')
    expect(readers).not.toContain('Póliza')
    expect(readers).not.toContain('Vigencia')
    expect(readers).toContain('Seguro del registro 2031-07-08')
  })

  it('opened ten times creates the PDF once, and again after a change', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'CCC333C' }])
    const url = await urlFor(who, vehicle)
    const before = made()
    const opened = await Promise.all(Array.from({ length: 10 }, () => open(url)))
    expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(made() - before).toBe(1)
    await asSystem(server.db, (tx) =>
      sql`update vehicle set vehicle_color = 'Anaranjado' where vehicle_id = ${vehicle}`.execute(tx),
    )
    expect(await textAt(url)).toContain('Anaranjado')
    expect(made() - before).toBe(2)
  })

  it('lists the name of a picture that is too large to draw, and shows the others', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'DDD444D' }])
    const run = randomUUID()
    const keep = async (bytes: Buffer) =>
      (await server.evidence.write(randomUUID(), new Date(), async (into) => void into.end(bytes))).path
    const small = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const large = await sharp({ create: { width: 9_000, height: 8_000, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer()
    const paths = [await keep(large), await keep(small)]
    await asSystem(server.db, async (tx) => {
      await sql`
        insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
          duration_ms, outcome)
        values (${company.tenantId}, ${run}, ${vehicle}, 'manual', 'nl-icv', 1, now(), 1, 'ok')`.execute(tx)
      await sql`
        update vehicle_resource
        set status_id = 0, good_run_id = ${run}, last_run_id = ${run}, good_at = now(), last_at = now(),
          last_outcome = 'ok', fresh_until = now() + interval '1 hour'
          where vehicle_id = ${vehicle} and resource_id = 1901`.execute(tx)
      for (const [n, path] of paths.entries())
        await sql`
          insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size,
            sha256, path)
          values (${company.tenantId}, gen_random_uuid(), ${vehicle}, 1901, ${run}, ${`foto-${n}.png`}, 'image/png',
            9, 'x', ${path})`.execute(tx)
    })
    const { status, bytes } = await open(await urlFor(who, vehicle))
    expect(status).toBe(200)
    expect((await pdfText(bytes)).replace(/\s+/g, ' ')).toContain('foto-0.png')
    const { alts } = await pdfFacts(bytes)
    expect(alts).toContain('Evidencia de Multas · Nuevo León: foto-1.png')
    expect(alts).not.toContain('Evidencia de Multas · Nuevo León: foto-0.png')
  })

  it('shows the email logo, or else the company’s logo, and the proof of an answer', async () => {
    const picture = (colour: string) =>
      sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
        .png()
        .toBuffer()
    const { path } = await server.evidence.write(
      randomUUID(),
      new Date(),
      async (into) => void into.end(await picture('#345')),
    )
    const logo = await picture('#987')
    await asSystem(server.db, async (tx) => {
      const { rows } = await sql<{ run: string }>`
        insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome)
        values (${company.tenantId}, gen_random_uuid(), ${id}, 'manual', 'nl-icv', 1, now(), 1, 'ok')
        returning run_id as run`.execute(tx)
      const run = rows[0]?.run
      await sql`
        update vehicle_resource
        set status_id = 0, good_run_id = ${run}, last_run_id = ${run}, good_at = now(), last_at = now(),
          last_outcome = 'ok', fresh_until = now() + interval '1 hour'
          where vehicle_id = ${id} and resource_id = 1901`.execute(tx)
      await sql`
        insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size,
          sha256, path)
        values (${company.tenantId}, gen_random_uuid(), ${id}, 1901, ${run}, 'recibo.png', 'image/png', 9, 'x',
          ${path})`.execute(tx)
      await sql`
        insert into company_logo (tenant_id, sha256, media_type, image)
        values (${company.tenantId}, 'a', 'image/png', ${logo})`.execute(tx)
    })
    const own = await open(await urlFor())
    expect((await pdfFacts(own.bytes)).alts).toEqual(
      expect.arrayContaining(['Logotipo de norte', 'Evidencia de Multas · Nuevo León: recibo.png']),
    )
    await asSystem(server.db, (tx) =>
      sql`
      insert into email_logo (tenant_id, sha256, media_type, width, height, image)
      values (${company.tenantId}, 'b', 'image/png', 9, 9, 'no picture')`.execute(tx),
    )
    const broken = await open(await urlFor())
    expect(broken.status).toBe(200)
    expect((await pdfFacts(broken.bytes)).alts).not.toContain('Logotipo de norte')
  })
})
