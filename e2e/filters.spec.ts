// Filtering: each filter changes what is counted, lives in the address, is told by a chip, and can be taken off.
import { catalogue } from '@padron/contract/catalogue'
import { type askAs as AskAs, askAs } from './api.ts'
import { expect, openCatalogue, type Page, test, total, waitForChecks } from './fixtures.ts'

type Filter = NonNullable<Parameters<typeof AskAs<typeof catalogue.list>>[2]['body']['vehicleClass']>
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const count = async (vehicleClass: Filter) =>
  (await askAs('norte-admin', catalogue.list, { body: { vehicleClass } })).totalCount
const says = (amount: number) => new RegExp(` de ${amount} vehículos?$`)
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros activos' })
const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Filtros' }).getByRole('textbox', { name, exact: true })

test.beforeEach(async ({ signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
})

test('by fines: total, address, chip, reload, removal', async ({ page }) => {
  const all = await count(ACTIVE)
  const fined = await count({ ...ACTIVE, vehicleAsset: { ticketStatus: [0] } })
  expect(fined).toBeGreaterThan(0)
  expect(fined).toBeLessThan(all)
  await openCatalogue(page, '/?page=2')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByRole('group', { name: 'Multas', exact: true }).getByLabel('Con multas').check()
  await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/?ticketStatus=0')
  await expect(total(page)).toHaveText(says(fined))
  await expect(page.getByRole('table').getByRole('button', { name: /^Multas: (?!Con multas|no se sabe)/ })).toHaveCount(
    0,
  )

  await page.reload()
  await expect(total(page)).toHaveText(says(fined))
  await expect(chips(page)).toContainText('Multas: Con multas')
  await chips(page).getByRole('button', { name: 'Quitar filtro Multas' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(all))
})

test('the dialog applies nothing until it is saved', async ({ page }) => {
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel('Marca').fill('KIA')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('typing filters after a pause; nothing found says why and offers the way out', async ({ page }) => {
  await openCatalogue(page)
  await field(page, 'Placa').pressSequentially('ZZZZZZ')
  await expect(page).toHaveURL('/?plate=ZZZZZZ')
  const box = page.getByRole('region', { name: 'Vehículos' })
  await expect(box.getByText('Sin coincidencias')).toBeVisible()
  await expect(page.getByText('Sin vehículos')).toBeVisible()
  await box.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
  await expect(field(page, 'Placa')).toHaveValue('')
})

test('by state and by status of the vehicle; cleared all at once', async ({ page }) => {
  await openCatalogue(page)
  await page.getByRole('combobox', { name: 'Estado' }).fill('nuevo leon')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?states=19')
  await expect(total(page)).toHaveText(says(await count({ ...ACTIVE, state: { stateId: [19] } })))
  await page.keyboard.press('Escape')
  await chips(page).getByRole('button', { name: 'Quitar filtro Estatus' }).click()
  await expect(page).toHaveURL('/?states=19&status=todos')
  await expect(total(page)).toHaveText(says(await count({ state: { stateId: [19] } })))
  await chips(page).getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
})

test('the last filters come back when the console is opened again', async ({ page }) => {
  await openCatalogue(page, '/?brandName=KIA')
  const kia = await count({ ...ACTIVE, brand: { brandName: 'KIA' } })
  await expect(total(page)).toHaveText(says(kia))
  await page.goto('about:blank')
  await openCatalogue(page)
  await expect(page).toHaveURL('/?brandName=KIA')
  await expect(total(page)).toHaveText(says(kia))
})

test('what does not fit in the address is dropped, not shown as an error', async ({ page }) => {
  await openCatalogue(page, '/?ticketStatus=abc&page=-3&sort=password&states=x')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
})
