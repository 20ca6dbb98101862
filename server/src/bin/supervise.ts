// Runs a server as a child process and restarts it when it ends by itself. Meanwhile it holds the server's listening
// socket, so that connections wait for the next server instead of being refused. It reads no settings, opens nothing
// and imports nothing of the product, so that it has little that can fail.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Messages of the server: it listens, with its socket; it is ready. */
export type ChildMessage = { supervisor: 'listening' | 'ready' }
/** The value of PADRON_SUPERVISED: whether the server gets the socket of the previous one. */
export type Supervised = 'with-socket' | 'without-socket'
export const SOCKET_FD = 4
/** The exit code by which a server requests a restart. */
export const START_AGAIN = 75

/** A server that was ready for less than this long counts as a short run. */
const STEADY_MS = 10_000
/**
 * Up to this many short runs in a row, the next server starts at once: each one answers in between, and an operator may
 * be testing a kill.
 */
const AT_ONCE = 30
const GIVE_UP_AFTER = 6
const LONGEST_PAUSE_MS = 10_000
/** After this many failed starts connections are refused, so that a balancer uses other servers. */
const REFUSE_AFTER = 2

type Socket = { close: () => void }
type End = { code: number | null; signal: NodeJS.Signals | null }

const say = (fields: object, msg: string): void =>
  void process.stdout.write(
    `${JSON.stringify({ level: 'error', time: new Date(), pid: process.pid, ...fields, msg })}\n`,
  )
const codeOf = ({ code, signal }: End): number => code ?? 128 + (signal ? constants.signals[signal] : 0)

/**
 * @param server the file to run @param firstPauseMs pause before the second attempt if the server did not become ready
 */
export const supervise = (server: string, firstPauseMs = 500): void => {
  let child: ChildProcess | undefined
  let socket: Socket | undefined
  let pause: NodeJS.Timeout | undefined
  let stopping = false
  let everReady = false
  /** Runs in a row that ended before the server was ready, and soon after. */
  let unready = 0
  let short = 0

  const dropSocket = () => {
    socket?.close()
    socket = undefined
  }

  const start = () => {
    let readyAt: number | undefined
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc', socket ?? 'ignore'] as StdioOptions
    const supervised: Supervised = socket ? 'with-socket' : 'without-socket'
    const env = { ...process.env, PADRON_SUPERVISED: supervised }
    const started = spawn(process.execPath, [server], { stdio, env })
    child = started
    started.on('message', (message: Partial<ChildMessage>, handle) => {
      if (message.supervisor === 'ready') {
        readyAt = performance.now()
        everReady = true
      }
      if (message.supervisor !== 'listening') return
      dropSocket()
      socket = handle as Socket | undefined
      if (stopping) dropSocket()
    })
    started.on('error', ({ message }) => {
      process.stderr.write(`${message}\n`)
      if (started.pid === undefined) ended({ code: 1, signal: null }, undefined)
    })
    started.once('exit', (code, signal) => {
      child = undefined
      ended({ code, signal }, readyAt)
    })
  }

  const ended = (end: End, readyAt: number | undefined) => {
    const code = codeOf(end)
    // The server was stopped, from either side, or it never became ready and has printed the reason.
    if (stopping || end.code === 0 || (end.code !== null && !everReady)) process.exit(code)
    if (end.code === START_AGAIN) return start()
    unready = readyAt === undefined ? unready + 1 : 0
    short = readyAt !== undefined && performance.now() - readyAt > STEADY_MS ? 0 : short + 1
    const failures = Math.max(unready, short - AT_ONCE)
    if (failures >= GIVE_UP_AFTER) {
      process.stderr.write(
        `El servidor terminó ${short} veces seguidas al poco de iniciar, la última con ${end.signal ?? code}. ` +
          `Padrón se detiene.\n`,
      )
      process.exit(code)
    }
    if (unready >= REFUSE_AFTER) dropSocket()
    const pauseMs = failures < 1 ? 0 : Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (failures - 1))
    say({ ended: end.signal ?? code, pauseMs }, 'the server ended by itself and is started again')
    pause = setTimeout(start, pauseMs)
  }

  const stop = (signal: NodeJS.Signals) => {
    stopping = true
    dropSocket()
    clearTimeout(pause)
    if (!child) process.exit(0)
    child.kill(signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.stdout.on('error', () => undefined) // the output has no reader any more: the server continues
  start()
}
