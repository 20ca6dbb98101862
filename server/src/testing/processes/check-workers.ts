// Workers of checks in processes of their own: started, heard, killed with -9 and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AddressOf } from '../../db/connect.ts'
import type { CheckWorkerSettings } from './check-worker-process.ts'

export type CheckWorkers = {
  /** Kills one of them as a power cut would. @returns its process id, once it is gone */
  kill: (which: number) => Promise<number>
  start: () => void
  /** Ends them in order. @throws where one ended by itself */
  stop: () => Promise<void>
}

/** @param onStored hears the connector of each check that was stored */
export const startCheckWorkers = async (
  addressOf: AddressOf,
  settings: CheckWorkerSettings,
  count: number,
  onStored: (connector: string) => void,
): Promise<CheckWorkers> => {
  const addresses = JSON.stringify({ padron_app: addressOf('padron_app'), padron_system: addressOf('padron_system') })
  const children: ChildProcess[] = []
  /** Until each is ready or gone: before, it does not hear SIGTERM. */
  const starts: Promise<void>[] = []
  const fallen: string[] = []
  const leave = (child: ChildProcess) => void (children.includes(child) && children.splice(children.indexOf(child), 1))

  const start = (): Promise<void> => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'check-worker-process.ts'), addresses, JSON.stringify(settings)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    children.push(child)
    child.once('exit', (code, signal) => {
      leave(child)
      if (code !== 0 && signal !== 'SIGKILL') fallen.push(`a worker ended by itself with ${code ?? signal}`)
    })
    return new Promise((ready) => {
      child.once('exit', () => ready())
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'ready') ready()
        else if (line.startsWith('stored ')) onStored(line.slice(7))
      })
    })
  }

  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  await Promise.all(Array.from({ length: count }, start))
  return {
    kill: async (which) => {
      const child = children[which % children.length]
      if (!child) throw new Error('no worker is left to kill')
      leave(child)
      await end(child, 'SIGKILL')
      return child.pid ?? 0
    },
    start: () => void starts.push(start()),
    stop: async () => {
      await Promise.all(starts)
      await Promise.all([...children].map((child) => end(child, 'SIGTERM')))
      if (fallen.length > 0) throw new Error(fallen.join('; '))
    },
  }
}
