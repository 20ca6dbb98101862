// The calls of the benchmark of many users: each is recorded by the name of its action, with its milliseconds and its
// errors. A user has separate connections, like a browser.
import { Agent, type Dispatcher } from 'undici'

/** `at`: the times at which they were sent, by `performance.now`. */
export type CallTimes = { ms: number[]; at: number[]; faults: Map<string, number> }
export type Tally = Map<string, CallTimes>

type Ask = <T>(name: string, path: string, body?: unknown, method?: Dispatcher.HttpMethod) => Promise<T | undefined>
export type UserClient = { ask: Ask; listen: (path: string) => Promise<void>; close: () => Promise<void> }

const keep = (tally: Tally, name: string, at: number, fault: string | undefined): void => {
  const times: CallTimes = tally.get(name) ?? { ms: [], at: [], faults: new Map() }
  tally.set(name, times)
  times.ms.push(performance.now() - at)
  times.at.push(at)
  if (fault) times.faults.set(fault, (times.faults.get(fault) ?? 0) + 1)
}

/** @param over aborts at the end of the measurement: calls in progress still count, but not those that are cut off */
export const userClient = (base: string, token: string, tally: Tally, over: AbortSignal): UserClient => {
  const agent = new Agent({ connections: 6, pipelining: 1 })
  const authorization = `Bearer ${token}`
  const ask: Ask = async <T>(name: string, path: string, body?: unknown, method?: Dispatcher.HttpMethod) => {
    const sent = performance.now()
    const took = (fault?: string) => keep(tally, name, sent, fault)
    try {
      const reply = await agent.request({
        origin: base,
        path,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) return void took(`${reply.statusCode} ${text.slice(0, 120)}`)
      took()
      return JSON.parse(text) as T
    } catch (error) {
      took(error instanceof Error ? error.message : String(error))
    }
  }
  /** A stream of events stays open during the whole session. */
  const listen = async (path: string): Promise<void> => {
    const sent = performance.now()
    const reply = await agent.request({
      origin: base,
      path,
      method: 'GET',
      headers: { authorization, accept: 'text/event-stream' },
      bodyTimeout: 0,
      signal: over,
    })
    if (reply.statusCode !== 200) keep(tally, 'live stream', sent, String(reply.statusCode))
    for await (const _ of reply.body);
  }
  return { ask, listen: (path) => listen(path).catch(() => undefined), close: () => agent.destroy() }
}
