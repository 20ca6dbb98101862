// A pooler that drops the options of a connection: the product refuses to start behind it.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverAddress } from '../installation/open.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { assureRoles } from './assure-roles.ts'
import { connect } from './connect.ts'

const OPTIONS = 'options'
/**
 * The first packet without one of its parameters.
 * @param packet length, protocol, then name, 0, value, 0 … and a last 0
 */
const without = (packet: Buffer, name: string): Buffer => {
  const words = packet.subarray(8, -2).toString('latin1').split('\0')
  const others = words.filter((_, i) => words[i - (i % 2)] !== name)
  const body = Buffer.from(`${others.join('\0')}\0\0`, 'latin1')
  const head = Buffer.from(packet.subarray(0, 8))
  head.writeInt32BE(8 + body.length, 0)
  return Buffer.concat([head, body])
}

const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
const socket = join(folder, '.s.PGSQL.5432')
let fresh: FreshDatabase
let pooler: Server
let url: URL

beforeAll(async () => {
  fresh = await freshDatabase()
  url = new URL(fresh.addressOf('padron_owner').connectionString)
  const host = url.searchParams.get('host') ?? ''
  pooler = createServer((client) => {
    const server = dial(
      host.startsWith('/')
        ? { path: join(host, `.s.PGSQL.${url.port || 5432}`) }
        : { host: url.hostname, port: Number(url.port) || 5432 },
    )
    client.once('data', (first) => {
      server.write(without(first as Buffer, OPTIONS))
      client.pipe(server).pipe(client)
    })
    for (const side of [client, server])
      side.on('error', () => {
        client.destroy()
        server.destroy()
      })
  })
  await new Promise<void>((done) => pooler.listen(socket, done))
})
afterAll(async () => {
  await new Promise((done) => pooler.close(done))
  rmSync(folder, { recursive: true, force: true })
  await fresh.drop()
})

it('connections with the roles that they request are accepted', async () => {
  await expect(assureRoles(fresh.db)).resolves.toBeUndefined()
})

it('the start is rejected with the cause behind a pooler that drops the requested role', async () => {
  const behind = new URL(url)
  behind.searchParams.set('host', folder)
  behind.searchParams.delete('port')
  behind.port = ''
  const db = connect(serverAddress(behind.href))
  try {
    await expect(assureRoles(db)).rejects.toThrow(/trabaja como \w+ y no como padron_app.*PgBouncer/)
  } finally {
    await db.close()
  }
})
