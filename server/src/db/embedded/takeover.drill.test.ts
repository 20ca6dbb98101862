// What a start finds in its data directory after others were killed: it signals no process but the PostgreSQL of this
// directory, and waits for processes that a killed one left behind. The short case is bin/product.test.ts, which
// refuses a second copy and continues after its server and its database were killed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { nativeFolder, own, unprivileged } from './files.ts'
import { launch } from './launch.ts'
import { socketUrl } from './takeover.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-takeover-'))
chmodSync(folder, 0o755) // the database's user has to enter
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let dir: string
/** Started and stopped once; each test begins with a copy of it. */
const template = mkdtempSync(join(folder, 'template-'))
const copiedFolder = (): string => {
  const copy = mkdtempSync(join(folder, 'dir-'))
  execFileSync('cp', ['-a', `${template}/.`, copy]) // with its owner and its modes
  return copy
}
beforeAll(async () => {
  chmodSync(template, 0o755)
  await startAndStop(template)
})
beforeEach(() => {
  dir = copiedFolder()
})

const startAndStop = async (of: string): Promise<void> => {
  const { stop } = await startEmbedded({ dir: of, fast: true })
  await stop()
}
const lockFile = (of: string): string => join(of, 'pg/postmaster.pid')
const postmaster = (): number => Number(readFileSync(lockFile(dir), 'utf8').split('\n')[0])
const answers = async (socket: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: socketUrl(socket, 'padron_owner', 'postgres') })
  await client.connect()
  const { rowCount } = await client.query('select 1').finally(() => client.end())
  return rowCount === 1
}

test('the server of a directory continues when a copy of the directory starts', async () => {
  const who = unprivileged()
  const socket = mkdtempSync(join(tmpdir(), 'padron-'))
  own(socket, who)
  const bin = join(await nativeFolder(), 'bin')
  const original = await launch({ bin, data: join(dir, 'pg'), socket, who, fast: true })
  onTestFinished(async () => {
    await original.stop()
    rmSync(socket, { recursive: true, force: true })
  })
  const copy = copiedFolder()
  copyFileSync(lockFile(dir), lockFile(copy))
  own(lockFile(copy), who)
  await startAndStop(copy)
  expect(await answers(socket)).toBe(true)
})

test('another process with the same id and name continues', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres'], { stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other, 'spawn')
  writeFileSync(lockFile(dir), `${other.pid}\n${join(dir, 'pg')}\n1\n5432\n${join(dir, 'none')}\n\n 1 1\nready\n`, {
    mode: 0o600,
  })
  own(lockFile(dir), unprivileged())
  await startAndStop(dir)
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

/** Starts the database in a process of its own, with a statement that continues for seconds after both were killed. */
const startBusy = async (): Promise<ChildProcess> => {
  const script = `
    import pg from 'pg'
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const { maintenanceUrl } = await startEmbedded({ dir: ${JSON.stringify(dir)}, fast: true })
    const client = new pg.Client({ connectionString: maintenanceUrl })
    await client.connect()
    const busy = client.query('select count(*) from generate_series(1, 20000000)')
    console.log('busy')
    await busy
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: import.meta.dirname,
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(output)))
  ended.catch(() => undefined)
  await Promise.race([once(child.stdout, 'data'), ended])
  return child
}

test('a start uses the database of a killed server, restarts it when it ends, and stops it', async () => {
  const child = await startBusy()
  const [before, killed] = [postmaster(), once(child, 'exit')]
  child.kill('SIGKILL')
  await killed
  const next = await startEmbedded({ dir, fast: true })
  expect(postmaster()).toBe(before)
  expect(await answers(next.socket)).toBe(true)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => answers(next.socket).catch(() => false), { timeout: 60_000 }).toBe(true)
  expect(postmaster()).not.toBe(before)
  await next.stop()
  await expect(answers(next.socket)).rejects.toThrow()
})

test('a database that was started with other settings is stopped in order and started again', async () => {
  const child = await startBusy()
  const [before, killed] = [postmaster(), once(child, 'exit')]
  child.kill('SIGKILL')
  await killed
  const { stop } = await startEmbedded({ dir }) // with durable writes, unlike the databases of tests
  expect(postmaster()).not.toBe(before)
  await stop()
})

test('of two starts that find the database of a killed server only one uses it', async () => {
  const child = await startBusy()
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  const both = await Promise.allSettled([startEmbedded({ dir, fast: true }), startEmbedded({ dir, fast: true })])
  const started = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toEqual([expect.stringContaining(`Otra copia de Padrón (proceso ${process.pid}) ya usa ${dir}`)])
  await started[0]?.stop()
})

test('a start that was rejected does not start the database again after the other one has stopped it', async () => {
  const child = await startBusy()
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  const lines: string[] = []
  const start = () => startEmbedded({ dir, fast: true, onLog: (line) => lines.push(line) })
  const both = await Promise.allSettled([start(), start()])
  for (const one of both) if (one.status === 'fulfilled') await one.value.stop()
  await startAndStop(dir)
  expect(lines.filter((line) => line.includes('is started again'))).toEqual([])
})

test('a start succeeds after each simultaneous kill of server and database', { timeout: 240_000 }, async () => {
  for (let kill = 0; kill < 5; kill++) {
    const child = await startBusy()
    const killed = once(child, 'exit')
    process.kill(postmaster(), 'SIGKILL')
    child.kill('SIGKILL')
    await killed
  }
  await startAndStop(dir)
})

test('the log of the database of a killed server is still followed', async () => {
  const child = await startBusy()
  const killed = once(child, 'exit')
  child.kill('SIGKILL')
  await killed
  const lines: string[] = []
  const next = await startEmbedded({ dir, fast: true, onLog: (line) => lines.push(line) })
  onTestFinished(next.stop)
  const client = new pg.Client({ connectionString: next.maintenanceUrl })
  await client.connect()
  await client.query('select 1 / 0').catch(() => undefined)
  await client.end()
  await expect.poll(() => lines).toContainEqual(expect.stringContaining('division by zero'))
  expect(readFileSync(join(dir, 'pg.log'), 'utf8')).toContain('division by zero')
})
