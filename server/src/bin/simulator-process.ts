// Runs the simulated portals as a separate process that is reached only over HTTP, like real portals. It holds the
// other end of a pipe, so that it ends whenever this process ends; if it ends by itself it is started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../../simulator/src/main.ts')
const LISTENING = /listening on (http:\/\/\S+)/
const AGAIN_MS = 1_000

export type SimulatorProcess = {
  url: string
  /** Posts to its control address, now and again after each restart. */
  control: (path: string, body: unknown) => Promise<void>
  stop: () => Promise<void>
}

type Running = { child: ChildProcess; gone: Promise<void>; url: string }

/**
 * The variables that a Node process needs, and the simulator's own settings: it represents the outside world and gets
 * no secrets.
 */
const PASSED_ON = /^(PATH|LANG|LC_ALL|TZ|TMPDIR|LD_LIBRARY_PATH|SystemRoot|SIMULATOR_\w+)$/i
const plainSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)))

const launch = async (port: number): Promise<Running> => {
  const child = spawn(process.execPath, [MAIN, '--with-parent'], {
    env: {
      ...plainSettings(),
      SIMULATOR_PORT: String(port),
      SIMULATOR_ASYNC_MS: process.env.SIMULATOR_ASYNC_MS ?? '150',
      HOST: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // this process handles Ctrl-C
  })
  const exit = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, fail) => {
    let output = ''
    const hear = (chunk: string) => {
      output += chunk
      const address = LISTENING.exec(output)?.[1]
      if (address) ready(address)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', () => fail(new Error(`El simulador de portales no inició. ${output.trim()}`)))
  })
  return { child, gone: exit, url }
}

/** @throws Error with the simulator's own message, for instance that its port is in use */
export const startSimulator = async (port: number, onLog?: (line: string) => void): Promise<SimulatorProcess> => {
  let running = await launch(port)
  const { url } = running
  const samePort = Number(new URL(url).port)
  let stopping = false
  const settings = new Map<string, unknown>()
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`)
  }
  const watch = (): void => {
    void running.gone.then(async () => {
      while (!stopping) {
        onLog?.('The simulator ended by itself and is started again')
        const again = await launch(samePort).catch(() => undefined)
        if (again) {
          running = again
          for (const [path, body] of settings) await post(path, body).catch(() => undefined)
          return stopping ? end() : watch()
        }
        await new Promise((next) => setTimeout(next, AGAIN_MS))
      }
    })
  }
  const end = async () => {
    running.child.stdin?.end()
    running.child.kill('SIGTERM')
    await running.gone
  }
  watch()
  const stop = () => {
    stopping = true
    return end()
  }
  const control = (path: string, body: unknown) => {
    settings.set(path, body)
    return post(path, body)
  }
  return { url, control, stop }
}
