// Looks whether the stored settings changed since this process read them, which it does once, at its start.
import type { FastifyBaseLogger } from 'fastify'
import { asSystem, type Db } from '../db/client.ts'
import { readSettingsVersion } from '../env-stored.ts'
import { startSchedule } from '../jobs/schedule.ts'
import type { Step } from './shutdown.ts'

const LOOK_EVERY_MS = 3_000

/** @param version that this process began with @param onChanged called once @returns how to stop */
export const watchSettings = (db: Db, log: FastifyBaseLogger, version: number, onChanged: () => void): Step => {
  let changed = false
  const run = async () => {
    if (changed || (await asSystem(db, readSettingsVersion)) === version) return
    changed = true
    onChanged()
  }
  return startSchedule({ everyMs: LOOK_EVERY_MS, run, failure: 'the stored settings could not be read' }, log)
}
