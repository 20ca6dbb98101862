// The product on a server that a standby follows with synchronous commits, behind one address that always leads to the
// primary, as an operator's service does (CloudNativePG's `-rw`, HAProxy, a floating address).
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { databaseHome, OWNER, own, unprivileged } from '../../db/embedded/files.ts'
import { socketUrl } from '../../db/embedded/takeover.ts'
import { ensureDatabase } from '../../db/migrate/migrate.ts'
import { socketFolder, startServer } from '../processes/follower.ts'
import { type Started, startProduct } from './product.ts'

/** The name by which the standby is waited for. */
const STANDBY = 'second'

/** An empty database, and a copy of it that follows it. Both are stopped. */
const makePair = async (home: string): Promise<[string, string]> => {
  const [first, second] = [join(home, 'first'), join(home, 'second')]
  const made = await startEmbedded({ dir: first, fast: true })
  await ensureDatabase(made.maintenanceUrl, 'padron')
  await made.stop()
  const data = join(databaseHome(first), 'pg')
  execFileSync('cp', ['-a', data, second])
  const signal = join(second, 'standby.signal')
  writeFileSync(signal, '')
  own(signal, unprivileged())
  return [data, second]
}

const ask = async <T extends object>(socket: string, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: socketUrl(socket, OWNER, 'padron') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** An address that leads to the server in the folder that `target` names at the moment. */
const serviceAddress = async (target: () => string): Promise<{ port: number; close: () => void }> => {
  const server = createServer((near) => {
    const far = connect(join(target(), '.s.PGSQL.5432'))
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

const kill = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

/** `endDatabase` kills the primary at once and promotes the standby, as an operator or its tool does. */
export const startProductWithStandby = async (): Promise<Started> => {
  const home = mkdtempSync(join(tmpdir(), 'padron-failover-'))
  chmodSync(home, 0o755)
  const [first, second] = await makePair(home)
  const sockets = [socketFolder(home, 'first-socket'), socketFolder(home, 'second-socket')] as const
  appendFileSync(
    join(second, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${sockets[0]} user=${OWNER} application_name=${STANDBY}'\n`,
  )
  const primary = await startServer(first, sockets[0], [`synchronous_standby_names=${STANDBY}`])
  const standby = await startServer(second, sockets[1], [])
  let current: string = sockets[0]
  const service = await serviceAddress(() => current)
  const product = await startProduct({
    env: { DATABASE_URL: `postgresql://${OWNER}@127.0.0.1:${service.port}/padron`, PADRON_DEMO: '1' },
  })
  return {
    ...product,
    postmaster: () => (current === sockets[0] ? primary : standby).pid ?? 0,
    query: (text) => ask(current, text),
    endDatabase: async () => {
      await kill(primary)
      await ask(sockets[1], 'select pg_promote()')
      current = sockets[1]
    },
    stop: async () => {
      const code = await product.stop()
      service.close()
      for (const server of [primary, standby]) await kill(server)
      rmSync(home, { recursive: true, force: true })
      return code
    },
  }
}
