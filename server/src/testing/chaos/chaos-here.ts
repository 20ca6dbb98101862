// Chaos in a fresh database, against a simulator of its own whose sources answer soon.
import { onTestFinished, vi } from 'vitest'
import { startSimulator } from '../../bin/simulator-process.ts'
import { freshDatabase } from '../database.ts'
import { type ChaosOptions, type ChaosReport, runChaos } from './chaos.ts'

export const runChaosHere = async (
  options: Omit<ChaosOptions, 'db' | 'addressOf' | 'simulatorUrl'>,
): Promise<ChaosReport> => {
  vi.stubEnv('SIMULATOR_ASYNC_MS', '0')
  vi.stubEnv('SIMULATOR_SLOW_MS', '100')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { db, addressOf, drop } = await freshDatabase()
  onTestFinished(drop)
  const simulator = await startSimulator(0)
  onTestFinished(() => simulator.stop())
  return runChaos({ ...options, db, addressOf, simulatorUrl: simulator.url })
}
