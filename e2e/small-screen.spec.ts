// On a phone and on a small laptop: the menu is a drawer, a row is a card, and nothing runs off the side.
import { vehiclesOf } from './api.ts'
import { expect, openCatalogue, type Page, still, test, total } from './fixtures.ts'
import { overflowing } from './views.ts'

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const drawer = (page: Page) => page.getByRole('dialog')

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: true })

    test('sign-in fits', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Continuar' })).toBeInViewport()
      expect(await overflowing(page)).toEqual([])
    })

    test('cards instead of rows, the menu as a drawer, filters and a vehicle, all within the width', async ({
      page,
      signedIn,
    }) => {
      const [row] = await vehiclesOf('norte-admin', ACTIVE)
      await signedIn('norte-admin')
      await openCatalogue(page)
      const cards = page.getByRole('list', { name: 'Catálogo de vehículos' })
      await expect(cards.locator('.card')).toHaveCount(25)
      await expect(page.getByRole('table')).toBeHidden()
      await expect(cards).toContainText(row?.state.stateName ?? 'x')
      expect(await overflowing(page)).toEqual([])

      await page.getByRole('button', { name: 'Abrir menú' }).click()
      const menu = page.getByRole('dialog', { name: 'Menú' })
      await expect(menu.getByRole('link', { name: 'Vehículos', exact: true })).toBeVisible()
      await expect(menu).toContainText(/\d vehículos · \d+ clientes/)
      expect(await overflowing(page)).toEqual([])
      await menu.getByRole('button', { name: 'Términos y condiciones' }).click()
      await expect(page.getByRole('dialog', { name: 'Términos y condiciones' })).toBeVisible()
      expect(await overflowing(page)).toEqual([])
      const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
      await terms.getByRole('button', { name: 'Cerrar', exact: true }).click()
      await menu.getByRole('link', { name: 'Vehículos', exact: true }).click()
      await expect(menu).toBeHidden()

      await page.getByRole('button', { name: 'Más filtros' }).click()
      const filters = page.getByRole('dialog', { name: 'Filtros' })
      await expect(filters.getByRole('group', { name: 'Estado', exact: true })).toBeVisible()
      expect(await overflowing(page)).toEqual([])
      await filters.getByRole('button', { name: 'Cancelar' }).click()

      await cards.getByRole('button').first().click()
      await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
      await still(page)
      expect(await overflowing(page)).toEqual([])
      await drawer(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
      await expect(drawer(page)).toBeHidden()
    })
  })
}

test.describe('1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('the table scrolls in its own box and the page does not', async ({ page, signedIn }) => {
    await signedIn('norte-admin')
    await openCatalogue(page)
    await expect(page.getByRole('table')).toBeVisible()
    expect(await overflowing(page)).toEqual([])
    const box = page.getByRole('region', { name: 'Vehículos' })
    await box.evaluate((element) => element.scrollTo({ left: 400 }))
    await expect(page.getByRole('rowheader').first()).toBeInViewport({ ratio: 1 })
    await expect(total(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Expandir menú' }).click()
    await expect(page.getByRole('button', { name: 'Contraer menú' })).toBeVisible()
    expect(await overflowing(page)).toEqual([])
  })
})
