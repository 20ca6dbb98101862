// Measures the console over a slow line in a real Chromium: from an empty cache to the sign-in page, the catalogue and
// the drawer.
import type { Page } from '@playwright/test'
import type { Row } from './catalogue.ts'
import { inFreshPage } from './console.ts'
import { row } from './limit-row.ts'

const KBIT = 400
const LATENCY_MS = 400

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (KBIT * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

export const slowLineRows = (): Promise<Row[]> =>
  inFreshPage(async (page, url) => {
    await slowDown(page)
    const step = async (what: string, limit: number, work: () => Promise<unknown>): Promise<Row> =>
      row(`slow line: ${what}`, await secondsOf(work), 's', { most: limit })
    const rows = [
      await step('sign-in page can be used', 5, async () => {
        await page.goto(`${url}/login`, { waitUntil: 'commit' })
        await page.getByRole('button', { name: 'Continuar' }).waitFor()
      }),
    ]
    await page.getByLabel('Usuario').fill('norte-admin')
    await page.getByLabel('Contraseña', { exact: true }).fill('Padron-demo-2026')
    const plate = page.getByRole('table', { name: 'Catálogo de vehículos' }).getByRole('rowheader').first()
    rows.push(
      await step('catalogue after «Continuar»', 9, async () => {
        await page.getByRole('button', { name: 'Continuar' }).click()
        await plate.waitFor()
      }),
      await step('drawer shows its skeleton', 1, async () => {
        await plate.getByRole('button').click()
        await page.getByRole('dialog').getByRole('status', { name: 'Cargando' }).waitFor()
      }),
      await step('drawer shows its vehicle', 9, () => page.getByRole('heading', { name: 'Situación' }).waitFor()),
    )
    return rows
  })
