// The bulk screens' calls over HTTP on a real database: the preview before anything is written, errors by row and
// column, and one complete import applied by a real worker.
import type { Reply } from '@padron/contract/call'
import { type Import, type imports, UPLOAD_TEXTS, type Uploaded } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { templateColumns } from '@padron/contract/template/columns'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { bookOf, type CellValue, send, vinOf } from '../../testing/files/workbooks.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let worker: TestWorker
const results = resultFolder()
let company: Company
let ana: Somebody
let other: Somebody

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
  const sur = await server.company('sur')
  other = await server.somebody(sur, 'otro', ['admin'])
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})

const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Identificador', 'Etiquetas', 'Año', 'Observaciones']
const plateOf = (n: number) => `RKA${String(n).padStart(3, '0')}B`
const vehicle = (n: number, rest: CellValue[] = []): CellValue[] => [
  plateOf(n),
  vinOf(n),
  'Nuevo León',
  'Expansión',
  ...rest,
]
const preview = { fields: { preview: 'true' } }
const add = async (rows: CellValue[][], sent: object = preview) =>
  send(server, ana, 'uploadTemplate', { file: await bookOf([HEADINGS, ...rows]), ...sent })
const imported = (reply: { body: unknown }): Import => (reply.body as Uploaded).import
const rowsOf = async (importId: string, show = 'all', who = ana): Promise<ImportRow[]> => {
  const { body } = await server.ask(who, { url: `/api/v2/vehicle/imports/${importId}/rows?show=${show}` })
  return (body as { rows: ImportRow[] }).rows
}
const act = (importId: string, step: string, payload: object = {}, who = ana) =>
  server.ask(who, { method: 'POST', url: `/api/v2/vehicle/imports/${importId}/${step}`, payload })
const readOne = async (importId: string): Promise<Import> =>
  ((await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}` })).body as { import: Import }).import
const apply = async (importId: string, payload: object = {}) => {
  const { status, body } = await act(importId, 'apply', { notifyTo: 'ana@ejemplo.mx', ...payload })
  expect(body).toMatchObject({ queueItemId: expect.any(String) })
  expect(status).toBe(200)
  await worker.ended((body as { queueItemId: string }).queueItemId)
  return readOne(importId)
}
const fleet = async (columns = 'plate', tenant = company) => {
  const { rows } = await asTenant(server.db, tenant.tenantId, (tx) =>
    sql<Record<string, unknown>>`select ${sql.raw(columns)} from vehicle order by plate, vehicle_id`.execute(tx),
  )
  return rows
}

describe('a workbook of new vehicles', () => {
  let first: Import

  test('gets a complete preview before anything is written', async () => {
    const reply = await add([
      vehicle(1, ['ECO-1', 'Regiones: Norte, Uso: reparto', 2024, 'tab\\ulador\nlínea']),
      vehicle(2, ['', 'REGIONES: norte, vip']),
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ fileUrl: null })
    first = imported(reply)
    expect(first).toMatchObject({
      kind: 'add',
      state: 'checked',
      counts: { rows: 2, new: 2, refused: 0, warned: 0 },
      errorCount: 0,
      effects: { newTags: ['General: vip', 'Regiones: norte', 'Uso: reparto'] },
      sameAs: null,
      undoUntil: null,
    })
    expect(await fleet()).toEqual([])
    const rows = await rowsOf(first.importId)
    expect(rows[0]).toMatchObject({ row: 2, action: 'new', texts: { plate: plateOf(1), stateId: 'Nuevo León' } })
  })

  test('is applied once, with tags, checks, history and an activity entry for each vehicle', async () => {
    const applied = await apply(first.importId)
    expect(applied).toMatchObject({
      state: 'applied',
      undoUntil: expect.any(String),
      job: { message: expect.stringContaining('2 vehículos dados de alta.') },
    })
    expect(await fleet('plate, custom_id, year, asset_status_id, observations')).toEqual([
      { plate: plateOf(1), custom_id: 'ECO-1', year: 2024, asset_status_id: 1, observations: 'tab\\ulador\nlínea' },
      { plate: plateOf(2), custom_id: null, year: null, asset_status_id: 1, observations: null },
    ])
    const counts = await asTenant(server.db, company.tenantId, (tx) =>
      sql<Record<string, number>>`
        select (select count(*)::int from vehicle_tag) as tags,
          (select count(*)::int from vehicle_resource) > 4 as enrolled,
          (select count(*)::int from due_check) > 4 as due, (select count(*)::int from vehicle_history) as history,
        (select count(*)::int
        from activity
        where subject_kind = 'vehicle' and changes->'import'->>1 = 'flota.xlsx') as recorded,
          (select count(*)::int from pending_enrolment) as waiting`.execute(tx),
    )
    expect(counts.rows[0]).toEqual({ tags: 4, enrolled: true, due: true, history: 2, recorded: 2, waiting: 0 })
    expect((await act(first.importId, 'apply', { notifyTo: 'ana@ejemplo.mx' })).status).toBe(409)
  })

  test('is recognized when it is sent again under another name, and creates no duplicates', async () => {
    const same = [
      vehicle(1, ['ECO-1', 'Regiones: Norte, Uso: reparto', 2024, 'tab\\ulador\nlínea']),
      vehicle(2, ['', 'REGIONES: norte, vip']),
    ]
    const again = imported(await add(same, { ...preview, fileName: 'copia.xlsx' }))
    expect(again).toMatchObject({
      state: 'refused',
      sameAs: { importId: first.importId, who: 'norte-ana', state: 'applied' },
      counts: { refused: 2 },
    })
    expect(await fleet()).toHaveLength(2)
  })

  test('is queued at once if no preview is requested', async () => {
    const reply = await add([vehicle(3)], {})
    expect(reply.body).toMatchObject({
      fileUrl: null,
      message: 'Su archivo se está procesando.',
      import: { state: 'queued' },
    })
    const { queueItemId } = imported(reply).job ?? { queueItemId: '' }
    await worker.ended(queueItemId)
    expect(await fleet()).toHaveLength(3)
  })

  test.runIf(isDrill)('needs no reason: its vehicles are then an expansion', async () => {
    const [plate, vin, state] = vehicle(30)
    const file = await bookOf([
      ['Placa', 'VIN', 'Estado', 'Estatus'],
      [plate ?? '', vin ?? '', state ?? '', 'Activo'],
    ])
    const result = imported(await send(server, ana, 'uploadTemplate', { file, ...preview }))
    expect(result).toMatchObject({ state: 'checked', counts: { new: 1, refused: 0 } })
    expect(result.fileNotes).toMatchObject([{ column: 'Estatus', level: 'warning' }])
    const [row] = await rowsOf(result.importId)
    expect(row).toMatchObject({ action: 'new', notes: [] })
  })

  test('with errors returns all of them, and nothing is written', async () => {
    const reply = await add(
      [vehicle(10), vehicle(1), ['RKA-010-B', vinOf(11), 'Nuevo Leno', 'Expansión'], ['', 'corto', '', '']],
      {},
    )
    expect(reply.body).toMatchObject({
      message: UPLOAD_TEXTS.errors,
      fileUrl: expect.stringContaining('/files/imports/'),
    })
    const { importId, counts, state } = imported(reply)
    expect({ counts, state }).toMatchObject({ state: 'refused', counts: { rows: 4, new: 1, refused: 3 } })
    const result = (await rowsOf(importId, 'refused')).flatMap(({ row, notes }) =>
      notes.filter(({ level }) => level === 'error').map(({ column, message }) => `${row} ${column}: ${message}`),
    )
    expect(result.toSorted()).toEqual([
      `3 Placa: La placa ${plateOf(1)} ya es de un vehículo activo de su flota.`,
      `3 VIN: El VIN ${vinOf(1)} ya es de un vehículo activo de su flota.`,
      '4 Estado: Estado desconocido; ¿quiso escribir Nuevo León?',
      '4 Placa: La placa RKA010B ya está en la fila 2.',
      '5 Estado: Estado es requerido!',
      '5 Placa: La placa es un valor necesario',
      '5 VIN: El VIN debe de contener 17 caracteres.',
    ])
    expect(await fleet()).toHaveLength(3)
    expect((await act(importId, 'apply', { notifyTo: 'ana@ejemplo.mx' })).status).toBe(409)
  })

  test.runIf(isDrill)('returns a suggestion with all rows of the file that it applies to, on every page', async () => {
    const wrong = Array.from({ length: 30 }, (_, i) => [plateOf(40 + i), vinOf(40 + i), 'Nuevo Leno', 'Expansión'])
    const { importId } = imported(await add([...wrong, [plateOf(80), vinOf(80), 'Nvo Leon', 'Expansión'], vehicle(81)]))
    const alikeOf = async (page: number) => {
      const url = `/api/v2/vehicle/imports/${importId}/rows?show=refused&page=${page}`
      return ((await server.ask(ana, { url })).body as Reply<typeof imports.rows>).alike
    }
    const message = 'Estado desconocido; ¿quiso escribir Nuevo León?'
    const rows = wrong.map((_, i) => i + 2)
    const alike = [{ field: 'stateId', message, text: 'Nuevo Leno', count: 30, rows }]
    expect(await alikeOf(1)).toEqual(alike)
    expect(await alikeOf(2)).toEqual(alike)
    const corrections = rows.slice(2).map((row) => ({ row, field: 'stateId', text: 'Nuevo León' }))
    await act(importId, 'check', { corrections, omit: [2] })
    expect(await alikeOf(1)).toEqual([])
  })

  test.runIf(isDrill)('is corrected in the grid by cell and by row, without sending it again', async () => {
    const { importId } = imported(
      await add([vehicle(20), ['RKA-021-B', vinOf(21), 'Nuevo Leno', 'Expansión'], ['x', '', '', '']]),
    )
    const once = await act(importId, 'check', { corrections: [{ row: 3, field: 'stateId', text: 'Nuevo León' }] })
    expect(once.body).toMatchObject({ import: { state: 'refused', corrections: 1, counts: { new: 2, refused: 1 } } })
    const twice = await act(importId, 'check', { omitRefused: true })
    expect(twice.body).toMatchObject({
      import: { state: 'checked', corrections: 1, counts: { new: 2, refused: 0, omitted: 1 } },
    })
    expect((await rowsOf(importId, 'omitted')).map(({ row }) => row)).toEqual([4])
    const back = await act(importId, 'check', { corrections: [{ row: 3, field: 'stateId', text: null }], include: [4] })
    expect(back.body).toMatchObject({
      import: { state: 'refused', corrections: 0, counts: { new: 1, refused: 2, omitted: 0 } },
    })
    expect(
      (await act(importId, 'check', { corrections: [{ row: 3, field: 'invento', text: 'x' }] })).body,
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'corrections.0.field', message: 'Este tipo de archivo no tiene esa columna.' }],
    })
    const mended = [{ row: 3, field: 'stateId', text: 'Nuevo León' }]
    expect((await act(importId, 'check', { corrections: mended, omitRefused: true })).body).toMatchObject({
      import: { state: 'checked', counts: { new: 2, refused: 0, omitted: 1 } },
    })
    await act(importId, 'check', { corrections: [{ row: 3, field: 'stateId', text: '19' }], omit: [4] })
    expect(await apply(importId)).toMatchObject({ state: 'applied' })
    expect((await fleet()).map(({ plate }) => plate)).toEqual([
      plateOf(1),
      plateOf(2),
      plateOf(3),
      plateOf(20),
      plateOf(21),
    ])
  })

  test.runIf(isDrill)('never reactivates a vehicle, and warns if its plate belonged to an inactive one', async () => {
    await asTenant(server.db, company.tenantId, (tx) =>
      sql`update vehicle set asset_status_id = 8 where plate = ${plateOf(3)}`.execute(tx),
    )
    const refused = imported(await add([vehicle(3)]))
    expect((await rowsOf(refused.importId))[0]?.notes.map(({ message }) => message)).toContainEqual(
      `El VIN ${vinOf(3)} ya está en su flota, dado de baja (Vendido, placa ${plateOf(3)}). Un alta no lo ` +
        'reactiva: use la plantilla de edición con la palabra «Reactivar».',
    )
    const passed = imported(await add([[plateOf(3), vinOf(333), 'Nuevo León', 'Expansión']]))
    expect(passed).toMatchObject({ state: 'checked', counts: { new: 1, warned: 1 } })
  })

  test.runIf(isDrill)('is returned to the sender with its errors marked', async () => {
    const { fileUrl } = (await add([vehicle(30), ['', vinOf(31), 'Nuevo León', 'Expansión']], {})).body as Uploaded
    const { body, status, headers } = await server.ask(undefined, { url: fileUrl ?? '' }).then(async (answer) => ({
      ...answer,
      body: (await server.app.inject({ url: fileUrl ?? '' })).rawPayload,
    }))
    expect(status).toBe(200)
    expect(String(headers['content-disposition'])).toContain('flota - errores.xlsx')
    const sheets = await Array.fromAsync(readXlsx(body, 'Errores'))
    expect(sheets.map(({ cells }) => cells.join(' | ')).join('\n')).toContain(
      '3 | Placa |  | Error | La placa es un valor necesario',
    )
    expect(await Array.fromAsync(readXlsx(body, 'Vehículos'))).toHaveLength(3)
    expect((await server.ask(undefined, { url: (fileUrl ?? '').replace(/s=./, 's=_') })).status).toBe(404)
  })
})

describe('a file that cannot be read', () => {
  const NOT_READ: readonly (readonly [what: string, sent: object, status: number, message: string])[] = [
    ['no file', { file: undefined }, 422, UPLOAD_TEXTS.file],
    ['another name', { file: Buffer.from('x'), fileName: 'flota.pdf' }, 422, UPLOAD_TEXTS.onlyXlsx],
    ['no workbook', { file: Buffer.from('PLACA,VIN\nA,B\n') }, 422, 'El archivo'],
    ['no e-mail', { file: Buffer.from('x'), fields: { notifyTo: 'ana' } }, 400, UPLOAD_TEXTS.mail],
  ]
  test.each(NOT_READ)('is rejected: %s', async (_what, sent, status, message) => {
    const reply = await send(server, ana, 'uploadTemplate', sent)
    expect(reply.status).toBe(status)
    expect(JSON.stringify(reply.body)).toContain(message)
  })

  test.runIf(isDrill)(
    'lists its missing and unknown columns; a workbook of another kind says which screen takes it',
    async () => {
      const missing = imported(
        await send(server, ana, 'uploadTemplate', {
          file: await bookOf([['Placa', 'Plcaa', 'Color ', 'Cosa'], ['A']]),
          ...preview,
        }),
      )
      expect(missing).toMatchObject({ state: 'refused', counts: { rows: 0 } })
      const result = missing.fileNotes.map(({ level, column, message }) => `${level} ${column}: ${message}`)
      expect(result).toContain('error VIN: Falta la columna «VIN».')
      expect(result).toContain('warning Cosa: La columna no se reconoce y no se leyó.')
      const wrong = imported(
        await send(server, ana, 'replaceTemplate', { file: await bookOf([HEADINGS, vehicle(40)]), ...preview }),
      )
      expect(JSON.stringify(wrong.fileNotes)).toContain('súbala en Alta de vehículos')
    },
  )
})

describe('an edit import', () => {
  const COLUMNS = ['ID', 'Estatus', 'Placa', 'VIN', 'Color', 'Etiquetas', 'Identificador']
  const edit = async (rows: CellValue[][], fields: Record<string, string> = { preview: 'true' }) =>
    send(server, ana, 'editTemplate', { file: await bookOf([COLUMNS, ...rows]), fields })
  let ids: Record<string, number>
  beforeAll(async () => {
    await asTenant(server.db, company.tenantId, (tx) => sql`delete from vehicle`.execute(tx))
    const made = await server.vehicles(
      company,
      [1, 2, 3, 4].map((n) => ({
        plate: plateOf(n),
        vin: vinOf(n),
        columns: { vehicle_color: 'ROJO', custom_id: `ECO-${n}` },
      })),
    )
    ids = Object.fromEntries(made.map((id, i) => [`v${i + 1}`, id]))
    await asTenant(server.db, company.tenantId, (tx) =>
      sql`update vehicle set asset_status_id = 8 where plate = ${plateOf(4)}`.execute(tx),
    )
  })

  test('shows each cell before and after; blank cells change nothing; (vaciar) clears', async () => {
    const reply = await edit([
      [ids.v1 ?? 0, '', plateOf(1), vinOf(1), 'AZUL', 'Uso: reparto', ''],
      ['', '', '', vinOf(2), '(vaciar)', '', ''],
      ['', '', plateOf(3), '', '', '', 'ECO-3'],
      [ids.v4 ?? 0, 'Activo', '', '', '', '', ''],
    ])
    const result = imported(reply)
    expect(result).toMatchObject({ state: 'checked', counts: { rows: 4, changed: 2, unchanged: 2, warned: 1 } })
    const changed = await rowsOf(result.importId, 'changed')
    expect(
      changed.map(({ vehicleAssetId, changes }) => [
        vehicleAssetId,
        changes.map(({ column, before, after }) => [column, before, after]),
      ]),
    ).toEqual([
      [
        ids.v1,
        [
          ['Color', 'ROJO', 'AZUL'],
          ['Etiquetas', null, 'Uso: reparto'],
        ],
      ],
      [ids.v2, [['Color', 'ROJO', null]]],
    ])
    expect((await rowsOf(result.importId, 'warned'))[0]?.notes[0]?.message).toContain('«Activo» no lo reactiva')
    expect(await apply(result.importId)).toMatchObject({ state: 'applied' })
    expect(await fleet('plate, vehicle_color, custom_id, asset_status_id')).toEqual([
      { plate: plateOf(1), vehicle_color: 'AZUL', custom_id: 'ECO-1', asset_status_id: 1 },
      { plate: plateOf(2), vehicle_color: null, custom_id: 'ECO-2', asset_status_id: 1 },
      { plate: plateOf(3), vehicle_color: 'ROJO', custom_id: 'ECO-3', asset_status_id: 1 },
      { plate: plateOf(4), vehicle_color: 'ROJO', custom_id: 'ECO-4', asset_status_id: 8 },
    ])
  })

  test.runIf(isDrill)(
    'rejects unknown and repeated vehicles, keys that do not match, and plates of other vehicles',
    async () => {
      const result = imported(
        await edit([
          [999_999, '', '', '', 'X', '', ''],
          [ids.v1 ?? 0, '', '', '', 'X', '', ''],
          [ids.v1 ?? 0, '', '', '', 'Y', '', ''],
          [ids.v2 ?? 0, '', plateOf(3), vinOf(3), '', '', ''],
          [ids.v3 ?? 0, '', plateOf(1), '', '', '', ''],
          ['', '', 'ZZZ999Z', '', 'X', '', ''],
        ]),
      )
      const messages = (await rowsOf(result.importId, 'refused')).map(
        ({ row, notes }) => `${row} ${notes.map(({ message }) => message).join(' ')}`,
      )
      expect(messages[0]).toContain('2 No hay ningún vehículo con el ID 999999')
      expect(messages[1]).toContain('4 Es el mismo vehículo que la fila 3.')
      expect(messages[2]).toContain(`5 `)
      expect(messages[2]).toContain(`El ID ${ids.v2} es de la placa ${plateOf(2)}`)
      expect(messages.find((message) => message.startsWith('6'))).toContain('es ahora de otro vehículo activo')
      expect(messages.at(-1)).toContain('7 No hay ningún vehículo con la placa ZZZ999Z')
    },
  )

  test.runIf(isDrill)(
    'of most of the fleet needs a typed confirmation, fails if the fleet changed; undo leaves later changes',
    async () => {
      const out = imported(
        await edit([
          [ids.v1 ?? 0, 'Vendido', '', '', '', '', ''],
          [ids.v2 ?? 0, 'Vendido', '', '', '', '', ''],
        ]),
      )
      expect(out).toMatchObject({
        guard: { affected: 2, active: 3, percent: 67, word: 'DAR DE BAJA' },
        effects: { deactivated: 2 },
      })
      const stopped = await act(out.importId, 'apply', { notifyTo: 'ana@ejemplo.mx' })
      expect(stopped).toMatchObject({ status: 422, body: { errors: [{ path: 'confirmation' }] } })
      await asTenant(server.db, company.tenantId, (tx) =>
        sql`
        update vehicle
        set vehicle_color = 'GRIS', row_version = row_version + 1
        where vehicle_id = ${ids.v2}`.execute(tx),
      )
      const stale = await apply(out.importId, { confirmation: 'dar de baja' })
      expect(stale).toMatchObject({
        state: 'failed',
        job: { error: expect.stringContaining('La flota cambió después de la revisión') },
      })
      expect((await fleet('asset_status_id')).map(({ asset_status_id }) => asset_status_id)).toEqual([1, 1, 1, 8])
      await act(out.importId, 'check')
      expect(await apply(out.importId, { confirmation: 'DAR DE BAJA' })).toMatchObject({ state: 'applied' })
      await asTenant(server.db, company.tenantId, (tx) =>
        sql`
        update vehicle
        set vehicle_color = 'NEGRO', row_version = row_version + 1
        where vehicle_id = ${ids.v2}`.execute(tx),
      )
      const { body } = await act(out.importId, 'undo')
      await worker.ended((body as { queueItemId: string }).queueItemId)
      expect(await readOne(out.importId)).toMatchObject({
        state: 'undone',
        undone: {
          restored: 1,
          kept: 1,
          reportUrl: expect.stringContaining(`/files/results/${company.tenantId}/${ana.userId}/`),
        },
      })
      expect((await fleet('asset_status_id')).map(({ asset_status_id }) => asset_status_id)).toEqual([1, 8, 1, 8])
    },
  )
})

describe('a replace import', () => {
  const COLUMNS = ['Placa actual', 'Motivo del reemplazo', 'Placa nueva', 'VIN nuevo', 'Marca']
  test.runIf(isDrill)('replaces a vehicle, and undo restores the old one', async () => {
    const file = await bookOf([
      COLUMNS,
      [plateOf(3), 'Vendido', plateOf(3), vinOf(903), 'NISSAN'],
      [plateOf(1), '', '', '', ''],
    ])
    const result = imported(await send(server, ana, 'replaceTemplate', { file, ...preview }))
    expect(result).toMatchObject({
      state: 'checked',
      counts: { changed: 1, unchanged: 1 },
      effects: { replaced: 1 },
      guard: { word: 'REEMPLAZAR' },
    })
    expect(await apply(result.importId, { confirmation: 'REEMPLAZAR' })).toMatchObject({ state: 'applied' })
    const after = await fleet('plate, vin, asset_status_id, replaced_by is not null as gone, state_id')
    expect(after.filter(({ plate }) => plate === plateOf(3))).toEqual([
      { plate: plateOf(3), vin: vinOf(3), asset_status_id: 8, gone: true, state_id: 19 },
      { plate: plateOf(3), vin: vinOf(903), asset_status_id: 1, gone: false, state_id: 19 },
    ])
    const { body } = await act(result.importId, 'undo')
    await worker.ended((body as { queueItemId: string }).queueItemId)
    expect(await readOne(result.importId)).toMatchObject({ state: 'undone', undone: { restored: 1, kept: 0 } })
    expect((await fleet('plate, vin, asset_status_id')).filter(({ plate }) => plate === plateOf(3))).toEqual([
      { plate: plateOf(3), vin: vinOf(3), asset_status_id: 1 },
    ])
  })
})

describe('templates', () => {
  test('the template for new vehicles is a direct download with all columns, its version in its name', async () => {
    const answer = await server.app.inject({
      url: '/api/v2/vehicle/generateUploadTemplate',
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(String(answer.headers['content-disposition'])).toContain('5.2.xlsx')
    const [headings] = await Array.fromAsync(readXlsx(answer.rawPayload))
    expect(headings?.cells.filter(Boolean)).toHaveLength(templateColumns('add', 'MX', 2026).length)
  })
  test.each(someCases(['Edition', 'Replacement'] as const, 1, 0))(
    'generate%sTemplate is filled with the fleet, and changes nothing when it is sent back as it is',
    async (which) => {
      const reply = await server.ask(ana, {
        method: 'POST',
        url: `/api/v2/vehicle/generate${which}Template`,
        payload: { vehicleClass: {} },
      })
      const { fileUrl, totalCount } = reply.body as { fileUrl: string; totalCount: number }
      expect(totalCount).toBe((await fleet()).length)
      const file = (await server.app.inject({ url: fileUrl })).rawPayload
      const result = imported(
        await send(server, ana, which === 'Edition' ? 'editTemplate' : 'replaceTemplate', { file, ...preview }),
      )
      expect(result).toMatchObject({ state: 'checked', errorCount: 0, warningCount: 0, counts: { changed: 0 } })
      expect((await act(result.importId, 'apply', { notifyTo: 'ana@ejemplo.mx' })).status).toBe(422)
    },
  )
})

describe('permissions', () => {
  test('a user of another company or without the permission can neither read nor change an import', async () => {
    const { importId, fileUrl } = imported(await add([['x', vinOf(50), 'Nuevo León', 'Expansión']]))
    expect(fileUrl).not.toBeNull()
    expect((await server.ask(other, { url: `/api/v2/vehicle/imports/${importId}` })).status).toBe(404)
    for (const step of ['check', 'discard', 'undo']) expect((await act(importId, step, {}, other)).status).toBe(404)
    const editor = await server.somebody(company, 'editora', ['masive_edit'])
    expect((await server.ask(editor, { url: `/api/v2/vehicle/imports/${importId}` })).status).toBe(403)
    expect((await server.ask(editor, { url: '/api/v2/vehicle/imports?kind=add' })).status).toBe(403)
    expect((await server.ask(editor, { url: '/api/v2/vehicle/imports?kind=edit' })).status).toBe(200)
    expect((await act(importId, 'discard')).body).toMatchObject({ import: { state: 'discarded', fileUrl: null } })
  })
  test.runIf(isDrill)('a user without permission to assign tags cannot import tags', async () => {
    const clerk = await server.somebody(company, 'captura', ['masive_upload'])
    const reply = await send(server, clerk, 'uploadTemplate', {
      file: await bookOf([HEADINGS, vehicle(60, ['', 'vip'])]),
      ...preview,
    })
    const { importId, state } = imported(reply)
    expect(state).toBe('refused')
    expect((await rowsOf(importId, 'refused', clerk))[0]?.notes[0]).toMatchObject({
      field: 'tags',
      message: expect.stringContaining('no puede asignar etiquetas'),
    })
  })
})
