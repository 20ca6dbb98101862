// The exports of a chart: an image equal to the screen, and a workbook; and the whole dashboard.
import { readFile } from 'node:fs/promises'
import { dashboard } from '@padron/contract/dashboard'
import type { Download } from '@playwright/test'
import sharp from 'sharp'
import { askAs } from './api.ts'
import { expect, type Page, test, waitForChecks } from './fixtures.ts'

/** Statistics that include the demo's first answers. */
const workedOut = async (): Promise<void> => {
  await waitForChecks('norte-admin')
  await askAs('norte-admin', dashboard.refresh, {})
  const ready = async () => {
    const { dashboard: read } = await askAs('norte-admin', dashboard.read, {})
    return read.statistics !== null && !read.refreshing
  }
  await expect.poll(ready, { timeout: 60_000, intervals: [500] }).toBe(true)
}

const TITLE = 'Razones sociales con más adeudo'
const opened = async (page: Page): Promise<void> => {
  await page.goto('/dashboard')
  await expect(page.locator('[data-chart="topRFCs"] svg').first()).toBeVisible()
}
/** Scrolling closes a menu: scrolls first, then opens it. */
const choose = async (page: Page, name: string): Promise<Download> => {
  const item = page.getByRole('menuitem', { name })
  const button = page.getByRole('button', { name: `Exportar ${TITLE}` })
  await button.scrollIntoViewIfNeeded()
  await expect(async () => {
    if (!(await item.isVisible())) await button.press('Enter')
    await expect(item).toBeVisible({ timeout: 500 })
  }).toPass()
  const [download] = await Promise.all([page.waitForEvent('download'), item.press('Enter')])
  return download
}
const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

/** The number of pixels that differ from the background. */
const drawnShare = async (picture: Buffer): Promise<number> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  let other = 0
  for (let at = 0; at < data.length; at += 3) if (data.compare(data, 0, 3, at, at + 3) !== 0) other += 1
  return other / pixels
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: an image has title and chart, in light colours`, {
    tag: '@drill',
  }, async ({ page, signedIn }) => {
    await workedOut()
    await page.emulateMedia({ colorScheme })
    await signedIn('norte-admin')
    await opened(page)
    const png = await choose(page, 'Imagen (PNG)')
    expect(png.suggestedFilename()).toMatch(/^Padrón Razones sociales con más adeudo Todo \d{4}-\d\d-\d\d\.png$/)
    const picture = await bytesOf(png)
    const { width, height, format } = await sharp(picture).metadata()
    const { isOpaque, channels } = await sharp(picture).stats()
    const onScreen = await page.locator('[data-chart="topRFCs"] svg').first().boundingBox()
    expect(format).toBe('png')
    expect(width).toBeGreaterThanOrEqual(2 * (onScreen?.width ?? 0))
    expect(height).toBeGreaterThan(2 * (onScreen?.height ?? 0))
    expect(isOpaque).toBe(true)
    expect(channels.some(({ stdev }) => stdev > 8)).toBe(true)
    const drawn = await drawnShare(picture)
    expect(drawn).toBeGreaterThan(0.02)
    expect(drawn).toBeLessThan(0.8)
    // In any theme the image has a white background.
    const corner = await sharp(picture).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect(corner[0]).toBeGreaterThan(240)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  })
}

test('an SVG image contains its texts, and nothing that depends on the page', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await workedOut()
  await signedIn('norte-admin')
  await opened(page)
  const svg = (await bytesOf(await choose(page, 'Imagen (SVG)'))).toString()
  for (const part of [`>${TITLE}</text>`, '@font-face', 'Padrón · ', '>Todo · Calculado el ', '>Vehículos activos · '])
    expect(svg).toContain(part)
  expect(svg).not.toMatch(/var\(--|class="|href="\/|tabindex/)
  const { width, height } = await sharp(Buffer.from(svg)).metadata()
  expect(Math.min(width, height)).toBeGreaterThan(100)
})

test('a chart and the whole dashboard as workbooks; why a table has no image', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await workedOut()
  await signedIn('norte-admin')
  await opened(page)
  const chart = await choose(page, 'Archivo de Excel (.xlsx)')
  expect(chart.suggestedFilename()).toMatch(/^Padrón Razones sociales con más adeudo Todo \d{4}-\d\d-\d\d\.xlsx$/)
  expect((await bytesOf(chart)).subarray(0, 2).toString()).toBe('PK')
  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar a Excel' }).click(),
  ])
  expect(whole.suggestedFilename()).toMatch(/^Padrón Dashboard general Todo .*\.xlsx$/)
  expect((await bytesOf(whole)).length).toBeGreaterThan((await bytesOf(chart)).length)
  await page.locator('[data-section="debts"]').getByText('Tabla', { exact: true }).click()
  await expect(page.locator('[data-chart="topRFCs"] table')).toBeVisible()
  const picture = page.getByRole('menuitem', { name: /^Imagen \(PNG\)/ })
  // The layout changes when tables replace charts, and a menu closes when its button moves.
  await expect(async () => {
    if (!(await picture.isVisible())) await page.getByRole('button', { name: `Exportar ${TITLE}` }).press('Enter')
    await expect(picture).toContainText('la sección se ve como tabla', { timeout: 1_000 })
    await expect(picture).toHaveAttribute('aria-disabled', 'true', { timeout: 1_000 })
  }).toPass()
})
