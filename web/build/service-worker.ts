// Writes the service worker (worker.js) with the list of this build's files. Files of the PDF viewer are left out,
// because documents cannot be opened without a network, and so is the page of the API reference.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, 'worker.js')
const WANTED = /^(assets\/.+\.(m?js|css|woff2)|icons\/.+\.png|theme\.js|mark\.svg|manifest\.webmanifest)$/
const LEFT_OUT = /^assets\/(pdf|Pdf|api-docs)/

export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const entry = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.isEntry && file.name === 'index',
    )?.fileName
    if (!dir || !entry) return this.error('The build has no entry')
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => WANTED.test(name) && !LEFT_OUT.test(name))
      .sort()
    const code = readFileSync(SOURCE, 'utf8')
    const hash = createHash('sha256')
      .update(code)
      .update(readFileSync(join(dir, 'index.html')))
    for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(dir, name)))
    const release = {
      RELEASE: hash.digest('hex').slice(0, 16),
      ENTRY: `/${entry}`,
      FILES: files.map((name) => `/${name}`),
    }
    writeFileSync(join(dir, 'worker.js'), `globalThis.PADRON_RELEASE = ${JSON.stringify(release)}\n${code}`)
  },
})
