// Writes beside a build what it was made with: its mode, and the hash of its sources as whoever ordered it gives it.
// The server builds anew whatever is not a production build of the present sources.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const buildInfo = (): Plugin => {
  let mode = ''
  return {
    name: 'build-info',
    apply: 'build',
    configResolved({ isProduction }) {
      mode = isProduction ? 'production' : 'development'
    },
    writeBundle({ dir }) {
      if (!dir) return
      const info = { mode, sources: process.env.PADRON_WEB_SOURCES ?? '' }
      mkdirSync(join(dir, '.vite'), { recursive: true })
      writeFileSync(join(dir, '.vite/build.json'), `${JSON.stringify(info)}\n`)
    },
  }
}
