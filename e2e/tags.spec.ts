// The company's tags: a category and its tags created, counted, linked to vehicles, renamed, deleted and restored.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { tags } from '@padron/contract/tags'
import { vehicles } from '@padron/contract/vehicles'
import { type Company, newCompany, newIdentity } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { expectAccessible, WIDTHS } from './views.ts'

let company: Company
test.beforeAll(async () => {
  test.setTimeout(120_000)
  company = await newCompany()
})
test.beforeEach(({ context }) =>
  context.addCookies([
    { name: TOKEN_COOKIE, value: company.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
  ]),
)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const act = async (page: Page, menu: string, item: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const categoriesNow = async () => (await company.ask(tags.categories, {})).categories

const newTagged = async (tagId: number) =>
  company.ask(vehicles.create, {
    body: {
      vehicleClass: { vehicleAsset: { ...newIdentity(), stateId: 19, acquisitionReasonId: 1 }, tags: [{ tagId }] },
    },
  })

test('a tag is created, links to its vehicles, is deleted and restored', async ({ page }) => {
  await page.goto('/catalogs/tags')
  await expect(page).toHaveTitle('Etiquetas · Padrón')
  await expect(page.getByText('Sin etiquetas')).toBeVisible()
  const form = page.getByRole('form', { name: 'Agregar categoría' })
  await form.getByRole('button', { name: 'Agregar categoría' }).click()
  await expect(form.getByText('Seleccione el color de la categoría')).toBeVisible()
  await expect(form.getByLabel('Nueva categoría')).toBeFocused()
  await form.getByLabel('Nueva categoría').fill('Sucursales')
  await form.getByLabel('Color').selectOption('Índigo')
  await form.getByRole('button', { name: 'Agregar categoría' }).click()
  await expect(card(page, 'Sucursales')).toContainText('Sin etiquetas')

  const input = card(page, 'Sucursales').getByRole('textbox', { name: 'Agregar etiqueta a Sucursales' })
  await input.fill(' Taller Norte ')
  await expect(card(page, 'Sucursales')).toContainText('Se guardará como «taller norte»')
  await input.press('Enter')
  await expect(page.getByText('Etiqueta agregada correctamente')).toBeVisible()
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('')
  await input.fill('TALLER NORTE')
  await input.press('Enter')
  await expect(card(page, 'Sucursales')).toContainText('La categoría ya tiene la etiqueta «taller norte»')

  const tagId = (await categoriesNow())[0]?.tags[0]?.tagId ?? 0
  await newTagged(tagId)
  await page.reload()
  await card(page, 'Sucursales').getByRole('link', { name: '1 veh. con la etiqueta taller norte' }).click()
  await expect(page).toHaveURL(`/?tags=${tagId}`)
  await expect(page.getByText('1–1 de 1 vehículo')).toBeVisible()
  await page.goBack()

  await act(page, 'Acciones de la etiqueta taller norte', 'Eliminar etiqueta')
  const dialog = page.getByRole('dialog', { name: 'Eliminar etiqueta' })
  await expect(dialog).toContainText('Se quitará de 1 vehículo.')
  await dialog.getByRole('button', { name: 'Eliminar etiqueta' }).click()
  await expect(page.getByText('Etiqueta eliminada correctamente')).toBeVisible()
  await expect(card(page, 'Sucursales')).toContainText('Sin etiquetas')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('Etiquetas recuperadas correctamente')).toBeVisible()
  await expect(card(page, 'Sucursales').getByRole('link')).toHaveText('1 veh.')
})

test('a tag is renamed, also after another user’s change, and recoloured; a category is deleted and restored', {
  tag: '@drill',
}, async ({ page, allowed }) => {
  allowed.push(/status of 409/)
  await company.ask(tags.createCategory, { body: { TagCategory: [{ TagCategoryName: 'Uso', TagColor: 'red' }] } })
  const [uso] = (await categoriesNow()).filter(({ tagCategoryName }) => tagCategoryName === 'Uso')
  const tagCategoryId = uso?.tagCategoryId ?? 0
  await company.ask(tags.create, { body: { tags: [{ tagCategoryId, tagName: 'reparto' }] } })
  await page.goto('/catalogs/tags')
  await act(page, 'Acciones de la etiqueta reparto', 'Cambiar nombre')
  const rename = page.getByRole('dialog', { name: 'Cambiar el nombre de la etiqueta' })
  await rename.getByLabel('Nombre').fill('ruta corta')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Cambios sin guardar' })
    .getByRole('button', { name: 'Seguir editando' })
    .click()
  await expect(rename.getByLabel('Nombre')).toBeFocused()
  const known = (await categoriesNow()).flatMap((one) => one.tags).find(({ tagName }) => tagName === 'reparto')
  await company.ask(tags.rename, { body: { tagId: known?.tagId ?? 0, tagName: 'entregas', expected: 'reparto' } })
  await rename.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(rename.getByRole('alert')).toContainText('Otra persona cambió la etiqueta')
  await expect(rename.getByLabel('Nombre')).toHaveValue('ruta corta')
  await expect(rename).toContainText('en lugar de entregas')
  await rename.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(rename).toBeHidden()
  await expect(card(page, 'Uso')).toContainText('ruta corta')

  await act(page, 'Acciones de la categoría Uso', 'Editar categoría')
  const edit = page.getByRole('dialog', { name: 'Editar categoría' })
  await edit.getByLabel('Color').selectOption('Verde')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit).toBeHidden()
  await expect(card(page, 'Uso').locator('.tag--green').first()).toBeVisible()

  await act(page, 'Acciones de la categoría Uso', 'Eliminar categoría')
  const remove = page.getByRole('dialog', { name: 'Eliminar categoría' })
  await expect(remove).toContainText('con 1 etiqueta')
  await remove.getByRole('button', { name: 'Eliminar categoría' }).click()
  await expect(page.getByText('Categoria eliminada correctamente')).toBeVisible()
  await expect(card(page, 'Uso')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(card(page, 'Uso')).toContainText('ruta corta')
})

test('by keyboard; accessible and within every width', { tag: '@drill' }, async ({ page, signedIn }) => {
  await page.context().clearCookies()
  await signedIn('norte-admin')
  await page.goto('/catalogs/tags')
  const menu = page.getByRole('button', { name: /^Acciones de la etiqueta / }).first()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Cambiar nombre' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Eliminar etiqueta' })).toContainText(/Se quitará|Nadie/)
    if (width === WIDTHS[0]) await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
})
