// What falls due by itself, at the start of a working process and each hour: what is too old to keep, companies whose
// waiting to be erased is over. Any number of processes may do it at once.
import type { FastifyBaseLogger } from 'fastify'
import type { AddressOf, Db } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import { type Forgotten, type KeepMonths, keepPeriods } from '../db/forget-periods.ts'
import { sweepEvidence } from '../features/captures/sweep-evidence.ts'
import { purgeRemoved } from '../features/documents/change.ts'
import { forgetImports } from '../features/imports/forget.ts'
import { forgetReminders } from '../features/obligations/reminders.queries.ts'
import { forgetLetterFiles } from '../features/reports/letter-files.ts'
import { forgetTagUndos } from '../features/tags/undo-tags.ts'
import { forgetTokens } from '../features/tokens/tokens.queries.ts'
import { forgetBulk } from '../features/vehicles/forget-bulk.ts'
import { forgetDeliveries } from '../features/webhooks/forget-deliveries.ts'
import { sweepContents } from '../files/sweep-contents.ts'
import { forgetTheOld } from '../identity/housekeeping.ts'
import { forgetJobs } from '../jobs/housekeeping.ts'
import { timeOf } from './clock.ts'
import type { Step } from './steps.ts'
import type { Stores } from './stores.ts'

const EVERY_MS = 3_600_000

type Part = (now: Date) => Promise<unknown>
type House = { db: Db; addressOf: AddressOf; keep: KeepMonths; stores: Stores; log: FastifyBaseLogger }

/** @returns how to stop */
export const keepHouse = ({ db, addressOf, keep: months, stores, log }: House): Step => {
  const { files, letterFiles, evidence, documents } = stores
  const told = (tenantId: number, rows: number) =>
    log.warn({ tenantId, rows }, 'a company was erased, as had been asked')
  const failed = (error: unknown, tenantId?: number) => log.error({ err: error, tenantId }, 'housekeeping failed')
  const toldPeriods = (periods: Forgotten | undefined) => {
    if (periods && (periods.made.length > 0 || periods.dropped.length > 0 || periods.deleted > 0))
      log.info({ made: periods.made, dropped: periods.dropped, deleted: periods.deleted }, 'periods made and forgotten')
  }
  const stop = new AbortController()
  const stopping = stop.signal
  const parts: readonly Part[] = [
    () => forgetTheOld(db),
    () => forgetBulk(db),
    () => forgetTokens(db),
    () => forgetDeliveries(db),
    (now) => forgetJobs(db, files, now),
    (now) => forgetLetterFiles(db, letterFiles, now),
    (now) => forgetTagUndos(db, now),
    (now) => forgetReminders(db, now),
    (now) => forgetImports(db, files, now),
    (now) => sweepEvidence(db, evidence, now, stopping),
    (now) => purgeRemoved(db, now),
    () => eraseDue(db, files, told, failed, letterFiles, stopping),
    (now) => keepPeriods(addressOf, db, months, now, stopping).then(toldPeriods),
  ]
  // The time is asked anew: a machine whose clock is ahead, as it starts, would throw away what is not old.
  const keep = async (all: readonly Part[]) => {
    for (const part of all) if (!stopping.aborted) await timeOf(db).then(part).catch(failed)
  }
  const sweep: Part = (now) => sweepContents(db, documents.contents, now, stopping)
  let running = keep(parts)
  const timer = setInterval(() => {
    // swept not at the start: an operator may see a wrong setting first
    running = running.then(() => keep([...parts, sweep]))
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    stop.abort() // what is long looks at it; the next process goes on
    await running
  }
}
