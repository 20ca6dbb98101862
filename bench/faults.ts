// Twenty thousand checks against sources that fail in every way, by three workers that are killed with -9 fifty
// times. Every rule shows how much it looked at and how many rows break it: all of them are to be zero.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '@padron/server/bin/simulator-process'
import { openDatabase } from '@padron/server/db/open'
import { runChaos } from '@padron/server/testing/chaos/chaos'
import type { Row } from './catalogue.ts'

const RUNS = Number(process.env.BENCH_FAULT_RUNS ?? 20_000)
const KILLS = Number(process.env.BENCH_FAULT_KILLS ?? 50)
const SEED = Number(process.env.BENCH_FAULT_SEED ?? 1)

export const benchFaults = async (): Promise<Row[]> => {
  process.env.SIMULATOR_ASYNC_MS = '0'
  process.env.SIMULATOR_SLOW_MS = '300'
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const simulator = await startSimulator(0)
  const started = performance.now()
  const size = { perFace: 3, debts: 60, theft: 60, plain: 150 }
  const { verdicts, outcomes, ...run } = await runChaos({
    db,
    addressOf,
    simulatorUrl: simulator.url,
    size,
    workers: 3,
    kills: KILLS,
    runs: RUNS,
    longestMs: 2_000,
    seed: SEED,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  await simulator.stop()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  const ended = Object.entries(outcomes).map(([outcome, runs]) => `${outcome} ${runs}`)
  process.stdout.write(
    `${Object.entries({ ...run, seconds })
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n${ended.join(', ')}\n`,
  )
  for (const { rule, broken } of verdicts)
    for (const row of broken.slice(0, 20)) process.stdout.write(`broken: ${rule}: ${row}\n`)
  if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1
  return verdicts.map(({ rule, looked, broken }) => ({ rule, 'looked at': looked ?? 'all', broken: broken.length }))
}
