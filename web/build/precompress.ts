// Writes a brotli copy of every text file of the build, which the server sends unchanged.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(m?js|css|svg)$/
/** Smaller files gain nothing. */
const LEAST_BYTES = 1024
/** For larger files the best compression takes 15 s and saves a tenth more than the level below. */
const LARGE_BYTES = 2 * 1024 * 1024
const options = (bytes: number) =>
  bytes > LARGE_BYTES ? { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } : undefined

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }) {
    if (!dir) return
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name)) continue
      const bytes = readFileSync(join(dir, name))
      if (bytes.length > LEAST_BYTES)
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, options(bytes.length)))
    }
  },
})
