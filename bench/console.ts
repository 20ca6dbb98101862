// Starts the product with its demo as an operator does, and a real Chromium with a user signed in to the console.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../e2e/browser.ts'

const START = join(import.meta.dirname, '../server/src/bin/start.ts')

const startProduct = async (dir: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, PORT: '0', SIMULATOR_PORT: '0', PADRON_DATA_DIR: dir, PADRON_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((ready) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /está listo en (\S+)/.exec(text)?.[1]
      if (address) ready(address)
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
  return { url, stop }
}

/** Runs the work in a page of a new browser context, without cache or session. */
export const inFreshPage = async <T>(work: (page: Page, url: string) => Promise<T>): Promise<T> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const product = await startProduct(dir)
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'es-MX' })
    return await work(page, product.url)
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
