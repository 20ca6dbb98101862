// Large imports and their undo request new figures; small ones wait for the night.
import { templateKind } from '@padron/contract/template/kinds'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer, vinFor } from '../../../testing/server.ts'
import { ANA, stageImport } from '../../imports/testing/staged.ts'

let server: TestServer
let worker: TestWorker
const { files, remove } = resultFolder()
beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  remove()
})

const stage = async (company: Company, many: number): Promise<string> => {
  const rows = Array.from({ length: many }, (_, nth) => {
    const plate = `M${String(nth).padStart(6, '0')}`
    return { values: { plate, vin: vinFor(plate), stateId: 19 } }
  })
  const importId = await stageImport(server, company, 'add', rows)
  const totals = { counts: { rows: many, new: many, changed: 0 }, affected: 0, active: 0 }
  await server.db.system.query('update vehicle_import set judged = $2 where import_id = $1', [importId, { totals }])
  return importId
}

const run = async ({ tenantId }: Company, importId: string, undo: boolean): Promise<void> => {
  const itemId = await asTenant(
    server.db,
    tenantId,
    async (tx) => {
      const payload = { importId, ...(undo ? { undo } : {}) }
      const id = await enqueue(tx, {
        queueId: templateKind('add').queueId,
        description: 'Alta',
        payload,
        recipients: [],
      })
      await sql`
        update vehicle_import
        set ${sql.raw(undo ? "state = 'undoing', undo_item_id" : 'queue_item_id')} = ${id}
        where import_id = ${importId}`.execute(tx)
      return id
    },
    ANA,
  )
  await worker.ended(itemId)
}

/** Whether new figures were requested; deletes the request. */
const wereWanted = async ({ tenantId }: Company): Promise<boolean> => {
  const { rowCount } = await server.db.system.query(
    'delete from dashboard_statistics where tenant_id = $1 and requested_at is not null',
    [tenantId],
  )
  return rowCount === 1
}

it('importing two hundred vehicles, or undoing it, requests new figures', async () => {
  const company = await server.company('grande')
  const importId = await stage(company, 200)
  await run(company, importId, false)
  expect(await wereWanted(company)).toBe(true)
  await run(company, importId, true)
  expect(await wereWanted(company)).toBe(true)
})

it('importing two hundred vehicles requests figures again once their sources answered', async () => {
  const company = await server.company('rapida')
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  // As if figures had been computed before.
  await owner.query(`
    create function worked_out() returns trigger language plpgsql security definer as $$ begin
      update dashboard_statistics set requested_at = null where tenant_id = ${company.tenantId}; return null; end $$;
    create trigger worked_out after insert on vehicle_resource for each statement execute function worked_out()`)
  await run(company, await stage(company, 200), false)
  await owner.query('drop function worked_out cascade')
  await owner.end()
  expect(await wereWanted(company)).toBe(true)
})

it('a small import does not request new figures', async () => {
  const company = await server.company('chica')
  await run(company, await stage(company, 3), false)
  expect(await wereWanted(company)).toBe(false)
})
