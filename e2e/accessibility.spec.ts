// Every screen and panel under axe (views.ts says how often), the keyboard's ways, and the panels where motion is
// unwanted.
import { vehiclesOf } from './api.ts'
import { expect, openCatalogue, still, test } from './fixtures.ts'
import { SCREENS } from './screen-paths.ts'
import { expectAccessible, faults } from './views.ts'

const PHONE = { width: 390, height: 844 }

test('sign-in', { tag: '@sweep' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Usuario es requerido!')).toBeVisible()
  expect(await faults(page)).toEqual([])
})

test('the catalogue, its filters, the user’s panel and the terms', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page, '/?sort=plate&states=19')
  expect(await faults(page)).toEqual([])
  for (const [button, dialog] of [
    ['Más filtros', 'Filtros'],
    [/^Usuario /, 'Usuario'],
    ['Términos y condiciones', 'Términos y condiciones'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    const open = page.getByRole('dialog', { name: dialog })
    await expect(open).toBeVisible()
    if (dialog === 'Términos y condiciones') await expect(open.getByRole('heading', { level: 3 })).toHaveCount(14)
    expect(await faults(page), dialog).toEqual([])
    await page.keyboard.press('Escape')
    await expect(open).toBeHidden()
  }
})

for (const user of ['norte-admin', 'andina-admin'] as const) {
  test(`drawer of ${user}, every section open`, {
    tag: '@drill',
  }, async ({ page, signedIn }) => {
    const debts = { assetHistoric: { assetStatusId: 1 }, vehicleAsset: { ticketStatus: [0] } }
    await expect.poll(async () => (await vehiclesOf(user, debts)).length, { timeout: 40_000 }).toBeGreaterThan(0)
    const [row] = await vehiclesOf(user, debts)
    await signedIn(user)
    await page.goto(`/?asset=${row?.vehicleAsset.vehicleAssetId}`)
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Situación' })).toBeVisible()
    const closed = page.getByRole('dialog').locator('details:not([open]) > summary')
    // A section that arrives late is opened too.
    await expect(async () => {
      for (let left = await closed.count(); left > 0; left--) await closed.first().click()
      expect(await closed.count()).toBe(0)
    }).toPass()
    expect(await faults(page)).toEqual([])
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })
  test('cards, and the menu open', { tag: '@drill' }, async ({ page, signedIn }) => {
    await signedIn('norte-admin')
    await openCatalogue(page)
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`panels open beside their buttons, motion: ${reducedMotion}`, {
    tag: reducedMotion === 'no-preference' ? ['@drill'] : [],
  }, async ({ page, signedIn }) => {
    await signedIn('norte-consulta')
    await page.emulateMedia({ reducedMotion })
    await openCatalogue(page)
    for (const name of [/^Usuario /, /^Columnas$/, /^Simbología$/]) {
      const button = page.getByRole('button', { name })
      const panel = page.getByRole('dialog')
      await button.click()
      await still(page)
      await expect(panel).toBeInViewport({ ratio: 1 })
      const [at, from] = [await panel.boundingBox(), await button.boundingBox()]
      expect(Math.abs((at?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0))).toBeLessThan(40)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
}

test('by keyboard: skip the menu, reach a vehicle, and no focus leaves its drawer', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const plate = page.getByRole('rowheader').first().getByRole('button')
  await plate.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Situación' })).toBeVisible()
  for (let i = 0; i < 40; i++) await page.keyboard.press('Tab')
  await expect(drawer.locator(':focus')).toHaveCount(1)
})

test('every screen is accessible and fits', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  await signedIn('norte-admin')
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expectAccessible(page)
    })
  }
})
