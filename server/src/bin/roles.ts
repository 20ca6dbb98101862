// The parts that a process runs, by its role.
import type { Env } from '../env/env.ts'

type Part = 'api' | 'identity'

const PARTS: Record<Env['role'], readonly Part[]> = {
  all: ['api', 'identity'],
  api: ['api'],
  identity: ['identity'],
  worker: [],
}

/** The calls that a process of the role answers, besides its health. */
export const partsForRole = (role: Env['role']): ReadonlySet<Part> => new Set(PARTS[role])
/** Whether the role checks vehicles, runs jobs and sends emails. */
export const runsWorker = (role: Env['role']): boolean => role === 'all' || role === 'worker'
/** Whether files pass through processes of the role. */
export const keepsFiles = (role: Env['role']): boolean => role !== 'identity'
