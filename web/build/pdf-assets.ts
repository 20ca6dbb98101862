// The files that the PDF viewer fetches by name at run time: decoders for scanned images as scripts, the encodings of
// old fonts, and the standard fonts that a PDF need not contain. Their folder has the viewer's version in its name, so
// that browsers can cache them for ever.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const FOLDERS = ['wasm', 'cmaps', 'standard_fonts']
/** Without WebAssembly, which the content security policy forbids. */
const WANTED = /(_nowasm_fallback\.js|\.bcmap|\.pfb|\.ttf|LICENSE\w*)$/

const wanted = (): readonly { name: string; path: string }[] =>
  FOLDERS.flatMap((folder) => {
    const inside = join(dirname(PACKAGE), folder)
    return readdirSync(inside)
      .filter((name) => WANTED.test(name))
      .map((name) => ({ name, path: join(inside, name) }))
  })

export const pdfAssets = (): Plugin => {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  const folder = `assets/pdfjs-${version}`
  return {
    name: 'pdf-assets',
    generateBundle() {
      for (const { name, path } of wanted())
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(path) })
    },
    configureServer(server) {
      const files = new Map(wanted().map(({ name, path }) => [`/${name}`, path]))
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const path = files.get(request.url ?? '')
        if (!path) return next()
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(path))
      })
    },
  }
}
