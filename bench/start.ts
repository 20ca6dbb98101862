// From `node start.ts` to ready: on an empty data directory (migrations and the demo included) and with data present.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './catalogue.ts'
import { median } from './load.ts'

const START = join(import.meta.dirname, '../server/src/bin/start.ts')

/** Milliseconds to the ready line, and to the end after SIGTERM. */
const once = async (dir: string): Promise<{ ready: number; stopped: number }> => {
  const started = performance.now()
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, PORT: '0', SIMULATOR_PORT: '0', PADRON_DATA_DIR: dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (text.includes('está listo') && done())),
  )
  const ready = performance.now() - started
  const asked = performance.now()
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
  return { ready, stopped: performance.now() - asked }
}

export const benchStart = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const first = await once(dir)
  const later: { ready: number; stopped: number }[] = []
  for (let i = 0; i < 5; i++) later.push(await once(dir))
  rmSync(dir, { recursive: true, force: true })
  const ready = median(later.map((each) => each.ready))
  return [
    {
      start: 'first, with migrations and demo',
      'ready ms': Math.round(first.ready),
      'stop ms': Math.round(first.stopped),
      'of the later': (first.ready / ready).toFixed(1),
    },
    {
      start: 'with data present (median of 5)',
      'ready ms': Math.round(ready),
      'stop ms': Math.round(median(later.map((each) => each.stopped))),
      'of the later': '1.0',
    },
  ]
}
