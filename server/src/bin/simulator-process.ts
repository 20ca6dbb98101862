// Starts the simulated portals as a process of their own, as real portals would be: over HTTP and nothing else. It holds
// our end of a pipe, so that it goes when this process goes, however that happens.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../../simulator/src/main.ts')
const LISTENING = /listening on (http:\/\/\S+)/

export type SimulatorProcess = { url: string; stop: () => Promise<void> }

/** @throws Error with the simulator's own sentence, for instance that its port is taken */
export const startSimulator = async (port: number): Promise<SimulatorProcess> => {
  const child = spawn(process.execPath, [MAIN, '--with-parent'], {
    env: {
      ...process.env,
      SIMULATOR_PORT: String(port),
      SIMULATOR_ASYNC_MS: process.env.SIMULATOR_ASYNC_MS ?? '150',
      HOST: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for us to handle
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, fail) => {
    let said = ''
    const hear = (chunk: string) => {
      said += chunk
      const address = LISTENING.exec(said)?.[1]
      if (address) ready(address)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', () => fail(new Error(`El simulador de portales no inició. ${said.trim()}`)))
  })
  const stop = async () => {
    child.stdin.end()
    child.kill('SIGTERM')
    await gone
  }
  return { url, stop }
}
