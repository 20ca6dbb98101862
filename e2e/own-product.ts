// A second product, for what the demo's installation cannot show: started as an operator starts an empty one, on its
// own port and in a folder that is deleted afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Installation } from './company.ts'

const ROOT = join(import.meta.dirname, '..')
const READY = /^Padrón está listo en (\S+)$/m

/**
 * An installation without the demo, in which no source has an address.
 * @param settings in addition to the usual ones
 */
export const startEmptyProduct = async (
  settings: Record<string, string> = {},
): Promise<Installation & { output: () => string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-e2e-own-'))
  chmodSync(folder, 0o755) // the embedded PostgreSQL runs as another user if root starts it
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    PADRON_DATA_DIR: folder,
    PADRON_DEMO: '0',
    PADRON_ROLE: 'all',
    PADRON_LOG: 'warn',
    DATABASE_URL: '',
    PUBLIC_URL: '',
    ...settings,
  }
  const child = spawn(process.execPath, [join(ROOT, 'server/src/bin/start.ts')], { cwd: ROOT, env })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  let output = ''
  const ready = new Promise<string>((found) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = READY.exec(output)?.[1]
      if (address) found(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const url = await Promise.race([ready, ended.then(() => Promise.reject(new Error(output)))])
  return { url, folder, settings, output: () => output, stop }
}
