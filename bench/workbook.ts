// The workbook report of a large fleet with the default columns and every debt, from the database to a file, in a
// process of its own: vehicles per second, when the first byte comes, and the most memory it took.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@padron/server/db/open'
import type { Row } from './catalogue.ts'
import { makeIndebtedFleet } from './workbook-fleet.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const LIMITS = { perSecond: 8_000, megabytes: 250, firstMs: 1_000 }

/** What the process that writes tells of one workbook. */
export type Written = {
  vehicles: number
  debts: number
  seconds: number
  firstMs: number
  processorSeconds: number
  megabytes: number
  fileMegabytes: number
}

const WRITER = new URL('./workbook-writer.ts', import.meta.url)

const rowOf = (written: Written): Row => {
  const { vehicles, debts, seconds, firstMs, processorSeconds, megabytes, fileMegabytes } = written
  const perSecond = vehicles / seconds
  const kept = perSecond >= LIMITS.perSecond && megabytes <= LIMITS.megabytes && firstMs <= LIMITS.firstMs
  return {
    vehicles,
    debts,
    seconds: seconds.toFixed(1),
    'vehicles/s': Math.round(perSecond),
    'rows/s': Math.round((vehicles + debts) / seconds),
    'first byte ms': Math.round(firstMs),
    'processor s': processorSeconds.toFixed(1),
    'MB over idle': Math.round(megabytes),
    'file MB': fileMegabytes.toFixed(1),
    limits: `${LIMITS.perSecond}/s, ${LIMITS.megabytes} MB, ${LIMITS.firstMs} ms`,
    kept: kept ? 'yes' : 'NO',
  }
}

/** Each in a new process, so that none has the other's memory. */
const writeOne = async (folder: string, tenantId: number): Promise<Row> => {
  const child = fork(WRITER, [folder, String(tenantId)])
  const [written] = (await once(child, 'message')) as [Written]
  await once(child, 'exit')
  return rowOf(written)
}

export const benchWorkbook = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder, fast: true })
  try {
    const tenantId = await makeIndebtedFleet(opened.db, opened.addressOf('padron_owner').connectionString, SIZE)
    const table: Row[] = []
    for (let round = 0; round < ROUNDS; round++) table.push(await writeOne(folder, tenantId))
    return table
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
