// Bulk changes: vehicles selected by checkboxes and ranges, previewed, applied as a whole, and undone.
import { catalogue } from '@padron/contract/catalogue'
import { tags } from '@padron/contract/tags'
import { askAs, fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, test } from './fixtures.ts'

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const box = (page: Page, plate: string) => page.getByRole('checkbox', { name: `Seleccionar ${plate}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Vehículos seleccionados' })
const find = async (vehicleAssetId: number) => {
  const body = { vehicleClass: { vehicleAsset: { vehicleAssetId } } }
  return (await askAs('sureste-admin', catalogue.list, { body })).vehicles[0]
}

test('a tag is added to a range of rows, and undone from the notice', async ({ page, signedIn }) => {
  const { userTags } = await askAs('sureste-admin', tags.list, {})
  const { vehicles } = await askAs('sureste-admin', catalogue.list, {
    body: { vehicleClass: ACTIVE, pagination: { sortBy: 'vin', sortFilterOrder: 'asc' } },
  })
  const chosen = vehicles.slice(2, 6)
  const tag = userTags.find(({ tagId }) => chosen.every((row) => row.tags.every((own) => own.tagId !== tagId)))
  if (!tag) throw new Error('every tag is on one of them')
  await signedIn('sureste-admin')
  await openCatalogue(page, '/?sort=vin&order=asc')
  await box(page, chosen[0]?.vehicleAsset.plate ?? '').click()
  await box(page, chosen[3]?.vehicleAsset.plate ?? '').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 vehículos seleccionados')
  await bar(page).getByRole('button', { name: 'Etiquetas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Etiquetas', exact: true })
  await dialog.getByLabel(tag?.tagName ?? '', { exact: true }).check()
  await expect(dialog).toContainText('Cambiarán 4 vehículos de 4.')
  await dialog.getByRole('button', { name: 'Cambiar 4 vehículos' }).click()
  await expect(page.getByText('Se cambiaron 4 vehículos.')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const id = chosen[1]?.vehicleAsset.vehicleAssetId ?? 0
  expect((await find(id))?.tags.map(({ tagId }) => tagId)).toContain(tag?.tagId)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('Se restauraron 4 vehículos.')).toBeVisible()
  expect((await find(id))?.tags).toEqual(chosen[1]?.tags)
})

test('a field of all filtered vehicles except one is set, and undone from the recent changes', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const [first] = await fetchVehicles('sureste-admin', ACTIVE)
  const brandName = first?.brand.brandName ?? ''
  const all = await fetchVehicles('sureste-admin', { ...ACTIVE, brand: { brandName } })
  const observations = `Revisado ${process.pid}`
  await signedIn('sureste-admin')
  await openCatalogue(page, `/?brandName=${encodeURIComponent(brandName)}`)
  await page.getByRole('checkbox', { name: 'Seleccionar los de la página' }).check()
  if (all.length > 25)
    await bar(page)
      .getByRole('button', { name: /^Seleccionar los .* del filtro$/ })
      .click()
  await page.locator('tbody').getByRole('checkbox').first().uncheck()
  const count = all.length - 1
  const words = `${count} ${count === 1 ? 'vehículo' : 'vehículos'}`
  await bar(page).getByRole('button', { name: 'Cambiar un campo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar un campo' })
  await dialog.getByLabel('Campo').selectOption('Año')
  await dialog.getByLabel('Nuevo valor').fill('mil')
  await expect(dialog.getByText('no es un número válido!')).toBeVisible()
  await dialog.getByLabel('Campo').selectOption('Observaciones')
  await dialog.getByLabel('Nuevo valor').fill(observations)
  await dialog.getByRole('button', { name: `Cambiar ${words}` }).click()
  await expect(page.getByText(new RegExp(`Se cambi(ó|aron) ${words}\\.`))).toBeVisible()
  const changed = { ...ACTIVE, vehicleInfo: { observations } }
  const query = { body: { vehicleClass: changed } }
  expect((await askAs('sureste-admin', catalogue.list, query)).totalCount).toBe(count)

  await page.reload()
  await page.getByRole('button', { name: 'Cambios recientes' }).click()
  const recent = page.getByRole('dialog', { name: 'Cambios recientes' }).getByRole('listitem').first()
  await expect(recent).toContainText(words)
  await recent.getByRole('button', { name: /^Deshacer/ }).click()
  await expect(recent).toContainText('Deshecho')
  expect((await askAs('sureste-admin', catalogue.list, query)).totalCount).toBe(0)
})

test('after a change by another user nothing is applied, and the preview is loaded again', {
  tag: '@drill',
}, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 409/)
  await signedIn('sureste-admin')
  await openCatalogue(page)
  await page.locator('tbody').getByRole('checkbox').first().check()
  await bar(page).getByRole('button', { name: 'Cambiar un campo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar un campo' })
  await dialog.getByLabel('Campo').selectOption('Color')
  await dialog.getByLabel('Nuevo valor').fill('Magenta')
  const go = dialog.getByRole('button', { name: 'Cambiar 1 vehículo' })
  await expect(go).toHaveAttribute('aria-disabled', 'false')
  // As if another user had made the same change: the expected values are outdated.
  await page.route('**/api/v2/vehicle/bulk', async (route) => {
    const body = { ...route.request().postDataJSON(), expected: 0 }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await go.click()
  await expect(dialog.getByRole('alert')).toContainText('no se hizo nada')
  await page.unroute('**/api/v2/vehicle/bulk')
  await expect(go).toHaveAttribute('aria-disabled', 'false')
})
