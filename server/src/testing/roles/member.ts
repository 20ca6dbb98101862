// One place of an installation of many processes: a process of the product in a role, killed as by a power cut and
// started again in the same place, at the same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type Role = 'api' | 'worker' | 'identity'
export type Target = { url: string; pid: number }
export type Member = {
  role: Role
  /** Undefined while it is not ready: nobody is sent there. */
  target: () => Target | undefined
  ready: () => Promise<Target>
  /** @returns its process id, once it is gone; it is started again at once */
  kill: () => Promise<number>
  /** Asks it to end. @returns what it ended with */
  end: () => Promise<number | string>
  /** The end of its output. */
  output: () => string
}

/** Without its supervisor: a balancer sends people elsewhere while it starts again. */
const SERVER = join(import.meta.dirname, '../../bin/server.ts')
const READY = /^Padrón está listo en /m
/** Below those that connections are given, so that nobody takes the place while its process starts again. */
const PORTS = { first: 20_000, count: 12_000 }
const OUTPUT_LIMIT = 20_000

export type MemberOptions = {
  role: Role
  env: Record<string, string>
  /** It ended and nobody had killed it. */
  fell: (what: string) => void
}

/** Whoever started them may end without stopping them. */
const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    if (await isFree(port)) return port
  }
}

export const startMember = async ({ role, env, fell }: MemberOptions): Promise<Member> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let target: Target | undefined
  let begun = Promise.withResolvers<Target>()
  let output = ''
  let expected = false

  const start = () => {
    begun = Promise.withResolvers<Target>()
    begun.promise.catch(() => undefined)
    expected = false
    const own = spawn(process.execPath, [SERVER], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        ...env,
        PADRON_ROLE: role,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = own
    alive.add(own)
    let startOutput = ''
    const onOutput = (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT)
      if (target && child === own) return
      startOutput += chunk
      if (!READY.test(startOutput) || own.exitCode !== null || own.signalCode !== null) return
      target = { url, pid: own.pid ?? 0 }
      begun.resolve(target)
    }
    own.stdout.setEncoding('utf8').on('data', onOutput)
    own.stderr.setEncoding('utf8').on('data', onOutput)
    own.once('exit', (code, signal) => {
      alive.delete(own)
      if (child === own) target = undefined
      if (expected) return
      const what = `${role} ended by itself with ${code ?? signal}: ${output.slice(-2_000)}`
      fell(what)
      begun.reject(new Error(what))
    })
  }
  const stop = async (signal: NodeJS.Signals): Promise<number | string> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode ?? ''
    expected = true
    const gone = once(child, 'exit')
    child.kill(signal)
    const [code, by] = await gone
    return code ?? by
  }
  start()
  return {
    role,
    target: () => target,
    ready: () => begun.promise,
    kill: async () => {
      const { pid = 0 } = child
      await stop('SIGKILL')
      start()
      return pid
    },
    end: () => stop('SIGTERM'),
    output: () => output,
  }
}
