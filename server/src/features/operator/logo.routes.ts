// Serves companies' logos. The address contains the image's hash, so it cannot be guessed and its content never
// changes. It needs no session, so the latest images are cached in memory and repeated requests cost the database
// nothing.
import type { FastifyInstance } from 'fastify'
import { asSystem, type Db } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { Kit } from '../../http/serve.ts'

type Logo = { image: Buffer; media_type: string }
type CachedLogo = { logo: Promise<Logo | undefined>; until: number }

const CACHE_SIZE = 50
const CACHE_MS = 3_600_000 // an image that was removed, or erased with its company, disappears within an hour

/** A logo of the console or of a company's emails. */
const read = (db: Db, sha256: string): Promise<Logo | undefined> =>
  asSystem(db, (tx) =>
    tx
      .selectFrom('company_logo')
      .select(['image', 'media_type'])
      .where('sha256', '=', sha256)
      .unionAll(tx.selectFrom('email_logo').select(['image', 'media_type']).where('sha256', '=', sha256))
      .executeTakeFirst(),
  )

/** Caches the promise, so that concurrent requests cost one query; missing logos are not cached. */
const memory = ({ db, now }: Kit) => {
  const cache = new Map<string, CachedLogo>()
  const evict = (sha256: string, one: CachedLogo) => {
    if (cache.get(sha256) === one) cache.delete(sha256)
  }
  return (sha256: string): Promise<Logo | undefined> => {
    const time = now().getTime()
    const old = cache.get(sha256)
    const one =
      old && old.until > time && old.until <= time + CACHE_MS ? old : { logo: read(db, sha256), until: time + CACHE_MS }
    cache.delete(sha256) // inserted again, as the most recently used one
    cache.set(sha256, one)
    for (const first of cache.keys()) if (cache.size > CACHE_SIZE) cache.delete(first)
    if (one !== old)
      one.logo.then(
        (logo) => logo ?? evict(sha256, one),
        () => evict(sha256, one),
      )
    return one.logo
  }
}

export const logos = (app: FastifyInstance, kit: Kit): void => {
  const find = memory(kit)
  app.get<{ Params: { sha256: string } }>(
    '/files/logos/:sha256',
    { schema: { hide: true } },
    async (request, reply) => {
      const { sha256 } = request.params
      const logo = /^[0-9a-f]{64}$/.test(sha256) ? await find(sha256) : undefined
      if (!logo) throw notFound()
      const etag = `"${sha256}"`
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type(logo.media_type).send(logo.image)
    },
  )
}
