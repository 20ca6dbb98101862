// What a person waits for in the built console, over the demo's fleet of six hundred: from the press to the painted next page,
// beyond what the server took, and the longest task while a filter is typed. In a real Chromium, on this machine.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../e2e/browser.ts'
import type { Row } from './catalogue.ts'

const START = join(import.meta.dirname, '../server/src/bin/start.ts')
const PASSWORD = 'Padron-demo-2026'
const PAGES = 20
const TYPED = ['RKA12', 'nuevo leon', 'transportes']

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

const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel('Usuario').fill('norte-admin')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('table', { name: 'Catálogo de vehículos' }).waitFor()
}

type Turned = { whole: number; server: number }

/** Presses 'next page' in the page itself, and waits until another first row has been painted. */
const turnPage = (page: Page): Promise<Turned> =>
  page.evaluate(
    () =>
      new Promise<Turned>((done) => {
        const first = () => document.querySelector('tbody th')?.textContent
        const before = first()
        performance.clearResourceTimings()
        const pressed = performance.now()
        const look = (): void => {
          if (first() === before) return void requestAnimationFrame(look)
          // The frame after the one in which it changed: by then it is on the screen.
          requestAnimationFrame(() => {
            const painted = performance.now()
            const asked = performance
              .getEntriesByType('resource')
              .filter(({ name }) => name.endsWith('/api/v2/vehicleAsset'))
            done({ whole: painted - pressed, server: asked.at(-1)?.duration ?? 0 })
          })
        }
        document.querySelector<HTMLElement>('.ant-pagination-next button')?.click()
        requestAnimationFrame(look)
      }),
  )

/** Types into the plate's filter. @returns the longest task, in ms; those under 50 are not told by the browser */
const typeFilter = async (page: Page, text: string): Promise<number> => {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.getByLabel('Placa', { exact: true }).pressSequentially(text, { delay: 80 })
  await page.getByLabel('Placa', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

export const benchBrowser = async (): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const product = await startProduct(dir)
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'es-MX' })
    await signIn(page, product.url)
    const turned: Turned[] = []
    for (let i = 0; i < PAGES; i++) turned.push(await turnPage(page))
    const beyond = turned.map(({ whole, server }) => whole - server)
    const longest: number[] = []
    for (const text of TYPED) longest.push(await typeFilter(page, text))
    return [
      { what: `next page, ${PAGES} times: beyond the server`, 'p50 ms': at(beyond, 0.5).toFixed(0), 'p95 ms': at(beyond, 0.95).toFixed(0), limit: 100, 'of the whole': (at(beyond, 0.5) / at(turned.map(({ whole }) => whole), 0.5)).toFixed(2) },
      { what: 'typing in a filter: longest task (0: none over 50)', 'p50 ms': at(longest, 0.5).toFixed(0), 'p95 ms': at(longest, 0.95).toFixed(0), limit: 50, 'of the whole': '' },
    ] // biome-ignore format: two rows
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
