// The product on a small disk of its own (a tmpfs: it needs root), which somebody fills while people work, and clears
// again: what they were told, and whether everything that was accepted is there. Ends with exit code 1 where it is
// not.
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAnswered, peopleAtWork, type Said } from '@padron/server/testing/restarts/people'
import { startProduct, until } from '@padron/server/testing/restarts/product'

const MEGABYTES = Number(process.env.BENCH_DISK_MB ?? 700)
const PEOPLE = 12
const PIECE = Buffer.alloc(1_048_576)

/** @returns how to clear it again */
const fill = (folder: string): (() => void) => {
  const file = join(folder, 'ballast')
  const handle = openSync(file, 'w')
  try {
    for (let size = PIECE.length; size >= 512; size = Math.floor(size / 2)) while (written(handle, size) === size);
  } finally {
    closeSync(handle)
  }
  return () => rmSync(file)
}
const written = (handle: number, size: number): number => {
  try {
    return writeSync(handle, PIECE, 0, size)
  } catch {
    return 0
  }
}

const told = (said: readonly Said[]) =>
  Object.entries(Object.groupBy(said, ({ kind, status }) => `${kind} ${status}`)).map(([what, each]) => ({
    what,
    times: each?.length,
  }))

export const benchDiskFull = async (): Promise<object[]> => {
  if (process.getuid?.() !== 0) return [{ what: 'needs root, to mount a disk of its own' }]
  const disk = mkdtempSync(join(tmpdir(), 'padron-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=755`, 'tmpfs', disk])
  chmodSync(disk, 0o755)
  try {
    const product = await startProduct({ folder: join(disk, 'data') })
    const people = await peopleAtWork(product.url, PEOPLE)
    await people.rounds(5)
    people.disturb()
    const before = people.said.length
    const clear = fill(disk)
    await people.rounds(10)
    const full = people.said.slice(before)
    clear()
    const began = performance.now()
    await until(people.probe)
    const healed = performance.now() - began
    people.settle()
    await people.rounds(5)
    await people.stop()
    const rows = await product.query<{ name: string }>(`select tag_name as name from tag
      union all select replace(recipients[1], '@example.mx', '') from queue_item`)
    const there = new Set(rows.map(({ name }) => name))
    const lost = people.said.filter(({ of, status }) => of !== undefined && status === 200 && !there.has(of))
    const wrong = people.said.filter((each) => !isAnswered(each) && (each.owed || ![503, 507].includes(each.status)))
    await product.stop()
    if (lost.length + wrong.length > 0) process.exitCode = 1
    return [
      ...told(full),
      { what: 'lost', times: lost.length },
      { what: 'told otherwise than 503 or 507', times: wrong.length },
      { what: 'seconds until all is answered again', times: Math.round(healed / 100) / 10 },
    ]
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}
