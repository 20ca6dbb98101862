// The table of the imports' benchmark: each figure with its limit.
import type { Uploaded } from '@padron/contract/imports'
import type { Row } from '../catalogue.ts'
import { row } from '../limit-row.ts'
import { median, quantile } from '../load.ts'
import { COLUMN_COUNT } from './book.ts'
import { type AppliedSpans, msOf, type Span, type Timed } from './calls.ts'
import type { Paced } from './pace.ts'
import type { Small } from './small.ts'

const LIMIT = { parse: 15_000, rowsPerSecond: 8_000, memoryMb: 300, idles: 2, answerMs: 3_000, markedMs: 1_500 }

/** Milliseconds to read a workbook without the server: only its cells, and with validation. */
export type Alone = { cells: number; rules: number }
/** A round of the large workbook; memory in MB. */
export type Large = {
  idle: Span
  checked: Timed<Uploaded>
  applied: AppliedSpans
  peak: number
  enrolPeak: number
  databasePeak: number
}

export const speedRows = (rows: number, alone: readonly Alone[], rounds: readonly Large[]): Row[] => {
  const per = (ms: number) => (rows / ms) * 1000
  const middle = (of: (each: Large) => number) => median(rounds.map(of))
  const sum = (each: Large) => msOf(each.checked) + msOf(each.applied.whole)
  const title = `${rows.toLocaleString('en')} × ${COLUMN_COUNT}`
  return [
    row(`${title}: parsed`, per(median(alone.map(({ cells }) => cells))), 'rows/s', { least: LIMIT.parse }),
    row(`${title}: parsed and validated cell by cell`, per(median(alone.map(({ rules }) => rules))), 'rows/s'),
    row(
      `${title}: sent → answered`,
      middle(({ checked }) => msOf(checked)),
      'ms',
    ),
    row(
      `${title}: apply → committed`,
      middle(({ applied }) => msOf(applied.whole)),
      'ms',
      undefined,
      `${Math.round(middle(({ applied }) => msOf(applied.queued)))} until begun, ` +
        `${Math.round(middle(({ applied }) => msOf(applied.written)))} written`,
    ),
    row(
      `${title}: both`,
      per(middle(sum)),
      'rows/s',
      { least: LIMIT.rowsPerSecond },
      rounds.map((each) => `${Math.round(sum(each))} ms`).join(', '),
    ),
    row(
      `${title}: committed → enrolled, job ended`,
      middle(({ applied }) => msOf(applied.after)),
      'ms',
    ),
  ]
}

export const memoryRows = (idle: number, rounds: readonly Large[]): Row[] => {
  const over = (of: (each: Large) => number) => rounds.map((each) => of(each) - idle)
  const words = (list: number[]) => `${list.map(Math.round).join(', ')}; idle ${Math.round(idle)}`
  return [
    row(
      'memory over idle, until committed (highest)',
      Math.max(...over(({ peak }) => peak)),
      'MB',
      { most: LIMIT.memoryMb },
      words(over(({ peak }) => peak)),
    ),
    row(
      'memory over idle, until enrolled (highest)',
      Math.max(...over(({ enrolPeak }) => enrolPeak)),
      'MB',
      { most: LIMIT.memoryMb },
      words(over(({ enrolPeak }) => enrolPeak)),
    ),
    row('the database’s own memory (highest)', Math.max(...rounds.map(({ databasePeak }) => databasePeak)), 'MB'),
  ]
}

export const waitRows = (calls: readonly Paced[], rounds: readonly Large[]): Row[] => {
  const within = (spans: readonly Span[]) =>
    calls
      .filter(({ at }) => spans.some(({ from, to }) => at >= from && at < to))
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
  const idle = within(rounds.map((each) => each.idle))
  const idle95 = quantile(idle, 0.95)
  const phase = (what: string, spans: readonly Span[]): Row => {
    const times = within(spans)
    const p95 = quantile(times, 0.95)
    return row(
      `another’s list, p95: ${what}`,
      p95,
      'ms',
      { most: LIMIT.idles * idle95 },
      `${(p95 / idle95).toFixed(2)} × idle; p50 ${quantile(times, 0.5).toFixed(1)}, longest ` +
        `${(times.at(-1) ?? 0).toFixed(0)}; ${times.length} calls`,
    )
  }
  return [
    row(
      'another’s list, p95: idle',
      idle95,
      'ms',
      undefined,
      `p50 ${quantile(idle, 0.5).toFixed(1)}; ${idle.length} calls`,
    ),
    phase(
      'checking',
      rounds.map(({ checked }) => checked),
    ),
    phase(
      'applying',
      rounds.map(({ applied }) => applied.whole),
    ),
    phase(
      'enrolling',
      rounds.map(({ applied }) => applied.after),
    ),
    phase(
      'all of these',
      rounds.map(({ checked, applied }) => ({ from: checked.from, to: applied.after.to })),
    ),
    row('another’s list, not answered', calls.filter(({ ok }) => !ok).length, 'calls', { most: 0 }),
  ]
}

export const smallRows = (rounds: readonly Small[]): Row[] => {
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
}
