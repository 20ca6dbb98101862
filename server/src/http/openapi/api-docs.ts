// The page that shows the API's document (web/src/api-docs), built with the console.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../errors/http-problem.ts'
import { pageReader, WEB_DIST } from '../replies/console.ts'
import { DOCS_POLICY } from '../replies/headers.ts'

/** @param folder the built console; without its page the address is unknown */
export const serveApiDocs = (app: FastifyInstance, folder = WEB_DIST): void => {
  const file = join(folder, 'api-docs.html')
  const read = pageReader(file)
  app.get('/api/docs', { schema: { hide: true }, exposeHeadRoute: true }, (_request, reply) => {
    if (!existsSync(file)) throw notFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', DOCS_POLICY)
      .send(read())
  })
}
