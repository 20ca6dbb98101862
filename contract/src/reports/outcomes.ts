// Outcomes of scheduled reports: the result of a configuration workbook, the sends of a round, and the preview.
import { z } from 'zod/mini'
import { Instant } from '../common.ts'
import { EmailCounts } from '../queue.ts'

/** `row`: of the workbook; null: the whole workbook. `column`: its heading; empty: no column. */
const ConfigurationFault = z.object({ row: z.nullable(z.int()), column: z.string(), message: z.string() })
/** A report that a workbook adds, changes or removes, with its first recipients. */
const ConfiguredReport = z.object({ name: z.string(), mails: z.array(z.string()), mailCount: z.int() })
export type ConfiguredReport = z.infer<typeof ConfiguredReport>
export const Configured = z.object({
  message: z.string(),
  /** Whether the workbook was applied; not with errors or as a trial. */
  applied: z.boolean(),
  reports: z.int(),
  created: z.array(ConfiguredReport),
  changed: z.array(ConfiguredReport),
  /** Reports missing in the workbook. */
  removed: z.array(ConfiguredReport),
  errors: z.array(ConfigurationFault),
  errorCount: z.int(),
  /** Signed address of the sender's workbook with its cells marked, if it has errors. */
  fileUrl: z.nullable(z.string()),
  /** The first send of each report, by name; at most twenty. */
  firstSends: z.array(z.object({ name: z.string(), at: z.nullable(Instant) })),
  /** Id of its email, to query the delivery. Null without an email. */
  letterId: z.nullable(z.string()),
})
export type Configured = z.infer<typeof Configured>

export const ReportOutcome = z.enum(['sent', 'notice', 'skipped', 'failed', 'over'])
export const Round = z.object({
  queueItemId: z.string(),
  dateTime: Instant,
  /** Ordered: a person sent one report at once to its recipients. A trial goes to the requester. */
  origin: z.enum(['scheduled', 'ordered', 'trial']),
  /** The requester; null for the schedule. */
  who: z.nullable(z.string()),
  done: z.boolean(),
  error: z.nullable(z.string()),
  reports: z.array(
    z.object({
      name: z.string(),
      outcome: ReportOutcome,
      vehicles: z.nullable(z.int()),
      /** An optional remark: why it failed or was not sent, or what its file lacks. */
      why: z.nullable(z.string()),
      /** Recipients without an email, because the company reached the day's limit. */
      unsent: z.int(),
      /** Channels that received it. */
      notices: z.int(),
      fileUrl: z.nullable(z.string()),
      /** Its own. */
      letters: EmailCounts,
    }),
  ),
  letters: EmailCounts,
  /** The time of its tracking report. */
  trackedAt: z.nullable(Instant),
})
export type Round = z.infer<typeof Round>
export type RoundOrigin = Round['origin']

export const Preview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  vehicles: z.int(),
  /** Nothing to report; the preview shows what the policy does then. */
  empty: z.boolean(),
  /** False: nothing would be sent. */
  sends: z.boolean(),
  /** The file, and whether it would be attached or linked; unknown until it exists. */
  file: z.nullable(z.object({ name: z.string(), attached: z.nullable(z.boolean()) })),
})
export type Preview = z.infer<typeof Preview>
