// Builds the console when it is missing or older than its sources, so that `npm start` needs no step before it.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

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

/** An image holds a built console and nothing to build one with: it stays as it is. @returns whether it had to build */
export const buildConsole = async (root = ROOT): Promise<boolean> => {
  const built = newest(join(root, 'web/dist/index.html'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (built > 0 && !existsSync(vite)) return false
  if (built > 0 && built >= Math.max(...SOURCES.map((source) => newest(join(root, source))))) return false
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web') }).catch(
    (error) => {
      throw new Error(`La consola no se pudo construir:\n${error.stderr || error.stdout || error.message}`)
    },
  )
  return true
}
