// The webhook to which a mail server posts bounces, one message a request, with a shared secret. It exists only if the
// secret is configured.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HttpProblem, unauthorized } from '../../errors/http-problem.ts'
import { createRateLimiter } from '../../http/overload/rate-limits.ts'
import type { Kit } from '../../http/serve.ts'
import { BOUNCE_BYTES, BOUNCE_WORDS, recordBounce } from '../../mail/bounces.ts'
import { sha256 } from '../../secrets/tokens.ts'

const BOUNCES_PATH = '/hooks/mail-bounces'
const A_MINUTE = 600

/** One limit for all callers of the process: there is one secret and one mail server. */
const rateLimiter = (): (() => void) => {
  const limiter = createRateLimiter(A_MINUTE)
  return () => {
    const seconds = limiter.take('')
    if (seconds > 0)
      throw new HttpProblem(429, 'Demasiados avisos en un minuto; intente de nuevo.', undefined, {
        'retry-after': String(seconds),
      })
  }
}

export const bounceHook = (app: FastifyInstance, kit: Kit, secret: string | undefined): void => {
  if (secret === undefined) return
  const right = sha256(`Bearer ${secret}`)
  const checkRate = rateLimiter()
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BOUNCE_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post<{ Body: Buffer }>(
      BOUNCES_PATH,
      {
        schema: { hide: true },
        bodyLimit: BOUNCE_BYTES,
        onRequest: async ({ headers }) => {
          checkRate()
          if (!timingSafeEqual(sha256(headers.authorization ?? ''), right)) throw unauthorized()
        },
      },
      async ({ body }) => {
        if (!Buffer.isBuffer(body)) throw new HttpProblem(400, 'Falta el contenido.')
        const outcome = await recordBounce(kit.db, body)
        return { outcome, message: BOUNCE_WORDS[outcome] }
      },
    )
  })
}
