// Workbooks of twenty thousand vehicles whose worker is killed with -9 while it applies or undoes them, fifty times
// at moments drawn by lot; another worker goes on. What is there afterwards is compared row by row with what was
// judged: nothing lost, nothing doubled.
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from './catalogue.ts'
import { until } from './import-calls.ts'
import { appliedRules, judgeRules, undoneRules, type Verdict } from './import-rules.ts'
import {
  type Begun,
  beginAnew,
  judgeOnce,
  kill,
  look,
  openYard,
  order,
  passTime,
  type Step,
  startWorker,
  type Told,
  workers,
  type Yard,
} from './import-yard.ts'

const ROWS = Number(process.env.BENCH_IMPORT_KILL_ROWS ?? 20_000)
const KILLS = Number(process.env.BENCH_IMPORT_KILLS ?? 50)
const SEED = Number(process.env.BENCH_IMPORT_SEED ?? 1)
const UNDO_EVERY = 4 // after so many applied ones, one is undone
/**
 * Every other moment is drawn from the writing alone, which is a small part of the whole; others from all of it and
 * some time after.
 */
const BEYOND = { writing: 1.2, whole: 1.1 }

const diceOf = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 65_536) / 32_768
}

/** How long it usually takes from its beginning: until what is said by `state` is so, and until it ends. */
type Usual = { writing: number; whole: number }
const undisturbed = async (yard: Yard, begun: Begun, step: Step): Promise<Usual> => {
  const worker = await startWorker(yard)
  const job = await order(yard, begun, step)
  const at = async (what: string, so: (told: Told) => boolean): Promise<number> => {
    await until(what, async () => so(await look(yard, job)))
    return performance.now()
  }
  const from = await at('it begins', (told) => told.begun)
  const written = await at('it is written', ({ state }) => state === 'applied' || state === 'undone')
  const ended = await at('it ends', (told) => told.over)
  await kill(worker)
  return { writing: written - from, whole: ended - from }
}

type Killed = { struck: string; runs: number; job: string }

/** @param after so many milliseconds from the beginning of the job */
const interrupted = async (yard: Yard, begun: Begun, step: Step, after: number): Promise<Killed> => {
  const first = await startWorker(yard)
  const job = await order(yard, begun, step)
  await until('it begins', async () => (await look(yard, job)).begun)
  await pause(after)
  await kill(first)
  const { state, ended } = await look(yard, job)
  await passTime(yard)
  const second = await startWorker(yard)
  await until('it ends', async () => (await look(yard, job)).over)
  const { runs } = await look(yard, job)
  await kill(second)
  return { struck: `${step}: ${ended ? 'after its end' : state === 'applied' ? 'enrolling' : 'writing'}`, runs, job }
}

type Tally = { broken: Map<string, number>; struck: Map<string, number>; again: number }
const count = (counts: Map<string, number>, key: string, more = 1) => counts.set(key, (counts.get(key) ?? 0) + more)

const judge = async (
  yard: Yard,
  { importId }: Begun,
  step: Step,
  { struck, runs, job }: Killed,
  tally: Tally,
): Promise<void> => {
  const rules = step === 'apply' ? appliedRules(ROWS) : undoneRules(ROWS)
  const verdicts: Verdict[] = await judgeRules(yard.db.system, rules, importId, job)
  count(tally.struck, struck)
  if (runs > 1) tally.again++
  for (const { rule, broken } of verdicts) {
    count(tally.broken, `${step}: ${rule}`, broken)
    if (broken > 0) process.stdout.write(`broken: ${rule}: ${broken} (${struck}, ${importId})\n`)
  }
}

const runAll = async (yard: Yard, tally: Tally): Promise<void> => {
  const dice = diceOf(SEED)
  const usualBegun = await beginAnew(yard, 0)
  const usual = {
    apply: await undisturbed(yard, usualBegun, 'apply'),
    undo: await undisturbed(yard, usualBegun, 'undo'),
  }
  const words = Object.entries(usual).map(
    ([step, { writing, whole }]) => `${step} ${Math.round(writing)} ms, ${Math.round(whole)} to its end`,
  )
  process.stdout.write(`undisturbed: ${words.join('; ')}\n`)
  const moment = (step: Step, n: number): number =>
    dice() * (n % 2 === 0 ? BEYOND.writing * usual[step].writing : BEYOND.whole * usual[step].whole)
  for (let kills = 0, round = 1; kills < KILLS; round++) {
    const begun = await beginAnew(yard, round)
    await judge(yard, begun, 'apply', await interrupted(yard, begun, 'apply', moment('apply', round)), tally)
    kills++
    if (round % UNDO_EVERY !== 0 || kills >= KILLS) continue
    await judge(yard, begun, 'undo', await interrupted(yard, begun, 'undo', moment('undo', round / UNDO_EVERY)), tally)
    kills++
  }
}

export const benchImportKills = async (): Promise<Row[]> => {
  const yard = await openYard()
  const started = performance.now()
  const tally: Tally = { broken: new Map(), struck: new Map(), again: 0 }
  try {
    await judgeOnce(yard, ROWS)
    await runAll(yard, tally)
  } finally {
    for (const child of workers) child.kill('SIGKILL')
    await yard.stop()
  }
  const struck = [...tally.struck].map(([where, times]) => `${where} ${times}`).toSorted()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(
    `kills ${KILLS} (${struck.join(', ')}), taken up again ${tally.again}, rows ${ROWS}, seconds ${seconds}\n`,
  )
  if ([...tally.broken.values()].some((broken) => broken > 0)) process.exitCode = 1
  return [...tally.broken].map(([rule, broken]) => ({ rule, broken, wanted: 0 }))
}
