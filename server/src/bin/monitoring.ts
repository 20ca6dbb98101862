// Monitoring of a process: its metrics, if a port is configured for them, and its traces, if there is a collector.
import type { FastifyBaseLogger } from 'fastify'
import { sourceFigures } from '../checks/health/source-figures.ts'
import type { Db } from '../db/client.ts'
import type { Env } from '../env/env.ts'
import { VERSION } from '../features/operator/operator.routes.ts'
import { type Metrics, makeMetrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/metrics-server.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { runsWorker } from './roles.ts'
import type { Step } from './shutdown.ts'

export const startTraces = ({ role, running }: Env): Promise<Step> =>
  startTracing(running.otlpUrl, { role, version: VERSION })

/** @returns the callback for each stored check */
export const startMonitoring = async (
  { db, env, log }: { db: Db; env: Env; log: FastifyBaseLogger },
  steps: Step[],
): Promise<Metrics['checkEnded']> => {
  const { role, dataDir, metricsPort, running } = env
  if (metricsPort === undefined) return () => undefined
  const metrics = makeMetrics(db, sourceFigures, {
    whole: runsWorker(role),
    dataDir,
    about: { role, version: VERSION },
  })
  steps.push((await serveMetrics(metrics, metricsPort, log, running.metricsHost)).stop)
  return metrics.checkEnded
}
