// The product with its embedded database, started as an operator starts it, and ways to end that database under it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningDatabase, socketUrl } from '../../db/embedded/takeover.ts'

export type Started = {
  url: string
  child: ChildProcess
  /** What it logged from `warn` on. */
  log: () => string
  /** The database's process. */
  postmaster: () => number
  /** Ends the database and waits until another runs in its place. */
  endDatabase: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>
  query: <T extends object>(text: string) => Promise<T[]>
  /** @returns the exit code */
  stop: () => Promise<number | null>
}

export const until = async (happened: () => Promise<boolean>): Promise<void> => {
  while (!(await happened().catch(() => false))) await new Promise((soon) => setTimeout(soon, 50))
}

const START = join(import.meta.dirname, '../../bin/start.ts')

const ready = (child: ChildProcess, onOutput: (text: string) => void): Promise<string> =>
  new Promise((found, fail) => {
    let output = ''
    const read = (text: string) => {
      output += text
      onOutput(text)
      const url = /^Padrón está listo en (\S+)$/m.exec(output)?.[1]
      if (url) found(url)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => fail(new Error(`the product ended with ${code}: ${output.slice(-2_000)}`)))
  })

type Start = {
  /** Its data directory, which goes with it; one of its own without it. */
  folder?: string
  /** More of its environment. */
  env?: Record<string, string>
}

export const startProduct = async ({
  folder = mkdtempSync(join(tmpdir(), 'padron-restarts-')),
  env = {},
}: Start = {}): Promise<Started> => {
  const settings = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: '0',
    SIMULATOR_PORT: '0',
    PADRON_LOG: 'warn',
  }
  const child = spawn(process.execPath, [START], {
    env: { ...settings, ...env, PADRON_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const exit = new Promise<number | null>((ended) => child.once('exit', ended))
  const url = await ready(child, (text) => {
    log += text
  })
  const data = join(folder, 'pg')
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const query: Started['query'] = async (text) => {
    const client = new pg.Client({
      connectionString: socketUrl((await runningDatabase(data)) ?? '', 'padron_owner', 'padron'),
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const endDatabase: Started['endDatabase'] = async (signal) => {
    const ended = postmaster()
    process.kill(ended, signal)
    await until(async () => postmaster() !== ended && (await query('select 1')).length === 1)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await exit
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    return code
  }
  return { url, child, log: () => log, postmaster, endDatabase, query, stop }
}
