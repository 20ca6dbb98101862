// One report of a round, read as of one moment and its file written. The transaction is open only for as long as
// something is read in it: files are put where they are kept, which may be far away, when it is over, and PDFs are
// not even begun before.
import { randomUUID } from 'node:crypto'
import { bulkAsTenant } from '../../../db/client.ts'
import type { JobRun } from '../../../jobs/job.ts'
import { makeReport } from '../content/compose-report.ts'
import { contentRoles } from '../content/content-roles.ts'
import { askingOf, readOnly } from '../content/load-report-context.ts'
import type { BodyFile, Told } from '../content/report-context.ts'
import type { Order } from './orders.ts'
import type { Ready, Step, WrittenFile } from './write-result.ts'

type Writing = { read: Promise<unknown>; kept: Promise<WrittenFile> }

/**
 * @returns `read` ends when nothing more is read for it, `kept` when it is where it stays; what goes wrong is told by
 * both
 */
const writing = ({ letterFiles }: JobRun, { write, name, type }: BodyFile, at: Date, told: Told): Writing => {
  const whole = Promise.withResolvers<void>()
  let remark: string | undefined
  const stored = letterFiles.write(randomUUID(), at, async (into) => {
    remark = await write(into, told)
    whole.resolve()
  })
  const kept = stored.then((file) => ({ ...file, name, type, remark }))
  const read = Promise.race([whole.promise, kept])
  for (const each of [read, kept]) each.catch(() => undefined) // one of them is waited for
  return { read, kept }
}

export const prepare = async (job: JobRun, order: Order, { done, total }: Step): Promise<Ready> => {
  const { db, now, item, progress } = job
  const roles = contentRoles(order.contentRoles, job.roles)
  const told: Told = (rows, of) => progress(done, total, `Preparando «${order.name}»: ${rows} de ${of}`)
  const { made, at, until, begun } = await bulkAsTenant(db, item.tenantId, async (tx) => {
    await readOnly(tx)
    const at = now()
    const asking = await askingOf(tx, item.tenantId, order, { tools: job, roles, who: item.actor.name, at })
    const made = await makeReport(order.kind, order.emptyPolicy, asking)
    const begun = made.file && !made.file.apart ? writing(job, made.file, at, told) : undefined
    await begun?.read
    return { made, at, until: asking.until, begun }
  })
  const { kept } = begun ?? (made.file ? writing(job, made.file, at, told) : {})
  return { made, at, until, content: [...roles], file: await kept }
}
