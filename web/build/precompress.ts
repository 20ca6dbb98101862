// Writes a brotli copy beside every text file of the build: the server gives it out as it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(m?js|css|svg)$/
/** Below this a copy gains nothing. */
const LEAST_BYTES = 1024

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }) {
    if (!dir) return
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name)) continue
      const bytes = readFileSync(join(dir, name))
      if (bytes.length > LEAST_BYTES) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
    }
  },
})
