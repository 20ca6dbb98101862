// What one report leaves behind, in one transaction: its letters, its file, what became of it, and what the report
// remembers; or why there are none.
import { sql } from 'kysely'
import { asTenant, type Tx } from '../../../db/client.ts'
import type { KeptFile } from '../../../files/contents/file-store.ts'
import type { JobRun } from '../../../jobs/job.ts'
import type { MailContent } from '../../../mail/email-content.ts'
import { scheduledLettersLeft, writeMails, writeUnsent } from '../../../mail/outbox.ts'
import type { Made } from '../content/compose-report.ts'
import type { ContentRole } from '../content/content-roles.ts'
import { keepLetterFile, letterFilePath } from '../email-files.ts'
import { type Order, orderNow, type RunPayload } from './orders.ts'
import { addOutcome, isDone, letterKind, type Outcome, readOutcomes } from './rounds.ts'

export type WrittenFile = KeptFile & { name: string; type: string; remark: string | undefined }
export type Ready = {
  made: Made
  at: Date
  until: Date
  content: readonly ContentRole[]
  file: WrittenFile | undefined
}
export type Step = { done: number; total: number }

/** Who is written to, as far as the company's letters of the day go. */
const recipientsOf = async (tx: Tx, { mailbox, item }: JobRun, { made }: Ready, { mails }: Order) => {
  if (made.outcome === 'skipped') return { recipients: [], unsent: [] }
  if (!mailbox.configured) return { recipients: mails, unsent: [] }
  const left = await scheduledLettersLeft(tx, item.tenantId)
  return { recipients: mails.slice(0, left), unsent: mails.slice(left) }
}

const keepFile = async (tx: Tx, { item }: JobRun, { file, at }: Ready) => {
  if (!file) return undefined
  const { fileId, until } = await keepLetterFile(tx, { ...file, queueItemId: item.itemId }, at)
  const { name, type, size } = file
  return { fileId, name, type, size, until, path: letterFilePath(item.tenantId, fileId) }
}

const contentOf = (
  { made, file }: Ready,
  { reportId }: Order,
  kept: Awaited<ReturnType<typeof keepFile>>,
): MailContent => ({
  ...made.content,
  subject: reportId === undefined ? `Prueba: ${made.content.subject}` : made.content.subject,
  lines: [...made.content.lines, ...(file?.remark ? [file.remark] : [])],
  ...(kept ? { files: [kept] } : {}),
})

const named = ({ reportId, name }: Order) => ({ name, ...(reportId === undefined ? {} : { reportId }) })

type Remembered = { outcome: Outcome; at: Date; told?: Date | undefined }

/**
 * What a report remembers.
 * @param told up to when its recipients know what changed; where none of them got a letter, they hear it next time
 */
const remember = (tx: Tx, { item }: JobRun, { reportId }: Order, { outcome, at, told }: Remembered): Promise<unknown> =>
  sql`
    update scheduled_report
    set last_at = ${at.toISOString()}, last_item = ${item.itemId}, last_outcome = ${outcome.outcome},
      last_vehicles = ${outcome.vehicles}
      ${told ? sql`, changes_from = ${told.toISOString()}` : sql``}
    where tenant_id = ${item.tenantId} and report_id = ${reportId ?? null}`.execute(tx)

const writeOutcome = async (tx: Tx, job: JobRun, order: Order, remembered: Remembered): Promise<void> => {
  await addOutcome(tx, job.item.tenantId, job.item.itemId, remembered.outcome)
  await remember(tx, job, order, remembered)
}

const NO_LETTERS = { vehicles: null, fileId: null, letters: 0 } as const
const GONE = 'El reporte se apagó o se eliminó mientras se preparaba.'

const writeGone = (tx: Tx, job: JobRun, order: Order): Promise<void> =>
  writeOutcome(tx, job, order, {
    outcome: { ...named(order), outcome: 'skipped', ...NO_LETTERS, why: GONE },
    at: job.now(),
  })

/** Each recipient has a letter: where the day's are used up, one that did not go and can be sent again. */
const writeReady = async (tx: Tx, job: JobRun, order: Order, ready: Ready): Promise<boolean> => {
  const { made, at, until } = ready
  const { recipients, unsent } = await recipientsOf(tx, job, ready, order)
  const file = recipients.length + unsent.length > 0 ? await keepFile(tx, job, ready) : undefined
  const mail = {
    kind: letterKind(order.reportId),
    subjectId: job.item.itemId,
    content: contentOf(ready, order, file),
    report: order.name,
  }
  await writeMails(tx, job.mailbox, { ...mail, recipients })
  await writeUnsent(tx, { ...mail, recipients: unsent })
  const why = ready.file?.remark ?? made.why
  const outcome: Outcome = {
    ...named(order),
    outcome: unsent.length > 0 ? 'over' : made.outcome,
    vehicles: made.vehicles,
    ...(file ? { fileId: file.fileId, content: ready.content } : { fileId: null }),
    letters: recipients.length,
    ...(why === undefined ? {} : { why }),
    ...(unsent.length > 0 ? { unsent } : {}),
  }
  const told = recipients.length > 0 || made.outcome === 'skipped' ? until : undefined
  await writeOutcome(tx, job, order, { outcome, at, told })
  return file !== undefined
}

/** `changed`: somebody edited it while it was prepared. `keptFile`: its file is a letter's. */
export type End = { changed: Order } | { changed?: never; keptFile: boolean }

/** Everything of one report at once, while the job is still this run's. */
export const writeDown = (job: JobRun, order: Order, ready: Ready, { done, total }: Step): Promise<End> => {
  const { db, item } = job
  const write = async (tx: Tx): Promise<End> => {
    await job.progressIn(tx, done, total, `Escribiendo los correos de «${order.name}»`)
    if (isDone(await readOutcomes(tx, item.tenantId, item.itemId, true), order)) return { keptFile: false }
    const now = await orderNow(tx, item.tenantId, item.payload as RunPayload, order)
    if (now && now.version !== order.version) return { changed: now }
    if (now) return { keptFile: await writeReady(tx, job, order, ready) }
    await writeGone(tx, job, order)
    return { keptFile: false }
  }
  return asTenant(db, item.tenantId, write, item.actor)
}

export const writeFailure = (job: JobRun, order: Order, why: string, { done, total }: Step): Promise<void> => {
  const { tenantId, itemId, actor } = job.item
  const write = async (tx: Tx): Promise<void> => {
    await job.progressIn(tx, done, total, `No se pudo preparar «${order.name}»`)
    if (isDone(await readOutcomes(tx, tenantId, itemId, true), order)) return
    const outcome: Outcome = { ...named(order), outcome: 'failed', ...NO_LETTERS, why }
    await writeOutcome(tx, job, order, { outcome, at: job.now() })
  }
  return asTenant(job.db, tenantId, write, actor)
}
