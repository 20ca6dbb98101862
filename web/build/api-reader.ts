// The reader of the API's document (Scalar, MIT), as a script of its own that only /api/docs loads. Its package for
// Fastify holds the finished bundle and ten packages below it; the one that holds its parts would bring 260.
import reader from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import type { Plugin } from 'vite'

const PAGE = 'api-docs.html'
const SCRIPT = 'api-docs-reader.js'

/** Its licence wants to be named. Its zod asks by `eval` whether there is one, which the policy forbids and reports. */
const PRELUDE = `/*! Scalar API Reference. MIT License. Copyright (c) 2023-present Scalar */
globalThis.__zod_globalConfig = { jitless: true };
`

/** The package offers it by a route only. */
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
  // Before the page's own module, which finds it loaded: both wait for the page and are run in this order.
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
