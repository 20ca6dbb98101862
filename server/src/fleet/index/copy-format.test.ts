// The output of COPY is read correctly, wherever its chunks end.
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkAsTenant } from '../../db/client.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { rowsFrom } from './copy-format.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const VALUES = [
  null,
  '',
  '\\N',
  '\\',
  'a\tb',
  'a\nb\r\nc',
  '\b\f\v',
  '\\n',
  '\\\\N',
  '\\.',
  'Citroën 🚚',
  '\u0001\u001f\u001e',
  '"',
  ',',
  'N',
  ' ',
  'final\\',
]

it.each([1, 2, 3, 7, 1_000])('the output of COPY is read in chunks of %d bytes', async (size) => {
  const written = await bulkAsTenant(server.db, company.tenantId, async (_tx, client) => {
    const list = VALUES.map((value, i) => `(${i}, ${value === null ? 'null' : client.escapeLiteral(value)})`).join(', ')
    const query = `copy (select i, t, t from (values ${list}) as v(i, t) order by i) to stdout`
    const all: Buffer[] = []
    for await (const piece of client.query(copyTo(query))) all.push(piece)
    return Buffer.concat(all)
  })
  const rows: (string | null)[][] = []
  const take = rowsFrom((row) => rows.push(row))
  for (let at = 0; at < written.length; at += size) take(written.subarray(at, at + size))
  expect(rows).toEqual(VALUES.map((value, i) => [`${i}`, value, value]))
})
