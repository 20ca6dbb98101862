// The server that `start.ts` supervises: builds the console if needed, runs the product, prints one line when it is
// ready, and stops in order.
import { enableCompileCache } from 'node:module'
import { readEnv, SettingError } from '../env.ts'
import { makeLog } from '../log/log.ts'
import { collectEarly } from '../machine.ts'
import type { Product } from './product.ts'
import { endWithSupervisor, tellReady } from './supervisor.ts'

collectEarly()
enableCompileCache()
endWithSupervisor()
/** And what the operator gives it to take leave. */
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

/** A signal during the start ends it at the next point where it can be stopped in order. */
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
  tellReady()
  say(`Padrón está listo en ${env.publicUrl ?? product.address}`)
  if (product.notice) say(product.notice)
  if (product.simulator) say(`Portales simulados, con sus fallas a mano: ${product.simulator}/`)
}

run().catch(fail)
