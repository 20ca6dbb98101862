// Gauges of this process's connection pools: maximum, open and idle connections, and transactions that wait for one.
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { count, PROCESS_REGISTRY } from './counters.ts'

type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options' | 'connect'>

const pools = new Map<Pool, string>()

const FIGURES = [
  ['padron_database_pool_size', 'Connections that a pool may have', ({ options }: Pool) => options.max],
  ['padron_database_pool_open', 'Connections that a pool has', ({ totalCount }: Pool) => totalCount],
  ['padron_database_pool_idle', 'Connections of a pool without work', ({ idleCount }: Pool) => idleCount],
  ['padron_database_pool_waiting', 'Transactions that wait for a connection', ({ waitingCount }: Pool) => waitingCount],
] as const
for (const [name, help, read] of FIGURES) {
  new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers: [PROCESS_REGISTRY],
    collect() {
      this.reset()
      for (const [pool, label] of pools) this.inc({ pool: label }, read(pool))
    },
  })
}

/** @param named pools by name @returns a function to call when they are closed */
export const watchPools = (named: Readonly<Record<string, Pool>>): (() => void) => {
  for (const [name, pool] of Object.entries(named)) pools.set(pool, name)
  return () => {
    for (const pool of Object.values(named)) pools.delete(pool)
  }
}

/** Connects from a pool and measures the wait. */
export const connectionOf = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  const startedAt = performance.now()
  const client = await pool.connect()
  count.connectionAcquired(pools.get(pool) ?? 'other', (performance.now() - startedAt) / 1000)
  return client
}
