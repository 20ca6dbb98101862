// The supervisor with a server that the test controls: what a client sees of a kill, how a stop is forwarded, and how
// the server ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { isDrill } from '../testing/drill.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-supervise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const here = (name: string): string => JSON.stringify(join(import.meta.dirname, name))
/** Answers with its process id after a moment, and follows the path of the request: `/exit/3` ends it with code 3. */
const SERVER = `
import { createServer } from 'node:http'
import { endWithSupervisor, inheritedSocket, shareSocket, sendReady } from ${here('supervisor.ts')}
endWithSupervisor()
process.on('SIGTERM', () => setTimeout(() => process.exit(7), 300))
const server = createServer((request, response) => {
  const [, what, code] = request.url.split('/')
  if (what === 'exit') process.exit(Number(code))
  response.setHeader('connection', 'close').end(String(process.pid))
})
const fd = inheritedSocket()
server.listen(fd === undefined ? { port: 0, host: '127.0.0.1' } : { fd }, () => {
  shareSocket(server, 1)
  sendReady()
  console.log('listening on ' + server.address().port)
})`
/** Ends with 5; if a file is named, it becomes ready once before that. */
const CRASHES = `
import { existsSync, writeFileSync } from 'node:fs'
import { sendReady } from ${here('supervisor.ts')}
const once = process.env.READY_ONCE
if (once && !existsSync(once)) {
  writeFileSync(once, '')
  sendReady()
}
setTimeout(() => process.exit(5), 20)`

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

let made = 0
const start = (program: string, env: Record<string, string> = {}) => {
  const server = join(folder, `server-${made++}.ts`)
  writeFileSync(server, program)
  const script = `import { supervise } from ${here('supervise.ts')}\nsupervise(${JSON.stringify(server)}, 10)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const hear = (text: string) => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const port = async (): Promise<string> => {
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/listening on \d+/)
    return /listening on (\d+)/.exec(output)?.[1] ?? ''
  }
  return { child, exit, port, output: () => output }
}
const ask = async (port: string, path = '/'): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

test.runIf(isDrill)(
  'a client that connects after a kill is answered by the next server, ten times in a row',
  async () => {
    const product = start(SERVER)
    const port = await product.port()
    const pids = new Set<string>()
    for (let kill = 0; kill < 10; kill++) {
      const pid = await ask(port)
      pids.add(pid)
      process.kill(Number(pid), 'SIGKILL')
      await expect.poll(() => product.output().split('"ended":"SIGKILL"').length, { timeout: 30_000 }).toBe(kill + 2)
      expect(await Promise.all([ask(port), ask(port)])).not.toContain(pid)
    }
    expect(pids.size).toBe(10)
  },
)

test('a server that ends by itself after it was ready is started again, with its exit code in the log', async () => {
  const product = start(SERVER)
  const port = await product.port()
  await ask(port, '/exit/3').catch(() => '')
  expect(await ask(port)).toMatch(/^\d+$/)
  expect(product.output()).toContain('"ended":3')
})

test('a stop is forwarded, the port is closed, and the server’s exit code is returned', async () => {
  const product = start(SERVER)
  const port = await product.port()
  const pid = Number(await ask(port))
  product.child.kill('SIGTERM')
  expect(await product.exit).toBe(7)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await expect(ask(port)).rejects.toThrow()
})

test('a server does not outlive its supervisor', async () => {
  const product = start(SERVER)
  const port = await product.port()
  const pid = await ask(port)
  product.child.kill('SIGKILL')
  await product.exit
  // Another process may get the port at once; it must only not be this one.
  await expect.poll(() => ask(port).catch(() => 'refused'), { timeout: 10_000 }).not.toBe(pid)
})

test('a server that ends before it was ready has reported why: its exit code is returned', async () => {
  const product = start(CRASHES)
  expect(await product.exit).toBe(5)
  expect(product.output()).toBe('')
})

test.runIf(isDrill)(
  'a server that never becomes ready again is restarted after longer and longer pauses, and then no more',
  async () => {
    const product = start(CRASHES, { READY_ONCE: join(folder, 'was-ready') })
    expect(await product.exit).toBe(5)
    const pauses = [...product.output().matchAll(/"pauseMs":(\d+)/g)].map(([, ms]) => Number(ms))
    expect(pauses).toEqual([0, 10, 20, 40, 80, 160])
    expect(product.output()).toContain(
      'El servidor terminó 7 veces seguidas al poco de iniciar, la última con 5. Padrón se detiene.',
    )
  },
)
