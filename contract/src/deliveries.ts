// The state of a delivery to a webhook or a channel.
import { z } from 'zod/mini'
import { Instant } from './common.ts'

export const DeliveryState = z.object({
  createdAt: Instant,
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  nextAt: z.nullable(Instant),
  lastAt: z.nullable(Instant),
  /** The HTTP status of the answer; null without an answer. */
  answered: z.nullable(z.int()),
  /** The content of the answer, or why there is none. */
  problem: z.nullable(z.string()),
  tookMs: z.nullable(z.int()),
})
