// The server that `start.ts` supervises: builds the console if needed, runs the product, prints one line when it is
// ready, and stops in order.
import { enableCompileCache } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'
import { readEnv, SettingError } from '../env/env.ts'
import { makeLog } from '../log/log.ts'
import { collectEarly } from '../machine.ts'
import type { Product } from './product.ts'
import { canStartAgain, endWithSupervisor, sendReady, startAgain } from './supervisor.ts'

collectEarly()
enableCompileCache()
endWithSupervisor()
/** How long a stop may take, besides the drain period that the operator configures. */
const STOP_AT_MOST_MS = 9_500

// biome-ignore lint/suspicious/noConsole: the operator's line
const say = (text: string) => console.log(text)
const fail = (error: unknown): never => {
  const sentence =
    error instanceof SettingError
      ? `Un ajuste no es válido.\n${error.message}`
      : error instanceof Error
        ? error.message
        : String(error)
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** A signal during the start stops the product at the next point where that is possible. */
const stopOnSignals = (starting: Promise<Product>, stopping: AbortController, drainMs: number) => {
  let stopRequested = false
  const stop = async () => {
    if (stopRequested) return
    stopRequested = true
    setTimeout(() => process.exit(1), STOP_AT_MOST_MS + drainMs).unref()
    stopping.abort()
    const product = await starting.catch(() => undefined)
    await product?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(fail))
}

const run = async (): Promise<void> => {
  const env = readEnv()
  const log = makeLog(env.logLevel, env.role)
  if (env.role === 'all' || env.role === 'api') {
    const { buildConsole } = await import('./web-build.ts')
    await buildConsole()
  }
  const { startProduct } = await import('./product.ts')
  const stopping = new AbortController()
  const starting = startProduct(env, log, stopping.signal)
  stopOnSignals(starting, stopping, env.running.drainMs)
  const product = await starting.catch((error) => {
    if (stopping.signal.aborted) return undefined
    throw error
  })
  if (!product) return
  sendReady()
  say(`Padrón está listo en ${product.publicUrl ?? product.address}`)
  if (product.notice) say(product.notice)
  void followSettings(product, log).catch(fail)
  if (product.simulator) say(`Portales simulados, con sus fallas a mano: ${product.simulator}/`)
}

/** New settings from the set-up apply from the next start, which the supervisor makes at once. */
const followSettings = async ({ settingsChanged, stop }: Product, log: FastifyBaseLogger): Promise<void> => {
  await settingsChanged
  if (!canStartAgain) return log.warn('the stored settings changed: they apply from the next start')
  log.info('the stored settings changed: the server restarts')
  await stop()
  startAgain()
}

run().catch(fail)
