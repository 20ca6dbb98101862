// Records the result of one report in one transaction: its emails, its notices to channels, its file, its outcome, and
// the report's last run; or why nothing was sent.
import { vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { asTenant, type Tx } from '../../../db/client.ts'
import type { StoredFile } from '../../../files/contents/file-store.ts'
import type { JobRun } from '../../../jobs/job.ts'
import { type ContentRole, emailFilePath } from '../../../jobs/report-file.ts'
import { type ChannelContent, writeChannelNotices } from '../../../mail/channel-outbox.ts'
import type { MailContent } from '../../../mail/email-content.ts'
import { scheduledEmailsLeft, writeMails, writeUnsent } from '../../../mail/outbox.ts'
import type { ComposedReport } from '../content/compose-report.ts'
import { storeEmailFile } from '../email-files.ts'
import { lockOrder, type Order, type RunPayload } from './orders.ts'
import { addOutcome, emailKind, isDone, type Outcome, readOutcomes } from './rounds.ts'

export type WrittenFile = StoredFile & { name: string; type: string; remark: string | undefined }
export type PreparedReport = {
  composed: ComposedReport
  at: Date
  until: Date
  content: readonly ContentRole[]
  file: WrittenFile | undefined
}
export type Step = { done: number; total: number }

/** Splits the recipients by what the company may still send today. */
const recipientsOf = async (tx: Tx, { mailbox, item }: JobRun, { composed }: PreparedReport, { mails }: Order) => {
  if (composed.outcome === 'skipped') return { recipients: [], unsent: [] }
  if (!mailbox.configured) return { recipients: mails, unsent: [] }
  const left = await scheduledEmailsLeft(tx, item.tenantId)
  return { recipients: mails.slice(0, left), unsent: mails.slice(left) }
}

const recordFile = async (tx: Tx, { item }: JobRun, { file, at }: PreparedReport) => {
  if (!file) return undefined
  const { fileId, until } = await storeEmailFile(tx, { ...file, queueItemId: item.itemId }, at)
  const { name, type, size } = file
  return { fileId, name, type, size, until, path: emailFilePath(item.tenantId, fileId) }
}

const contentOf = (
  { composed, file }: PreparedReport,
  { reportId }: Order,
  emailFile: Awaited<ReturnType<typeof recordFile>>,
): MailContent => ({
  ...composed.content,
  subject: reportId === undefined ? `Prueba: ${composed.content.subject}` : composed.content.subject,
  lines: [...composed.content.lines, ...(file?.remark ? [file.remark] : [])],
  ...(emailFile ? { files: [emailFile] } : {}),
})

/** The link names the view and not its filter, which may name a holder. */
const noticeOf = ({ composed }: PreparedReport, { viewId }: Order): ChannelContent => ({
  title: `Reporte: ${composed.content.subject}`,
  lines: composed.outcome === 'sent' ? [`${vehiclesText(composed.vehicles)} en el reporte.`] : [],
  item: composed.content.subject,
  path: viewId === null ? '/reports?tab=envios' : `/?vista=${viewId}`,
})

/** The trial of an unsaved report has no channels. @returns to how many */
const notifyChannels = async (tx: Tx, { item }: JobRun, prepared: PreparedReport, order: Order): Promise<number> => {
  if (prepared.composed.outcome === 'skipped') return 0
  const eventKey = `report ${order.reportId} ${item.itemId}`
  const content = noticeOf(prepared, order)
  return writeChannelNotices(tx, { kind: 'report', eventKey, channelIds: order.channelIds, content })
}

const pickReport = ({ reportId, name }: Order) => ({ name, ...(reportId === undefined ? {} : { reportId }) })

type ReportUpdate = { outcome: Outcome; at: Date; changesUntil?: Date | undefined }

/**
 * Updates the report's last run.
 * @param changesUntil end of the period that recipients now know; undefined if nothing was written, so that the next
 * one covers it
 */
const updateReport = (
  tx: Tx,
  { item }: JobRun,
  { reportId }: Order,
  { outcome, at, changesUntil }: ReportUpdate,
): Promise<unknown> =>
  sql`
    update scheduled_report
    set last_at = ${at.toISOString()}, last_item = ${item.itemId}, last_outcome = ${outcome.outcome},
      last_vehicles = ${outcome.vehicles}
      ${changesUntil ? sql`, changes_from = ${changesUntil.toISOString()}` : sql``}
    where tenant_id = ${item.tenantId} and report_id = ${reportId ?? null}`.execute(tx)

const writeOutcome = async (tx: Tx, job: JobRun, order: Order, update: ReportUpdate): Promise<void> => {
  await addOutcome(tx, job.item.tenantId, job.item.itemId, update.outcome)
  await updateReport(tx, job, order, update)
}

const NOTHING_SENT = { vehicles: null, fileId: null, letters: 0 } as const
const GONE = 'El reporte se puso en pausa o se eliminó mientras se preparaba.'

const NO_CHANNEL = 'No tiene correos, y sus canales están en pausa o ya no existen.'

const writeSkipped = (tx: Tx, job: JobRun, order: Order): Promise<void> =>
  writeOutcome(tx, job, order, {
    outcome: { ...pickReport(order), outcome: 'skipped', ...NOTHING_SENT, why: GONE },
    at: job.now(),
  })

/**
 * Each channel gets a notice and each recipient an email; beyond the daily limit it is written as unsent and can be
 * resent.
 */
const writePrepared = async (tx: Tx, job: JobRun, order: Order, prepared: PreparedReport): Promise<boolean> => {
  const { composed, at, until } = prepared
  const { recipients, unsent } = await recipientsOf(tx, job, prepared, order)
  const notices = await notifyChannels(tx, job, prepared, order)
  const file = recipients.length + unsent.length + notices > 0 ? await recordFile(tx, job, prepared) : undefined
  const mail = {
    kind: emailKind(order.reportId),
    subjectId: job.item.itemId,
    content: contentOf(prepared, order, file),
    report: order.name,
  }
  await writeMails(tx, job.mailbox, { ...mail, recipients })
  await writeUnsent(tx, { ...mail, recipients: unsent })
  const reachesNobody = recipients.length + unsent.length + notices === 0 && composed.outcome !== 'skipped'
  const why = reachesNobody ? NO_CHANNEL : (prepared.file?.remark ?? composed.why)
  const outcome: Outcome = {
    ...pickReport(order),
    outcome: unsent.length > 0 ? 'over' : reachesNobody ? 'skipped' : composed.outcome,
    vehicles: composed.vehicles,
    ...(file ? { fileId: file.fileId, content: prepared.content } : { fileId: null }),
    letters: recipients.length,
    ...(notices > 0 ? { notices } : {}),
    ...(why === undefined ? {} : { why }),
    ...(unsent.length > 0 ? { unsent } : {}),
  }
  const changesUntil = recipients.length + notices > 0 || composed.outcome === 'skipped' ? until : undefined
  await writeOutcome(tx, job, order, { outcome, at, changesUntil })
  return file !== undefined
}

/** `changed`: the report was edited while it was prepared. `fileStored`: an email or the round refers to its file. */
export type WriteResult = { changed: Order } | { changed?: never; fileStored: boolean }

/** Writes everything of one report at once, provided that the job still belongs to this run. */
export const writeResult = (
  job: JobRun,
  order: Order,
  prepared: PreparedReport,
  { done, total }: Step,
): Promise<WriteResult> => {
  const { wholeDb, item } = job
  const write = async (tx: Tx): Promise<WriteResult> => {
    await job.progressIn(tx, done, total, `Escribiendo los correos de «${order.name}»`)
    if (isDone(await readOutcomes(tx, item.tenantId, item.itemId, true), order)) return { fileStored: false }
    const now = await lockOrder(tx, item.tenantId, item.payload as RunPayload, order)
    if (now && now.version !== order.version) return { changed: now }
    if (now) return { fileStored: await writePrepared(tx, job, order, prepared) }
    await writeSkipped(tx, job, order)
    return { fileStored: false }
  }
  return asTenant(wholeDb, item.tenantId, write, item.actor)
}

export const writeFailure = (job: JobRun, order: Order, why: string, { done, total }: Step): Promise<void> => {
  const { tenantId, itemId, actor } = job.item
  const write = async (tx: Tx): Promise<void> => {
    await job.progressIn(tx, done, total, `No se pudo preparar «${order.name}»`)
    if (isDone(await readOutcomes(tx, tenantId, itemId, true), order)) return
    const outcome: Outcome = { ...pickReport(order), outcome: 'failed', ...NOTHING_SENT, why }
    await writeOutcome(tx, job, order, { outcome, at: job.now() })
  }
  return asTenant(job.wholeDb, tenantId, write, actor)
}
