// 'Generar Reporte' and the direct download, from the request to the workbook, with a real queue and worker.
import { buffer } from 'node:stream/consumers'
import type { QueueItem } from '@padron/contract/queue'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXlsx, type SheetRow } from '../../files/xlsx/read/reader.ts'
import { isDrill } from '../../testing/drill.ts'
import { createTag } from '../../testing/fixtures.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'

let server: TestServer
let app: FastifyInstance
let company: Company
let who: Somebody
let stranger: Somebody
let worker: TestWorker
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  app = await appBeside(server.db, { stores: { files } })
  company = await server.company('norte')
  who = await server.somebody(company, 'reportes', ['vehicles_report', 'queue_read'])
  stranger = await server.somebody(await server.company('sur'), 'reportes', ['vehicles_report', 'queue_read'])
  await server.vehicles(company, [
    {
      plate: 'AAA111A',
      columns: {
        custom_id: '0012345',
        rfc_name: '=1+1',
        lessor_name: 'Arrendadora Ñandú',
        year: 2020,
        plate_date: '2024-02-29',
      },
    },
    {
      plate: 'BBB222B',
      columns: { ticket_status: 0, debt_total: 1234.5, debt_without_amount: 1, observations: '@SUM(A1)\u0007 <b>&' },
    },
    { plate: 'CCC333C', status: 8 },
  ])
  await server.vehicles(
    company,
    Array.from({ length: 450 }, (_, i) => ({ plate: `RKA${1000 + i}`, stateId: i % 2 ? 19 : 5 })),
  )
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await server.stop()
  remove()
})

const call = (as: Somebody, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${as.token}` }, ...(payload ? { payload } : {}) })
const order = async (body: object, as = who) => {
  const reply = await call(as, 'POST', '/api/v2/vehiclesReport', { mails: ['ana@norte.mx'], ...body })
  return { status: reply.statusCode, body: reply.json() as { queueItemId: string; message: string; title: string } }
}
const items = async (as = who) =>
  (await call(as, 'GET', '/api/v2/getQueueItems')).json<{ queueInformation: { queueList: QueueItem[] } }>()
    .queueInformation.queueList
const itemOf = async (id: string) => (await items()).find(({ _id }) => _id === id) as QueueItem
const bytesOf = async (url: string) => {
  const reply = await app.inject({ url })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}
const sheet = async (bytes: Buffer, name: string) => {
  const rows: SheetRow[] = []
  for await (const row of readXlsx(bytes, name)) rows.push(row)
  return rows.map(({ cells }) => cells)
}
const report = async (body: object) => {
  const { body: ordered } = await order(body)
  await worker.ended(ordered.queueItemId)
  const item = await itemOf(ordered.queueItemId)
  const file = await bytesOf(item.fileUrl ?? '')
  return { item, file }
}

describe('the report', () => {
  it('has every vehicle of the filter in the requested order, with the chosen columns in their order', async () => {
    const { item, file } = await report({
      vehicleClass: { assetHistoric: { assetStatusId: 1 } },
      pagination: { sortBy: 'plate', sortFilterOrder: 'desc' },
      columns: ['plate', 'stateName', 'customId', 'year', 'plateDate', 'debt', 'noexiste'].map((key) => ({ key })),
    })
    expect(item).toMatchObject({
      queueId: 5,
      queueName: 'Reporte de vehículos',
      queueDescription: 'Reporte de 452 vehículos',
      processing: false,
      errorMessage: null,
      who: 'norte-reportes',
      successMessage:
        'El reporte está listo: 452 vehículos y ningún adeudo conocido. Este servidor no tiene correo ' +
        'configurado: descárguelo aquí.',
    })
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="Reporte de vehiculos norte \d{4}-\d\d-\d\d\.xlsx"; filename\*=UTF-8''Reporte%20de%20veh%C3%ADculos%20norte%20/,
    )
    const [head, ...rows] = await sheet(file.bytes, 'Vehículos')
    expect(head).toEqual([
      'Placa',
      'Estado',
      'Identificador',
      'Año',
      'Fecha de emplacado',
      'Adeudo (MXN)',
      'Adeudo, información que falta',
      'ID',
    ])
    expect(rows).toHaveLength(452)
    const plates = rows.map(([plate]) => plate)
    expect(plates).toEqual(plates.toSorted().toReversed())
    expect(rows.find(([plate]) => plate === 'AAA111A')).toEqual([
      'AAA111A',
      'Nuevo León',
      '0012345',
      '2020',
      '2024-02-29',
      '',
      expect.stringContaining('Sin dato'),
      expect.stringMatching(/^\d+$/),
    ])
    const owing = rows.find(([plate]) => plate === 'BBB222B')
    expect(owing?.slice(0, 6)).toEqual(['BBB222B', 'Nuevo León', '', '', '', '1234.5'])
    expect(owing?.[6]).toContain('1 adeudo sin importe; sin respuesta de ')
  })

  it.runIf(isDrill)(
    'stores texts as texts, whatever they look like, with the filter and the meaning of the terms',
    async () => {
      const { file } = await report({
        vehicleClass: { vehicleAsset: { plate: 'AA' }, assetHistoric: { assetStatusId: [1, 8] } },
        dateFilters: [{ dateParameter: 'creationDate', dateBy: 'after', startDate: '2020-01-01' }],
        columns: [{ key: 'rfcName' }, { key: 'observations' }, { key: 'ticketStatus' }],
      })
      expect((await sheet(file.bytes, 'Vehículos'))[1]).toEqual(['=1+1', '', 'Sin procesar', expect.any(String)])
      const requested = Object.fromEntries(
        (await sheet(file.bytes, 'Filtros')).map(([what = '', value = '']) => [what, value]),
      )
      expect(requested).toMatchObject({
        Empresa: 'norte',
        'Pedido por': 'norte-reportes',
        Vehículos: '1',
        Placa: 'contiene «AA»',
        Estatus: 'Activo o Vendido',
        'Fecha de alta': 'desde 01/01/2020',
        'Sin dato': expect.stringContaining('no significa que no haya adeudo'),
      })
      const other = await report({
        vehicleClass: { vehicleAsset: { plate: 'BBB222B' } },
        columns: [{ key: 'observations' }],
      })
      expect((await sheet(other.file.bytes, 'Vehículos'))[1]).toEqual(['@SUM(A1) <b>&', expect.any(String)])
      const byDefault = await report({ vehicleClass: { vehicleAsset: { plate: 'BBB222B' } } })
      expect((await sheet(byDefault.file.bytes, 'Vehículos'))[0]?.slice(0, 6)).toEqual([
        'Placa',
        'Estado',
        'Estatus',
        'Adeudo (MXN)',
        'Adeudo, información que falta',
        'Multas',
      ])
    },
  )

  it('is rejected without permission, recipients, valid addresses or vehicles', async () => {
    const weak = await server.somebody(company, 'debil', rolesWithout('vehicles_report', 'vehicles_admin'))
    expect((await order({}, weak)).status).toBe(403)
    expect((await order({ mails: [] })).status).toBe(400)
    for (const hostile of [
      'ana@norte.mx\r\nBcc: mal@x.mx',
      'ana@norte.mx,mal@x.mx',
      'grupo:a@b.mx;',
      '"a b"@x.mx',
      'ana@x',
      'ana',
    ])
      expect((await order({ mails: [hostile] })).status, hostile).toBe(400)
    expect((await order({ vehicleClass: { vehicleAsset: { plate: 'ZZZZZZ' } } })).status).toBe(422)
  })

  it.runIf(isDrill)('uses the list’s pagination: its dates and order, but not its page', async () => {
    const dates = { dateParameter: 'creationDate', dateBy: 'before', endDate: '2020-01-01' }
    const pagination = { page: 3, pageSize: 25, sortBy: 'plate', sortFilterOrder: 'desc' }
    expect((await order({ pagination: { ...pagination, dateFilters: [dates] } })).status).toBe(422)
    expect((await order({ dateFilters: [dates], pagination: { ...pagination, dateFilters: [] } })).status).toBe(422)
    const after = { ...dates, dateBy: 'after', startDate: '2020-01-01', endDate: undefined }
    const vehicleClass = { state: { stateId: 5 } }
    const columns = [{ key: 'plate' }]
    const { item, file } = await report({
      vehicleClass,
      columns,
      dateFilters: [after],
      pagination: { ...pagination, dateFilters: [after] },
    })
    expect(item.queueDescription).toBe('Reporte de 225 vehículos')
    const rows = await sheet(file.bytes, 'Vehículos')
    expect(rows.slice(0, 3).map(([plate]) => plate)).toEqual(['Placa', 'RKA1448', 'RKA1446'])
    const requested = (await sheet(file.bytes, 'Filtros')).filter(([what]) => what === 'Fecha de alta')
    expect(requested).toEqual([['Fecha de alta', 'desde 01/01/2020']])
    expect((await order({ pagination: { ...pagination, otra: 1 } })).status).toBe(400)
    const eleven = Array.from({ length: 11 }, (_, i) => ({ ...after, startDate: `20${10 + i}-01-01` }))
    const split = { dateFilters: eleven.slice(0, 6), pagination: { dateFilters: eleven.slice(6) } }
    expect(await order(split)).toMatchObject({ status: 400, body: { title: 'Diez filtros de fecha como máximo.' } })
  })

  it('is rejected if nobody could get it: no email, and no access to the panel', async () => {
    const without = await server.somebody(company, 'sincola', ['vehicles_report'])
    const title =
      'Este servidor no envía correos y usted no tiene acceso al panel de trabajos, así que no habría cómo ' +
      'entregarle el archivo.'
    expect(await order({}, without)).toMatchObject({ status: 422, body: { title } })
    const withMail = await appBeside(server.db, { stores: { files }, mails: true })
    const reply = await withMail.inject({
      method: 'POST',
      url: '/api/v2/vehiclesReport',
      headers: { authorization: `Bearer ${without.token}` },
      payload: { mails: ['ana@norte.mx'], columns: [{ key: 'vin' }] },
    })
    expect(reply.statusCode).toBe(200)
    await worker.ended(reply.json<{ queueItemId: string }>().queueItemId)
    await withMail.close()
  })

  it.runIf(isDrill)('has the number of differences with the registry, blank without an answer', async () => {
    const one = {
      vehicleClass: { vehicleAsset: { plate: 'AAA111A' } },
      columns: [{ key: 'plate' }, { key: 'registryDifferences' }],
    }
    const cells = async () => sheet((await report(one)).file.bytes, 'Vehículos')
    const id = expect.any(String)
    expect(await cells()).toEqual([
      ['Placa', 'Diferencias con el registro', 'ID'],
      ['AAA111A', '', id],
    ])
    await server.db.system.query(
      `insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
       select tenant_id, vehicle_id, 'vin', 5002, gen_random_uuid(), now(), '{"plate": "OTRA123"}'
       from vehicle
       where tenant_id = $1 and plate = 'AAA111A'`,
      [company.tenantId],
    )
    expect((await cells())[1]).toEqual(['AAA111A', '1', id])
  })

  it.runIf(isDrill)('names tags only for users with permission to read them', async () => {
    const tagId = await createTag(server, company, 'Secreta')
    await server.db.system.query(
      `
        insert into vehicle_tag (tenant_id, tag_id, vehicle_id)
        select tenant_id, $1, vehicle_id
        from vehicle
        where tenant_id = $2 and plate = 'AAA111A'`,
      [tagId, company.tenantId],
    )
    const blind = await server.somebody(company, 'sinetiquetas', ['vehicles_read'])
    const body = { vehicleClass: { tags: [{ tagId }] }, columns: [{ key: 'plate' }, { key: 'tags' }] }
    const words = async (bytes: Buffer) => [
      ...(await sheet(bytes, 'Vehículos')),
      ...(await sheet(bytes, 'Filtros')).filter(([what]) => what === 'Etiquetas'),
    ]
    const id = expect.any(String)
    const seen = [
      ['Placa', 'Etiquetas', 'ID'],
      ['AAA111A', 'Grupo de Secreta: Secreta', id],
      ['Etiquetas', 'Grupo de Secreta: Secreta'],
    ]
    const order = (as: Somebody, chosen: object) => call(as, 'POST', '/api/v2/vehiclesDownload', chosen)
    const download = async (as: Somebody, chosen: object) =>
      (await bytesOf((await order(as, chosen)).json<{ fileUrl: string }>().fileUrl)).bytes
    expect(await words(await download(who, body))).toEqual(seen)
    expect((await order(blind, body)).statusCode).toBe(403)
    const onePlate = { ...body, vehicleClass: { vehicleAsset: { plate: 'AAA111A' } } }
    expect(await words(await download(blind, onePlate))).toEqual([
      ['Placa', 'ID'],
      ['AAA111A', id],
    ])
    expect(await words((await report(body)).file.bytes)).toEqual(seen)
  })

  it('belongs to its company: the job, the file, the link', async () => {
    const { item } = await report({ vehicleClass: { vehicleAsset: { plate: 'AAA111A' } } })
    const url = item.fileUrl ?? ''
    expect((await items(stranger)).length).toBe(0)
    const [path = '', query = ''] = url.split('?')
    const moved = path.replace(`/${company.tenantId}/`, `/${stranger.tenantId}/`)
    for (const wrong of [path, `${moved}?${query}`, `${path}?${query.replace(/e=\d+/, 'e=99999999999')}`])
      expect((await bytesOf(wrong)).status, wrong).toBe(404)
    expect((await call(stranger, 'POST', `/api/v2/queueItems/${item._id}/cancel`)).statusCode).toBe(404)
    const blind = await server.somebody(company, 'cola', ['queue_read'])
    expect((await items(blind)).find(({ _id }) => _id === item._id)?.fileUrl).toBeNull()
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    expect((await bytesOf(url)).status).toBe(404)
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [company.tenantId])
    expect((await bytesOf(url)).status).toBe(200)
    await server.db.system.query(`update queue_item set file_until = now() where queue_item_id = $1`, [item._id])
    expect((await bytesOf(url)).status).toBe(404)
  })

  it('is in the activity log with its user and its recipients', async () => {
    const main = await server.somebody(company, 'admin', ['admin'])
    const reply = await call(main, 'POST', '/api/v2/activity', { filter: { subjectKind: 'job' } })
    const [first] = reply.json<{ activities: { who: object; subject: object; changes: object[] }[] }>().activities
    expect(first).toMatchObject({
      who: { userId: who.userId },
      subject: { kind: 'job', name: 'Reporte de vehículos' },
      changes: [
        { field: 'Qué', after: 'Reporte de 1 vehículo' },
        { field: 'Correos', after: 'ana@norte.mx' },
      ],
    })
  })
})

describe('the direct download', () => {
  const ask = (body: object, as = who) => call(as, 'POST', '/api/v2/vehiclesDownload', body)

  it('returns the current view as a workbook, by a signed link that works only unchanged', async () => {
    const body = { vehicleClass: { state: { stateId: 5 } }, columns: [{ key: 'plate' }, { key: 'creationDate' }] }
    const { fileUrl, totalCount } = (await ask(body)).json<{ fileUrl: string; totalCount: number }>()
    expect(totalCount).toBe(225)
    const { status, bytes } = await bytesOf(fileUrl)
    expect(status).toBe(200)
    const rows = await sheet(bytes, 'Vehículos')
    expect(rows).toHaveLength(226)
    expect(rows[1]?.[1]).toMatch(/^\d{4}-\d\d-\d\d/)
    expect((await bytesOf(fileUrl.replace(/.(?=\?)/, 'A'))).status).toBe(404)
    await server.db.system.query('update app_user set active = false where user_id = $1', [who.userId])
    expect((await bytesOf(fileUrl)).status).toBe(404)
    await server.db.system.query('update app_user set active = true where user_id = $1', [who.userId])
  })

  it.runIf(isDrill)(
    'accepts a long filter, and rejects more than ten thousand vehicles with the alternative',
    async () => {
      const long = {
        vehicleClass: {
          brand: { brandName: 'x'.repeat(100) },
          state: { stateId: Array.from({ length: 100 }, (_, i) => i + 1) },
        },
      }
      const { fileUrl } = (await ask(long)).json<{ fileUrl: string }>()
      expect((await bytesOf(fileUrl)).status).toBe(200)
      const big = await server.company('enorme')
      const them = await server.somebody(big, 'reportes', ['vehicles_read'])
      await server.db.system.query(
        `
        insert into vehicle (tenant_id, plate, vin, state_id)
        select $1, 'G' || lpad(i::text, 6, '0'), 'G' || lpad(i::text, 16, '0'), 19
        from generate_series(1, 10001) i`,
        [big.tenantId],
      )
      // The vehicle above the limit is added after the link was signed.
      const first = 'G000001'
      await server.db.system.query(`update vehicle set asset_status_id = 0 where tenant_id = $1 and plate = $2`, [
        big.tenantId,
        first,
      ])
      const active = { vehicleClass: { assetHistoric: { assetStatusId: 1 } } }
      const address = (await ask(active, them)).json<{ fileUrl: string }>().fileUrl
      await server.db.system.query(`update vehicle set asset_status_id = 1 where tenant_id = $1 and plate = $2`, [
        big.tenantId,
        first,
      ])
      const late = await app.inject({ url: address })
      expect(late.statusCode).toBe(422)
      expect(late.json<{ title: string }>().title).toBe(
        'La descarga directa llega a 10,000 vehículos y el filtro tiene más: use Generar Reporte.',
      )
      const refused = await ask({}, them)
      expect(refused.statusCode).toBe(422)
      expect(refused.json<{ title: string }>().title).toBe(
        'La descarga directa llega a 10,000 vehículos y el filtro tiene 10,001: use Generar Reporte.',
      )
    },
  )
})

describe('selected vehicles', () => {
  const ask = (body: object, as = who) => call(as, 'POST', '/api/v2/vehiclesDownload/selection', body)
  const idOf = async (plate: string, as = who) =>
    (await call(as, 'POST', '/api/v2/vehicleAsset', { vehicleClass: { vehicleAsset: { plate } } })).json<{
      vehicles: { vehicleAsset: { vehicleAssetId: number } }[]
    }>().vehicles[0]?.vehicleAsset.vehicleAssetId ?? 0
  const plates = async (bytes: Buffer) => (await sheet(bytes, 'Vehículos')).slice(1).map(([plate]) => plate)
  const ids = () => Promise.all(['RKA1003', 'AAA111A', 'CCC333C'].map((plate) => idOf(plate)))

  it('are a workbook at once, with the order and columns of the table, and only these vehicles', async () => {
    const body = { ids: await ids(), pagination: { sortBy: 'plate', sortFilterOrder: 'desc' } }
    const reply = await ask({ ...body, columns: [{ key: 'plate' }, { key: 'customId' }] })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="Vehiculos norte \d{4}-\d\d-\d\d\.xlsx"/,
    )
    const [head, ...rows] = await sheet(reply.rawPayload, 'Vehículos')
    expect(head).toEqual(['Placa', 'Identificador', 'ID'])
    expect(rows.map((cells) => cells.slice(0, 2))).toEqual([
      ['RKA1003', ''],
      ['CCC333C', ''],
      ['AAA111A', '0012345'],
    ])
    expect(await sheet(reply.rawPayload, 'Filtros')).toContainEqual(['Selección', '3 vehículos elegidos en la lista'])
  })

  it('exclude other companies’ and unknown vehicles', async () => {
    await server.vehicles(await server.company('oeste'), [{ plate: 'ZZZ999Z' }])
    const { rows } = await server.db.system.query(`select vehicle_id as id from vehicle where plate = 'ZZZ999Z'`)
    const theirs = Number(rows[0]?.id)
    expect(theirs).toBeGreaterThan(0)
    const own = await idOf('AAA111A')
    expect(await plates((await ask({ ids: [own, theirs, 999_999_999] })).rawPayload)).toEqual(['AAA111A'])
    const none = await ask({ ids: [theirs, 999_999_999] })
    expect(none.statusCode).toBe(422)
    expect(none.json()).toMatchObject({
      title: 'Ya no está ninguno de los vehículos elegidos.',
      errors: [{ path: 'ids' }],
    })
    expect(
      await plates((await ask({ except: [own, theirs], vehicleClass: { vehicleAsset: { plate: 'A1' } } })).rawPayload),
    ).not.toContain('AAA111A')
  })

  it('are limited to ten thousand', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => n + 1)
    const fault = { path: 'ids', message: 'Se eligen hasta 10,000 vehículos uno por uno: use un filtro' }
    for (const path of ['vehiclesDownload/selection', 'vehiclesReport', 'PDFReport']) {
      const mailed = path === 'vehiclesDownload/selection' ? {} : { mails: ['ana@norte.mx'] }
      const resources = path === 'PDFReport' ? { resources: [1901] } : {}
      const reply = await call(who, 'POST', `/api/v2/${path}`, { ids: many, ...mailed, ...resources })
      expect(reply.statusCode, path).toBe(400)
      expect(reply.json().errors, path).toEqual([fault])
    }
  })

  it.runIf(isDrill)('can be sent as a report by email', async () => {
    const { item, file } = await report({ ids: await ids() })
    expect(item.queueDescription).toBe('Reporte de 3 vehículos')
    expect(await plates(file.bytes)).toEqual(['AAA111A', 'CCC333C', 'RKA1003'])
  })

  it.runIf(isDrill)('can be all vehicles of a filter except some', async () => {
    const [first = 0] = await ids()
    const bytes = (await ask({ vehicleClass: { state: { stateId: 5 } }, except: [await idOf('RKA1000'), first] }))
      .rawPayload
    expect(await plates(bytes)).toHaveLength(224)
    expect(await plates(bytes)).not.toContain('RKA1000')
    expect(await sheet(bytes, 'Filtros')).toContainEqual(['Selección', 'sin 2 vehículos'])
  })
})

describe('the file store', () => {
  it('writes a whole file or none', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const broken = files.write(id, new Date(), async (into) => {
      into.write('medio')
      throw new Error('a half')
    })
    await expect(broken).rejects.toThrow('a half')
    const stored = await files.write(id, new Date(), async (into) => void into.end('entero'))
    const stream = await files.read(stored.path)
    expect(stream && (await buffer(stream)).toString()).toBe('entero')
    await files.remove(stored.path)
    expect(await files.read(stored.path)).toBeUndefined()
  })
})
