// Old answers read again by a newer parser, written as runs of their own: as of the moment the source gave them, and pointing
// at the run that keeps the answer. They count only where no newer good answer came since.
import type { Db } from '../db/client.ts'
import { readAnswers } from './check.ts'
import { type ClaimedVehicle, uuidV7 } from './claims.ts'
import type { Connector, RawAnswer } from './connector.ts'
import type { Ended } from './ended.ts'
import { storeBatch } from './store.ts'

export type OldRun = {
  tenantId: number
  vehicle: Omit<ClaimedVehicle, 'attempts' | 'askedBy'>
  /** The run that keeps the answer. */
  runId: string
  answers: readonly RawAnswer[]
  startedAt: Date
  durationMs: number
}

/** @returns what today's parser makes of an old answer */
export const reparsed = (connector: Connector, old: OldRun, now: Date): Ended => {
  const endedAt = new Date(old.startedAt.getTime() + old.durationMs)
  const vehicle = { ...old.vehicle, attempts: 0, askedBy: null }
  return {
    origin: 'reparse',
    fence: null,
    tenantId: old.tenantId,
    vehicle,
    connector,
    resourceId: null,
    runId: uuidV7(now),
    files: [],
    ...readAnswers(connector, old.answers, vehicle, endedAt),
    answers: [],
    rawOf: old.runId,
    startedAt: old.startedAt,
    endedAt,
    dice: 0,
    by: null,
  }
}

/** @param ends of one company @returns for each, whether it was written */
export const storeReparsed = (db: Db, ends: readonly Ended[]): Promise<boolean[]> => storeBatch(db, ends)
