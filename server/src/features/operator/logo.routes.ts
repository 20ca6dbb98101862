// Companies' logos. The address is the hash of the picture: it cannot be guessed, and what it names never changes.
import type { FastifyInstance } from 'fastify'
import { asSystem } from '../../db/client.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'

export const logos = (app: FastifyInstance, { db }: Kit): void => {
  app.get<{ Params: { sha256: string } }>(
    '/files/logos/:sha256',
    { schema: { hide: true } },
    async (request, reply) => {
      const logo = await asSystem(db, (tx) =>
        tx
          .selectFrom('company_logo')
          .select(['image', 'media_type'])
          .where('sha256', '=', request.params.sha256)
          .executeTakeFirst(),
      )
      if (!logo) throw notFound()
      return reply
        .type(logo.media_type)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(logo.image)
    },
  )
}
