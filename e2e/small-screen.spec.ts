// On a phone and on a small laptop: the menu is a drawer, a row is a card, and nothing overflows sideways.
import { COMPANY_PATH } from '@padron/contract/session'
import { fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, still, test, total } from './fixtures.ts'
import { overflowing } from './views.ts'

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const drawer = (page: Page) => page.getByRole('dialog')

for (const { width, height, tag } of [
  { width: 390, height: 844, tag: ['@drill'] },
  { width: 320, height: 640, tag: [] },
]) {
  test.describe(`${width} px`, { tag }, () => {
    test.use({ viewport: { width, height }, hasTouch: true })

    test('sign-in fits', async ({ page }) => {
      for (const path of ['/login', COMPANY_PATH]) {
        await page.goto(path)
        await expect(page.getByRole('button', { name: 'Continuar' })).toBeInViewport()
        await expect.poll(() => overflowing(page)).toEqual([])
      }
    })

    test('Back closes an open menu, and returns from a screen that it opened', async ({ page, signedIn }) => {
      await signedIn('norte-admin')
      await openCatalogue(page)
      const menu = page.getByRole('dialog', { name: 'Menú' })
      const user = page.getByRole('dialog', { name: 'Usuario' })
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await expect(menu).toBeVisible()
      await page.goBack()
      await expect(menu).toBeHidden()
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: /^Usuario / }).click()
      await expect(user).toBeVisible()
      await page.goBack()
      await expect(user).toBeHidden()
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await menu.getByRole('link', { name: 'Usuarios' }).click()
      await expect(page.getByRole('heading', { name: 'Usuarios', level: 1 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(menu).toBeHidden()
    })

    test('placeholders are shown while the code of the cards loads', async ({ page, signedIn }) => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await page.route(/VehicleCards-[^/]+\.js$/, async (route) => {
        await answered
        await route.continue()
      })
      await signedIn('norte-admin')
      await openCatalogue(page)
      await expect(page.getByRole('status', { name: 'Cargando vehículos' })).toBeVisible()
      answer()
      await expect(page.getByRole('list', { name: 'Catálogo de vehículos' }).locator('.card')).toHaveCount(25)
    })

    test('cards instead of rows, the menu as a drawer, filters and a vehicle, all within the width', async ({
      page,
      signedIn,
    }) => {
      const [row] = await fetchVehicles('norte-admin', ACTIVE)
      await signedIn('norte-admin')
      await openCatalogue(page)
      const cards = page.getByRole('list', { name: 'Catálogo de vehículos' })
      await expect(cards.locator('.card')).toHaveCount(25)
      await expect(page.getByRole('table')).toBeHidden()
      await expect(cards).toContainText(row?.state.stateName ?? 'x')
      await expect.poll(() => overflowing(page)).toEqual([])

      await page.getByRole('button', { name: 'Abrir menú' }).click()
      const menu = page.getByRole('dialog', { name: 'Menú' })
      await expect(menu.getByRole('link', { name: 'Vehículos', exact: true })).toBeVisible()
      await expect(menu).toContainText(/\d vehículos · \d+ razones sociales/)
      await expect.poll(() => overflowing(page)).toEqual([])
      await menu.getByRole('button', { name: 'Términos y condiciones' }).click()
      await expect(page.getByRole('dialog', { name: 'Términos y condiciones' })).toBeVisible()
      await expect.poll(() => overflowing(page)).toEqual([])
      const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
      await terms.getByRole('button', { name: 'Cerrar', exact: true }).click()
      await menu.getByRole('link', { name: 'Vehículos', exact: true }).click()
      await expect(menu).toBeHidden()

      await page.getByRole('button', { name: 'Más filtros' }).click()
      const filters = page.getByRole('dialog', { name: 'Filtros' })
      await expect(filters.getByRole('group', { name: 'Estado', exact: true })).toBeVisible()
      await expect.poll(() => overflowing(page)).toEqual([])
      await filters.getByRole('button', { name: 'Cancelar' }).click()

      await cards.getByRole('button').first().click()
      await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
      await still(page)
      await expect.poll(() => overflowing(page)).toEqual([])
      await drawer(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
      await expect(drawer(page)).toBeHidden()
    })
  })
}

test.describe('1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('the table scrolls in its own box and the page does not', { tag: '@drill' }, async ({ page, signedIn }) => {
    await signedIn('norte-admin')
    await openCatalogue(page)
    await expect(page.getByRole('table')).toBeVisible()
    await expect.poll(() => overflowing(page)).toEqual([])
    const box = page.getByRole('region', { name: 'Vehículos' })
    await box.evaluate((element) => element.scrollTo({ left: 400 }))
    await expect(page.getByRole('rowheader').first()).toBeInViewport({ ratio: 1 })
    await expect(total(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Expandir menú' }).click()
    await expect(page.getByRole('button', { name: 'Contraer menú' })).toBeVisible()
    await expect.poll(() => overflowing(page)).toEqual([])
  })
})

/** Tolerates half a pixel, for lines of fractional height. */
const WHOLE = 0.95
const menu = (page: Page) => page.getByRole('navigation', { name: 'Principal' })
/** How far the whole document can scroll, which must be zero: its parts scroll. */
const beyond = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)

/** The last one is a screen of 768 pixels minus the browser's own bars. */
const LAPTOPS = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1366, height: 600 },
]

test('on a laptop the menu stays within the window, open and narrow; wheel and keyboard reach its last entry', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const links = menu(page).getByRole('link')
  const [first, last] = [links.first(), links.last()]
  for (const size of LAPTOPS) {
    await page.setViewportSize(size)
    // On a full screen the menu does not scroll.
    if (size.height > 600) for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: WHOLE })
    for (const toggle of ['Contraer menú', 'Expandir menú']) {
      expect(await beyond(page)).toBe(0)
      const button = page.getByRole('button', { name: toggle })
      await expect(button).toBeInViewport({ ratio: WHOLE })
      await first.hover()
      await page.mouse.wheel(0, 2000)
      await expect(last).toBeInViewport({ ratio: WHOLE })
      await page.mouse.wheel(0, -2000)
      await expect(first).toBeInViewport({ ratio: WHOLE })
      await page.getByRole('button', { name: 'Términos y condiciones' }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(last).toBeFocused()
      await expect(last).toBeInViewport({ ratio: WHOLE })
      expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
      await button.click()
    }
  }
})

test('on a laptop the current menu entry is scrolled into view', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  for (const size of LAPTOPS) {
    await page.setViewportSize(size)
    await page.goto('/webhooks')
    await expect(page.getByRole('heading', { name: /^Webhooks/, level: 1 })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Avisos' })).toBeInViewport({ ratio: WHOLE })
    expect(await beyond(page)).toBe(0)
  }
})
