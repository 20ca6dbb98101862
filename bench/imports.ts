// Measures an import of fifty thousand vehicles while other users work: the speed of parsing, validating and writing,
// the memory, and the waits of a user of another company. Then ten thousand rows: valid, with errors and edited, and
// their marked workbooks.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readWorkbook } from '@padron/server/features/imports/reading/read-workbook'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import type { Row } from './catalogue.ts'
import { makeFleet } from './fleet.ts'
import { writeBook } from './imports/book.ts'
import { apply, check, msOf, timed } from './imports/calls.ts'
import type { Paced } from './imports/pace.ts'
import { databaseMb, mainOf, openCompany, openSite, peakMb, resetPeak, residentMb, type Site } from './imports/setup.ts'
import { BOOKS, type Paths, type Small, small } from './imports/small.ts'
import { type Alone, type Large, memoryRows, smallRows, speedRows, waitRows } from './imports/table.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 50_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PACE = Number(process.env.BENCH_IMPORT_PACE ?? 8)
const FLEET = 2_000
const IDLE_MS = 10_000

const readAlone = async (path: string): Promise<Alone> => {
  const cells = await timed(async () => {
    for await (const _ of readXlsx(readFileSync(path)));
  })
  const wanted = {
    kind: 'add',
    country: 'MX',
    thisYear: new Date().getUTCFullYear(),
    corrections: {},
    omitted: [],
    mayTag: true,
    fileName: 'flota.xlsx',
    mapping: null,
    saved: [],
  } as const
  const rules = await timed(async () => {
    for await (const _ of readWorkbook(new Uint8Array(readFileSync(path)), wanted));
  })
  return { cells: msOf(cells), rules: msOf(rules) }
}

/** Samples the private memory of the database's processes. @returns a function that stops and returns the maximum */
const watchDatabase = (main: number): (() => number) => {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, databaseMb(main))
  }, 200)
  return () => {
    clearInterval(timer)
    return most
  }
}

const large = async (site: Site, round: number, path: string): Promise<Large> => {
  const who = await openCompany(site.db, `banco${round}`)
  const idle = await timed(() => pause(IDLE_MS))
  resetPeak(site.pid)
  const stop = watchDatabase(await mainOf(site))
  const checked = await check(site, who, 'add', path)
  const { import: record } = checked.value
  if (record.state !== 'checked' || record.counts.new !== ROWS)
    throw new Error(`unexpected result: ${JSON.stringify(record)}`)
  let peak = 0
  const applied = await apply(site, who, record, () => {
    peak = peakMb(site.pid)
  })
  return { idle, checked, applied, peak, enrolPeak: peakMb(site.pid), databasePeak: stop() }
}

const writeBooks = async (folder: string): Promise<Paths & { large: string }> => {
  const paths = { large: '', right: '', wrong: '', marked: '' }
  for (const [name, size] of Object.entries({ large: { rows: ROWS }, ...BOOKS })) {
    const path = join(folder, `${name}.xlsx`)
    await writeBook(path, size)
    paths[name as keyof typeof paths] = path
  }
  return paths
}

const endPace = async (pace: ChildProcess): Promise<void> => {
  const gone = once(pace, 'exit')
  pace.disconnect()
  await gone
}

export const benchImports = async (): Promise<Row[]> => {
  const site = await openSite()
  const calls: Paced[] = []
  try {
    const paths = await writeBooks(site.folder)
    const alone: Alone[] = []
    for (let i = 0; i < ROUNDS; i++) alone.push(await readAlone(paths.large))
    const other = await makeFleet(site.db, site.addressOf('padron_owner').connectionString, FLEET)
    const pace = fork(new URL('./imports/pace.ts', import.meta.url), [site.base, other.token, String(PACE)])
    pace.on('message', (call) => calls.push(call as Paced))
    await once(pace, 'message')
    await pause(IDLE_MS) // the server's memory when idle
    const idle = residentMb(site.pid)
    const larges: Large[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const each = await large(site, i, paths.large)
      larges.push(each)
      const { queued, written, after } = each.applied
      const spans = [each.checked, queued, written, after]
      process.stdout.write(`round ${i + 1}: ${spans.map((span) => Math.round(msOf(span))).join(' + ')} ms\n`)
    }
    await endPace(pace)
    const smalls: Small[] = []
    for (let i = 0; i < ROUNDS; i++) smalls.push(await small(site, i, paths))
    return [
      ...speedRows(ROWS, alone, larges),
      ...memoryRows(idle, larges),
      ...waitRows(calls, larges),
      ...smallRows(smalls),
    ]
  } finally {
    await site.close()
  }
}
