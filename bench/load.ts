// Sends requests on a fixed number of connections, each the next one after the previous answer; latencies are in
// milliseconds.
import { Pool } from 'undici'

export type LoadRequest = { path: string; body?: unknown; token?: string }
/** A function of the request's number, if every request must be different, as for writes. */
export type LoadRequests = readonly LoadRequest[] | ((nth: number) => LoadRequest)
export type Measured = { perSecond: number; p50: number; p95: number; failed: number; sent: number }

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** @param seconds the duration; the first tenth warms up and is not counted */
export const runLoad = async (
  base: string,
  requests: LoadRequests,
  connections: number,
  seconds: number,
): Promise<Measured> => {
  const pool = new Pool(base, { connections, pipelining: 1 })
  const times: number[] = []
  let failed = 0
  let next = 0
  const start = performance.now()
  const countFrom = start + seconds * 100
  const end = start + seconds * 1000
  const sendLoop = async () => {
    while (performance.now() < end) {
      const nth = next++
      const request = typeof requests === 'function' ? requests(nth) : (requests[nth % requests.length] as LoadRequest)
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        path: request.path,
        method: request.body ? 'POST' : 'GET',
        headers: {
          ...(request.body ? { 'content-type': 'application/json' } : {}),
          ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
        },
        ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      })
      await body.dump({ limit: 10_000_000 })
      if (statusCode !== 200) failed++
      if (sent >= countFrom) times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendLoop))
  await pool.close()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    perSecond: times.length / (seconds * 0.9),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    failed,
    sent: next,
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
