// Composes one report of a round from one snapshot and writes its file. The transaction stays open only while something
// is read: the store may be slow, so storing the file and writing PDFs happen after it.
import { randomUUID } from 'node:crypto'
import { readAsTenant, snapshotAsTenant, withScope } from '../../../db/client.ts'
import type { JobRun } from '../../../jobs/job.ts'
import { contentRoles } from '../../../jobs/report-file.ts'
import { readAuthorAccess } from '../author-access.ts'
import { composeReport } from '../content/compose-report.ts'
import { loadReportContext } from '../content/load-report-context.ts'
import type { OnProgress, ReportFile } from '../content/report-context.ts'
import type { Order } from './orders.ts'
import type { PreparedReport, Step, WrittenFile } from './write-result.ts'

type FileWrite = { read: Promise<unknown>; stored: Promise<WrittenFile> }

/**
 * Starts to write the report's file.
 * @returns `read` resolves when nothing more is read for the file, `stored` when the store has it; both reject when the
 * write fails
 */
const startFileWrite = (
  { emailFiles }: JobRun,
  { write, name, type }: ReportFile,
  at: Date,
  onProgress: OnProgress,
): FileWrite => {
  const whole = Promise.withResolvers<void>()
  let remark: string | undefined
  const storing = emailFiles.write(randomUUID(), at, async (into) => {
    remark = await write(into, onProgress)
    whole.resolve()
  })
  const stored = storing.then((file) => ({ ...file, name, type, remark }))
  const read = Promise.race([whole.promise, stored])
  for (const each of [read, stored]) each.catch(() => undefined) // the caller awaits only one of them
  return { read, stored }
}

/**
 * The database and the permissions for a report: those of the run; for a report on a part of the fleet, those that its
 * author has now.
 * @throws JobRefused if the author may no longer have it
 */
const sightOf = async (job: JobRun, { contentRoles: saved, scopeUserId }: Order) => {
  const ofRun = contentRoles(saved, job.roles)
  if (scopeUserId === null) return { db: job.db, roles: ofRun }
  const { tenantId } = job.item
  const { isScoped, roles } = await readAsTenant(job.wholeDb, tenantId, (tx) =>
    readAuthorAccess(tx, tenantId, scopeUserId, ofRun),
  )
  return { db: isScoped ? withScope(job.wholeDb, scopeUserId) : job.wholeDb, roles }
}

export const prepare = async (job: JobRun, order: Order, { done, total }: Step): Promise<PreparedReport> => {
  const { now, item, progress } = job
  const { db, roles } = await sightOf(job, order)
  const onProgress: OnProgress = (rows, of) => progress(done, total, `Preparando «${order.name}»: ${rows} de ${of}`)
  const { composed, at, until, started } = await snapshotAsTenant(db, item.tenantId, async (tx) => {
    const at = now()
    const context = await loadReportContext(tx, item.tenantId, order, {
      tools: { ...job, db },
      roles,
      who: item.actor.name,
      at,
    })
    const composed = await composeReport(order.kind, order.emptyPolicy, context)
    const started =
      composed.file && !composed.file.apart ? startFileWrite(job, composed.file, at, onProgress) : undefined
    await started?.read
    return { composed, at, until: context.until, started }
  })
  const { stored } = started ?? (composed.file ? startFileWrite(job, composed.file, at, onProgress) : {})
  return { composed, at, until, content: [...roles], file: await stored }
}
