// 'Borrar todo': permissions, what is deleted, and its restoration. That another worker finishes the deletion
// of one that was killed with SIGKILL is in delete-all.drill.test.ts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, type Tx } from '../../db/client.ts'
import { type JobRun, JobStopped } from '../../jobs/job.ts'
import { isDrill } from '../../testing/drill.ts'
import { createTag } from '../../testing/fixtures.ts'
import { runPadron } from '../../testing/processes/padron-command.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteAll } from './delete-all.job.ts'

let server: TestServer
let worker: TestWorker
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await worker?.stop()
  await server.stop()
  remove()
})

const OF_VEHICLES = [
  'vehicle',
  'vehicle_tag',
  'due_check',
  'check_run',
  'check_result',
  'vehicle_resource',
  'vehicle_history',
  'vehicle_registry',
  'bulk_change',
  'bulk_change_row',
  'tag',
  'tag_category',
  'document',
  'document_version',
  'document_value',
  'document_exception',
  'obligation',
  'stored_file',
]
const CONFIRMED = { confirmation: 'BORRAR TODO' }

const erase = (as: Somebody, payload: object = CONFIRMED) =>
  server.ask(as, { method: 'DELETE', url: '/api/v2/vehicleAsset', payload })
const idOf = ({ body }: { body: unknown }) => (body as { queueItemId: string }).queueItemId
const one = async <T>(query: string, ...values: unknown[]): Promise<T> =>
  (await server.db.system.query(query, values)).rows[0] as T
const countOf = async (table: string, tenantId: number) =>
  (await one<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, tenantId)).n
const padron = (...args: string[]) =>
  runPadron({ DATABASE_URL: server.addressOf('padron_owner').connectionString }, ['fleet', ...args])

/**
 * For each vehicle a document of two versions with a value and its due date, and for one vehicle an exception.
 */
const makeDocuments = async (tx: Tx, t: number, ids: readonly number[]): Promise<void> => {
  const sha256 = 'a'.repeat(64)
  await sql`
    insert into stored_file (tenant_id, sha256, size, media_type, scan)
    values (${t}, ${sha256}, 1, 'application/pdf', 'clean')`.execute(tx)
  await sql`
    with k as (insert into document_type (tenant_id, type_name, required)
    values (${t}, 'Póliza', 'all')
    returning document_type_id)
    insert into document_field (tenant_id, document_type_id, place, field_name, data_type, required, is_expiry)
    select ${t}, document_type_id, 0, 'Vigencia', 3, true, true
    from k`.execute(tx)
  await sql`insert into document (tenant_id, vehicle_id, document_type_id, document_name, current_version, expires_on)
    select ${t}, v, k.document_type_id, 'á ' || v, 2, '2027-01-31'
    from unnest(${ids}::bigint[]) v, document_type k
    where k.tenant_id = ${t}`.execute(tx)
  await sql`insert into document_version (tenant_id, document_id, version, sha256, file_name, user_id, who)
    select ${t}, document_id, n, ${sha256}, 'a.pdf', 1, 'ana'
    from document, generate_series(1, 2) n
    where tenant_id = ${t}`.execute(tx)
  await sql`
    insert into document_value (tenant_id, document_id, document_field_id, value)
    select ${t}, d.document_id, f.document_field_id, '2027-01-31'
    from document d, document_field f where d.tenant_id = ${t} and f.tenant_id = ${t}`.execute(tx)
  await sql`
    insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, document_id, told_at,
      told_by)
    select ${t}, d.vehicle_id, 'd:' || d.document_id || ':' || x.document_field_id, 'document', '2027-01-31',
      'Póliza: Vigencia', d.document_name, d.document_id, now(), 'ana'
    from document d
    join document_value x on x.tenant_id = d.tenant_id and x.document_id = d.document_id
    where d.tenant_id = ${t}`.execute(tx)
  await sql`
    insert into document_exception (tenant_id, document_type_id, vehicle_id, required)
    select ${t}, document_type_id, ${ids[1]}, false
    from document_type
    where tenant_id = ${t}`.execute(tx)
}

/**
 * A fleet with all tables that reference vehicles: checks with answers, tags, history, registries, bulk changes,
 * documents, a chain of replacements.
 */
const makeFleet = async (company: Company, size: number): Promise<number[]> => {
  const plates = Array.from({ length: size }, (_, i) => ({
    plate: `FLT${String(i).padStart(4, '0')}`,
    columns: { observations: `ñ "${i}"` },
  }))
  const ids = await server.vehicles(company, plates)
  const tag = await createTag(server, company, 'reparto')
  await asSystem(server.db, async (tx) => {
    const t = company.tenantId
    await sql`
      insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select ${t}, ${tag}, unnest(${ids}::bigint[])`.execute(tx)
    await sql`
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome, raw)
      select ${t}, gen_random_uuid(), v, 'mx-repuve', 'nubarium', 1, now(), 12, 'ok', '\\x00ff'::bytea
      from unnest(${ids}::bigint[]) v`.execute(tx)
    await sql`insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
      select tenant_id, run_id, 5002, 14, '[{"name": "á"}]', '[]' from check_run where tenant_id = ${t}`.execute(tx)
    await sql`
      update vehicle_resource f
      set good_run_id = r.run_id, last_run_id = r.run_id, good_at = now(), last_at = now(), debt_total = 12.30,
        last_outcome = 'ok'
      from check_run r
      where r.tenant_id = f.tenant_id
        and r.vehicle_id = f.vehicle_id
        and f.resource_id = 5002
        and f.tenant_id = ${t}`.execute(tx)
    await sql`insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
      select tenant_id, vehicle_id, 'vin', 5002, run_id, now(), '{"plate": "OTRA123"}'
      from check_run
      where tenant_id = ${t}`.execute(tx)
    await sql`
      with b as (insert into bulk_change (tenant_id, who, description, change, vehicles)
      values (${t}, 'x', 'x', '{}', 1)
      returning bulk_id)
      insert into bulk_change_row (tenant_id, bulk_id, vehicle_id, before, row_version)
      select ${t}, bulk_id, ${ids[0]}, '{}', 1
      from b`.execute(tx)
    await makeDocuments(tx, t, ids)
    // The first vehicle was replaced by the last; the chain of three spans several batches.
    await sql`
      update vehicle
      set replaced_by = ${ids.at(-1)}, asset_status_id = 8
      where tenant_id = ${t} and vehicle_id = ${ids[0]}`.execute(tx)
    await sql`
      update vehicle
      set replacing = ${ids[0]}, replaced_by = ${ids[5]}, asset_status_id = 0
      where tenant_id = ${t} and vehicle_id = ${ids.at(-1)}`.execute(tx)
    await sql`update due_check set claim_id = null where tenant_id = ${t}`.execute(tx)
  })
  return ids
}

describe('the request of a deletion', () => {
  it('needs the main account, the confirmation text, and a vehicle to delete', async () => {
    const company = await server.company('permisos')
    const main = await server.somebody(company, 'admin', ['admin'])
    const high = await server.somebody(company, 'alto', ['vehicles_report'])
    const low = await server.somebody(company, 'bajo', ['vehicles_edit'])
    expect((await erase(main)).status).toBe(422)
    await server.vehicles(company, [{ plate: 'AAA111A' }])
    expect((await erase(high)).status).toBe(403)
    expect((await erase(low)).status).toBe(403)
    expect((await erase(main, { confirmation: 'borrar' })).status).toBe(422)
    const words = 'Para confirmar escriba BORRAR TODO.'
    const nothingTyped = { status: 400, body: { errors: [{ path: 'confirmation', message: words }] } }
    expect(await erase(main, {})).toMatchObject(nothingTyped)
    const none = await server.ask(main, { method: 'DELETE', url: '/api/v2/vehicleAsset' })
    expect(none).toMatchObject({ status: 400, body: { errors: [{ message: words }] } })
    expect(await countOf('vehicle', company.tenantId)).toBe(1)
    const first = await erase(main)
    expect(first.status).toBe(200)
    const second = await erase(main)
    expect(second).toMatchObject({ status: 409, body: { title: 'Ya hay un borrado total en curso.' } })
    const cancel = { method: 'POST', url: `/api/v2/queueItems/${idOf(first)}/cancel` } as const
    expect((await server.ask(main, cancel)).status).toBe(409)
  })
})

/** A run of the company's deletion. @param onProgress is called for each batch inside its transaction */
const runOf = ({ tenantId }: Company, onProgress: (done: number) => Promise<void>, itemId = randomUUID()) =>
  ({
    db: server.db,
    item: { tenantId, itemId, createdAt: '2999-01-01T00:00:00Z', actor: { origin: 'system', name: 'x' } },
    progress: async () => undefined,
    progressIn: (_tx: unknown, done: number) => onProgress(done),
  }) as unknown as JobRun

describe('a deletion', { timeout: 90_000 }, () => {
  const SOME = isDrill ? 1_200 : 60
  it('archives the whole fleet except later vehicles, and can be restored row by row', async () => {
    worker = await testWorker(server, files)
    const company = await server.company('redonda')
    const main = await server.somebody(company, 'admin', ['admin'])
    const written = SOME.toLocaleString('es-MX')
    await makeFleet(company, SOME)
    const before = await tenantRowHashes(server.db, company.tenantId, OF_VEHICLES)
    const versions = () =>
      one<{ fields_version: number }>(
        'select fields_version from catalogue_version where tenant_id = $1',
        company.tenantId,
      )
    const { fields_version } = await versions()
    const deleted = await erase(main)
    const [late = 0] = await server.vehicles(company, [{ plate: 'NUEVO01' }])
    await worker.ended(idOf(deleted))
    const item = await one<object>('select * from queue_item where queue_item_id = $1', idOf(deleted))
    expect(item).toMatchObject({
      error_message: null,
      success_message: `${written} vehículos borrados. Soporte puede recuperarlos durante 30 días.`,
    })
    expect(await one('select vehicle_id from vehicle where tenant_id = $1', company.tenantId)).toEqual({
      vehicle_id: late,
    })
    for (const table of [
      'vehicle_tag',
      'check_run',
      'check_result',
      'vehicle_registry',
      'bulk_change_row',
      'document',
      'document_version',
      'document_value',
      'obligation',
    ])
      expect(await countOf(table, company.tenantId), table).toBe(0)
    expect((await versions()).fields_version).toBeGreaterThan(fields_version)

    const listed = await server.ask(main, { url: '/api/v2/vehicleAsset/deletions' })
    expect(listed.body).toMatchObject({
      deletions: [{ deletionId: idOf(deleted), who: main.username, vehicles: SOME }],
    })
    const record = await one<{ n: number; who: string }>(
      `
        select count(*)::int as n, min(who) as who
        from activity
        where tenant_id = $1 and subject_kind = 'vehicle' and action = 'delete'`,
      company.tenantId,
    )
    expect(record).toEqual({ n: SOME, who: main.username })
    const ordered = await one<object>(
      `select who, subject_name, changes from activity where tenant_id = $1 and subject_kind = 'job'`,
      company.tenantId,
    )
    expect(ordered).toMatchObject({
      who: main.username,
      subject_name: 'Borrado total',
      changes: { description: [null, `Borrado de ${written} vehículos`] },
    })

    await server.db.system.query('delete from vehicle where vehicle_id = $1', [late])
    const list = (await padron('deletions', 'redonda')).out
    expect(list).toMatch(/^BORRADO +FECHA \(America\/Mexico_City\) +QUIÉN /)
    expect(list).toMatch(new RegExp(`${idOf(deleted)} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d .* ${SOME} +recuperable`))
    const restored = await padron('restore', 'redonda', idOf(deleted))
    expect(restored).toEqual({ out: `${SOME} vehículos recuperados en redonda.\n`, err: '', code: 0 })
    expect(await tenantRowHashes(server.db, company.tenantId, OF_VEHICLES)).toEqual(before)
    expect((await server.ask(main, { url: '/api/v2/vehicleAsset/deletions' })).body).toEqual({ deletions: [] })
    expect((await padron('restore', 'redonda', '00000000-0000-4000-8000-000000000000')).code).toBe(1)
  })

  it.runIf(isDrill)(
    'leaves vehicles in the archive whose plate is in use again, and restores them once it is free',
    async () => {
      const company = await server.company('ocupada')
      const main = await server.somebody(company, 'admin', ['admin'])
      const [, second = 0, third = 0] = await server.vehicles(company, [
        { plate: 'OCU0001' },
        { plate: 'OCU0002' },
        { plate: 'OCU0003' },
      ])
      await server.db.system.query(`update vehicle set replaced_by = $1, asset_status_id = 8 where vehicle_id = $2`, [
        second,
        third,
      ])
      const deleted = await erase(main)
      await worker.ended(idOf(deleted))
      const [again = 0] = await server.vehicles(company, [{ plate: 'OCU0002', vin: '3N1CN8AE1RL999999' }])
      const tag = await createTag(server, company, 'x')
      const left = async () =>
        ((await server.ask(main, { url: '/api/v2/vehicleAsset/deletions' })).body as { deletions: object[] }).deletions
      expect(await left()).toMatchObject([{ vehicles: 3, left: 3 }])
      const restored = await padron('restore', 'ocupada', idOf(deleted))
      expect(restored.out).toContain('2 vehículos recuperados en ocupada.\n1 siguen guardados')
      expect(restored.err).toContain('No se recuperó OCU0002 ')
      expect(await left()).toMatchObject([{ vehicles: 3, left: 1 }])
      expect((await padron('deletions', 'ocupada')).out).toContain('recuperado en parte: falta 1')
      expect(await one('select replaced_by from vehicle where vehicle_id = $1', third)).toEqual({ replaced_by: null })
      const due = await one<{ n: number }>('select count(*)::int as n from due_check where vehicle_id = $1', third)
      expect(due.n).toBeGreaterThan(0)
      await server.db.system.query('insert into vehicle_tag (tenant_id, tag_id, vehicle_id) values ($1, $2, $3)', [
        company.tenantId,
        tag,
        third,
      ])
      await server.db.system.query('update vehicle set asset_status_id = 0 where vehicle_id = $1', [again])
      expect((await padron('restore', 'ocupada', idOf(deleted))).out).toBe('1 vehículos recuperados en ocupada.\n')
      expect(await left()).toEqual([])
      expect((await padron('deletions', 'ocupada')).out).toMatch(/ 3 +recuperado el \d{4}-\d\d-\d\d$/m)
      expect(await countOf('vehicle', company.tenantId)).toBe(4)
      expect(await countOf('vehicle_tag', company.tenantId)).toBe(1)
    },
  )

  it('locks the fleet’s version only at the end of each batch', async () => {
    const company = await server.company('espera')
    await server.vehicles(company, [{ plate: 'ESP0001' }])
    const version = 'select fields_version from catalogue_version where tenant_id = $1'
    const before = await one<{ fields_version: number }>(version, company.tenantId)
    const counts: number[] = []
    const job = runOf(company, async (done) => {
      // Fails at once if the batch already holds the lock.
      await server.db.system.query(`${version} for update nowait`, [company.tenantId])
      counts.push(done)
    })
    await deleteAll.run(job)
    expect(counts).toEqual([1, 1])
    expect(await one(version, company.tenantId)).toEqual({ fields_version: before.fields_version + 1 })
  })

  it.runIf(isDrill)('continues after a run died between two batches, and archives each vehicle once', async () => {
    const company = await server.company('interrumpida')
    await server.db.system.query(
      `
        insert into vehicle (tenant_id, plate, vin, state_id)
        select $1, 'M' || lpad(i::text, 6, '0'), 'M' || lpad(i::text, 16, '0'), 19
        from generate_series(1, 1200) i`,
      [company.tenantId],
    )
    const itemId = randomUUID()
    const archived = () =>
      one<object>(
        `
          select count(*)::int as rows, count(distinct row->>'vehicle_id')::int as vehicles
          from deleted_row
          where deletion_id = $1 and table_name = 'vehicle'`,
        itemId,
      )
    const dies = runOf(
      company,
      async (done) => {
        if (done === 1_200) throw new JobStopped('superseded')
      },
      itemId,
    )
    await expect(deleteAll.run(dies)).rejects.toThrow(JobStopped)
    expect(await countOf('vehicle', company.tenantId)).toBe(200)
    expect(await archived()).toEqual({ rows: 1_000, vehicles: 1_000 })
    const { message } = await deleteAll.run(runOf(company, async () => undefined, itemId))
    expect(message).toMatch(/^1,200 vehículos borrados/)
    expect(await countOf('vehicle', company.tenantId)).toBe(0)
    expect(await archived()).toEqual({ rows: 1_200, vehicles: 1_200 })
  })
})
