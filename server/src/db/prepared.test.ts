// Statements of one text: compiled once, then given other values; one whose text does not take a value is a mistake of whoever wrote it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { readAsTenant } from './client.ts'
import { oneText, runPrepared } from './prepared.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

test('each call has its own values, in whatever order and however often the text takes them', async () => {
  const written: unknown[] = []
  const both = oneText('test.both', (a: number, b: readonly string[]) => {
    written.push(a)
    return sql<{ found: string[] }>`select ${b}::text[] || ${a}::text || ${'fijo'}::text || ${a}::text as found`
  })
  const ask = (a: number, b: readonly string[]) =>
    readAsTenant(server.db, company.tenantId, async (tx) => (await runPrepared(tx, both(a, b)))[0]?.found)
  expect(await ask(1, ['x'])).toEqual(['x', '1', 'fijo', '1'])
  expect(await ask(2, ['y', 'ñ'])).toEqual(['y', 'ñ', '2', 'fijo', '2'])
  expect(written).toHaveLength(1)
})

test('a value that its text has no place for is told', async () => {
  const forgets = oneText('test.forgets', (_a: number, b: number) => sql`select ${b}::int`)
  const asked = readAsTenant(server.db, company.tenantId, (tx) => runPrepared(tx, forgets(1, 2)))
  await expect(asked).rejects.toThrow('test.forgets: values 0 are in no place of its text')
})
