// The place of the queue panel by the width of the window: beside the screen it covers nothing, and below that width it
// never opens by itself.
import { fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, test } from './fixtures.ts'
import { overflowing } from './views.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Trabajos' })
const toggle = (page: Page) => page.getByRole('button', { name: /^Trabajos/ })
const ACTIONS = ['Agregar', 'Exportar', 'Más filtros', 'Cambios recientes']
/** Clickable positions of each element. */
const pressable = async (page: Page) => {
  for (const name of ACTIONS) await page.getByRole('button', { name, exact: true }).click({ trial: true })
}
/** Opened on a wide screen in an earlier session. */
const leftOpen = async (page: Page) => {
  await openCatalogue(page)
  await toggle(page).click()
  await expect(panel(page)).toBeVisible()
}

test('beside the screen it covers no action, with the menu wide and narrow', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await leftOpen(page)
  for (const width of [1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    await openCatalogue(page)
    await expect(panel(page)).toBeVisible()
    for (const next of ['Contraer menú', 'Expandir menú']) {
      await pressable(page)
      await expect.poll(() => overflowing(page)).toEqual([])
      await page.getByRole('button', { name: next }).click()
    }
  }
})

test('on narrower screens it opens on request, over the screen, and Esc closes it', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await leftOpen(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  await openCatalogue(page)
  await expect(panel(page)).toHaveCount(0)
  await pressable(page)
  await toggle(page).click()
  await expect(panel(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(toggle(page)).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  await openCatalogue(page)
  await expect(panel(page)).toBeVisible()
})

test('on a phone it does not cover a screen opened by its address', { tag: '@drill' }, async ({ page, signedIn }) => {
  const [row] = await fetchVehicles('norte-admin')
  await signedIn('norte-admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await openCatalogue(page)
  const jobs = page.getByRole('dialog', { name: 'Trabajos' })
  await toggle(page).click()
  await expect(jobs).toBeVisible()
  const box = await jobs.boundingBox()
  expect([box?.x, box?.width]).toEqual([0, 390])
  await page.goto(`/?vehicle=${row?.vehicleAsset.vehicleAssetId}`)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Situación' })).toBeVisible()
  await expect(jobs).toHaveCount(0)
})
