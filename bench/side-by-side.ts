// The release before this one and this one on one database: the older works, under load, while the newer migrates,
// and both go on. What the older answered well before it must answer well for as long as both run. Ends with exit
// code 1 where it does not.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '@padron/server/db/embedded'
import { ensureDatabase } from '@padron/server/db/migrate'
import { executedMigrations, migrationNames } from '@padron/server/db/run-migrations'
import pg from 'pg'
import { askAll, type Said } from './side-calls.ts'

const ROOT = join(import.meta.dirname, '..')
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', maxBuffer: 1e9 }).trim()

/** The last commit that did not know the newest migration. */
const revisionBefore = (): string => {
  if (process.env.BENCH_REVISION) return process.env.BENCH_REVISION
  const newest = `server/src/db/migrations/${migrationNames().at(-1)}.sql`
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', newest)
  return added ? `${added}~1` : 'HEAD'
}

/** Its sources, with the packages of this checkout but for the product's own. */
const unpack = (revision: string, folder: string): void => {
  mkdirSync(folder)
  execFileSync('bash', ['-c', 'git -C "$0" archive "$1" | tar -x -C "$2"', ROOT, revision, folder])
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@padron'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@padron') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(ROOT, 'node_modules/@padron')))
    symlinkSync(join(folder, name), join(modules, '@padron', name))
}

const start = async (root: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'product-of.ts'), root], {
    env: {
      PATH: process.env.PATH ?? '',
      PADRON_LOG: process.env.PADRON_LOG ?? 'silent',
      PORT: '0',
      SIMULATOR_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /listening on (\S+)/.exec(text)?.[1]
      if (address) ready(address)
    })
    void exited.then(() => fail(new Error(`the product of ${root} ended`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { url, stop }
}

const good = ({ status }: Said): boolean => status >= 200 && status < 300
/** Told to come back: a job of the kind is under way. A 503 is a failure: alone the old one gave none. */
const putOff = ({ status }: Said): boolean => status === 409
/** Calls that never went well are no promise: what they need is not there. */
const promised = (before: readonly Said[]): ReadonlySet<string> => new Set(before.filter(good).map(({ call }) => call))

const rowOf = (release: string, said: readonly Said[], kept: ReadonlySet<string> | undefined) => {
  const judged = kept ? said.filter(({ call }) => kept.has(call)) : said
  const failed = judged.filter((each) => !good(each) && !putOff(each))
  for (const { call, status, body } of failed.slice(0, 10))
    process.stderr.write(`${release}: ${call} ${status} ${body}\n`)
  return {
    release,
    calls: judged.length,
    'kinds of calls': new Set(judged.map(({ call }) => call)).size,
    'told to come back': judged.filter(putOff).length,
    failed: failed.length,
    'slowest ms': Math.round(Math.max(0, ...judged.map(({ ms }) => ms))),
    kept: failed.length === 0 ? 'yes' : 'NO',
  }
}

const during = async (url: string, name: string, work: () => Promise<void>): Promise<Said[]> => {
  const leaving = new AbortController()
  const asking = askAll(url, name, leaving.signal)
  await work().finally(() => leaving.abort())
  return asking
}

export const benchSideBySide = async (): Promise<object[]> => {
  const revision = git('rev-parse', revisionBefore())
  const folder = mkdtempSync(join(tmpdir(), 'padron-side-'))
  chmodSync(folder, 0o755) // the database's user has to enter
  const server = await startEmbedded({ dir: join(folder, 'data'), fast: true })
  const stops: (() => Promise<void>)[] = [server.stop]
  try {
    await ensureDatabase(server.maintenanceUrl, 'padron')
    unpack(revision, join(folder, 'old'))
    const env = {
      PADRON_USER_RATE: '1000000', // one person asks for many
      PADRON_ADDRESS_RATE: '1000000',
      DATABASE_URL: server.url('padron_owner').replace('@/', '@localhost/'),
      PADRON_DATA_DIR: join(folder, 'files'),
      PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'),
    }
    const old = await start(join(folder, 'old'), env)
    stops.push(old.stop)
    const before = await during(old.url, 'old', () => pause(SECONDS * 1_000))
    const kept = promised(before)
    let fresh: Said[] = []
    const beside = await during(old.url, 'old', async () => {
      const present = await start(ROOT, env)
      stops.push(present.stop)
      fresh = await during(present.url, 'new', () => pause(SECONDS * 1_000))
    })
    const owner = new pg.Client({ connectionString: env.DATABASE_URL })
    await owner.connect()
    const made = await executedMigrations(owner)
    await owner.end()
    const table = [
      rowOf(`${revision.slice(0, 9)} alone`, before, kept),
      rowOf(`${revision.slice(0, 9)} beside`, beside, kept),
      rowOf(`this one, migrated to ${made.at(-1)}`, fresh, promised(fresh)),
    ]
    if (table.some(({ failed }) => failed > 0)) process.exitCode = 1
    return table
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}
