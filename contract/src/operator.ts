// Calls without a session: the console's run-time settings and the two health checks.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'

export const Config = z.object({
  identityUrl: z.string(),
  apiUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
  version: z.string(),
  /**
   * True if a source is a simulated portal, as of the start; every user is informed after signing in.
   */
  simulated: z.boolean(),
  /** Whether it sends email; otherwise results are only in the queue panel. */
  mail: z.boolean(),
  /** There is no company yet: the server's output contains the address of the set-up. */
  empty: z.optional(z.boolean()),
})
export type Config = z.infer<typeof Config>

const Health = z.object({ status: z.string() })

export const operator = calls('operator', {
  config: get('/config.json', {
    summary: 'Ajustes de la consola en tiempo de ejecución.',
    needs: 'public',
    reply: Config,
    within: 15,
  }),
  live: get('/health/live', { summary: 'El proceso responde.', needs: 'public', reply: Health }),
  ready: get('/health/ready', {
    summary: 'Migrado, conectado y con los datos cargados.',
    needs: 'public',
    reply: Health,
  }),
})
