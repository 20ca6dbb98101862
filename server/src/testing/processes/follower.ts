// A real server that follows another, by streaming: its folder is copied while the other works, as an operator's copy
// is.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseHome, nativeFolder, OWNER, own, reachable, unprivileged } from '../../db/embedded/files.ts'
import { socketUrl } from '../../db/embedded/takeover.ts'

export type Follower = {
  url: (role: string) => string
  /** Runs a statement on it as its owner. */
  run: (statement: string) => Promise<void>
  /** As a machine that goes away: at once, and whatever it was doing. */
  kill: () => Promise<void>
  remove: () => void
}

/** Copies between the two words that make a copy of a working server whole. @param from the other's data directory */
const copy = async (from: string, socket: string, to: string): Promise<void> => {
  const other = new pg.Client({ connectionString: socketUrl(socket, OWNER, 'postgres') })
  await other.connect()
  try {
    await other.query(`select pg_backup_start('follower', true)`)
    execFileSync('cp', ['-a', join(databaseHome(from), 'pg'), to])
    const { rows } = await other.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    rmSync(join(to, 'postmaster.pid'))
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(to, 'standby.signal'), '')
    appendFileSync(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = 'host=${socket} user=${OWNER}'\n`)
  } finally {
    await other.end()
  }
}

/** A folder for a server's socket, which it alone may enter. */
export const socketFolder = (home: string, name: string): string => {
  const made = join(home, name)
  mkdirSync(made, { mode: 0o700 })
  own(made, unprivileged())
  return made
}

/** A server on a data directory, primary or standby, once it takes connections. Nobody starts it again when it ends. */
export const startServer = async (
  data: string,
  socket: string,
  settings: readonly string[] = [],
): Promise<ChildProcess> => {
  const who = unprivileged()
  const binary = join(reachable(await nativeFolder(), who), 'bin/postgres')
  const all = [
    'listen_addresses=',
    `unix_socket_directories=${socket}`,
    'hot_standby=on',
    'max_connections=400',
    'max_locks_per_transaction=256',
    'shared_buffers=32MB',
    ...settings,
  ]
  const child = spawn(binary, ['-D', data, ...all.flatMap((each) => ['-c', each])], {
    ...who,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  await new Promise<void>((ready, fail) => {
    child.once('exit', () => fail(new Error(`the server ended:\n${stderr}`)))
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      if (/ready to accept (?:read-only )?connections/.test(stderr)) ready()
    })
  })
  return child
}

/** @param from data directory of a running embedded server @param socket the folder it listens in */
export const startFollower = async (from: string, socket: string): Promise<Follower> => {
  const home = mkdtempSync(join(tmpdir(), 'padron-follower-'))
  chmodSync(home, 0o755)
  const [data, ownSocket] = [join(home, 'pg'), socketFolder(home, 'socket')]
  await copy(from, socket, data)
  for (const file of ['backup_label', 'standby.signal']) own(join(data, file), unprivileged())
  const child = await startServer(data, ownSocket)
  const url = (role: string) => socketUrl(ownSocket, role, 'padron')
  return {
    url,
    run: async (statement) => {
      const client = new pg.Client({ connectionString: url(OWNER) })
      await client.connect()
      await client.query(statement).finally(() => client.end())
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGQUIT')
      await once(child, 'exit')
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
