// What went out as the console shows it: who may open its files. And which files are forgotten.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Round } from '@padron/contract/report-outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { resultFolder } from '../../testing/worker.ts'
import { forgetLetterFiles, keepLetterFile } from './letter-files.ts'

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
    keepLetterFile(tx, { path, size: 1, sha256: 'x', name: 'x.xlsx', type: 'x', queueItemId }, now),
  )

it('its files are opened by who configures reports or orders those of the fleet; others read what became of it', async () => {
  const itemId = randomUUID()
  await system(
    `insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload, finished_at) values ($1, $2, 6, 'x', 'x', '{}', now())`,
    company.tenantId, itemId,
  )
  const { fileId } = await keep('2026/11/x', new Date(), itemId)
  const outcomes = [{ reportId: 1, name: 'Adeudos', outcome: 'sent', vehicles: 2, fileId, letters: 1, unsent: ['a@b.mx'] }]
  await system('insert into report_round (tenant_id, queue_item_id, outcomes) values ($1, $2, $3)', company.tenantId, itemId, JSON.stringify(outcomes))
  const seen = async (user: string, role: 'programReports_read' | 'programReports_admin' | 'vehicles_report') => {
    const who = await server.somebody(company, user, ['programReports_read', role])
    const { body } = await server.ask(who, { url: '/api/v2/reports/rounds' })
    return (body as { rounds: Round[] }).rounds[0]?.reports
  }
  expect(await seen('leo', 'programReports_read')).toMatchObject([{ name: 'Adeudos', vehicles: 2, fileUrl: null, unsent: 1 }])
  const signed = [{ fileUrl: expect.stringContaining(`/files/letters/${company.tenantId}/${fileId}?`) }]
  expect(await seen('ana', 'programReports_admin')).toMatchObject(signed)
  expect(await seen('luis', 'vehicles_report')).toMatchObject(signed)
}) // biome-ignore format: one statement a line

it('of a run that died nothing is kept past a day: neither what it wrote whole and did not say, nor what it was writing', async () => {
  const { files: store, folder, remove } = resultFolder()
  const write = async () => (await store.write(randomUUID(), new Date(), async (into) => void into.end('x'))).path
  const [said, stray, fresh, over] = [await write(), await write(), await write(), await write()]
  const part = join(folder, dirname(said), `${randomUUID()}.part`)
  const writing = join(folder, dirname(said), `${randomUUID()}.part`)
  for (const name of [part, writing]) await writeFile(name, 'x')
  const old = new Date(Date.now() - 2 * DAY_MS)
  for (const name of [join(folder, said), join(folder, stray), part]) await utimes(name, old, old)
  await keep(said, new Date())
  await keep(over, new Date(Date.now() - 31 * DAY_MS))
  await forgetLetterFiles(server.db, store, new Date())
  const there = [said, stray, fresh, over].map((path) => existsSync(join(folder, path)))
  expect(there).toEqual([true, false, true, false])
  expect([part, writing].map((name) => existsSync(name))).toEqual([false, true])
  remove()
})
