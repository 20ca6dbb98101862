// Dialogs: Esc closes only the topmost one, and the focus returns to where it was.
import { expect, openCatalogue, test } from './fixtures.ts'

test('the dialog of filters restores the focus', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-consulta')
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await expect(page.getByRole('dialog', { name: 'Filtros' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Filtros' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Más filtros' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('Esc closes only the terms opened from the menu', async ({ page, signedIn }) => {
    await signedIn('norte-consulta')
    await openCatalogue(page)
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    const menu = page.getByRole('dialog', { name: 'Menú' })
    await menu.getByRole('button', { name: 'Términos y condiciones' }).click()
    const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
    await expect(terms).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(terms).toBeHidden()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeFocused()
  })
})
