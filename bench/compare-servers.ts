// Compares two servers with one database, alternating with the same requests: requests per second, and the processor
// time of a request in the server and the database. Each round has its own ratio and the median counts, because other
// programs use the machine too.
import { type LoadRequests, type Measured, median, runLoad } from './load.ts'
import { type Used, usedSince } from './processor.ts'

export type Side = { url: string; pid: number; requests: LoadRequests }
type Turn = Measured & { processorMs: number }
export type ServerComparison = { ratio: number; processor: number; ours: Turn; theirs: Turn; failed: number }

/** `folder`: of the database; `seconds`: duration of a turn. */
export type How = { folder: string; connections: number; rounds: number; seconds: number }

const turn = async ({ url, pid, requests }: Side, { folder, connections, seconds }: How): Promise<Turn> => {
  const used = usedSince(folder, pid)
  const measured = await runLoad(url, requests, connections, seconds)
  const { server, database }: Used = used()
  return { ...measured, processorMs: (1_000 * (server + database)) / measured.sent }
}

const middle = (turns: readonly Turn[]): Turn => {
  const of = (key: keyof Turn): number => median(turns.map((each) => each[key]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    processorMs: of('processorMs'),
    sent: of('sent'),
    failed: of('failed'),
  }
}

/** The first turn of each server is a warm-up and is not counted. */
export const compareServers = async (ours: Side, theirs: Side, how: How): Promise<ServerComparison> => {
  for (const side of [ours, theirs]) await turn(side, { ...how, seconds: how.seconds / 2 })
  const rounds: { a: Turn; b: Turn }[] = []
  for (let i = 0; i < how.rounds; i++) {
    const [first, second] = i % 2 ? [theirs, ours] : [ours, theirs]
    const turns = [await turn(first, how), await turn(second, how)] as const
    rounds.push(i % 2 ? { a: turns[1], b: turns[0] } : { a: turns[0], b: turns[1] })
  }
  return {
    ratio: median(rounds.map(({ a, b }) => a.perSecond / b.perSecond)),
    processor: median(rounds.map(({ a, b }) => b.processorMs / a.processorMs)),
    ours: middle(rounds.map(({ a }) => a)),
    theirs: middle(rounds.map(({ b }) => b)),
    failed: rounds.reduce((sum, { a, b }) => sum + a.failed + b.failed, 0),
  }
}
