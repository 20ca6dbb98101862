// Serves the built console. Files with a hash in their name are cached forever, the page never. Every path that is not
// a call returns the page, which routes it (an unknown path goes to sign-in). Each page gets its own style nonce.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../../errors/http-problem.ts'
import { nonceOf } from './headers.ts'

export const WEB_DIST = join(import.meta.dirname, '../../../../web/dist')
const NOT_PAGES = /^\/(api|sapy|connect|files|health\/(?:live|ready)|assets|\.well-known)(\/|$)|^\/config\.json$/

const PAGE_METHODS = new Set(['GET', 'HEAD'])
/**
 * However a call's path is disguised (`//api`, `/API`, `%2Fapi`, `/api;x`, `/api\v2`), it is never answered with a
 * page.
 */
const plain = (path: string): string => {
  try {
    return decodeURIComponent(path)
      .replace(/;[^/]*/g, '')
      .replace(/[/\\]+/g, '/')
      .toLowerCase()
  } catch {
    return '/api'
  }
}

/** The current page: when the console is built again under a running server, it names other files. */
export const pageReader = (file: string) => {
  let known = { mtimeMs: 0, text: '' }
  return (): string => {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? known
    if (mtimeMs !== known.mtimeMs) known = { mtimeMs, text: readFileSync(file, 'utf8') }
    return known.text
  }
}

/** @param wanted false if this process only answers calls: then every other path is a 404 */
export const serveConsole = async (app: FastifyInstance, wanted: boolean, folder = WEB_DIST): Promise<void> => {
  const file = join(folder, 'index.html')
  if (!wanted || !existsSync(file)) {
    app.setNotFoundHandler(() => {
      throw notFound()
    })
    return
  }
  const read = pageReader(file)
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(read().replaceAll('__CSP_NONCE__', nonceOf(reply.raw)))
  await app.register(statics, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true }, exposeHeadRoute: true }, (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    const [path = '/', query] = request.url.split('?')
    if (!PAGE_METHODS.has(request.method) || NOT_PAGES.test(plain(path))) throw notFound()
    if (path.endsWith('/') && !path.startsWith('//')) {
      return reply.redirect(`${path.replace(/(?<!\/)\/+$/, '')}${query ? `?${query}` : ''}`, 308)
    }
    return sendPage(reply)
  })
}
