// Fifty thousand vehicles out of a workbook while others work: how fast it is parsed, judged and written, what it takes of memory, and
// what somebody of another company waits meanwhile; then ten thousand rows right, wrong and edited, and workbooks back marked.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Uploaded } from '@padron/contract/imports'
import { readWorkbook } from '@padron/server/features/imports/read-workbook'
import { readXlsx } from '@padron/server/files/xlsx-reader'
import type { Row } from './catalogue.ts'
import { makeFleet } from './fleet.ts'
import { type BookSize, COLUMN_COUNT, writeBook, writeTexts } from './import-book.ts'
import {
  type AppliedSpans,
  apply,
  check,
  fetchFile,
  msOf,
  type Span,
  type Timed,
  template,
  timed,
  undo,
} from './import-calls.ts'
import type { Paced } from './import-pace.ts'
import {
  databaseMb,
  forgetPeak,
  forkBeside,
  mainOf,
  openCompany,
  openSite,
  peakMb,
  residentMb,
  type Site,
  type Who,
} from './import-site.ts'
import { median, quantile } from './load.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 50_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const PACE = Number(process.env.BENCH_IMPORT_PACE ?? 8)
const FLEET = 2_000
const IDLE_MS = 10_000
const LIMIT = { parse: 15_000, rowsPerSecond: 8_000, memoryMb: 300, idles: 2, answerMs: 3_000, markedMs: 1_500 }

// biome-ignore format: a table to be read by columns
const BOOKS = {
  large:  { rows: ROWS },
  right:  { rows: 10_000 },
  wrong:  { rows: 10_000, wrong: 500 },
  marked: { rows: 2_000,  wrong: 200 },
} as const satisfies Record<string, BookSize>
type BookName = keyof typeof BOOKS

/** Of a workbook alone: its cells, and its cells with the rules' verdicts. */
const readAlone = async (path: string): Promise<{ cells: number; rules: number }> => {
  const cells = await timed(async () => {
    for await (const _ of readXlsx(readFileSync(path), undefined, true));
  })
  const wanted = { kind: 'add', country: 'MX', thisYear: new Date().getUTCFullYear(), corrections: {}, omitted: [], mayTag: true } as const
  const rules = await timed(async () => {
    for await (const _ of readWorkbook(new Uint8Array(readFileSync(path)), wanted));
  })
  return { cells: msOf(cells), rules: msOf(rules) }
} // biome-ignore format: one wish

type Large = {
  idle: Span
  checked: Timed<Uploaded>
  applied: AppliedSpans
  peak: number
  enrolPeak: number
  databasePeak: number
}

/** The most memory that the database's processes hold for themselves until `stop`. */
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
  forgetPeak(site.pid)
  const stop = watchDatabase(await mainOf(site))
  const checked = await check(site, who, 'add', path)
  const { import: told } = checked.value
  if (told.state !== 'checked' || told.counts.new !== ROWS) throw new Error(`not as it should be: ${JSON.stringify(told)}`)
  let peak = 0
  const applied = await apply(site, who, told, () => {
    peak = peakMb(site.pid)
  })
  return { idle, checked, applied, peak, enrolPeak: peakMb(site.pid), databasePeak: stop() }
} // biome-ignore format: one sentence

/** In milliseconds; a step that failed has none, and those after it neither. */
type Small = Partial<
  Record<
    | 'right'
    | 'wrong'
    | 'wrongMarked'
    | 'markedCheck'
    | 'marked'
    | 'applied'
    | 'template'
    | 'edit'
    | 'editApplied'
    | 'undone',
    number
  >
>

/** The template's texts with two columns changed. */
const edited = async (bytes: Buffer): Promise<string[][]> => {
  const rows = (await Array.fromAsync(readXlsx(bytes))).map(({ cells }) => [...cells])
  const [headings = []] = rows
  const places = ['Color', 'Observaciones'].map((heading) => headings.indexOf(heading))
  return rows.map((row, i) => (i === 0 ? row : row.map((cell, at) => (places.includes(at) ? `${cell} (revisado)` : cell))))
} // biome-ignore format: one condition

const wrongOnes = async (site: Site, who: Who, paths: Record<BookName, string>, into: Small): Promise<void> => {
  const back = ({ value }: Timed<Uploaded>) => timed(() => fetchFile(site, value.import.fileUrl ?? ''))
  const two = await check(site, who, 'add', paths.marked)
  into.markedCheck = msOf(two)
  into.marked = msOf(await back(two))
  const ten = await check(site, who, 'add', paths.wrong)
  into.wrong = msOf(ten)
  into.wrongMarked = msOf(await back(ten))
  if (ten.value.import.counts.refused < BOOKS.wrong.wrong) throw new Error('not as it should be: too little is wrong')
}

const rightOnes = async (site: Site, who: Who, paths: Record<BookName, string>, into: Small): Promise<void> => {
  const right = await check(site, who, 'add', paths.right)
  into.right = msOf(right)
  into.applied = msOf((await apply(site, who, right.value.import)).whole)
  const filled = await template(site, who)
  into.template = msOf(filled)
  const path = join(site.folder, 'edit.xlsx')
  await writeTexts(path, await edited(filled.value))
  const edit = await check(site, who, 'edit', path)
  into.edit = msOf(edit)
  if (edit.value.import.counts.changed !== BOOKS.right.rows) throw new Error(`not as it should be: ${JSON.stringify(edit.value)}`)
  into.editApplied = msOf((await apply(site, who, edit.value.import)).whole)
  into.undone = msOf(await undo(site, who, edit.value.import))
} // biome-ignore format: one condition

const small = async (site: Site, round: number, paths: Record<BookName, string>): Promise<Small> => {
  const who = await openCompany(site.db, `chico${round}`)
  const into: Small = {}
  try {
    await wrongOnes(site, who, paths, into)
    await rightOnes(site, who, paths, into)
  } catch (error) {
    process.stdout.write(`round ${round + 1}: ${error instanceof Error ? error.message : error}\n`)
  }
  return into
}

type Limit = { most: number } | { least: number } | undefined
const row = (what: string, value: number, unit: string, limit?: Limit, more = ''): Row => {
  const bound = limit === undefined ? undefined : 'most' in limit ? limit.most : limit.least
  const kept = limit === undefined || ('most' in limit ? value <= limit.most : value >= limit.least)
  return {
    what, value: value < 10 ? value.toFixed(2) : Math.round(value), unit,
    limit: bound === undefined ? '' : `${limit && 'most' in limit ? '≤' : '≥'} ${Math.round(bound * 100) / 100}`, kept: bound === undefined ? '' : kept ? 'yes' : 'NO', more,
  }
} // biome-ignore format: one row

const speedRows = (alone: { cells: number; rules: number }[], rounds: readonly Large[]): Row[] => {
  const per = (ms: number) => (ROWS / ms) * 1000
  const middle = (of: (each: Large) => number) => median(rounds.map(of))
  const sum = (each: Large) => msOf(each.checked) + msOf(each.applied.whole)
  const title = `${ROWS.toLocaleString('en')} × ${COLUMN_COUNT}`
  return [
    row(`${title}: parsed`, per(median(alone.map(({ cells }) => cells))), 'rows/s', { least: LIMIT.parse }),
    row(`${title}: parsed and judged cell by cell`, per(median(alone.map(({ rules }) => rules))), 'rows/s'),
    row(`${title}: sent → answered`, middle(({ checked }) => msOf(checked)), 'ms'),
    row(`${title}: apply → committed`, middle(({ applied }) => msOf(applied.whole)), 'ms', undefined,
      `${Math.round(middle(({ applied }) => msOf(applied.queued)))} until begun, ${Math.round(middle(({ applied }) => msOf(applied.written)))} written`),
    row(`${title}: both`, per(middle(sum)), 'rows/s', { least: LIMIT.rowsPerSecond }, rounds.map((each) => `${Math.round(sum(each))} ms`).join(', ')),
    row(`${title}: committed → enrolled, job ended`, middle(({ applied }) => msOf(applied.after)), 'ms'),
  ]
} // biome-ignore format: one row each

const memoryRows = (idle: number, rounds: readonly Large[]): Row[] => {
  const over = (of: (each: Large) => number) => rounds.map((each) => of(each) - idle)
  const words = (list: number[]) => `${list.map(Math.round).join(', ')}; idle ${Math.round(idle)}`
  return [
    row('memory over idle, until committed (highest)', Math.max(...over(({ peak }) => peak)), 'MB', { most: LIMIT.memoryMb }, words(over(({ peak }) => peak))),
    row('memory over idle, until enrolled (highest)', Math.max(...over(({ enrolPeak }) => enrolPeak)), 'MB', { most: LIMIT.memoryMb }, words(over(({ enrolPeak }) => enrolPeak))),
    row('the database’s own memory (highest)', Math.max(...rounds.map(({ databasePeak }) => databasePeak)), 'MB'),
  ]
} // biome-ignore format: one row each

const waitRows = (calls: readonly Paced[], rounds: readonly Large[]): Row[] => {
  const within = (spans: readonly Span[]) =>
    calls.filter(({ at }) => spans.some(({ from, to }) => at >= from && at < to)).map(({ ms }) => ms).toSorted((a, b) => a - b)
  const idle = within(rounds.map((each) => each.idle))
  const idle95 = quantile(idle, 0.95)
  const phase = (what: string, spans: readonly Span[]): Row => {
    const taken = within(spans)
    const p95 = quantile(taken, 0.95)
    return row(`another’s list, p95: ${what}`, p95, 'ms', { most: LIMIT.idles * idle95 },
      `${(p95 / idle95).toFixed(2)} × idle; p50 ${quantile(taken, 0.5).toFixed(1)}, longest ${(taken.at(-1) ?? 0).toFixed(0)}; ${taken.length} calls`)
  }
  return [
    row('another’s list, p95: idle', idle95, 'ms', undefined, `p50 ${quantile(idle, 0.5).toFixed(1)}; ${idle.length} calls`),
    phase('checking', rounds.map(({ checked }) => checked)),
    phase('applying', rounds.map(({ applied }) => applied.whole)),
    phase('enrolling', rounds.map(({ applied }) => applied.after)),
    phase('all of these', rounds.map(({ checked, applied }) => ({ from: checked.from, to: applied.after.to }))),
    row('another’s list, not answered', calls.filter(({ ok }) => !ok).length, 'calls', { most: 0 }),
  ]
} // biome-ignore format: one row each

const smallRows = (rounds: readonly Small[]): Row[] => {
  const one = (what: string, of: keyof Small, most?: number): Row => {
    const list = rounds.map((each) => each[of] ?? Number.POSITIVE_INFINITY)
    return row(what, median(list), 'ms', most === undefined ? undefined : { most }, list.map(Math.round).join(', '))
  }
  return [
    one('10,000 right: sent → answered', 'right', LIMIT.answerMs),
    one('10,000 right: apply → committed', 'applied'),
    one('10,000 with 500 wrong: sent → answered', 'wrong', LIMIT.answerMs),
    one('10,000 with 500 wrong: workbook back marked', 'wrongMarked'),
    one('2,000 with 200 wrong: sent → answered', 'markedCheck'),
    one('2,000 with 200 wrong: workbook back marked', 'marked', LIMIT.markedMs),
    one('10,000 to edit: template filled', 'template'),
    one('10,000 edited in two columns: sent → answered', 'edit', LIMIT.answerMs),
    one('10,000 edited: apply → committed', 'editApplied'),
    one('10,000 edited: undone', 'undone'),
  ]
} // biome-ignore format: one row each

const writeBooks = async (folder: string): Promise<Record<BookName, string>> => {
  const paths = Object.fromEntries(Object.keys(BOOKS).map((name) => [name, join(folder, `${name}.xlsx`)])) as Record<BookName, string>
  for (const [name, size] of Object.entries(BOOKS)) await writeBook(paths[name as BookName], size)
  return paths
} // biome-ignore format: one table

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
    const alone: { cells: number; rules: number }[] = []
    for (let i = 0; i < ROUNDS; i++) alone.push(await readAlone(paths.large))
    const other = await makeFleet(site.db, site.addressOf('padron_owner').connectionString, FLEET)
    const pace = forkBeside('import-pace.ts', [site.base, other.token, String(PACE)])
    pace.on('message', (call) => calls.push(call as Paced))
    await once(pace, 'message')
    await pause(IDLE_MS) // the server's own warmth
    const idle = residentMb(site.pid)
    const larges: Large[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const each = await large(site, i, paths.large)
      larges.push(each)
      const { queued, written, after } = each.applied
      process.stdout.write(
        `round ${i + 1}: ${[each.checked, queued, written, after].map((span) => Math.round(msOf(span))).join(' + ')} ms\n`,
      )
    }
    await endPace(pace)
    const smalls: Small[] = []
    for (let i = 0; i < ROUNDS; i++) smalls.push(await small(site, i, paths))
    return [...speedRows(alone, larges), ...memoryRows(idle, larges), ...waitRows(calls, larges), ...smallRows(smalls)]
  } finally {
    await site.close()
  }
}
