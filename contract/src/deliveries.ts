// How far the delivery of something to a receiver is, a webhook's or a channel's.
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
  /** What was answered, or why nothing was. */
  problem: z.nullable(z.string()),
  tookMs: z.nullable(z.int()),
})
