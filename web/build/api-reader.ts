// The API reference (Scalar, MIT) as a separate script that only /api/docs loads. The bundle is taken from its package
// for Fastify, which has ten dependencies; the package of its components has 260.
import reader from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import type { Plugin } from 'vite'

const PAGE = 'api-docs.html'
const SCRIPT = 'api-docs-reader.js'

/**
 * Its licence, which must be named, and a setting for its copy of zod, which otherwise tests for `eval`: the content
 * security policy forbids and reports that.
 */
const PRELUDE = `/*! Scalar API Reference. MIT License. Copyright (c) 2023-present Scalar */
globalThis.__zod_globalConfig = { jitless: true };
`

/** The package serves the bundle by a route only. */
const readBundle = async (): Promise<string> => {
  const app = Fastify()
  await app.register(reader, { routePrefix: '/reader', configuration: { url: '/none' } })
  const { body, statusCode } = await app.inject('/reader/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`The package of the API's reader answers ${statusCode} for its script`)
  return PRELUDE + body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
}

export const apiReader = (): Plugin => ({
  name: 'api-reader',
  apply: 'build',
  async buildStart() {
    this.emitFile({ type: 'asset', name: SCRIPT, source: await readBundle() })
  },
  // Before the page's own module, which needs it: deferred scripts run in their order.
  transformIndexHtml: {
    order: 'post',
    handler(_html, { filename, bundle }) {
      if (!filename.endsWith(PAGE)) return
      const file = Object.values(bundle ?? {}).find((each) => each.type === 'asset' && each.names.includes(SCRIPT))
      if (!file) throw new Error(`The build has no ${SCRIPT}`)
      return [{ tag: 'script', attrs: { defer: true, src: `/${file.fileName}` }, injectTo: 'head-prepend' }]
    },
  },
})
