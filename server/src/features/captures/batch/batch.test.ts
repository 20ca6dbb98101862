// Captures in bulk over HTTP: the work list as a workbook, sent back with a ZIP of proofs, corrected, applied by the
// job, undone.
import { BATCH_RETENTION_DAYS, BATCH_UNDO_DAYS, BOOK_SHEET } from '@padron/contract/captures/book'
import { COUNTRIES } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { recomputeUnitAmounts } from '../../../checks/store/recompute-unit-amounts.ts'
import { asSystem, bulkAsTenant } from '../../../db/client.ts'
import { dayIn } from '../../../files/wall-clock.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { isDrill } from '../../../testing/drill.ts'
import { plainPdf } from '../../../testing/files/plain-pdf.ts'
import { PDF, PNG } from '../../../testing/files/proof-files.ts'
import { bookOf } from '../../../testing/files/workbooks.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { deleteExpiredBatches } from './delete-expired.ts'
import { batchCalls, zipOf } from './testing/batches.ts'

let server: TestServer
let company: Company
let who: Somebody
let editor: Somebody
let worker: TestWorker
let ids: number[]
let turn = 0
const results = resultFolder()
let portal = ''

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  const { rows } = await asSystem(server.db, (tx) =>
    sql<{ name: string }>`
      select portal_name as name from portal join resource using (portal_key) where resource_id = 1900`.execute(tx),
  )
  portal = rows[0]?.name ?? ''
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})
beforeEach(async () => {
  company = await server.company(`bloque${turn++}`)
  who = await server.somebody(company, 'captura', ['processing_admin', 'processing_read', 'vehicles_read'])
  editor = await server.somebody(company, 'edita', ['vehicles_edit'])
  ids = await server.vehicles(company, [{ plate: 'AAA1111' }, { plate: 'BBB2222' }, { plate: 'CCC3333' }])
})

const pdfSaying = (text: string, encrypted = false) => plainPdf([[{ text, at: [50, 700] }]], { encrypted })
const calls = () => batchCalls(server, () => who)
/** A day in the company's time zone: from six in the evening it is already the next day in UTC. */
const dayBefore = (days: number) => dayIn(new Date(Date.now() - days * 86_400_000).toISOString(), COUNTRIES.MX.timeZone)
const today = () => dayBefore(0)
const yesterday = () => dayBefore(1)
const row = (plate: string, cells: object = {}) => ({ plate, portal, seenAt: yesterday(), ...cells })
const owes = {
  't0.description': 'Tenencia 2026',
  't0.total': 1200,
  't1.status': 'Sin adeudo',
  portalTotal: '$1,200.00',
}
const clear = { 't0.status': 'Sin adeudo', 't1.status': 'Sin adeudo', 't6.status': 'sin adeudo' }

const CHECKS = [
  'vehicle_resource',
  'check_run',
  'check_result',
  'check_event',
  'debt',
  'obligation',
  'evidence_file',
] as const
const stored = () => tenantRowHashes(server.db, company.tenantId, CHECKS)
/** The vehicles without the times of their last change, which an undo does not restore. */
const vehicles = async () => {
  const { rows } = await server.db.system.query(
    `select to_jsonb(v) - 'updated_at' - 'changed_at' as v from vehicle v where tenant_id = $1 order by vehicle_id`,
    [company.tenantId],
  )
  return rows
}
const jobOf = async (batchId: string): Promise<string> => {
  const { rows } = await server.db.system.query(`select queue_item_id as id from capture_batch where batch_id = $1`, [
    batchId,
  ])
  return rows[0].id
}
const applied = async (batchId: string) => {
  const { status, title } = await calls().apply(batchId)
  expect(title).toBeUndefined()
  expect(status).toBe(200)
  await worker.ended(await jobOf(batchId))
  return calls().read(batchId)
}
const undone = async (batchId: string) => {
  expect(await calls().undo(batchId)).toMatchObject({ status: 200 })
  await worker.ended(await jobOf(batchId))
  return calls().read(batchId)
}
const edit = async (vehicleId: number | undefined, payload: object) => {
  const url = `/api/v3/vehicles/${vehicleId}`
  expect(await server.ask(editor, { method: 'PATCH', url, payload })).toMatchObject({ status: 200 })
}
const debts = async () => {
  const { rows } = await server.db.system.query(
    `select v.plate, d.description, d.marked_paid_at is not null as "markedPaid"
     from debt d join vehicle v using (tenant_id, vehicle_id)
     where d.tenant_id = $1 and d.ended_at is null
     order by 1, 2`,
    [company.tenantId],
  )
  return rows
}
const markPaid = async (paid: boolean) => {
  const { rows } = await server.db.system.query(`select debt_key as "debtKey" from debt where tenant_id = $1`, [
    company.tenantId,
  ])
  const payload = { resourceId: 1900, ...rows[0], paid }
  const marked = await server.ask(editor, { method: 'POST', url: `/sapy/v2/${ids[0]}/paid`, payload })
  expect(marked).toMatchObject({ status: 200 })
}
/** How many sessions wait for a lock. */
const waiting = async () => {
  const { rowCount } = await server.db.system.query(
    `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return rowCount
}
const sent = async (rows: Parameters<ReturnType<typeof calls>['send']>[0], files: Record<string, Buffer>) => {
  const { batch, title } = await calls().send(rows)
  expect(title).toBeUndefined()
  const answer = await calls().proofs(batch.batchId, await zipOf(files))
  return { ...answer, batchId: batch.batchId }
}

describe('the workbook', () => {
  it('has a row for each vehicle and portal of the list, with what to enter on the portal', async () => {
    const { status, bytes } = await server.ask(who, { url: '/api/v2/captures/workbook?list=never&like=AAA' })
    expect(status).toBe(200)
    const rows: string[][] = []
    for await (const { cells } of readXlsx(bytes, BOOK_SHEET)) rows.push([...cells])
    const [head = [], ...found] = rows
    expect(head.slice(0, 4)).toEqual(['Placa *', 'VIN', 'Estado', 'Portal *'])
    expect(head).toContain('Tenencias: total')
    const own = found.find((cells) => cells[3] === portal)
    expect(own?.[0]).toBe('AAA1111')
    expect(own?.[5]).toContain('Placa')
    expect(found.every(([plate]) => plate === 'AAA1111')).toBe(true)
  })
})

describe('a batch', () => {
  it('is applied as one job: each type gets its date and the proof named after its plate', async () => {
    const { batch, batchId } = await sent([row('AAA1111', owes), row('BBB2222', clear)], {
      'AAA1111.pdf': pdfSaying('Placa AAA-11-11'),
      'carpeta/bbb2222.png': PNG,
    })
    expect(await calls().rows(batchId, 'refused')).toEqual([])
    expect(batch).toMatchObject({ rows: 2, statements: 2, proofs: 2, refusedRows: 0, refusedProofs: 0 })
    const before = await stored()
    expect(before.check_run).toMatch(/^0 /)
    expect(await applied(batchId)).toMatchObject({ state: 'applied', message: '2 estados de cuenta guardados.' })
    const { rows } = await server.db.system.query(
      `select v.plate, f.resource_type_id as type, f.status_id as status, e.file_name as file,
         f.debt_total::float8 as total
       from vehicle_resource f
       join vehicle v using (tenant_id, vehicle_id)
       join evidence_file e on e.tenant_id = f.tenant_id and e.run_id = f.good_run_id
       where f.tenant_id = $1
       order by 1, 2`,
      [company.tenantId],
    )
    expect(rows).toEqual([
      { plate: 'AAA1111', type: 0, status: 2, file: 'AAA1111.pdf', total: 1200 },
      { plate: 'AAA1111', type: 1, status: 1, file: 'AAA1111.pdf', total: 0 },
      { plate: 'BBB2222', type: 0, status: 3, file: 'bbb2222.png', total: 0 },
      { plate: 'BBB2222', type: 1, status: 1, file: 'bbb2222.png', total: 0 },
      { plate: 'BBB2222', type: 6, status: 7, file: 'bbb2222.png', total: 0 },
    ])
  })

  it.runIf(isDrill)('fills the blank types that the portal answers with «Sin adeudo» in one cell', async () => {
    const { batchId } = await sent(
      [
        row('AAA1111', { rest: 'sin adeudo' }),
        row('BBB2222', { rest: 'Sin adeudo', 't0.description': 'Tenencia', 't0.total': 900, portalTotal: 900 }),
      ],
      { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF },
    )
    expect(await applied(batchId)).toMatchObject({ message: '2 estados de cuenta guardados.' })
    const { rows } = await server.db.system.query(
      `select v.plate, array_agg(f.resource_type_id order by f.resource_type_id) as types,
         sum(f.debt_total)::float8 as total
       from vehicle_resource f join vehicle v using (tenant_id, vehicle_id)
       join resource r on r.resource_id = f.resource_id and r.portal_key =
         (select portal_key from resource where resource_id = 1900) and r.purpose = 'status'
       where f.tenant_id = $1 and f.captured_at is not null
       group by 1 order by 1`,
      [company.tenantId],
    )
    const types = [0, 1, 6, 8, 10]
    expect(rows).toEqual([
      { plate: 'AAA1111', types, total: 0 },
      { plate: 'BBB2222', types, total: 900 },
    ])
  })

  it.runIf(isDrill)('accepts no other text in that cell', async () => {
    const { batchId } = await sent([row('AAA1111', { rest: 'Con adeudo' })], { 'AAA1111.pdf': PDF })
    expect((await calls().rows(batchId))[0]?.errors).toContainEqual({
      field: 'rest',
      message: 'Escriba Sin adeudo, o nada.',
    })
  })

  it.runIf(isDrill)('accepts several debts of a type in several rows', async () => {
    const fine = (description: string, total: number) => ({ 't1.description': description, 't1.total': total })
    const { batchId } = await sent(
      [row('AAA1111', { ...fine('Luz roja', 500), portalTotal: 800 }), row('AAA1111', fine('Velocidad', 300))],
      { 'AAA1111.pdf': PDF },
    )
    expect(await applied(batchId)).toMatchObject({ message: '1 estado de cuenta guardado.' })
    const { rows } = await server.db.system.query(
      'select description, total::float8 as total from debt where tenant_id = $1 order by total',
      [company.tenantId],
    )
    expect(rows).toEqual([
      { description: 'Velocidad', total: 300 },
      { description: 'Luz roja', total: 500 },
    ])
  })

  it('lists errors by row and cell, stores nothing, and accepts corrections', async () => {
    const { batch, batchId } = await sent(
      [
        row('AAA1111', { 't0.description': 'Tenencia', 't0.total': 'mil', portalTotal: 5 }),
        row('BBB2222', { 't0.description': 'Tenencia', 't0.total': 100, portalTotal: 90 }),
        row('ZZZ9999', clear),
        row('CCC3333', { ...clear, seenAt: '2099-01-01' }),
      ],
      { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF, 'CCC3333.pdf': PDF },
    )
    expect(batch.refusedRows).toBe(4)
    const errors = new Map((await calls().rows(batchId)).map(({ row: at, errors: list }) => [at, list]))
    expect(errors.get(2)).toEqual([{ field: 't0.total', message: 'Escriba un importe, por ejemplo 1200.50.' }])
    expect(errors.get(3)?.[0]).toMatchObject({ field: 'portalTotal' })
    expect(errors.get(3)?.[0]?.message).toContain('El total del portal es')
    expect(errors.get(4)).toEqual([{ field: 'plate', message: 'Ningún vehículo activo tiene esa placa.' }])
    expect(errors.get(5)?.[0]).toMatchObject({ field: 'seenAt' })
    expect(await calls().apply(batchId)).toMatchObject({ status: 422 })
    expect((await stored()).check_run).toMatch(/^0 /)
    const after = await calls().correct(batchId, [
      { row: 2, cells: { 't0.total': '1000', portalTotal: '' } },
      { row: 3, cells: { portalTotal: '100' } },
      { row: 4, omit: true },
      { row: 5, cells: { seenAt: yesterday() } },
    ])
    expect(after.batch).toMatchObject({ refusedRows: 0, rows: 3 })
    expect(await applied(batchId)).toMatchObject({ message: '3 estados de cuenta guardados.' })
  })

  it.runIf(isDrill)(
    'rejects contradictions, rows without a proof, and proofs without a row, of another plate or locked',
    async () => {
      const { batch, batchId } = await sent(
        [
          row('AAA1111', clear),
          row('AAA1111', { ...clear, 't0.status': 'Con adeudo', 't0.description': 'Tenencia', 't0.total': 10 }),
          row('BBB2222', clear),
          row('CCC3333', clear),
        ],
        {
          'AAA1111.pdf': pdfSaying('Sin adeudos', true),
          'CCC3333.pdf': pdfSaying('La placa BBB2222 no tiene adeudos'),
          'DDD4444.pdf': PDF,
          'notas.txt': Buffer.from('x'),
        },
      )
      const messages = (await calls().rows(batchId)).flatMap(({ row: at, errors }) =>
        errors.map(({ message }) => `${at} ${message}`),
      )
      expect(messages).toContain('3 La fila 2 del mismo vehículo y portal dice otra cosa.')
      expect(messages).toContain('2 AAA1111.pdf: El PDF tiene contraseña: guárdelo sin ella y agréguelo de nuevo.')
      expect(messages).toContain('4 Falta su prueba: un archivo BBB2222.pdf en el ZIP.')
      expect(messages).toContain('5 CCC3333.pdf: Su texto dice la placa BBB2222.')
      expect(batch.proofErrors).toEqual([
        { name: 'AAA1111.pdf', message: 'El PDF tiene contraseña: guárdelo sin ella y agréguelo de nuevo.' },
        { name: 'CCC3333.pdf', message: 'Su texto dice la placa BBB2222.' },
        { name: 'DDD4444.pdf', message: 'Ninguna fila llena del archivo es de esa placa.' },
        { name: 'notas.txt', message: 'No es PDF, PNG ni JPEG.' },
      ])
    },
  )

  it.runIf(isDrill)(
    'finds its columns in any order below a title; a missing or repeated column is an error',
    async () => {
      const day = yesterday()
      const cells = { Portal: portal, 'TENENCIAS: RESULTADO': 'Sin adeudo', 'consultado el *': day, Placa: 'AAA1111' }
      const [headings, texts] = [Object.keys(cells), Object.values(cells)]
      const send = async (rows: string[][]) => calls().sendFile(await bookOf(rows, BOOK_SHEET))
      expect(await send([headings.slice(1), texts.slice(1)])).toMatchObject({
        status: 422,
        title: 'Falta la columna «Portal»; descargue el archivo de nuevo.',
      })
      expect(await send([[...headings, 'PLACA'], texts])).toMatchObject({
        status: 422,
        title: 'La columna «Placa» está más de una vez.',
      })
      const { batch } = await send([['Capturas de enero'], headings, texts])
      expect(await calls().rows(batch.batchId)).toMatchObject([{ row: 3 }])
      expect(batch).toMatchObject({ statements: 1 })
    },
  )

  it.runIf(isDrill)('rejects cells with a formula error', async () => {
    const { batchId } = await sent([row('AAA1111', { 't0.folio': '#REF!', 't0.total': 10 })], { 'AAA1111.pdf': PDF })
    expect((await calls().rows(batchId))[0]?.errors).toContainEqual({
      field: 't0.folio',
      message: 'La celda tiene una fórmula con error (#REF!).',
    })
  })

  it.runIf(isDrill)('is one at a time per user, until it is discarded', async () => {
    const { batch } = await calls().send([row('AAA1111', clear)])
    expect(await calls().send([row('BBB2222', clear)])).toMatchObject({ status: 409 })
    expect(await calls().discard(batch.batchId)).toMatchObject({ status: 200 })
    expect(await calls().send([row('BBB2222', clear)])).toMatchObject({ status: 200 })
  })

  it('belongs to its user: neither colleagues nor other companies can use it', async () => {
    const { batchId } = await sent([row('AAA1111', clear)], { 'AAA1111.pdf': PDF })
    const colleague = await server.somebody(company, 'otra', ['processing_admin'])
    const stranger = await server.somebody(await server.company(`ajena${turn}`), 'ajena', ['processing_admin'])
    for (const other of [colleague, stranger]) {
      const theirs = batchCalls(server, () => other)
      expect(await theirs.apply(batchId)).toMatchObject({ status: 404 })
      expect(await theirs.proofs(batchId, await zipOf({ 'AAA1111.pdf': PDF }))).toMatchObject({ status: 404 })
      expect(await theirs.discard(batchId)).toMatchObject({ status: 404 })
    }
  })
})

describe('applying a batch', () => {
  it('lets colleagues edit meanwhile, and its changes are of its end', async () => {
    const { batchId } = await sent([row('AAA1111', owes)], { 'AAA1111.pdf': PDF })
    const other = await server.db.system.connect()
    onTestFinished(() => other.release(true))
    await other.query('begin')
    await other.query('select from capture_batch_file where batch_id = $1 for update', [batchId])
    const { rows: own } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    await calls().apply(batchId)
    await expect
      .poll(async () => {
        const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
        return (await server.db.system.query(waiting, [own[0]?.pid])).rowCount
      })
      .toBe(1)
    await edit(ids[1], { plate: 'DDD4444' })
    const { rows: moments } = await server.db.system.query<{ at: string }>('select clock_timestamp() as at')
    await other.query('commit')
    await worker.ended(await jobOf(batchId))
    expect((await calls().read(batchId)).message).toBe('1 estado de cuenta guardado.')
    const { rows: events } = await server.db.system.query(
      'select recorded_at > $2 as late from check_event where tenant_id = $1',
      [company.tenantId, moments[0]?.at],
    )
    expect(events.length).toBeGreaterThan(0)
    expect(events.every(({ late }) => late)).toBe(true)
  })

  it('says at its row why it leaves a vehicle that was deactivated after the preview', async () => {
    const { batch, batchId } = await sent([row('AAA1111', owes), row('AAA1111'), row('BBB2222', clear)], {
      'AAA1111.pdf': PDF,
      'BBB2222.pdf': PDF,
    })
    expect(batch.refusedRows).toBe(0)
    await server.db.system.query('update vehicle set asset_status_id = 8 where vehicle_id = $1', [ids[0]])
    expect(await applied(batchId)).toMatchObject({
      state: 'applied',
      message: '1 estado de cuenta guardado. 1 quedó como estaba: vea por qué en sus filas.',
    })
    expect(await calls().rows(batchId, 'left')).toMatchObject([
      { row: 2, outcome: 'Ningún vehículo activo tiene esa placa.' },
      { row: 3, outcome: 'Ningún vehículo activo tiene esa placa.' },
    ])
  })
})

it('a vehicle whose VIN changed after the workbook was sent is left', async () => {
  const { batchId } = await sent([row('AAA1111', clear), row('BBB2222', clear)], {
    'AAA1111.pdf': PDF,
    'BBB2222.pdf': PDF,
  })
  await edit(ids[0], { vin: '3N1CN8AE1RL123456' })
  expect(await applied(batchId)).toMatchObject({ message: expect.stringContaining('1 quedó como estaba') })
  expect(await calls().rows(batchId, 'left')).toMatchObject([
    { row: 2, outcome: 'La placa o el VIN del vehículo cambió desde que se envió el archivo; envíe uno nuevo.' },
  ])
})

it('a vehicle whose plate changes while a batch is applied is left', async () => {
  const { batchId } = await sent([row('AAA1111', clear), row('BBB2222', clear)], {
    'AAA1111.pdf': PDF,
    'BBB2222.pdf': PDF,
  })
  await bulkAsTenant(server.db, company.tenantId, async (tx) => {
    await sql`update vehicle set plate = 'AAA9999' where vehicle_id = ${ids[0]}`.execute(tx)
    await calls().apply(batchId)
    await vi.waitFor(async () => expect(await waiting()).not.toBe(0), { timeout: 20_000 })
  })
  await worker.ended(await jobOf(batchId))
  expect(await calls().read(batchId)).toMatchObject({ message: expect.stringContaining('1 quedó como estaba') })
  expect(await calls().rows(batchId, 'left')).toMatchObject([
    { row: 2, outcome: 'Ningún vehículo activo tiene esa placa.' },
  ])
  const { rows } = await server.db.system.query(
    'select distinct vehicle_id from vehicle_resource where tenant_id = $1 and captured_at is not null',
    [company.tenantId],
  )
  expect(rows).toEqual([{ vehicle_id: ids[1] }])
})

describe('a ZIP file', () => {
  it('is rejected if it is invalid, empty, a ZIP bomb, or has paths outside its folder', async () => {
    const { batch } = await calls().send([row('AAA1111', clear)])
    const bomb = await zipOf({ 'AAA1111.pdf': Buffer.alloc(9_000_000) })
    const escaping = Buffer.from(
      (await zipOf({ 'xx/AAA1111.pdf': PDF })).toString('latin1').replaceAll('xx/AAA', '../AAA'),
      'latin1',
    )
    for (const zip of [PDF, await zipOf({}), bomb, escaping])
      expect((await calls().proofs(batch.batchId, zip)).status).toBe(422)
    expect(await calls().read(batch.batchId)).toMatchObject({ proofs: 0 })
  })
})

describe('undoing a batch', () => {
  it('restores what another user changed while the batch waited for the vehicle', async () => {
    const proofs = { 'AAA1111.pdf': PDF }
    await applied((await sent([row('AAA1111', owes)], proofs)).batchId)
    const { batchId } = await sent([row('AAA1111', { ...clear, seenAt: today() })], proofs)
    await bulkAsTenant(server.db, company.tenantId, async (tx) => {
      await sql`select from vehicle where vehicle_id = ${ids[0]} for no key update`.execute(tx)
      await sql`update debt set marked_paid_at = now()`.execute(tx)
      await calls().apply(batchId)
      await vi.waitFor(async () => expect(await waiting()).not.toBe(0), { timeout: 20_000 })
    })
    await worker.ended(await jobOf(batchId))
    expect(await debts()).toEqual([])
    expect(await undone(batchId)).toMatchObject({ message: '3 capturas deshechas.' })
    expect(await debts()).toEqual([{ plate: 'AAA1111', description: 'Tenencia 2026', markedPaid: true }])
  })

  it('computes the amounts of debts in units again, whose values may have changed', async () => {
    const proofs = { 'AAA1111.pdf': PDF }
    await applied((await sent([row('AAA1111', owes)], proofs)).batchId)
    // The amount by a value that was withdrawn later.
    await server.db.system.query(
      `update debt set unit = 'UMA', units = 10, issued_day = '2026-03-01', total = 1 where tenant_id = $1`,
      [company.tenantId],
    )
    const { batchId } = await sent([row('AAA1111', { ...clear, seenAt: today() })], proofs)
    await applied(batchId)
    expect(await undone(batchId)).toMatchObject({ message: '3 capturas deshechas.' })
    await recomputeUnitAmounts({ db: server.db, log: { error: (...all: unknown[]) => expect(all).toEqual([]) } })
    const { rows } = await server.db.system.query(
      `select d.total = 10 * u.value as "isCurrent"
       from debt d join unit_value u on u.unit = d.unit and d.issued_day between u.valid_from and u.valid_to
       where d.tenant_id = $1`,
      [company.tenantId],
    )
    expect(rows).toEqual([{ isCurrent: true }])
  })

  it('restores a capture with the company’s current days', async () => {
    const days = async () => {
      const { rows } = await server.db.system.query(
        `select extract(epoch from fresh_until - good_at)::float8 / 86400 as days from vehicle_resource
         where vehicle_id = $1 and resource_type_id = 6 and captured_at is not null`,
        [ids[0]],
      )
      return rows.map((each) => each.days)
    }
    await applied((await sent([row('AAA1111', clear)], { 'AAA1111.pdf': PDF })).batchId)
    const { batchId } = await sent([row('AAA1111', { ...clear, seenAt: today() })], { 'AAA1111.pdf': PDF })
    await applied(batchId)
    const intervals = [{ resourceTypeId: 6, days: 4, seasonDays: 4 }]
    const put = { method: 'PUT', url: '/api/v2/captures/validity', payload: { intervals } } as const
    expect(await server.ask(who, put)).toMatchObject({ status: 200 })
    expect(await days()).toEqual([4])
    expect(await undone(batchId)).toMatchObject({ state: 'undone', message: '3 capturas deshechas.' })
    expect(await days()).toEqual([4])
  })

  it('leaves a debt whose mark as paid somebody removed meanwhile', async () => {
    const proofs = { 'AAA1111.pdf': PDF }
    await applied((await sent([row('AAA1111', owes)], proofs)).batchId)
    await markPaid(true)
    const { batchId } = await sent([row('AAA1111', { ...owes, seenAt: today() })], proofs)
    await applied(batchId)
    await markPaid(false)
    expect(await undone(batchId)).toMatchObject({ message: expect.stringContaining('1 captura deshecha.') })
    expect(await calls().rows(batchId, 'left')).toMatchObject([
      { row: 2, outcome: 'No se deshizo: alguien quitó la marca de pagado de un adeudo.' },
    ])
    expect(await debts()).toMatchObject([{ markedPaid: false }])
  })

  it('keeps a mark that somebody made while the batch waited for the vehicle', async () => {
    const proofs = { 'AAA1111.pdf': PDF }
    await applied((await sent([row('AAA1111', owes)], proofs)).batchId)
    const { batchId } = await sent([row('AAA1111', { ...owes, seenAt: today() })], proofs)
    await bulkAsTenant(server.db, company.tenantId, async (tx) => {
      await sql`select from vehicle where vehicle_id = ${ids[0]} for no key update`.execute(tx)
      await calls().apply(batchId)
      await vi.waitFor(async () => expect(await waiting()).not.toBe(0), { timeout: 20_000 })
      await sql`update debt set marked_paid_at = clock_timestamp()`.execute(tx)
    })
    await worker.ended(await jobOf(batchId))
    expect(await undone(batchId)).toMatchObject({ message: '2 capturas deshechas.' })
    expect(await debts()).toEqual([{ plate: 'AAA1111', description: 'Tenencia 2026', markedPaid: true }])
  })

  it('does not bring back the debts of a source that no longer applies, or of another plate', async () => {
    const proofs = { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF }
    const first = await sent([row('AAA1111', owes), row('BBB2222', owes)], proofs)
    await applied(first.batchId)
    const second = await sent(
      [row('AAA1111', { ...clear, seenAt: today() }), row('BBB2222', { ...clear, seenAt: today() })],
      proofs,
    )
    await applied(second.batchId)
    await edit(ids[0], { stateId: 14 })
    await edit(ids[1], { plate: 'BBB9999' })
    expect(await undone(second.batchId)).toMatchObject({ message: expect.stringContaining('0 capturas deshechas.') })
    expect(await calls().rows(second.batchId, 'left')).toMatchObject([
      { row: 2, outcome: 'No se deshizo: el vehículo ya no se consulta ahí.' },
      { row: 3, outcome: 'No se deshizo: el vehículo cambió y esa respuesta ya no es suya.' },
    ])
    expect(await debts()).toEqual([])
  })

  it.runIf(isDrill)('restores exactly the earlier answers', async () => {
    const first = await sent(
      [row('AAA1111', { ...owes, seenAt: yesterday() }), row('BBB2222', { ...clear, seenAt: yesterday() })],
      { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF },
    )
    await applied(first.batchId)
    const before = { rows: await stored(), vehicles: await vehicles() }
    const again = await sent(
      [
        row('AAA1111', {
          't0.description': 'Refrendo raro',
          't0.total': 77,
          't1.description': 'Multa',
          't1.total': 5,
          paymentLine: '998',
          paymentLineDueDate: '2099-12-31',
          seenAt: today(),
        }),
        row('BBB2222', { 't0.description': 'Tenencia', 't0.total': 3, seenAt: today() }),
        row('CCC3333', { ...clear, seenAt: today() }),
      ],
      { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF, 'CCC3333.pdf': PDF },
    )
    await applied(again.batchId)
    expect(await stored()).not.toEqual(before.rows)
    expect(await undone(again.batchId)).toMatchObject({ state: 'undone', message: '6 capturas deshechas.' })
    expect(await stored()).toEqual(before.rows)
    expect(await vehicles()).toEqual(before.vehicles)
  })

  it.runIf(isDrill)('leaves answers that were captured again later, and lists them', async () => {
    const { batchId } = await sent([row('AAA1111', clear), row('BBB2222', clear)], {
      'AAA1111.pdf': PDF,
      'BBB2222.pdf': PDF,
    })
    await applied(batchId)
    const second = await sent([row('AAA1111', { 't0.status': 'Sin adeudo', seenAt: today() })], { 'AAA1111.pdf': PDF })
    await applied(second.batchId)
    expect(await undone(batchId)).toMatchObject({ state: 'undone' })
    const notices = await server.db.system.query(
      `select distinct vehicle_id from deletion_notice where tenant_id = $1 and kind = 'capture' order by 1`,
      [company.tenantId],
    )
    expect(notices.rows.map((each) => each.vehicle_id)).toEqual(ids.slice(0, 2))
    expect(await calls().rows(batchId, 'left')).toMatchObject([
      { row: 2, outcome: 'No se deshizo: hay una respuesta más nueva.' },
    ])
    const { rows } = await server.db.system.query(
      `select vehicle_id = $2 as first, resource_type_id as type from vehicle_resource
       where tenant_id = $1 and captured_at is not null`,
      [company.tenantId, ids[0]],
    )
    expect(rows).toEqual([{ first: true, type: 0 }])
  })
})

it.runIf(isDrill)(
  'applying a batch leaves an answer that arrived after the preview, and says so at its row',
  async () => {
    const { batchId } = await sent(
      [row('AAA1111', clear), row('BBB2222', clear), row('CCC3333', { ...clear, seenAt: today() })],
      { 'AAA1111.pdf': PDF, 'BBB2222.pdf': PDF, 'CCC3333.pdf': PDF },
    )
    await server.db.system.query(
      `update vehicle_resource set good_at = now(), status_id = 2 where vehicle_id = any($1) and resource_id = 1900`,
      [[ids[0], ids[2]]],
    )
    expect(await applied(batchId)).toMatchObject({ state: 'applied' })
    const newer = { outcome: expect.stringContaining('Hay una respuesta del') }
    expect(await calls().rows(batchId, 'left')).toMatchObject([
      { row: 2, ...newer },
      { row: 4, ...newer },
    ])
  },
)

it.runIf(isDrill)(
  'applying a batch leaves a vehicle that another user is capturing, and says so at its row',
  async () => {
    const colleague = await server.somebody(company, 'ana', ['processing_admin', 'vehicles_read'])
    const { batchId } = await sent([row('AAA1111', clear), row('BBB2222', clear)], {
      'AAA1111.pdf': PDF,
      'BBB2222.pdf': PDF,
    })
    const lease = { method: 'PUT', url: `/api/v2/captures/lease/${ids[0]}`, payload: {} } as const
    expect((await server.ask(colleague, lease)).status).toBe(200)
    expect(await applied(batchId)).toMatchObject({ state: 'applied', message: expect.stringContaining('1 quedó') })
    const left = await calls().rows(batchId, 'left')
    expect(left).toMatchObject([{ row: 2, outcome: expect.stringMatching(/^\S*ana captura este vehículo desde el /) }])
    const { rows } = await server.db.system.query(
      'select distinct vehicle_id from vehicle_resource where tenant_id = $1 and captured_at is not null',
      [company.tenantId],
    )
    expect(rows).toEqual([{ vehicle_id: ids[1] }])
  },
)

it.runIf(isDrill)('a batch that nobody applied expires, and so do the replaced answers of an applied one', async () => {
  const after = (days: number) => deleteExpiredBatches(server.db, new Date(Date.now() + days * 86_400_000))
  const proofs = () => server.db.system.query('select from capture_batch_file where tenant_id = $1', [company.tenantId])
  const open = await sent([row('AAA1111', clear)], { 'AAA1111.pdf': PDF })
  await after(BATCH_RETENTION_DAYS)
  expect(await calls().read(open.batchId)).toMatchObject({ state: 'open' })
  expect((await proofs()).rowCount).toBe(1)
  await after(BATCH_RETENTION_DAYS + 2)
  expect(await calls().read(open.batchId)).toBeUndefined()
  expect((await proofs()).rowCount).toBe(0)

  const done = await sent([row('BBB2222', clear)], { 'BBB2222.pdf': PDF })
  await applied(done.batchId)
  const replaced = () =>
    server.db.system.query('select from capture_batch_change where tenant_id = $1', [company.tenantId])
  await after(BATCH_UNDO_DAYS)
  expect((await replaced()).rowCount).toBe(3)
  await after(BATCH_UNDO_DAYS + 2)
  expect((await replaced()).rowCount).toBe(0)
  expect(await calls().read(done.batchId)).toMatchObject({ state: 'applied' })
  await after(33)
  expect(await calls().read(done.batchId)).toBeUndefined()
})
