// Stops the parts of the product, the last started first; if one fails, the others still stop.
import type { FastifyBaseLogger } from 'fastify'

export type Step = () => Promise<unknown>

export const stopAll = async (steps: Step[], log: FastifyBaseLogger): Promise<void> => {
  for (const step of steps.splice(0).reverse()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'a part failed to stop'))
  }
}

/** Limits how long the caller waits for a step. */
export const limitStep =
  (ms: number, step: Step): Step =>
  async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(`not ended after ${ms} ms`)), ms)
    })
    await Promise.race([step(), late]).finally(() => clearTimeout(timer))
  }

/** Runs independent steps concurrently. */
export const runInParallel =
  (steps: readonly Step[]): Step =>
  async () => {
    const ends = await Promise.allSettled(steps.map((step) => step()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
