// Builds the console for production if there is no such build of the current sources, so that `npm start` needs no
// separate build step.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = [
  'web/{src,build,public}/**',
  'web/{index.html,api-docs.html,vite.config.ts,package.json,tsconfig.json}',
  'contract/src/**',
  'package-lock.json',
]
const TESTS = '**/*.test.{ts,tsx}'

/** The file that web/build/build-info.ts writes beside each build. */
type BuildInfo = { mode?: string; sources?: string }

/** One hash of the names and contents of all sources of a build. */
const hashSources = (root: string): string => {
  const hash = createHash('sha256')
  const found = globSync(SOURCES, { cwd: root, exclude: [TESTS], withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(root.length)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Whether there is a production build of these sources. */
const isBuilt = (dist: string, sources: string): boolean => {
  try {
    const info: BuildInfo = JSON.parse(readFileSync(join(dist, '.vite/build.json'), 'utf8'))
    return info.mode === 'production' && info.sources === sources
  } catch {
    return false
  }
}

/**
 * Builds in a staging folder: an interrupted build leaves no files in the target, and concurrent builds do not mix
 * their files.
 */
const build = async (root: string, dist: string, sources: string): Promise<void> => {
  const staging = join(root, '.build', `console-${randomUUID()}`)
  const args = [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    staging,
    '--emptyOutDir',
  ]
  // The parent may be a test runner, whose NODE_ENV would cause a development build.
  const env = { ...process.env, NODE_ENV: 'production', PADRON_WEB_SOURCES: sources }
  try {
    await promisify(execFile)(process.execPath, args, { cwd: join(root, 'web'), env }).catch((error) => {
      throw new Error(`La consola no se pudo construir:\n${error.stderr || error.stdout || error.message}`)
    })
    rmSync(dist, { recursive: true, force: true, maxRetries: 3 })
    renameSync(staging, dist)
  } catch (error) {
    if (!isBuilt(dist, sources)) throw error // another process has finished the same build first
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** An image contains a built console and no build tools, so it is not rebuilt. @returns whether a build was needed */
export const buildConsole = async (root = ROOT): Promise<boolean> => {
  const dist = join(root, 'web/dist')
  if (existsSync(join(dist, 'index.html')) && !existsSync(join(root, 'node_modules/vite/bin/vite.js'))) return false
  const sources = hashSources(root)
  if (isBuilt(dist, sources)) return false
  await build(root, dist, sources)
  return true
}
