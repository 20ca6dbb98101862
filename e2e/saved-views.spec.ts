// Saved views: filters, order and columns under a name; for oneself or the company; one press opens them, and an
// address with only the view does too.
import { catalogue } from '@padron/contract/catalogue'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { PRODUCT } from './address.ts'
import { askAs } from './api.ts'
import { expect, openCatalogue, type Page, test, total } from './fixtures.ts'
import { newPerson, newProfile, unique } from './people.ts'

const VEHICLES_READ = 11
const headings = (page: Page) => page.getByRole('table').getByRole('columnheader')
const menu = (page: Page, name: RegExp | string = 'Vistas') => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Vistas guardadas' })
const reader = async () => newPerson((await newProfile(VEHICLES_READ)).presetId)

const save = async (page: Page, name: string, shared: boolean) => {
  await menu(page).click()
  await panel(page).getByRole('button', { name: 'Guardar vista…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' })
  await dialog.getByLabel('Nombre').fill(name)
  if (shared) await dialog.getByLabel('Toda la empresa').check()
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(dialog).toBeHidden()
  await expect(menu(page, `Vista: ${name}`)).toBeVisible()
}

test('a view is saved, changed, discarded, updated, renamed and deleted; the user’s columns stay', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const name = `Mía ${unique()}`
  await signedIn('norte-admin', (await reader()).token)
  await openCatalogue(page, '/?brandName=KIA&sort=vin&order=desc')
  await save(page, name, false)
  await expect(page).toHaveURL(/[?&]vista=\d+/)

  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('dialog', { name: 'Columnas visibles' }).getByRole('checkbox', { name: 'Color' }).check()
  await page.keyboard.press('Escape')
  await expect(headings(page).filter({ hasText: /^Color$/ })).toBeVisible()
  await menu(page, `Vista: ${name} (modificada)`).click()
  await panel(page).getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByRole('button', { name: `Vista: ${name}`, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()

  await menu(page, `Vista: ${name}`).click()
  await panel(page).getByRole('button', { name: 'Cerrar vista' }).click()
  await expect(headings(page).filter({ hasText: /^Color$/ })).toHaveCount(0)
  await expect(page).toHaveURL('/?brandName=KIA&sort=vin&order=desc')

  await page.goto('about:blank')
  const id = await test.step('an address with only the view', async () => {
    await openCatalogue(page)
    await menu(page).click()
    await panel(page).getByRole('button', { name }).first().click()
    await expect(page).toHaveURL(/[?&]vista=\d+/)
    const address = new URL(page.url()).searchParams.get('vista')
    await page.evaluate(() => localStorage.clear())
    await openCatalogue(page, `/?vista=${address}`)
    await expect(page).toHaveURL(/brandName=KIA/)
    await expect(headings(page).filter({ hasText: /^Color$/ })).toBeVisible()
    return address
  })

  await menu(page, `Vista: ${name}`).click()
  await panel(page)
    .getByRole('button', { name: `Eliminar la vista ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Eliminar vista' })
  await dialog.getByRole('button', { name: 'Eliminar vista' }).click()
  await expect(dialog).toBeHidden()
  await expect(menu(page, 'Vistas')).toBeVisible()
  await openCatalogue(page, `/?vista=${id}`)
  await expect(page.getByText('La vista ya no existe o dejó de estar compartida con usted.')).toBeVisible()
})

test('another user sees a shared view with the same vehicles and columns, and cannot change it', {
  tag: '@drill',
}, async ({ page, browser, signedIn }) => {
  const name = `Nuestra ${unique()}`
  await signedIn('norte-admin')
  await openCatalogue(page, '/?status=todos&brandName=KIA')
  const { totalCount } = await askAs('norte-admin', catalogue.list, {
    body: { vehicleClass: { brand: { brandName: 'KIA' } } },
  })
  await save(page, name, true)

  const colleague = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { token } = await reader()
  await colleague.addCookies([{ name: TOKEN_COOKIE, value: token, url: PRODUCT, sameSite: 'Strict' }])
  const other = await colleague.newPage()
  await openCatalogue(other, PRODUCT)
  await menu(other).click()
  await panel(other).getByRole('list', { name: 'Compartidas' }).getByRole('button', { name }).first().click()
  await expect(total(other)).toHaveText(new RegExp(` de ${totalCount} vehículos$`))
  await menu(other, `Vista: ${name}`).click()
  await expect(panel(other)).toContainText('De norte-admin')
  await expect(panel(other).getByRole('button', { name: `Eliminar la vista ${name}` })).toHaveCount(0)
  await colleague.close()

  await menu(page, `Vista: ${name}`).click()
  await panel(page)
    .getByRole('button', { name: `Eliminar la vista ${name}` })
    .click()
  await page.getByRole('dialog', { name: 'Eliminar vista' }).getByRole('button', { name: 'Eliminar vista' }).click()
  await expect(menu(page, 'Vistas')).toBeVisible()
})
