// Every screen and panel under axe (views.ts says how often), keyboard navigation, and panels with reduced motion.
import { COMPANY_PATH } from '@padron/contract/session'
import { fetchVehicles } from './api.ts'
import { expect, openCatalogue, still, test, total } from './fixtures.ts'
import { SCREENS } from './screen-paths.ts'
import { expectAccessible, faults } from './views.ts'

const PHONE = { width: 390, height: 844 }

test('sign-in', { tag: '@sweep' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Usuario es requerido!')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.goto(COMPANY_PATH)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Escriba su usuario o su correo.')).toBeVisible()
  expect(await faults(page)).toEqual([])
})

test('the catalogue, its filters, the user’s menu and the terms', { tag: '@drill' }, async ({ page, signedIn }) => {
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
    await expect.poll(async () => (await fetchVehicles(user, debts)).length, { timeout: 40_000 }).toBeGreaterThan(0)
    const [row] = await fetchVehicles(user, debts)
    await signedIn(user)
    await page.goto(`/?asset=${row?.vehicleAsset.vehicleAssetId}`)
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Situación' })).toBeVisible()
    const closed = page.getByRole('dialog').locator('details:not([open]) > summary')
    // Also opens a section that loads late.
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

test('by keyboard: few tab stops before the first vehicle, and links that skip them', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const focused = (name: string) => page.locator(`${name}:focus`)
  const isAtRow = () => page.evaluate(() => document.activeElement?.matches('tbody tr') === true)
  let stops = 0
  for (; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    if (await isAtRow()) break
  }
  expect(stops).toBeLessThanOrEqual(12)

  // The table is one tab stop: its headings are reached from its first row.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('columnheader', { name: 'Placa' }).getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('columnheader', { name: 'Multas' }).getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focused('tbody tr')).toHaveCount(1)

  await page.goto('/')
  await expect(total(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir a la tabla' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir a los filtros' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Placa', { exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Ir a la tabla' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(focused('tbody tr')).toHaveCount(1)

  // The menu is one tab stop too, at the current screen.
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link', { name: 'Vehículos' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Datos por conciliar' })).toBeFocused()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('by keyboard: the focus stays in a vehicle’s drawer, also when the vehicle changes', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const plates = page.getByRole('rowheader').getByRole('button')
  const next = (await plates.nth(1).textContent()) ?? ''
  await plates.first().focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Situación' })).toBeVisible()
  for (let i = 0; i < 40; i++) await page.keyboard.press('Tab')
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText(next)
  await expect(drawer).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: next })).toBeFocused()
})

for (const user of ['norte-admin', 'andina-admin'] as const)
  test(`every screen of ${user} is accessible and fits`, { tag: '@drill' }, async ({ page, signedIn }) => {
    test.slow()
    await signedIn(user)
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await expectAccessible(page)
      })
    }
  })
