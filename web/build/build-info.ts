// Writes the mode of a build and the hash of its sources, which the caller gives, into the build's folder. The server
// builds the console again unless it is a production build of the current sources.
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
