// A process that is stopped while people use it, as a load balancer sees it: it reports that it is not ready, answers
// every call that still arrives, closes its clients' connections, waits for calls in progress, and ends with 0. A real
// process, real connections, a real signal.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isDrill } from '../testing/drill.ts'
import { type Somebody, type TestServer, testServer } from '../testing/server.ts'

const CLIENTS = 8

let folder: string
let server: TestServer
let ana: Somebody
let child: ChildProcess
let url: URL
let exit: Promise<number | null>

type Answer = { status: number; body: string; headers: IncomingMessage['headers'] }
const headersOf = (who: Somebody) => ({ authorization: `Bearer ${who.token}`, 'content-type': 'application/json' })

/** @param body sent in two pieces, the second when `rest` is done */
const call = (
  agent: Agent | false,
  method: string,
  path: string,
  body = '',
  rest?: Promise<unknown>,
): Promise<Answer> =>
  new Promise((done, fail) => {
    const headers = { ...headersOf(ana), ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
    const outgoing = request({ host: url.hostname, port: url.port, agent, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body: text, headers: answer.headers }))
      answer.on('error', fail)
    })
    outgoing.on('error', fail)
    outgoing.write(body.slice(0, 10))
    void Promise.resolve(rest).then(() => outgoing.end(body.slice(10)))
  })

const CATEGORIES = '/api/v2/tags/categories'
const category = (name: string) => JSON.stringify({ TagCategory: [{ TagCategoryName: name, TagColor: 'red' }] })

beforeEach(async () => {
  server = await testServer()
  ana = await server.somebody(await server.company('norte'), 'ana', ['tags_admin', 'queue_read'])
  folder = mkdtempSync(join(tmpdir(), 'padron-drain-'))
  child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      DATABASE_URL: server.addressOf('padron_owner').connectionString,
      PADRON_DATA_DIR: folder,
      PADRON_DEMO: '0',
      PADRON_LOG: 'warn',
      PADRON_DRAIN_MS: '2500',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  exit = new Promise((ended) => child.once('exit', ended))
  url = await new Promise((ready, fail) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const found = /^Padrón está listo en (\S+)$/m.exec(text)?.[1]
      if (found) ready(new URL(found))
    })
    void exit.then((code) => fail(new Error(`ended with ${code}`)))
  })
}, 120_000)
afterEach(async () => {
  child.kill('SIGKILL')
  await exit
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.runIf(isDrill)('stops without a failed request of any client', { timeout: 90_000 }, async () => {
  let ready = true
  let notify: () => void = () => undefined
  const leaving = new Promise<void>((resolve) => {
    notify = resolve
  })
  const answers: { of: string; answer: Answer; afterwards: boolean }[] = []
  let signalled = false

  const client = async (nth: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // A client that learns of the drain has already sent one more call: it is answered too.
    for (let n = 0, last = false; !last; n++) {
      last = !ready
      const afterwards = signalled
      const name = `Zona ${nth}-${n}`
      const writes = n % 4 === 1 && n < 40
      const answer = await (writes ? call(agent, 'POST', CATEGORIES, category(name)) : call(agent, 'GET', CATEGORIES))
      answers.push({ of: writes ? name : '', answer, afterwards })
    }
    agent.destroy()
  }
  /** Like a load balancer, which sends nothing more to a process that is not ready. */
  const balancer = async () => {
    while (ready) ready = (await call(false, 'GET', '/health/ready')).status === 200
    notify()
  }
  const stream = fetch(new URL('/api/v2/queueEvents', url), { headers: headersOf(ana) })
  const opened = await stream
  expect(opened.status).toBe(200)
  const events = opened.text()

  const clients = Array.from({ length: CLIENTS }, (_, nth) => client(nth))
  const watching = balancer()
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(5 * CLIENTS)
  // A body that arrives slowly is complete only after new connections are no longer accepted.
  const gone = leaving.then(async () => {
    while (
      (await call(false, 'GET', '/health/live').then(
        ({ status }) => status,
        () => 0,
      )) === 200
    );
  })
  const slow = call(false, 'POST', CATEGORIES, category('Despacio'), gone)
  signalled = true
  child.kill('SIGTERM')

  await watching
  expect(await events).toContain('retry:')
  await Promise.all(clients)
  expect((await slow).status).toBe(200)
  expect(await exit).toBe(0)

  expect(answers.filter(({ answer }) => answer.status !== 200)).toEqual([])
  const parted = answers.filter(({ afterwards, answer }) => afterwards && answer.headers.connection === 'close')
  expect(parted.length).toBeGreaterThan(0)
  const { rows } = await server.db.system.query<{ name: string }>(
    'select category_name as name from tag_category order by 1',
  )
  const accepted = [...answers.map(({ of }) => of).filter(Boolean), 'Despacio'].sort()
  expect(rows.map(({ name }) => name).sort()).toEqual(accepted)
})
