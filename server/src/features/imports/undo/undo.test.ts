// Undoing whole imports with its job: what is restored, what stays because a user changed it since, and that the next
// run completes one that died.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportKind } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '../../../checks/connectors/connector.ts'
import { applyCapture } from '../../../checks/store/capture.ts'
import { type Actor, asSystem, asTenant } from '../../../db/client.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { restoreDeletion } from '../../../fleet/archive/archive.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { type JobRun, JobStopped } from '../../../jobs/job.ts'
import { isDrill } from '../../../testing/drill.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type TestServer, testServer, vinFor } from '../../../testing/server.ts'
import { ANA, applyStaged, FILE, type RowInput, stageImport } from '../testing/staged.ts'
import { undoImport } from './undo.ts'

let server: TestServer
let worker: TestWorker
let company: Company
let other: Company
let ids: number[]
let round = 0
const { files, folder, remove } = resultFolder()
beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  remove()
})
beforeEach(async () => {
  company = await server.company(`norte${++round}`)
  other = await server.company(`sur${round}`)
  const fleet = [
    { plate: 'AAA001A', columns: { vehicle_color: 'ROJO', year: 2020, plate_date: '2020-02-29' } },
    { plate: 'AAA002A', columns: { vehicle_color: 'AZUL' } },
    { plate: 'AAA003A', status: 0 },
  ]
  ids = await server.vehicles(company, fleet)
  await server.vehicles(other, fleet)
})

const all = async <T extends object>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.db.system.query(query, values)).rows as T[]
const one = async <T extends object>(query: string, ...values: unknown[]): Promise<T> =>
  (await all<T>(query, ...values))[0] as T
type Vehicle = Record<string, unknown> & { vehicle_id: number }
const vehicles = () => all<Vehicle>('select * from vehicle where tenant_id = $1 order by vehicle_id', company.tenantId)
const plates = async (active = false) =>
  (await vehicles()).filter((row) => !active || row.asset_status_id === 1).map(({ plate }) => plate)
const id = (n: number) => ids[n] ?? 0

const applied = async (kind: ImportKind, rows: readonly RowInput[]): Promise<string> => {
  const importId = await stageImport(server, company, kind, rows)
  await applyStaged(server, company, kind, importId)
  return importId
}
const newVehicle = (plate: string, more: object = {}): RowInput => ({
  values: { plate, vin: vinFor(plate), stateId: 19, ...more },
})
const BETO: Actor = { origin: 'console', name: 'norte-beto' }
/** Changes a vehicle as a form does. */
const edited = (vehicleId: number | undefined, set: string) =>
  asTenant(
    server.db,
    company.tenantId,
    async (tx) => {
      await sql`
        update vehicle set ${sql.raw(set)}, row_version = row_version + 1 where vehicle_id = ${vehicleId}`.execute(tx)
    },
    BETO,
  )

/** Stores a capture as its form does. */
const capture = (vehicleId: number) =>
  asTenant(
    server.db,
    company.tenantId,
    async (tx) => {
      const { rows } = await sql<{ id: number; type: Finding['type'] }>`
        select f.resource_id as id, r.resource_type_id as type
        from vehicle_resource f
        join resource r using (resource_id)
        where f.vehicle_id = ${vehicleId} order by 1 limit 1`.execute(tx)
      const { id: resourceId = 0, type = 1 } = rows[0] ?? {}
      const finding: Finding = { type, status: 0, results: [] }
      const by = { id: 1, name: BETO.name }
      const at = new Date('2026-11-20T12:00:00Z')
      const { tenantId } = company
      await applyCapture(tx, { tenantId, vehicleId, resourceId, at, finding, raw: {}, by })
    },
    BETO,
  )

const addDocument = (vehicleId: number, removedAt: string | null) =>
  all(
    `with type as (insert into document_type (tenant_id, type_name) values ($1, 'Factura ' || $2)
        returning document_type_id as id),
      file as (insert into stored_file (tenant_id, sha256, size, media_type, scan)
        values ($1, lpad($2, 64, '0'), 1, 'application/pdf', 'clean') returning sha256),
      made as (insert into document (tenant_id, vehicle_id, document_type_id, document_name, removed_at)
        select $1, $2::bigint, id, 'Factura', $3 from type returning document_id as id)
    insert into document_version (tenant_id, document_id, version, sha256, file_name, uploaded_at, user_id, who)
    select $1, id, 1, sha256, 'factura.pdf', '2026-11-20T12:00:00Z', 1, $4 from made cross join file`,
    company.tenantId,
    `${vehicleId}`,
    removedAt,
    BETO.name,
  )

type Ended = { id: string; message: string | null; error: string | null; path: string | null; name: string | null }
const undo = async (kind: ImportKind, importId: string): Promise<Ended> => {
  await server.db.system.query(
    `update vehicle_import set state = 'undoing' where import_id = $1 and state = 'applied'`,
    [importId],
  )
  const order = {
    queueId: templateKind(kind).queueId,
    description: `Deshacer ${FILE}`,
    payload: { importId, undo: true },
  }
  const itemId = await asTenant(server.db, company.tenantId, (tx) => enqueue(tx, order), ANA)
  await worker.ended(itemId)
  return one<Ended>(
    'select queue_item_id as id, success_message as message, error_message as error, file_path as path, file_name ' +
      'as name from queue_item where queue_item_id = $1',
    itemId,
  )
}
const importOf = (importId: string) =>
  one<object>('select state, undone_by, undone from vehicle_import where import_id = $1', importId)
const report = async ({ path }: Ended): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const { cells } of readXlsx(readFileSync(join(folder, path ?? '')), 'No se deshizo'))
    rows.push(cells.map(String))
  return rows
}

describe('undoing an import of new vehicles', () => {
  it('removes its vehicles, except those changed or replaced later, and reports why', async () => {
    const foreign = await tenantRowHashes(server.db, other.tenantId)
    const importId = await applied(
      'add',
      ['NEW0001', 'NEW0002', 'NEW0003', 'NEW0004'].map((plate) => newVehicle(plate)),
    )
    const made = (await vehicles()).slice(3)
    await edited(made[1]?.vehicle_id, `vehicle_color = 'GRIS'`)
    await edited(made[2]?.vehicle_id, `replaced_by = ${id(0)}, asset_status_id = 8`)
    await server.db.system.query('delete from vehicle where vehicle_id = $1', [made[3]?.vehicle_id])
    const ended = await undo('add', importId)
    expect(ended.error).toBeNull()
    expect(ended.message).toBe(
      '1 vehículo dado de alta se quitó de la flota. Soporte puede recuperarlos durante 30 días. 3 filas se ' +
        'quedaron como están: descargue el archivo para ver por qué.',
    )
    expect(ended.name).toBe('No se deshizo de Flota norte.xlsx')
    expect(await report(ended)).toEqual([
      ['Fila', 'Placa', 'VIN', 'Por qué no se deshizo'],
      [
        '3',
        'NEW0002',
        vinFor('NEW0002'),
        expect.stringMatching(/^Cambió después: norte-beto, el \d\d\/\d\d\/\d{4} a las \d\d:\d\d\.$/),
      ],
      ['4', 'NEW0003', vinFor('NEW0003'), 'Fue reemplazado después.'],
      ['5', 'NEW0004', vinFor('NEW0004'), 'Ya no existe.'],
    ])
    expect(await plates()).toEqual(['AAA001A', 'AAA002A', 'AAA003A', 'NEW0002', 'NEW0003'])
    expect(await importOf(importId)).toEqual({
      state: 'undone',
      undone_by: 'norte-ana',
      undone: { restored: 1, kept: 3 },
    })
    expect(
      await all(
        `select who, action, changes from activity where tenant_id = $1 and subject_kind = 'import'`,
        company.tenantId,
      ),
    ).toEqual([
      { who: 'norte-ana', action: 'update', changes: { vehicles_restored: [null, 1], vehicles_kept: [null, 3] } },
    ])
    expect(await tenantRowHashes(server.db, other.tenantId)).toEqual(foreign)
  })

  it.runIf(isDrill)('keeps a vehicle with a later capture, and reports who captured it', async () => {
    const importId = await applied('add', [newVehicle('NEW0001'), newVehicle('NEW0002')])
    const [captured] = (await vehicles()).slice(3)
    await capture(captured?.vehicle_id ?? 0)
    const ended = await undo('add', importId)
    expect(await plates()).toEqual(['AAA001A', 'AAA002A', 'AAA003A', 'NEW0001'])
    expect((await report(ended)).slice(1)).toEqual([
      [
        '2',
        'NEW0001',
        vinFor('NEW0001'),
        'Tiene una consulta que alguien capturó a mano: norte-beto, el 20/11/2026 a las 06:00.',
      ],
    ])
    expect(await one('select count(*)::int as n from check_run where origin = $1', 'capture')).toEqual({ n: 1 })
  })

  it('keeps a vehicle with a document that somebody added later, and reports who', async () => {
    const importId = await applied('add', [newVehicle('NEW0001'), newVehicle('NEW0002')])
    const [first, second] = (await vehicles()).slice(3)
    await addDocument(first?.vehicle_id ?? 0, null)
    await addDocument(second?.vehicle_id ?? 0, '2026-11-20T13:00:00Z')
    const ended = await undo('add', importId)
    expect(await plates()).toEqual(['AAA001A', 'AAA002A', 'AAA003A', 'NEW0001'])
    expect((await report(ended)).slice(1)).toEqual([
      [
        '2',
        'NEW0001',
        vinFor('NEW0001'),
        'Tiene documentos que alguien agregó después: norte-beto, el 20/11/2026 a las 06:00.',
      ],
    ])
    const left = 'select vehicle_id from document where tenant_id = $1'
    expect(await all(left, company.tenantId)).toEqual([{ vehicle_id: first?.vehicle_id }])
  })

  it.runIf(isDrill)('can be reverted by support, with tags and checks', async () => {
    const importId = await applied('add', [{ ...newVehicle('NEW0001'), tags: [{ category: 'Uso', name: 'reparto' }] }])
    const before = await tenantRowHashes(server.db, company.tenantId, [
      'vehicle',
      'vehicle_tag',
      'vehicle_resource',
      'vehicle_history',
    ])
    const ended = await undo('add', importId)
    expect(ended.path).toBeNull()
    expect(await plates()).not.toContain('NEW0001')
    expect(await all('select tag_name from tag where tenant_id = $1', company.tenantId)).toEqual([
      { tag_name: 'reparto' },
    ])
    await asSystem(server.db, (tx) => restoreDeletion(tx, company.tenantId, ended.id))
    expect(await tenantRowHashes(server.db, company.tenantId, Object.keys(before))).toEqual(before)
  })
})

describe('undoing an edit import', () => {
  it('restores fields, blanks, tags and status, and queries the sources again by the old plate', async () => {
    const tag = (name: string) => ({ category: 'Uso', name })
    await applied('edit', [{ target: id(0), tags: [tag('reparto'), tag('norte')] }])
    const before = await vehicles()
    const tagged = await tenantRowHashes(server.db, company.tenantId, ['vehicle_tag'])
    const importId = await applied('edit', [
      {
        target: id(0),
        values: { plate: 'BBB001B', vehicleColor: null, year: 2024, plateDate: '2024-01-01' },
        tags: [tag('reparto'), tag('ventas')],
      },
      { target: id(1), values: { assetStatusId: 8, observations: 'vendido' } },
      { target: id(2), values: { assetStatusId: 1 } },
    ])
    await server.db.system.query(`update vehicle_resource set good_at = now() where tenant_id = $1`, [company.tenantId])
    const ended = await undo('edit', importId)
    expect(ended).toMatchObject({ error: null, path: null, message: '3 vehículos volvieron a como estaban.' })
    const versions = (rows: readonly Vehicle[]) =>
      rows.map((row) => ({ ...row, updated_at: null, changed_at: null, processed_at: null, row_version: null }))
    expect(versions(await vehicles())).toEqual(versions(before))
    expect((await vehicles()).map(({ row_version }) => row_version)).toEqual([4, 3, 3])
    expect(await tenantRowHashes(server.db, company.tenantId, ['vehicle_tag'])).toEqual(tagged)
    const changed = await all<{ n: number }>(
      'select count(*) filter (where good_at is null)::int as n from vehicle_resource where tenant_id = $1 group ' +
        'by vehicle_id order by vehicle_id',
      company.tenantId,
    )
    expect(changed.map(({ n }) => n > 0)).toEqual([true, false, false])
  })

  it.runIf(isDrill)(
    'leaves what changed later, and never restores a plate or VIN that another active vehicle has',
    async () => {
      const importId = await applied('edit', [
        { target: id(0), values: { plate: 'BBB001B' } },
        { target: id(1), values: { assetStatusId: 8 } },
        { target: id(2), values: { vehicleColor: 'GRIS' } },
      ])
      await server.vehicles(company, [
        { plate: 'AAA001A', vin: '3N1CN8AE1RL900001' },
        { plate: 'ZZZ0001', vin: vinFor('AAA002A') },
      ])
      await edited(id(2), `vehicle_color = 'VERDE'`)
      const before = await tenantRowHashes(server.db, company.tenantId, [
        'vehicle',
        'vehicle_tag',
        'vehicle_history',
        'vehicle_resource',
      ])
      const ended = await undo('edit', importId)
      expect(ended.message).toContain('0 vehículos volvieron')
      expect((await report(ended)).slice(1)).toEqual([
        ['2', 'BBB001B', vinFor('AAA001A'), 'Su placa es ahora de otro vehículo activo.'],
        ['3', 'AAA002A', vinFor('AAA002A'), 'Su VIN es ahora de otro vehículo activo.'],
        ['4', 'AAA003A', vinFor('AAA003A'), expect.stringMatching(/^Cambió después: norte-beto/)],
      ])
      expect(await tenantRowHashes(server.db, company.tenantId, Object.keys(before))).toEqual(before)
      expect(await importOf(importId)).toMatchObject({ state: 'undone', undone: { restored: 0, kept: 3 } })
    },
  )
})

describe('undoing a replace import', () => {
  const crosswise = (): RowInput[] => [
    { target: id(0), reason: 8, values: { plate: 'AAA002A', vin: '3N1CN8AE1RL900001' } },
    { target: id(1), reason: 3, values: { plate: 'AAA001A', vin: '3N1CN8AE1RL900002' } },
  ]

  it('restores the old vehicles and removes the new ones, also when plates were exchanged', async () => {
    const importId = await applied('replace', crosswise())
    const ended = await undo('replace', importId)
    expect(ended).toMatchObject({ error: null, path: null, message: '2 reemplazos se deshicieron.' })
    const left = await vehicles()
    expect(left.map(({ vehicle_id }) => vehicle_id)).toEqual(ids)
    expect(left[0]).toMatchObject({ plate: 'AAA001A', asset_status_id: 1, replaced_by: null, row_version: 3 })
    expect(left[1]).toMatchObject({ plate: 'AAA002A', asset_status_id: 1, replaced_by: null })
    expect(await importOf(importId)).toMatchObject({ state: 'undone', undone: { restored: 2, kept: 0 } })
    // A vehicle restored afterwards no longer replaces another.
    await server.db.system.query('update vehicle set asset_status_id = 0 where tenant_id = $1', [company.tenantId])
    await asSystem(server.db, (tx) => restoreDeletion(tx, company.tenantId, ended.id))
    expect((await vehicles()).slice(3)).toMatchObject([
      { plate: 'AAA002A', replacing: null, historic_group: null },
      { plate: 'AAA001A', replacing: null, historic_group: null },
    ])
  })

  it.runIf(isDrill)('leaves a row if one of its vehicles changed, and the row that needs its plate', async () => {
    const importId = await applied('replace', crosswise())
    const made = (await vehicles()).slice(3)
    await edited(made[0]?.vehicle_id, `vehicle_color = 'VERDE'`)
    const before = await tenantRowHashes(server.db, company.tenantId, ['vehicle', 'vehicle_history'])
    const ended = await undo('replace', importId)
    expect((await report(ended)).slice(1)).toEqual([
      [
        '2',
        'AAA002A',
        '3N1CN8AE1RL900001',
        expect.stringMatching(/^El vehículo nuevo cambió después: norte-beto, el /),
      ],
      ['3', 'AAA001A', '3N1CN8AE1RL900002', 'La placa del vehículo reemplazado es ahora de otro vehículo activo.'],
    ])
    expect(await tenantRowHashes(server.db, company.tenantId, ['vehicle', 'vehicle_history'])).toEqual(before)
  })

  it.runIf(isDrill)(
    'leaves a row if the new vehicle has a capture; a capture of the replaced vehicle does not matter',
    async () => {
      const rows = crosswise().map((row, i) => ({ ...row, values: { ...row.values, plate: `NEW000${i}` } }))
      const importId = await applied('replace', rows)
      await capture((await vehicles())[3]?.vehicle_id ?? 0)
      await capture(id(1))
      const ended = await undo('replace', importId)
      expect(await plates(true)).toEqual(['AAA002A', 'NEW0000'])
      expect((await report(ended))[1]?.[3]).toMatch(
        /^El vehículo nuevo tiene una consulta que alguien capturó a mano: norte-beto/,
      )
    },
  )

  it.runIf(isDrill)('undoes each row that can be undone', async () => {
    const rows = crosswise().map((row, i) => ({ ...row, values: { ...row.values, plate: `NEW000${i}` } }))
    const importId = await applied('replace', rows)
    await edited(id(0), `observations = 'llegó el pago'`)
    const ended = await undo('replace', importId)
    expect(ended.message).toContain('1 reemplazo se deshizo. 1 fila se quedó como está')
    expect(await plates(true)).toEqual(['AAA002A', 'NEW0000'])
    expect((await report(ended))[1]?.[3]).toMatch(/^El vehículo reemplazado cambió después: norte-beto/)
  })
})

describe('the job of an undo', () => {
  it.runIf(isDrill)('undoes an import only once', async () => {
    const importId = await applied('edit', [{ target: id(0), values: { vehicleColor: 'GRIS' } }])
    await undo('edit', importId)
    const before = await tenantRowHashes(server.db, company.tenantId, ['vehicle', 'vehicle_import'])
    expect(await undo('edit', importId)).toMatchObject({ message: null, error: 'Este archivo ya se deshizo.' })
    expect(await tenantRowHashes(server.db, company.tenantId, Object.keys(before))).toEqual(before)
    const waiting = await stageImport(server, company, 'edit', [{ target: id(0), values: { vehicleColor: 'ROJO' } }])
    expect((await undo('edit', waiting)).error).toBe('El archivo no está aplicado: no hay nada que deshacer.')
    expect((await undo('edit', randomUUID())).error).toBe('El archivo ya no existe.')
  })

  it.runIf(isDrill)('continues with the rest after a run died between two batches', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => newVehicle(`M${String(i).padStart(6, '0')}`))
    const importId = await applied('add', rows)
    const itemId = randomUUID()
    const reported: number[] = []
    const runOf = (diesAt: number) =>
      ({
        db: server.db,
        files,
        now: () => new Date(),
        runId: randomUUID(),
        item: { tenantId: company.tenantId, itemId, createdAt: '2026-11-21T00:00:00Z', actor: ANA },
        progress: async (done: number) => void reported.push(done),
        progressIn: async (_tx: unknown, done: number) => {
          if (done >= diesAt) throw new JobStopped('superseded')
          reported.push(done)
        },
      }) as unknown as JobRun
    await expect(undoImport(runOf(1_200), importId)).rejects.toThrow(JobStopped)
    expect(await plates()).toHaveLength(203)
    const { message, onEnd } = await undoImport(runOf(Number.POSITIVE_INFINITY), importId)
    expect(reported).toEqual([0, 1_000, 1_000, 1_200])
    expect(message).toMatch(/^1,200 vehículos dados de alta se quitaron/)
    await asTenant(server.db, company.tenantId, (tx) => onEnd?.(tx) ?? Promise.resolve(), ANA)
    expect(await plates()).toEqual(['AAA001A', 'AAA002A', 'AAA003A'])
    expect(await importOf(importId)).toMatchObject({ state: 'undone', undone: { restored: 1_200, kept: 0 } })
    expect(await one('select vehicles from deletion where deletion_id = $1', itemId)).toEqual({ vehicles: 1_200 })
  })

  it('locks the fleet’s version only at the end of a batch', async () => {
    const importId = await applied('edit', [{ target: id(0), values: { vehicleColor: 'GRIS' } }])
    const version = 'select fields_version from catalogue_version where tenant_id = $1'
    const before = await one<{ fields_version: number }>(version, company.tenantId)
    const run = {
      db: server.db,
      item: { tenantId: company.tenantId, itemId: randomUUID(), actor: ANA },
      progress: async () => undefined,
      // Fails at once if the batch already holds the lock.
      progressIn: () => server.db.system.query(`${version} for update nowait`, [company.tenantId]),
    } as unknown as JobRun
    await undoImport(run, importId)
    expect(await one(version, company.tenantId)).toEqual({ fields_version: before.fields_version + 1 })
  })
})
