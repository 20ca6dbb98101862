// Processes of the product for tests: real processes, real ports, real signals. A file that starts any calls
// `stopProducts` after each test and `removeFolders` at its end.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningDatabase, socketUrl } from '../../db/embedded/takeover.ts'

export const START = join(import.meta.dirname, '../../bin/start.ts')
const folders: string[] = []
const running = new Set<Product>()

export type Product = { child: ChildProcess; out: () => string; exit: Promise<number | string>; url: Promise<string> }

export const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'padron-product-'))
  folders.push(made)
  return made
}

export const start = (env: Record<string, string>): Product => {
  const clean = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', SIMULATOR_PORT: '0' }
  const child = spawn(process.execPath, [START], { env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const exit = new Promise<number | string>((done) => child.once('exit', (code, signal) => done(code ?? signal ?? '')))
  const url = new Promise<string>((ready, fail) => {
    const hear = (chunk: string) => {
      output += chunk
      const address = /^Padrón está listo en (\S+)$/m.exec(output)?.[1]
      if (address) ready(address)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    void exit.then((code) => fail(new Error(`ended with ${code}: ${output}`)))
  })
  url.catch(() => undefined)
  const product = { child, out: () => output, exit, url }
  running.add(product)
  void exit.then(() => running.delete(product))
  return product
}

/** The process that `bin/start.ts` supervises. */
export const serverOf = ({ child }: Product): number =>
  Number(execFileSync('pgrep', ['-P', String(child.pid), '-f', 'bin/server.ts']).toString())
export const get = async (url: string) => (await fetch(url)).status
/** On a connection of its own: those of a killed server are cut. */
export const getAnew = (url: string) =>
  new Promise<number | undefined>((answered, failed) => {
    request(url, { agent: false }, (reply) => answered(reply.resume().statusCode))
      .on('error', failed)
      .end()
  })
export const inDatabase = async <T>(dir: string, query: string): Promise<T[]> => {
  const socket = await runningDatabase(join(dir, 'pg'))
  if (!socket) throw new Error('no database runs')
  const client = new pg.Client({ connectionString: socketUrl(socket, 'padron_owner', 'padron') })
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}
/** The addresses of the simulated portals, from the database. */
export const portalsAt = async (connectionString: string): Promise<string> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select base_url from portal where simulated limit 1').finally(() => client.end())
  return new URL('/', rows[0]?.base_url).href
}
export const counts = (dir: string) =>
  inDatabase(
    dir,
    `
      select (select count(*)::int from company) as companies, (select count(*)::int from vehicle) as vehicles,
        (select count(*)::int from app_user) as users`,
  )
export const until = async (happened: () => Promise<boolean>) => {
  while (!(await happened().catch(() => false))) await new Promise((tick) => setTimeout(tick, 25))
}
/** The demo's fleets. */
export const FLEET = [{ companies: 3, vehicles: 880, users: 6 }]

export const stopProducts = async (): Promise<void> => {
  for (const { child, exit } of [...running]) {
    child.kill('SIGTERM')
    await exit
  }
}
export const removeFolders = (): void => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
}
