// Assembles the server: everything that it answers, each part after those that it depends on.
import type { FastifyInstance } from 'fastify'
import { config } from 'zod/mini'
import { type AppOptions, openApp } from './app-context.ts'
import { FEATURES } from './features/index.ts'
import { serveApiDocs } from './http/openapi/api-docs.ts'
import { describe, serveDescription } from './http/openapi/openapi.ts'
import { drainConnections } from './http/overload/drain.ts'
import { rejectWhenBusy } from './http/overload/pressure.ts'
import { limitRates } from './http/overload/rate-limits.ts'
import { compressReplies } from './http/replies/compress-replies.ts'
import { serveConsole } from './http/replies/console.ts'
import { secureHeaders } from './http/replies/headers.ts'
import { zodMessage } from './http/zod-messages.ts'
import { identityService } from './identity/identity.ts'

config({ localeError: zodMessage })

export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { parts, rates, draining } = options
  const { app, context } = await openApp(options)
  await secureHeaders(app, context.publicUrl)
  compressReplies(app)
  if (draining) drainConnections(app, draining)
  if (rates) limitRates(app, context.sessions, rates)
  rejectWhenBusy(app, context.db)
  await describe(app)
  for (const { always } of FEATURES) for (const mount of always?.(context) ?? []) mount(app, context)
  if (parts.has('identity')) {
    const { step, directory, provider, publicUrl, rp, mails, webhooks } = context
    const factor = { secrets: webhooks.secrets, rp, mails }
    await app.register(identityService, { kit: context, step, directory, factor, provider, publicUrl })
  }
  if (parts.has('api')) {
    for (const { routes } of FEATURES) routes?.(app, context)
    for (const { calls } of FEATURES) for (const mount of calls?.(context) ?? []) mount(app, context)
    serveDescription(app)
    serveApiDocs(app)
  }
  await serveConsole(app, parts.has('api'))
  return app
}
