// `npm start` with its server killed (kill -9), and its server and its database together, ten times each: how long
// whoever connects waits for the first answer, how long until it is ready, and who is refused. Ends with exit code 1
// where anybody is, or a start fails.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { type Started, startProduct } from '@padron/server/testing/restarts/product'
import { median } from './load.ts'

const KILLS = Number(process.env.BENCH_SERVER_KILLS ?? 10)
const EVERY_MS = 5
const GIVE_UP_MS = 60_000

type Gap = { answered: number; ready: number; refused: number }

/** @returns the status, or the error's code, of a call on a connection of its own */
const call = (url: string): Promise<string> =>
  new Promise((done) => {
    request(url, { agent: false, timeout: GIVE_UP_MS }, (reply) => done(String(reply.resume().statusCode)))
      .on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      .end()
  })
const soon = () => new Promise((next) => setTimeout(next, EVERY_MS))

/** The children of a process that run this file. */
const childOf = (pid: number, file: string): number =>
  Number(execFileSync('pgrep', ['-P', String(pid), '-f', file]).toString())
const privateMb = (pid: number): string => {
  const kb = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kb) / 1024).toFixed(0)
}

const gapAfter = async (url: string, kill: () => void): Promise<Gap> => {
  const began = performance.now()
  kill()
  const gap: Gap = { answered: 0, ready: 0, refused: 0 }
  while (gap.ready === 0) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the product did not come back')
    const live = await call(`${url}/health/live`)
    if (live === '200') gap.answered ||= performance.now() - began
    else gap.refused++
    if (gap.answered && (await call(`${url}/health/ready`)) === '200') gap.ready = performance.now() - began
    await soon()
  }
  return gap
}

export const benchServerKills = async (): Promise<object[]> => {
  const product = await startProduct()
  try {
    return await killAll(product)
  } finally {
    if ((await product.stop()) !== 0) process.exitCode = 1
  }
}

const killAll = async (product: Started): Promise<object[]> => {
  const supervisor = product.child.pid ?? 0
  const kills = {
    server: () => process.kill(childOf(supervisor, 'bin/server.ts'), 'SIGKILL'),
    'server and database': () => {
      process.kill(product.postmaster(), 'SIGKILL')
      process.kill(childOf(supervisor, 'bin/server.ts'), 'SIGKILL')
    },
  }
  const rows: object[] = []
  for (const [killed, kill] of Object.entries(kills)) {
    const gaps: Gap[] = []
    for (let n = 0; n < KILLS; n++) gaps.push(await gapAfter(product.url, kill))
    const of = (part: 'answered' | 'ready') => gaps.map((gap) => gap[part])
    const refused = gaps.reduce((sum, gap) => sum + gap.refused, 0)
    if (refused > 0) process.exitCode = 1
    rows.push({
      killed,
      times: KILLS,
      refused,
      'answered, median ms': Math.round(median(of('answered'))),
      'answered, longest ms': Math.round(Math.max(...of('answered'))),
      'ready, median ms': Math.round(median(of('ready'))),
      'ready, longest ms': Math.round(Math.max(...of('ready'))),
      'supervisor, own MB': privateMb(supervisor),
    })
  }
  return rows
}
