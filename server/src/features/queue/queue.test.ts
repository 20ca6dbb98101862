// The queue panel and its worker: how jobs end, their progress, and cancelling them.
import type { QueueItem } from '@padron/contract/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { enqueue, type Order } from '../../jobs/enqueue.ts'
import { type JobKind, JobRefused } from '../../jobs/job.ts'
import { isDrill } from '../../testing/drill.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { estimate, type StoredItem } from './queue.queries.ts'

let server: TestServer
let company: Company
let who: Somebody
let worker: TestWorker | undefined
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'cola', ['queue_read'])
})
afterAll(async () => {
  await worker?.stop()
  await server.stop()
  remove()
})
beforeEach(async () => {
  await worker?.stop()
  worker = undefined
  await server.db.system.query('delete from queue_item')
})

const order = (more: Partial<Order> = {}, at = company, by = who) =>
  asTenant(
    server.db,
    at.tenantId,
    (tx) => enqueue(tx, { queueId: 5, description: 'Prueba', payload: { n: 1 }, ...more }),
    {
      origin: 'console',
      id: by.userId,
      name: by.username,
    },
  )
const panel = async (as = who) => {
  const { status, body } = await server.ask(as, { url: '/api/v2/getQueueItems' })
  expect(status).toBe(200)
  return (body as { queueInformation: { queueList: QueueItem[]; pendingTemplateQueue: number } }).queueInformation
}
const cancel = (id: string, as = who) => server.ask(as, { method: 'POST', url: `/api/v2/queueItems/${id}/cancel` })
const start = async (...kinds: JobKind[]) => {
  worker = await testWorker(server, files, { kinds })
  return worker
}
const kind = (run: JobKind['run'], queueId: JobKind['queueId'] = 5): JobKind => ({
  queueId,
  needs: ['queue_read'],
  cancellable: queueId === 5,
  run,
})

describe('the panel', () => {
  it('shows the company’s jobs of thirty days, newest first, and counts pending templates', async () => {
    const first = await order()
    await order({ queueId: 3, description: 'Plantilla' })
    const old = await order({ description: 'Vieja', payload: { n: 2 } })
    await server.db.system.query(
      `update queue_item set created_at = now() - interval '31 days' where queue_item_id = $1`,
      [old],
    )
    const south = await server.company('sur')
    const foreign = await order({}, south, await server.somebody(south, 'ajena', ['queue_read']))
    const { queueList, pendingTemplateQueue } = await panel()
    expect(queueList.map(({ queueDescription }) => queueDescription)).toEqual(['Plantilla', 'Prueba'])
    expect(pendingTemplateQueue).toBe(1)
    expect(queueList[1]).toMatchObject({
      _id: first,
      queueId: 5,
      queueName: 'Reporte de vehículos',
      processing: false,
      progress: null,
      successDateTime: null,
      errorDateTime: null,
      estimatedFinishedDateTime: null,
      fileUrl: null,
      who: 'norte-cola',
      cancellable: true,
      cancelled: false,
    })
    const byId = (id = '') => server.ask(who, { url: `/api/v2/queueItems/${id}` })
    expect(await byId(first)).toMatchObject({ status: 200, body: queueList[1] })
    for (const id of [old, foreign]) expect(await byId(id)).toMatchObject({ status: 404 })
    const weak = await server.somebody(company, 'sin', rolesWithout('queue_read'))
    expect((await server.ask(weak, { url: '/api/v2/getQueueItems' })).status).toBe(403)
    expect((await cancel(first ?? '', weak)).status).toBe(403)
  })

  it('estimates the end from the speed of the run, only while there is one', () => {
    const now = new Date('2026-11-21T12:01:00Z')
    const item = {
      startedAt: '2026-11-21T12:00:00Z',
      finishedAt: null,
      begunDone: 100,
      done: 200,
      total: 400,
    } as StoredItem
    expect(estimate(item, now)).toBe('2026-11-21T12:03:00.000Z')
    for (const none of [{ done: 100 }, { startedAt: null }, { finishedAt: 'x' }, { done: 400 }])
      expect(estimate({ ...item, ...none }, now)).toBeNull()
  })
})

describe('a job', () => {
  it('shows its progress while it runs, and then its result', async () => {
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const run = kind(async ({ progress, item }) => {
      expect(item).toMatchObject({ tenantId: company.tenantId, payload: { n: 1 }, actor: { id: who.userId } })
      await progress(3, 10, 'Contando')
      started.resolve()
      await goOn.promise
      return { message: 'Hecho.' }
    })
    const id = await order()
    const { ended } = await start(run)
    await started.promise
    expect((await panel()).queueList[0]).toMatchObject({
      processing: true,
      progress: { done: 3, total: 10, what: 'Contando' },
    })
    goOn.resolve()
    await ended(id)
    expect((await panel()).queueList[0]).toMatchObject({
      processing: false,
      progress: null,
      successMessage: 'Hecho.',
      errorMessage: null,
    })
  })

  it('is tried three times, then fails without internal details', async () => {
    let runs = 0
    // The retry runs without delay.
    await server.db.system.query('update pgboss.queue set retry_delay = 0')
    const id = await order()
    const { ended } = await start(
      kind(async () => {
        runs++
        throw new Error('secret detail')
      }),
    )
    await ended(id)
    expect(runs).toBe(3)
    expect((await panel()).queueList[0]).toMatchObject({
      errorMessage: 'Ocurrió un error inesperado. Intente de nuevo más tarde.',
      successMessage: null,
      successDateTime: null,
      processing: false,
    })
  })

  it('fails at once with its reason, with an unknown kind, or with a suspended company', async () => {
    const refused = await order()
    const unknown = await order({ queueId: 2 })
    const { ended } = await start(kind(async () => Promise.reject(new JobRefused('El filtro ya no existe.'))))
    await Promise.all([ended(refused), ended(unknown)])
    const messages = (await panel()).queueList.map(({ errorMessage }) => errorMessage)
    expect(messages).toEqual(['Ocurrió un error inesperado. Intente de nuevo más tarde.', 'El filtro ya no existe.'])
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    await ended(await order())
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [company.tenantId])
    expect((await panel()).queueList[0]?.errorMessage).toBe('La cuenta de la empresa está suspendida.')
  })

  it('is not stored if the transaction of its request is rolled back', async () => {
    const counts = async () =>
      (
        await server.db.system.query(
          'select (select count(*) from pgboss.job) as jobs, (select count(*) from queue_item) as items, (select ' +
            'count(*) from activity) as told',
        )
      ).rows
    const before = await counts()
    const broken = asTenant(server.db, company.tenantId, async (tx) => {
      await enqueue(tx, { queueId: 5, description: 'x', payload: {} })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await counts()).toEqual(before)
  })

  it('of a process that shuts down is released and runs elsewhere, without counting as a retry', async () => {
    const begun = Promise.withResolvers<void>()
    const id = await order()
    await start(
      kind(async ({ progress, signal }) => {
        begun.resolve()
        await new Promise((stopped) => signal.addEventListener('abort', stopped))
        await progress(1, 2, 'x')
        return { message: 'no' }
      }),
    )
    await begun.promise
    await worker?.stop()
    const { rows } = await server.db.system.query('select runs, finished_at from queue_item')
    expect(rows).toEqual([{ runs: 0, finished_at: null }])
    const { ended } = await start(kind(async () => ({ message: 'Hecho.' })))
    await ended(id)
    expect((await panel()).queueList[0]?.successMessage).toBe('Hecho.')
  })

  it.runIf(isDrill)(
    'with two concurrent runs is ended by the later one; the earlier writes nothing and leaves no file',
    async () => {
      const id = await order()
      const begun = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const left: string[] = []
      const { ended } = await start(
        kind(async ({ files: store, runId, item }) => {
          const file = await store.write(runId, new Date(item.createdAt), async (into) => void into.end('x'))
          left.push(file.path)
          if (left.length === 1) {
            begun.resolve()
            await goOn.promise
            return { message: 'Primera', file: { ...file, name: 'a', type: 'text/plain', shapedBy: [] } }
          }
          return { message: 'Segunda', file: { ...file, name: 'b', type: 'text/plain', shapedBy: [] } }
        }),
      )
      await begun.promise
      // Like the supervisor with a job whose worker no longer responds.
      await server.db.system.query(
        `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now() where id = $1`,
        [id],
      )
      await ended(id)
      goOn.resolve()
      await worker?.stop()
      worker = undefined
      expect((await panel()).queueList[0]).toMatchObject({ successMessage: 'Segunda', fileName: 'b' })
      expect(await files.read(left[0] ?? '')).toBeUndefined()
      expect(await files.read(left[1] ?? '')).toBeDefined()
    },
  )
})

describe('requesting a job', () => {
  it('is rejected if the same one is pending or running, whatever the order of recipients', async () => {
    const recipients = ['ana@norte.mx', 'beto@norte.mx']
    const first = await order({ recipients })
    const again = { status: 409, title: 'Ya hay un trabajo igual en curso.' }
    await expect(order({ recipients: recipients.toReversed() })).rejects.toMatchObject(again)
    await order({ recipients: ['ana@norte.mx'] })
    await order({ recipients, payload: { n: 2 } })
    await order({ recipients, queueId: 7 })
    await order({ recipients }, await server.company('oeste'))
    await cancel(first)
    await order({ recipients })
    const both = await Promise.allSettled([1, 2].map(() => order({ payload: { n: 3 } })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is rejected if the company has ten open jobs, but not for other companies', async () => {
    for (let n = 0; n < 10; n++) await order({ payload: { n } })
    await expect(order({ payload: { n: 10 } })).rejects.toMatchObject({
      status: 429,
      title: 'Su empresa ya tiene 10 trabajos en espera o en curso: espere a que termine alguno.',
    })
    await order({}, await server.company('este'))
  })
})

describe('the requester of a job', () => {
  const made: { path: string }[] = []
  /** The kinds whose end was stored. */
  const stored: number[] = []
  const filing = (queueId: JobKind['queueId'], meanwhile: () => Promise<unknown> = async () => undefined) =>
    kind(async ({ files: store, runId, item }) => {
      const file = await store.write(runId, new Date(item.createdAt), async (into) => void into.end('x'))
      made.push(file)
      await meanwhile()
      const onEnd = async () => void stored.push(queueId)
      return { message: 'Listo.', file: { ...file, name: 'a', type: 'text/plain', shapedBy: [] }, onEnd }
    }, queueId)
  const emails = async () => (await server.db.system.query('select recipient from mail')).rows
  const set = (column: string, value: unknown, by: Somebody) =>
    server.db.system.query(`update app_user set ${column} = $1 where user_id = $2`, [value, by.userId])
  const recipients = ['fuera@otra.mx']

  it('gets no result after losing access or permission, before or during the run', async () => {
    const gone = await server.somebody(company, 'ido', ['queue_read'])
    const less = await server.somebody(company, 'menos', ['queue_read'])
    const late = await server.somebody(company, 'tarde', ['queue_read'])
    const ids = [
      await order({ recipients, description: 'inactivo' }, company, gone),
      await order({ recipients, description: 'sin permiso', payload: 2 }, company, less),
      await order({ recipients, description: 'mientras', queueId: 7 }, company, late),
    ]
    await set('active', false, gone)
    await set('role_ids', [11], less)
    const { ended } = await start(
      filing(5),
      filing(7, () => set('active', false, late)),
    )
    await Promise.all(ids.map(ended))
    const counts = Object.fromEntries(
      (await panel()).queueList.map((item) => [item.queueDescription, [item.errorMessage, item.fileName]]),
    )
    expect(counts).toEqual({
      inactivo: ['Quien pidió el trabajo ya no tiene acceso a la cuenta.', null],
      'sin permiso': ['Quien pidió el trabajo ya no tiene el permiso que requiere.', null],
      mientras: ['Quien pidió el trabajo ya no tiene acceso a la cuenta.', null],
    })
    expect(await emails()).toEqual([])
    expect(made).toHaveLength(1)
    // The work was done: only its file is withheld.
    expect(stored).toEqual([7])
    expect(await files.read(made[0]?.path ?? '')).toBeUndefined()
  })
})

describe('cancelling a job', () => {
  it('ends a pending job at once, and a running one at its next step', async () => {
    const waiting = await order()
    expect((await cancel(waiting)).status).toBe(200)
    expect((await panel()).queueList[0]).toMatchObject({
      cancelled: true,
      errorMessage: 'Cancelado',
      cancellable: false,
    })
    expect((await cancel(waiting)).status).toBe(409)
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const running = await order()
    const { ended } = await start(
      kind(async ({ progress }) => {
        begun.resolve()
        await gate.promise
        await progress(1, 2, 'x')
        return { message: 'no' }
      }),
    )
    await begun.promise
    expect((await cancel(running)).status).toBe(200)
    gate.resolve()
    await ended(running)
    expect((await panel()).queueList[0]).toMatchObject({
      cancelled: true,
      errorMessage: 'Cancelado',
      successMessage: null,
    })
  })

  it('is rejected for a job that would stay half done, and for an unknown one', async () => {
    expect(await cancel(await order({ queueId: 8 }))).toMatchObject({
      status: 409,
      body: { title: 'Este trabajo no se puede cancelar a la mitad.' },
    })
    expect((await cancel('01900000-0000-7000-8000-000000000009')).status).toBe(404)
    expect((await cancel('nada')).status).toBe(400)
  })
})

describe('permission to cancel a job', () => {
  it('belongs to its requester and the main account; other users can only see the job', async () => {
    const main = await server.somebody(company, 'admin', ['admin'])
    const other = await server.somebody(company, 'otro', ['queue_read'])
    const first = await order()
    const seen = async (as: Somebody) => (await panel(as)).queueList.map(({ cancellable }) => cancellable)
    expect([await seen(who), await seen(main), await seen(other)]).toEqual([[true], [true], [false]])
    expect(await cancel(first, other)).toMatchObject({
      status: 403,
      body: { title: 'Solo quien pidió el trabajo o la cuenta principal puede cancelarlo.' },
    })
    expect((await panel()).queueList[0]).toMatchObject({ cancelled: false, cancellable: true })
    expect((await cancel(first, main)).status).toBe(200)
  })
})

describe('the queue’s own tables', () => {
  it('are not accessible to the application, and not owned by the system role', async () => {
    await expect(server.db.app.query('select * from pgboss.job')).rejects.toThrow(/permission denied/)
    await expect(server.db.app.query(`select pgboss.delete_queue('work')`)).rejects.toThrow(/permission denied/)
    const { rows } = await server.db.system.query(
      `
        select count(*)::int as n
        from pg_tables
        where schemaname = 'pgboss' and tableowner in ('padron_app', 'padron_system')`,
    )
    expect(rows).toEqual([{ n: 0 }])
    const changing = asTenant(server.db, company.tenantId, (tx) => tx.deleteFrom('queue_item' as never).execute())
    await expect(changing).rejects.toThrow(/permission denied/)
  })
})
