// A managed PostgreSQL server, whose login owns its database and may create roles: the job schema is installed once,
// however often the product starts, and works.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asSystem, asTenant, type Db } from '../db/client.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../installation/migrate.ts'
import { serverAddress } from '../installation/open.ts'
import { noMailbox } from '../mail/mailbox.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { resultFolder } from '../testing/processes/worker.ts'
import { enqueue } from './enqueue.ts'
import { startJobs } from './runner.ts'

const { url } = inject('postgres')
const suffix = randomBytes(6).toString('hex')
const [name, login] = [`padron_external_${suffix}`, `padron_login_${suffix}`]
const addressOf = serverAddress(withDatabase(url, name, login))
const { files, remove } = resultFolder()
let db: Db

beforeAll(async () => {
  await onServer(url, `create role ${login} login createrole`)
  await onServer(url, `grant padron_app, padron_system, padron_scoped to ${login}`)
  await onServer(url, `create database ${name} owner ${login}`)
  await migrate(addressOf('padron_owner'))
  await migrate(addressOf('padron_owner'))
  db = connect(addressOf)
})
afterAll(async () => {
  await db.close()
  await onServer(url, `drop database ${name} with (force)`)
  await onServer(url, `drop role ${login}`)
  remove()
})

test('a job runs', async () => {
  const { tenant_id } = await asSystem(db, (tx) =>
    tx
      .insertInto('company')
      .values({ short_name: 'norte', company_name: 'Norte', country: 'MX', time_zone: 'America/Monterrey' })
      .returning('tenant_id')
      .executeTakeFirstOrThrow(),
  )
  const ended = Promise.withResolvers<string>()
  const stop = await startJobs({
    db,
    files,
    emailFiles: files,
    mailbox: noMailbox,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    kinds: [{ queueId: 5, needs: [], cancellable: true, run: async () => ({ message: 'Hecho.' }) }],
    onEnded: ended.resolve,
  })
  const id = await asTenant(db, tenant_id, (tx) => enqueue(tx, { queueId: 5, description: 'x', payload: {} }))
  expect(await ended.promise).toBe(id)
  await stop()
})
