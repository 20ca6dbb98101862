// Concurrent imports, expiry, and users with other permissions: an import is applied once, as it was checked, by a
// user with permission.
import type { Import, Uploaded } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { bookOf, type CellValue, send } from '../../testing/files/workbooks.ts'
import { createTag } from '../../testing/fixtures.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let worker: TestWorker
const results = resultFolder()
let company: Company
let ana: Somebody
let ids: number[]

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
  ids = await server.vehicles(company, [
    { plate: 'RKA001B' },
    { plate: 'RKA002B' },
    { plate: 'RKA003B' },
    { plate: 'RKA004B' },
  ])
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})

const run = (text: string) =>
  asTenant(server.db, company.tenantId, (tx) => sql<Record<string, unknown>>`${sql.raw(text)}`.execute(tx))
const act = (importId: string, step: string, payload: object = {}, who = ana) =>
  server.ask(who, { method: 'POST', url: `/api/v2/vehicle/imports/${importId}/${step}`, payload })
const applying = (importId: string, more: object = {}, who = ana) =>
  act(importId, 'apply', { notifyTo: 'ana@ejemplo.mx', ...more }, who)
const readOne = async (importId: string) =>
  ((await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}` })).body as { import: Import }).import
const rowsOf = async (importId: string, who = ana) =>
  ((await server.ask(who, { url: `/api/v2/vehicle/imports/${importId}/rows` })).body as { rows: ImportRow[] }).rows
const edit = async (rows: CellValue[][], who = ana): Promise<Import> =>
  (
    (await send(server, who, 'editTemplate', { file: await bookOf(rows), fields: { preview: 'true' } }))
      .body as Uploaded
  ).import
const add = async (plate: string, vin: string): Promise<Import> => {
  const file = await bookOf([
    ['Placa', 'VIN', 'Estado', 'Motivo de alta'],
    [plate, vin, 'Jalisco', 'Expansión'],
  ])
  return ((await send(server, ana, 'uploadTemplate', { file, fields: { preview: 'true' } })).body as Uploaded).import
}
const done = async (reply: { body: unknown }): Promise<void> =>
  worker.ended((reply.body as { queueItemId: string }).queueItemId)

test('the same tags in another order change nothing', async () => {
  const tags = [
    await createTag(server, company, 'norte'),
    await createTag(server, company, 'carga'),
    await createTag(server, company, 'vip'),
  ]
  for (const tag of tags.toReversed())
    await run(`insert into vehicle_tag (tag_id, vehicle_id) values (${tag}, ${ids[0]})`)
  const groupNames = (names: string[]) => names.map((name) => `Grupo de ${name}: ${name}`).join(', ')
  const orders = [
    ['norte', 'carga', 'vip'],
    ['vip', 'carga', 'norte'],
    ['carga', 'vip', 'norte'],
    ['vip', 'norte', 'carga'],
  ]
  for (const order of someCases(orders, 1, 1))
    expect(
      await edit([
        ['ID', 'Etiquetas'],
        [ids[0] ?? 0, groupNames(order)],
      ]),
    ).toMatchObject({ counts: { changed: 0, unchanged: 1 } })
  expect(
    await edit([
      ['ID', 'Etiquetas'],
      [ids[0] ?? 0, groupNames(['vip', 'carga'])],
    ]),
  ).toMatchObject({ counts: { changed: 1 } })
})

test('an import is applied only as the user saw it: a later check makes the request fail', async () => {
  const seen = await edit([
    ['ID', 'Color'],
    [ids[0] ?? 0, 'AZUL'],
  ])
  await act(seen.importId, 'check', { corrections: [{ row: 2, field: 'vehicleColor', text: 'ROJO' }] })
  expect(await applying(seen.importId, { checkId: seen.checkId })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'checkId' }] },
  })
  const { checkId } = await readOne(seen.importId)
  await done(await applying(seen.importId, { checkId }))
  expect((await run(`select vehicle_color from vehicle where vehicle_id = ${ids[0]}`)).rows).toEqual([
    { vehicle_color: 'ROJO' },
  ])
})

test('an import that was applied meanwhile is not validated again', async () => {
  const { importId } = await edit([
    ['ID', 'Color'],
    [ids[1] ?? 0, 'VERDE'],
  ])
  await done(await applying(importId))
  expect(await act(importId, 'check')).toMatchObject({ status: 409 })
  expect(await readOne(importId)).toMatchObject({ state: 'applied', undoUntil: expect.any(String) })
})

test.runIf(isDrill)('a vehicle deactivated after the check is not reactivated by the import', async () => {
  const first = await add('NVA001A', '3N1CN8AE7RL400001')
  const second = await add('NVA001A', '3N1CN8AE7RL400001')
  await done(await applying(second.importId))
  await run(`update vehicle set asset_status_id = 8, row_version = row_version + 1 where plate = 'NVA001A'`)
  await done(await applying(first.importId))
  expect(await readOne(first.importId)).toMatchObject({
    state: 'failed',
    job: { error: expect.stringContaining('El VIN 3N1CN8AE7RL400001 ya está en su flota') },
  })
  expect((await run(`select asset_status_id from vehicle where plate = 'NVA001A'`)).rows).toEqual([
    { asset_status_id: 8 },
  ])
})

test.runIf(isDrill)('an import can be cancelled while its job has it locked, without waiting', async () => {
  const { importId } = await edit([
    ['ID', 'Color'],
    [ids[2] ?? 0, 'GRIS'],
  ])
  const colleague = await server.somebody(company, 'otra', ['masive_edit'])
  const item = uuidV7(new Date())
  await run(
    `
      insert into queue_item (queue_item_id, queue_id, queue_name, description, payload, actor, started_at)
      values ('${item}', 5, 'x', 'x', '{}', '{"id": ${ana.userId}, "name": "ana"}', now())`,
  )
  await run(`update vehicle_import set state = 'queued', queue_item_id = '${item}' where import_id = '${importId}'`)
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const job = asTenant(server.db, company.tenantId, async (tx) => {
    await sql`select from vehicle_import where import_id = ${importId} for update`.execute(tx)
    held.resolve()
    await holding.promise
  })
  try {
    await held.promise
    // Before the test's worker claims the job and ends it as cancelled.
    expect((await act(importId, 'discard', {}, colleague)).status).toBe(403)
    expect((await act(importId, 'discard')).body).toMatchObject({
      message: expect.stringContaining('Se pidió cancelar'),
    })
    expect(
      (await run(`select cancel_asked_at is not null as requested from queue_item where queue_item_id = '${item}'`))
        .rows,
    ).toEqual([{ requested: true }])
    expect((await applying(importId)).status).toBe(409)
  } finally {
    holding.resolve()
  }
  await job
})

test.runIf(isDrill)('the same values under other headings are another file', async () => {
  const applied = await edit([
    ['ID', 'Variación'],
    [ids[2] ?? 0, 'dato'],
  ])
  await done(await applying(applied.importId))
  expect(
    await edit([
      ['ID', 'Observaciones'],
      [ids[2] ?? 0, 'dato'],
    ]),
  ).toMatchObject({ sameAs: null, counts: { changed: 1 } })
  expect(
    await edit([
      ['ID', 'Variación'],
      [ids[2] ?? 0, 'dato'],
    ]),
  ).toMatchObject({ sameAs: { importId: applied.importId } })
})

test('an import that was not applied within 7 days is expired and cannot be applied', async () => {
  const { importId } = await edit([
    ['ID', 'Color'],
    [ids[2] ?? 0, 'CAFE'],
  ])
  await run(`update vehicle_import set created_at = now() - interval '8 days' where import_id = '${importId}'`)
  expect(await readOne(importId)).toMatchObject({ state: 'expired' })
  expect(await applying(importId)).toMatchObject({
    status: 409,
    body: { title: expect.stringContaining('hace más de 7 días') },
  })
})

test.runIf(isDrill)(
  'an import whose rows were deleted before its job runs ends as failed, not as applied',
  async () => {
    const { importId } = await edit([
      ['ID', 'Color'],
      [ids[2] ?? 0, 'LILA'],
    ])
    await run(`delete from vehicle_import_row where import_id = '${importId}'`)
    await done(await applying(importId))
    expect(await readOne(importId)).toMatchObject({ state: 'failed' })
  },
)

test('without permission to assign tags, a user gets a warning and cannot apply an import with tags', async () => {
  const clerk = await server.somebody(company, 'captura', ['masive_edit'])
  const own = await edit(
    [
      ['ID', 'Color', 'Etiquetas'],
      [ids[0] ?? 0, 'BLANCO', 'Grupo de norte: norte'],
    ],
    clerk,
  )
  expect(own).toMatchObject({ counts: { changed: 1, warned: 1 }, effects: { newTags: [] } })
  expect((await rowsOf(own.importId, clerk))[0]?.notes[0]?.message).toContain('no puede asignar etiquetas')
  await done(await applying(own.importId, {}, clerk))
  expect(
    (
      await run(
        `
          select vehicle_color as c,
            (select count(*)::int from vehicle_tag t where t.vehicle_id = v.vehicle_id) as tags
          from vehicle v
          where vehicle_id = ${ids[0]}`,
      )
    ).rows,
  ).toEqual([{ c: 'BLANCO', tags: 3 }])
  const anas = await edit([
    ['ID', 'Etiquetas'],
    [ids[0] ?? 0, 'Grupo de norte: norte'],
  ])
  expect((await applying(anas.importId, {}, clerk)).status).toBe(403)
})

test('an import does not create more tags than a company may have, neither by its check nor when applied', async () => {
  const full = await server.company('llena')
  const eva = await server.somebody(full, 'eva', ['admin'])
  const [vehicle = 0] = await server.vehicles(full, [{ plate: 'LLE001A' }])
  await server.db.system.query(
    `with c as (insert into tag_category (tenant_id, category_name, color) values ($1, 'Uso', 'red')
        returning tag_category_id)
    insert into tag (tenant_id, tag_category_id, tag_name)
    select $1, tag_category_id, 'n' || n from c cross join generate_series(1, 1998) n`,
    [full.tenantId],
  )
  const tagged = (tags: string) =>
    edit(
      [
        ['ID', 'Etiquetas'],
        [vehicle, tags],
      ],
      eva,
    )
  const limit = (known: string) => `Una empresa tiene 2,000 etiquetas como máximo; ya tiene ${known}.`
  expect(await tagged('Uso: a, Uso: b, Zona: c')).toMatchObject({
    state: 'refused',
    fileNotes: [
      {
        column: 'Etiquetas',
        level: 'error',
        message: `El archivo crearía 3 etiquetas y 1 categoría. ${limit('1,998')}`,
      },
    ],
  })
  const two = await tagged('Uso: a, Uso: b')
  expect(two).toMatchObject({ state: 'checked', fileNotes: [], effects: { newTagCount: 2 } })
  await server.db.system.query(
    `insert into tag (tenant_id, tag_category_id, tag_name)
    select tenant_id, tag_category_id, 'otra' from tag_category where tenant_id = $1`,
    [full.tenantId],
  )
  await done(await applying(two.importId, {}, eva))
  const { body } = await server.ask(eva, { url: `/api/v2/vehicle/imports/${two.importId}` })
  expect((body as { import: Import }).import).toMatchObject({
    state: 'failed',
    job: { error: `El archivo crearía 2 etiquetas. ${limit('1,999')}` },
  })
})

describe('tags that change between the check of an import and its application', () => {
  let tagged: Company
  let vehicles: number[]
  let eva: Somebody
  let tags: Record<'norte' | 'carga' | 'vip', number>
  let round = 0
  beforeEach(async () => {
    tagged = await server.company(`etiquetas${++round}`)
    eva = await server.somebody(tagged, `eva${round}`, ['admin'])
    vehicles = await server.vehicles(tagged, [{ plate: 'ETQ001A' }, { plate: 'ETQ002A' }])
    tags = {
      norte: await createTag(server, tagged, 'norte'),
      carga: await createTag(server, tagged, 'carga'),
      vip: await createTag(server, tagged, 'vip'),
    }
    await tag(0, tags.norte)
  })
  const query = async (text: string, ...values: unknown[]) => (await server.db.system.query(text, values)).rows
  const tag = (vehicle: number, tagId: number) =>
    query(
      'insert into vehicle_tag (tenant_id, vehicle_id, tag_id) values ($1, $2, $3)',
      tagged.tenantId,
      vehicles[vehicle],
      tagId,
    )
  const names = async () =>
    (await query('select tag_name as name from tag where tenant_id = $1 order by 1', tagged.tenantId)).map(
      ({ name }) => name,
    )
  const tagsOf = async (vehicle: number) =>
    (
      await query(
        'select tag_name as name from vehicle_tag join tag using (tenant_id, tag_id) where vehicle_id = $1 order by 1',
        vehicles[vehicle],
      )
    ).map(({ name }) => name)
  const apply = async ({ importId }: Import): Promise<Import> => {
    await done(await applying(importId, {}, eva))
    const { body } = await server.ask(eva, { url: `/api/v2/vehicle/imports/${importId}` })
    return (body as { import: Import }).import
  }
  const addsCarga = () =>
    edit(
      [
        ['ID', 'Etiquetas'],
        [vehicles[0] ?? 0, 'Grupo de norte: norte, Grupo de carga: carga'],
      ],
      eva,
    )

  test('a renamed or deleted tag is not made again: the import says that somebody changed it', async () => {
    const file = await addsCarga()
    expect(file).toMatchObject({ state: 'checked', effects: { newTagCount: 0 } })
    await query(`update tag set tag_name = 'septentrión' where tag_id = $1`, tags.norte)
    const refusal = 'Alguien borró etiquetas del archivo o les cambió el nombre.'
    const failed = {
      state: 'failed',
      job: { error: expect.stringMatching(new RegExp(`^La flota cambió .* ${refusal}$`)) },
    }
    expect(await apply(file)).toMatchObject(failed)
    expect(await tagsOf(0)).toEqual(['septentrión'])
    const again = await edit(
      [
        ['ID', 'Etiquetas'],
        [vehicles[1] ?? 0, 'Grupo de vip: vip'],
      ],
      eva,
    )
    await query('delete from tag where tag_id = $1', tags.vip)
    expect(await apply(again)).toMatchObject(failed)
    expect(await names()).toEqual(['carga', 'septentrión'])
  })

  test('a tag that was renamed to one that the import creates is not made again either', async () => {
    const file = await edit(
      [
        ['ID', 'Etiquetas'],
        [vehicles[1] ?? 0, 'Grupo de norte: norte, Grupo de norte: sur'],
      ],
      eva,
    )
    expect(file).toMatchObject({ state: 'checked', effects: { newTagCount: 1 } })
    await query(`update tag set tag_name = 'sur' where tag_id = $1`, tags.norte)
    expect(await apply(file)).toMatchObject({ state: 'failed' })
    expect(await names()).toEqual(['carga', 'sur', 'vip'])
  })

  test('other tags can be made while an import is applied that makes none', async () => {
    const file = await addsCarga()
    const holder = await server.db.system.connect()
    await holder.query('begin')
    await holder.query('select from vehicle where vehicle_id = $1 for update', [vehicles[0]])
    const job = apply(file)
    await expect
      .poll(
        async () =>
          (
            await server.db.workbooks.query(`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%vehicle_import_row%'`)
          ).rowCount,
      )
      .toBe(1)
    const categoryId = (await query('select tag_category_id as id from tag where tag_id = $1', tags.vip))[0]?.id
    const payload = { tags: [{ tagCategoryId: categoryId, tagName: 'otra' }] }
    const made = await server.ask(eva, { method: 'POST', url: '/api/v2/tags', payload })
    await holder.query('rollback')
    holder.release()
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(await job).toMatchObject({ state: 'applied' })
  })

  test('a vehicle whose tags changed since is not overwritten', async () => {
    const file = await addsCarga()
    await tag(0, tags.vip)
    expect(await apply(file)).toMatchObject({
      state: 'failed',
      job: { error: expect.stringMatching(/Cambiaron después de la revisión: ETQ001A\.$/) },
    })
    expect(await tagsOf(0)).toEqual(['norte', 'vip'])
  })

  test('a deleted tag of a row that changes no tags is not made again', async () => {
    const file = await edit(
      [
        ['ID', 'Color', 'Etiquetas'],
        [vehicles[0] ?? 0, 'LILA', 'Grupo de norte: norte'],
        [vehicles[1] ?? 0, '', 'Grupo de carga: carga'],
      ],
      eva,
    )
    expect(file).toMatchObject({ counts: { changed: 2 } })
    await query('delete from vehicle_tag where tag_id = $1', tags.norte)
    await query('delete from tag where tag_id = $1', tags.norte)
    expect(await apply(file)).toMatchObject({ state: 'applied' })
    expect(await names()).toEqual(['carga', 'vip'])
    expect(await tagsOf(1)).toEqual(['carga'])
  })
})

test('an old record version causes a warning only where a value would be overwritten', async () => {
  const reply = await edit([
    ['ID', 'Color', 'Versión del registro'],
    [ids[0] ?? 0, 'BLANCO', 1],
    [ids[1] ?? 0, 'ROSA', 1],
  ])
  expect(reply).toMatchObject({ counts: { changed: 1, unchanged: 1, warned: 1 } })
})

test.runIf(isDrill)('unusual characters cause no server error and stay as they are', async () => {
  const file = await bookOf([
    ['ID', 'Color', 'Año'],
    [ids[3] ?? 0, 'x\\u0000', '9'],
    [ids[1] ?? 0, 'a\\u0000b', '2020'],
  ])
  const reply = await send(server, ana, 'editTemplate', { file, fields: { preview: 'true' } })
  expect(reply.status).toBe(200)
  const { importId } = (reply.body as Uploaded).import
  expect((await rowsOf(importId)).map(({ texts }) => texts.vehicleColor)).toEqual(['x\\u0000', 'a\\u0000b'])
  const corrected = await act(importId, 'check', {
    corrections: [{ row: 2, field: 'vehicleColor', text: 'mitad \ud83d' }],
  })
  expect([200, 400, 422]).toContain(corrected.status)
})

test.runIf(isDrill)('if the fleet shrank after the check, an import that deactivates most of it fails', async () => {
  const more = await server.vehicles(
    company,
    Array.from({ length: 12 }, (_, i) => ({ plate: `MAS${String(i).padStart(3, '0')}A` })),
  )
  const out = await edit([
    ['ID', 'Estatus'],
    [more[0] ?? 0, 'Vendido'],
    [more[1] ?? 0, 'Vendido'],
    [more[2] ?? 0, 'Vendido'],
  ])
  expect(out.guard).toBeNull()
  await run(`update vehicle set asset_status_id = 8 where vehicle_id not in (${more.slice(0, 4).join(',')})`)
  await done(await applying(out.importId))
  expect(await readOne(out.importId)).toMatchObject({
    state: 'failed',
    job: { error: expect.stringContaining('75 % de su flota') },
  })
})

test.runIf(isDrill)('the grid shows the file’s texts, and a wrong ID can be cleared', async () => {
  const reply = await edit([
    ['ID', 'Placa', 'Estatus', 'Color', 'Fecha de emplacado'],
    [999_999, 'RKA001B', 'Activo', '', new Date(Date.UTC(2021, 9, 15))],
  ])
  const [row] = await rowsOf(reply.importId)
  expect(row?.texts).toMatchObject({
    vehicleAssetId: '999999',
    plate: 'RKA001B',
    assetStatusId: 'Activo',
    plateDate: '15/10/2021',
  })
  const again = await act(reply.importId, 'check', { corrections: [{ row: 2, field: 'vehicleAssetId', text: '' }] })
  expect(again.body).toMatchObject({ import: { counts: { refused: 0 } } })
})

test('the summary keeps the example in a message', async () => {
  const file = await bookOf([
    ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'RFC'],
    ['MAS010A', '3N1CN8AE7RL510010', 'Jalisco', 'Expansión', 'ABC12'],
  ])
  const { body } = await send(server, ana, 'uploadTemplate', { file, fields: { preview: 'true' } })
  expect((body as Uploaded).import.commonNotes.map(({ message }) => message)).toContain(
    'El RFC debe tener 12 caracteres (empresa) o 13 (persona), por ejemplo ABC010203XY9.',
  )
})

test.runIf(isDrill)(
  'equal messages are summarized as one, errors first; only tags of accepted rows are counted',
  async () => {
    const rows = Array.from({ length: 5 }, (_, i) => [
      `MAS00${i % 4}A`,
      `3N1CN8AE7RL5${i}00${i}X`,
      'Jalisco',
      'Expansión',
      `Uso: nueva ${i}`,
    ])
    const file = await bookOf([
      ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Etiquetas'],
      ...rows,
      ['LIB777A', '3N1CN8AE7RL400777', 'Jalisco', 'Expansión', 'Uso: libre'],
    ])
    const reply = ((await send(server, ana, 'uploadTemplate', { file, fields: { preview: 'true' } })).body as Uploaded)
      .import
    const of = reply.commonNotes.map(({ level, message, count }) => `${level} ${count} ${message}`)
    expect(of.find((note) => note.includes('vehículo activo'))).toMatch(
      /^error \d La placa … ya es de un vehículo activo de su flota\.$/,
    )
    expect(reply.commonNotes.map(({ level }) => level)).toEqual(reply.commonNotes.map(({ level }) => level).toSorted())
    expect(reply.effects).toMatchObject({
      newTags: expect.arrayContaining(['Uso: libre']),
      newTagCount: reply.counts.new,
    })
  },
)
