// How parts of the product are stopped: the last started first, and one that fails does not keep the others from
// stopping.
import type { FastifyBaseLogger } from 'fastify'

export type Step = () => Promise<unknown>

export const stopAll = async (steps: Step[], log: FastifyBaseLogger): Promise<void> => {
  for (const step of steps.splice(0).reverse()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'a part failed to stop'))
  }
}

/** One that waits for what may take long is waited for no longer than that. */
export const within =
  (ms: number, step: Step): Step =>
  async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error(`not ended after ${ms} ms`)), ms)
    })
    await Promise.race([step(), late]).finally(() => clearTimeout(timer))
  }

/** Parts of which none needs another: they take as long to stop as the slowest of them. */
export const together =
  (steps: readonly Step[]): Step =>
  async () => {
    const ends = await Promise.allSettled(steps.map((step) => step()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
