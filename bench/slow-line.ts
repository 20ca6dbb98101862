// The console over a slow line: from an empty cache to the sign-in page, the catalogue and the drawer, in a real
// Chromium.
import type { Page } from '@playwright/test'
import type { Row } from './catalogue.ts'
import { inFreshPage } from './console.ts'

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

export const benchSlowLine = (): Promise<Row[]> =>
  inFreshPage(async (page, url) => {
    await slowDown(page)
    const row = async (what: string, limit: number, work: () => Promise<unknown>): Promise<Row> => {
      const seconds = await secondsOf(work)
      return { what, seconds: seconds.toFixed(1), 'limit s': limit, 'of limit': (seconds / limit).toFixed(2) }
    }
    const rows = [
      await row('sign-in page can be used', 5, async () => {
        await page.goto(`${url}/login`, { waitUntil: 'commit' })
        await page.getByRole('button', { name: 'Continuar' }).waitFor()
      }),
    ]
    await page.getByLabel('Usuario').fill('norte-admin')
    await page.getByLabel('Contraseña', { exact: true }).fill('Padron-demo-2026')
    const plate = page.getByRole('table', { name: 'Catálogo de vehículos' }).getByRole('rowheader').first()
    rows.push(
      await row('catalogue after «Continuar»', 9, async () => {
        await page.getByRole('button', { name: 'Continuar' }).click()
        await plate.waitFor()
      }),
      await row('drawer shows its skeleton', 1, async () => {
        await plate.getByRole('button').click()
        await page.getByRole('dialog').getByRole('status', { name: 'Cargando' }).waitFor()
      }),
      await row('drawer shows its vehicle', 9, () => page.getByRole('heading', { name: 'Situación' }).waitFor()),
    )
    return rows
  })
