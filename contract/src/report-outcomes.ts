// What scheduled reports come to: what a workbook made of them, what went out in a round, and what would go out.
import { z } from 'zod/mini'
import { Instant } from './common.ts'
import { EmailCounts } from './queue.ts'

/** `row`: of the workbook; null where it is of the whole. `column`: its heading; empty where it is of no column. */
const ConfigurationFault = z.object({ row: z.nullable(z.int()), column: z.string(), message: z.string() })
/** A report that a workbook adds, changes or removes, with the first of its recipients. */
const ConfiguredReport = z.object({ name: z.string(), mails: z.array(z.string()), mailCount: z.int() })
export type ConfiguredReport = z.infer<typeof ConfiguredReport>
export const Configured = z.object({
  message: z.string(),
  /** Whether the configuration is now the workbook's; with errors or as a trial it is not. */
  applied: z.boolean(),
  reports: z.int(),
  created: z.array(ConfiguredReport),
  changed: z.array(ConfiguredReport),
  /** Those the workbook does not have any more. */
  removed: z.array(ConfiguredReport),
  errors: z.array(ConfigurationFault),
  errorCount: z.int(),
  /** The sender's own workbook with its cells marked, where something is wrong: a signed address. */
  fileUrl: z.nullable(z.string()),
  /** When each report would first go, by name; at most twenty. */
  firstSends: z.array(z.object({ name: z.string(), at: z.nullable(Instant) })),
  /** Names the letter that tells of it: its delivery is asked for by it. Null where none was written. */
  letterId: z.nullable(z.string()),
})
export type Configured = z.infer<typeof Configured>

export const Round = z.object({
  queueItemId: z.string(),
  dateTime: Instant,
  /** Ordered: one report that a person sent at once, to its recipients. A trial goes to whoever asks for it. */
  origin: z.enum(['scheduled', 'ordered', 'trial']),
  /** The user who asked for it; null where the schedule did. */
  who: z.nullable(z.string()),
  done: z.boolean(),
  error: z.nullable(z.string()),
  reports: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(['sent', 'notice', 'skipped', 'failed', 'over']),
      vehicles: z.nullable(z.int()),
      /** One sentence where there is something to say: why it failed or was not sent, what its file does not have. */
      why: z.nullable(z.string()),
      /** Recipients whose letter was not sent: the company had none left that day. */
      unsent: z.int(),
      fileUrl: z.nullable(z.string()),
      /** Its own. */
      letters: EmailCounts,
    }),
  ),
  letters: EmailCounts,
  /** When its tracking report was written. */
  trackedAt: z.nullable(Instant),
})
export type Round = z.infer<typeof Round>
export type RoundOrigin = Round['origin']

export const Preview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  vehicles: z.int(),
  /** Nothing to report: what the policy then does is what is shown. */
  empty: z.boolean(),
  /** False: nothing would be sent. */
  sends: z.boolean(),
  /** What would be sent as a file, and whether it would be attached or linked; unknown until it is made. */
  file: z.nullable(z.object({ name: z.string(), attached: z.nullable(z.boolean()) })),
})
export type Preview = z.infer<typeof Preview>
