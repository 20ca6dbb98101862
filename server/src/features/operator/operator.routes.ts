// The console's run-time settings and the two health checks. Ready asks the database at most once a second, so that a
// stranger's health checks cost nothing.
import type { operator as rows } from '@padron/contract/operator'
import { originOf } from '../../http/origin.ts'
import { HttpProblem } from '../../http/problem.ts'
import type { Handlers, Kit } from '../../http/serve.ts'

export const VERSION = '0.1.0'
export const CLIENT = { clientId: 'padron-console', clientSecret: 'publico', scope: 'padron' }
const PING_MS = 1000

export type Readiness = { ready: boolean; simulated: boolean }

export const operator = (state: Readiness, publicUrl: string | undefined, mail: boolean): Handlers<typeof rows> => {
  let last = { at: 0, ok: false }
  const ping = async ({ db, now }: Kit): Promise<boolean> => {
    if (now().getTime() - last.at > PING_MS) {
      const ok = await db.app.query('select 1').then(() => true, () => false)
      last = { at: now().getTime(), ok }
    }
    return last.ok
  }
  return {
    config: ({ request }) => {
      const origin = originOf(request, publicUrl)
      return { identityUrl: origin, apiUrl: origin, ...CLIENT, version: VERSION, simulated: state.simulated, mail }
    },
    live: () => ({ status: 'ok' }),
    ready: async ({ kit }) => {
      if (!state.ready || !(await ping(kit))) throw new HttpProblem(503, 'El servicio aún no está listo.', undefined, { 'retry-after': '1' })
      return { status: 'ok' }
    },
  }
} // biome-ignore format: one promise, two outcomes
