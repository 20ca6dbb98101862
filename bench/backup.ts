// Measures the backup and the restore of a large installation by the command line, each in a process of its own:
// megabytes per second, minutes, and the highest memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@padron/server/installation/open'
import { makeFleet } from './fleet.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 1_000_000)
const LIMIT_MB = 400
const PADRON = join(import.meta.dirname, '../server/src/bin/padron.ts')
const LOOK_MS = 50

/** The peak memory of a process so far, in megabytes. */
const highest = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const padron = async (dataDir: string, args: string[]): Promise<{ seconds: number; megabytes: number }> => {
  const began = performance.now()
  const child = spawn(process.execPath, [PADRON, ...args], {
    env: { PATH: process.env.PATH ?? '', PADRON_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes = 0
  const looking = setInterval(() => {
    megabytes = Math.max(megabytes, highest(child.pid ?? 0))
  }, LOOK_MS)
  const [code] = await once(child, 'exit')
  clearInterval(looking)
  if (code !== 0) throw new Error(`padron ${args[0]} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1_000, megabytes }
}

export const benchBackup = async (): Promise<object[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  chmodSync(folder, 0o755) // the database's user must be able to enter
  const first = join(folder, 'first')
  const file = join(folder, 'todo.padron')
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: first, fast: true })
  try {
    await makeFleet(opened.db, opened.addressOf('padron_owner').connectionString, SIZE)
    const { rows } = await opened.db.system.query<{ mb: number }>(
      'select pg_database_size(current_database()) / 1048576 as mb',
    )
    const databaseMb = Number(rows[0]?.mb)
    const archiveMb = () => statSync(file).size / 1_048_576
    const table = []
    for (const [step, dataDir, args] of [
      ['backup', first, ['backup', file]],
      ['--verify', first, ['backup', file, '--verify']],
      ['restore', join(folder, 'second'), ['restore', file]],
    ] as const) {
      const { seconds, megabytes } = await padron(dataDir, [...args])
      table.push({
        step,
        vehicles: SIZE,
        'database MB': Math.round(databaseMb),
        'file MB': Math.round(archiveMb()),
        minutes: (seconds / 60).toFixed(2),
        'database MB/s': Math.round(databaseMb / seconds),
        'vehicles/s': Math.round(SIZE / seconds),
        'process MB': Math.round(megabytes),
        limit: `${LIMIT_MB} MB`,
        met: megabytes <= LIMIT_MB ? 'yes' : 'NO',
      })
    }
    return table
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
