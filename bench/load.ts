// A fixed number of connections, each sending the next request when the last one answered; latencies in milliseconds.
import { Pool } from 'undici'

export type Shot = { path: string; body?: unknown; token?: string }
/** The nth, where each must be another: what is written can be written once. */
export type Shots = readonly Shot[] | ((nth: number) => Shot)
export type Measured = { perSecond: number; p50: number; p95: number; failed: number; sent: number }

export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** @param seconds how long to shoot; the first tenth warms up and is not counted */
export const shoot = async (base: string, shots: Shots, connections: number, seconds: number): Promise<Measured> => {
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
      const shot = typeof shots === 'function' ? shots(nth) : (shots[nth % shots.length] as Shot)
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        path: shot.path,
        method: shot.body ? 'POST' : 'GET',
        headers: {
          ...(shot.body ? { 'content-type': 'application/json' } : {}),
          ...(shot.token ? { authorization: `Bearer ${shot.token}` } : {}),
        },
        ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
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
