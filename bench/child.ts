// Starts a server of the benchmarks in a separate process and waits for its address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Child = { url: string; pid: number; stop: () => void }
export const startChild = async (file: string, args: string[]): Promise<Child> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((ready, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /listening on (\S+)/.exec(text)?.[1]
      if (address) ready(address)
    })
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)))
  })
  return { url, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') }
}
