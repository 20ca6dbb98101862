// Starts one PostgreSQL process on a directory and waits until it is ready.
import { spawn } from 'node:child_process'
import { closeSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { memoryShareMb } from '../../machine.ts'
import type { Owner } from './files.ts'
import { followLog, logFileOf, openLog } from './log.ts'

/** `stop` shuts it down and waits for its end. */
export type Running = { exited: Promise<void>; stop: () => Promise<void> }
export type LaunchOptions = {
  /** The folder of the programs. */
  bin: string
  data: string
  /** The folder of its socket, the only way to connect. */
  socket: string
  who: Owner
  /** Trades crash safety for speed: for tests, and for directories that are not in use yet. */
  fast: boolean
  onLog?: ((line: string) => void) | undefined
}

/** A quarter of the memory, as PostgreSQL's manual says. */
const SHARED_MB = memoryShareMb(1 / 4, 128, 8192)

const SETTINGS = [
  'listen_addresses=',
  'work_mem=16MB',
  'jit=off',
  'random_page_cost=1.1',
  'max_locks_per_transaction=256',
  'max_wal_size=2GB',
  'checkpoint_completion_target=0.9',
  'log_min_messages=warning',
  'client_connection_check_interval=1s', // ends the statements of a killed process, and with them their locks
  'log_error_verbosity=terse',
  'log_min_error_statement=panic', // details and statements contain users' data
]
/** For tests, in which several installations share one server. */
const SMALL_MB = 256
const TEST_CONNECTIONS = 400
const CONNECTIONS = 150
/**
 * Records every five minutes and at shutdown which blocks are in memory, and loads them at the start: otherwise a
 * database of gigabytes is slow at first.
 */
const REMEMBERING = 'shared_preload_libraries=pg_prewarm'
const remembers = (bin: string): boolean =>
  ['so', 'dylib'].some((kind) => existsSync(join(bin, '..', `lib/postgresql/pg_prewarm.${kind}`)))
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** The program and its arguments. */
export const postgresCommand = ({ bin, data, socket, fast }: Omit<LaunchOptions, 'who'>): [string, string[]] => {
  const sharedMb = fast ? SMALL_MB : SHARED_MB
  // The planner's estimate of cached data: these buffers and as much of the operating system's cache.
  const memory = [`shared_buffers=${sharedMb}MB`, `effective_cache_size=${2 * sharedMb}MB`]
  const lasting = remembers(bin) ? [REMEMBERING] : []
  const connections = `max_connections=${fast ? TEST_CONNECTIONS : CONNECTIONS}`
  const settings = [
    ...SETTINGS,
    connections,
    ...memory,
    ...(fast ? UNSAFE : lasting),
    `unix_socket_directories=${socket}`,
  ].flatMap((setting) => ['-c', setting])
  return [join(bin, 'postgres'), ['-D', data, ...settings]]
}

export const launch = async ({ who, onLog, ...options }: LaunchOptions): Promise<Running> => {
  const { data } = options
  const file = logFileOf(data)
  let output = ''
  const ready = Promise.withResolvers<void>()
  const stopFollowing = followLog(file, (line) => {
    output = `${output}${line}\n`.slice(-4000)
    onLog?.(line)
    if (line.includes('ready to accept connections')) ready.resolve()
  })
  const log = openLog(file)
  // Detached: Ctrl-C must not reach the database before the product has drained.
  const child = spawn(...postgresCommand(options), {
    ...who,
    cwd: data,
    detached: true,
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  child.once('error', (error) => {
    stopFollowing()
    ready.reject(new Error(`PostgreSQL no se pudo ejecutar (${error.message}). Dé otro servidor en DATABASE_URL.`))
  })
  child.once('exit', () => {
    stopFollowing()
    ready.reject(new Error(`PostgreSQL se detuvo al iniciar:\n${output}`))
  })
  await ready.promise
  child.unref()
  const stop = async () => {
    child.ref() // code waits for it now
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await exited
  }
  return { exited, stop }
}
