// Builds the console when it is missing or older than its sources, so that `npm start` needs no step before it.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WEB_DIST } from '../http/console.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'package-lock.json',
]

const newest = (path: string): number => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** @returns whether it had to build */
export const buildConsole = async (): Promise<boolean> => {
  const built = newest(join(WEB_DIST, 'index.html'))
  if (existsSync(WEB_DIST) && built >= Math.max(...SOURCES.map((source) => newest(join(ROOT, source))))) return false
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'web') }).catch(
    (error) => {
      throw new Error(`La consola no se pudo construir:\n${error.stderr || error.stdout || error.message}`)
    },
  )
  return true
}
