// Rounds as the console shows them: who may open their files, and which files are deleted.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Role } from '@padron/contract/permissions'
import type { Round } from '@padron/contract/reports/outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { deleteExpiredEmailFiles, storeEmailFile } from '../email-files.ts'

const DAY_MS = 86_400_000
let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const keep = (path: string, now: Date, queueItemId: string | null = null) =>
  asTenant(server.db, company.tenantId, (tx) =>
    storeEmailFile(tx, { path, size: 1, sha256: 'x', name: 'x.xlsx', type: 'x', queueItemId }, now),
  )

const seenBy = async (user: string, roles: readonly Role[]) => {
  const who = await server.somebody(company, user, ['programReports_read', ...roles])
  const { body } = await server.ask(who, { url: '/api/v2/reports/rounds' })
  return (body as { rounds: Round[] }).rounds[0]?.reports
}

/** @param content permissions that determined the file's content @returns the round with its file's address */
const addRound = async (content?: readonly string[]) => {
  const itemId = randomUUID()
  await system(
    `
      insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload, finished_at)
      values ($1, $2, 6, 'x', 'x', '{}', now())`,
    company.tenantId,
    itemId,
  )
  const { fileId } = await keep('2026/11/x', new Date(), itemId)
  const outcomes = [
    { reportId: 1, name: 'Adeudos', outcome: 'sent', vehicles: 2, fileId, letters: 1, unsent: ['a@b.mx'], content },
  ]
  await system(
    'insert into report_round (tenant_id, queue_item_id, outcomes) values ($1, $2, $3)',
    company.tenantId,
    itemId,
    JSON.stringify(outcomes),
  )
  return [{ fileUrl: expect.stringContaining(`/files/letters/${company.tenantId}/${fileId}?`) }]
}

it('the files of a round open for users who administer reports or request fleet reports', async () => {
  const signed = await addRound([])
  expect(await seenBy('leo', [])).toMatchObject([{ name: 'Adeudos', vehicles: 2, fileUrl: null, unsent: 1 }])
  expect(await seenBy('ana', ['programReports_admin'])).toMatchObject(signed)
  expect(await seenBy('luis', ['vehicles_report'])).toMatchObject(signed)
})

it('a file with documents or tags needs the permission to read them; an old file needs both', async () => {
  const [bare, tags, both] = [
    ['programReports_admin'],
    ['programReports_admin', 'tags_read'],
    ['programReports_admin', 'tags_read', 'documents_read'],
  ] as const
  const closed = [{ name: 'Adeudos', fileUrl: null }]
  const ofTags = await addRound(['tags_read'])
  expect([await seenBy('b1', bare), await seenBy('t1', tags)]).toMatchObject([closed, ofTags])
  const ofBoth = await addRound(['documents_read', 'tags_read'])
  expect([await seenBy('t2', tags), await seenBy('d2', both)]).toMatchObject([closed, ofBoth])
  const before = await addRound()
  expect([await seenBy('t3', tags), await seenBy('d3', both)]).toMatchObject([closed, before])
})

it('the files of a run that died are deleted after a day, whether complete or half written', async () => {
  const { files: store, folder, remove } = resultFolder()
  const write = async () => (await store.write(randomUUID(), new Date(), async (into) => void into.end('x'))).path
  const [recorded, stray, fresh, over] = [await write(), await write(), await write(), await write()]
  const part = join(folder, dirname(recorded), `${randomUUID()}.part`)
  const writing = join(folder, dirname(recorded), `${randomUUID()}.part`)
  for (const name of [part, writing]) await writeFile(name, 'x')
  const old = new Date(Date.now() - 2 * DAY_MS)
  for (const name of [join(folder, recorded), join(folder, stray), part]) await utimes(name, old, old)
  await keep(recorded, new Date())
  await keep(over, new Date(Date.now() - 31 * DAY_MS))
  await deleteExpiredEmailFiles(server.db, store, new Date())
  const there = [recorded, stray, fresh, over].map((path) => existsSync(join(folder, path)))
  expect(there).toEqual([true, false, true, false])
  expect([part, writing].map((name) => existsSync(name))).toEqual([false, true])
  remove()
})
