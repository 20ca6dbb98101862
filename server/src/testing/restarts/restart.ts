// The database ends under people at work, again and again, in order and by kill -9; what must hold is worked out from
// the answers they got and from what is stored. The test has two restarts, the benchmark as many as wanted.
import { type CallResult, isAnswered, isPutOff, type People, peopleAtWork } from './people.ts'
import { type Started, startProduct, until } from './product.ts'

export type Restarts = {
  signals: readonly ('SIGINT' | 'SIGKILL')[]
  people: number
  calls: number
  start?: () => Promise<Started>
  onRestarted?: (awayMs: number) => void
}
export type Outcome = {
  results: readonly CallResult[]
  /** Refusals to somebody who was owed an answer, or of another kind than an outage of the database allows. */
  wrong: readonly CallResult[]
  /** Names of what was accepted and is not there once; of what is there twice. */
  lost: readonly string[]
  doubled: readonly string[]
  /** Orders that ended otherwise than with their file and one email. */
  unfinished: readonly string[]
  exit: number | null
}

const ready = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 200

const breakOnce = async (product: Started, people: People, signal: 'SIGINT' | 'SIGKILL') => {
  people.disturb()
  await product.endDatabase(signal)
  await until(() => ready(product.url))
  await until(people.probe)
  people.expectAnswers()
}

const countOf = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const WRITTEN = `select tag_name as name from tag where tag_name like 'reinicio-%'`
const ORDERED = `
  select replace(recipients[1], '@example.mx', '') as name
  from queue_item
  where recipients[1] like 'reinicio-%'`
const UNENDED = `select count(*)::int as n from queue_item where finished_at is null`
const CHECKED = `select count(*)::int as n from check_run`
const UNFINISHED = `
  select replace(recipients[1], '@example.mx', '') as name
  from queue_item q
  where recipients[1] like 'reinicio-%' and (file_path is null
  or 1 <> (select count(*) from mail m where m.tenant_id = q.tenant_id and m.recipient = q.recipients[1]))`

const figure = async (product: Started, query: string): Promise<number> =>
  (await product.query<{ n: number }>(query))[0]?.n ?? 0

export const restartUnderLoad = async ({
  signals,
  people: many,
  calls,
  start = startProduct,
  onRestarted,
}: Restarts): Promise<Outcome> => {
  const product = await start()
  const people = await peopleAtWork(product.url, many)
  await people.rounds(calls)
  for (const signal of signals) {
    const began = performance.now()
    await breakOnce(product, people, signal)
    onRestarted?.(performance.now() - began)
    await people.rounds(calls)
  }
  const [panelEvents, checked] = [people.panel(), await figure(product, CHECKED)]
  await until(async () => people.panel() > panelEvents)
  await until(async () => (await figure(product, CHECKED)) > checked)
  await people.stop()
  await until(async () => (await figure(product, UNENDED)) === 0)
  const rows = async (query: string) => (await product.query<{ name: string }>(query)).map(({ name }) => name)
  const there = countOf([...(await rows(WRITTEN)), ...(await rows(ORDERED))])
  const accepted = people.results
    .filter(({ status, of }) => of !== undefined && status === 200)
    .map(({ of }) => of ?? '')
  const outcome = {
    results: people.results,
    wrong: people.results.filter((each) => !isAnswered(each) && (each.owed || !isPutOff(each))),
    lost: accepted.filter((name) => !there.has(name)),
    doubled: [...there].filter(([, times]) => times > 1).map(([name]) => name),
  }
  return { ...outcome, unfinished: await rows(UNFINISHED), exit: await product.stop() }
}
