// The console's run-time settings and the two health checks. Ready queries the database one at a time and at most once
// a second, so that unauthenticated health checks cost nothing; it uses a monotonic clock.
import type { operator as rows } from '@padron/contract/operator'
import { asSystem } from '../../db/client.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import type { Readiness } from '../../feature.ts'
import { originOf } from '../../http/access/origin.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import { resolvesWithin } from '../../limits/resolves-within.ts'

export const VERSION = '0.1.0'
const CLIENT = { clientId: 'padron-console', clientSecret: 'publico', scope: 'padron' }
const PING_MS = 1000
/**
 * A connection that hangs or was lost silently reports no error for long; the next query may use another one.
 */
const ANSWER_MS = 3000

export const operator = (
  state: Readiness,
  publicUrl: string | undefined,
  mail: boolean,
  draining?: AbortSignal,
): Handlers<typeof rows> => {
  let last = { at: Number.NEGATIVE_INFINITY, ok: false }
  let pending: Promise<boolean> | undefined
  const ask = async ({ db }: Kit): Promise<boolean> => {
    const answered = db.app.query('select 1').then(() => undefined)
    const ok = await resolvesWithin(ANSWER_MS, answered).catch(() => false)
    last = { at: performance.now(), ok }
    pending = undefined
    return ok
  }
  let hadCompany = false
  /** Whether there is no company yet: queried until there is one. False if the database does not answer. */
  const isEmpty = async ({ db }: Kit): Promise<boolean> => {
    if (hadCompany) return false
    const look = asSystem(db, async (tx) => {
      hadCompany = (await tx.selectFrom('company').select('tenant_id').limit(1).executeTakeFirst()) !== undefined
    })
    return (await resolvesWithin(ANSWER_MS, look).catch(() => false)) && !hadCompany
  }
  const ping = async (kit: Kit): Promise<boolean> => {
    if (performance.now() - last.at <= PING_MS) return last.ok
    pending ??= ask(kit)
    return pending
  }
  return {
    config: async ({ request, kit }) => {
      const origin = originOf(request, publicUrl)
      const empty = await isEmpty(kit)
      const facts = { version: VERSION, simulated: state.simulated, mail, ...(empty ? { empty } : {}) }
      return { identityUrl: origin, apiUrl: origin, ...CLIENT, ...facts }
    },
    live: () => ({ status: 'ok' }),
    ready: async ({ kit }) => {
      if (draining?.aborted)
        throw new HttpProblem(503, 'El servicio se está deteniendo.', undefined, { 'retry-after': '1' })
      if (!state.ready || !(await ping(kit)))
        throw new HttpProblem(503, 'El servicio aún no está listo.', undefined, { 'retry-after': '1' })
      return { status: 'ok' }
    },
  }
}
