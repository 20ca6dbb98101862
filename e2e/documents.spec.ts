// Documents: a type with its rules, a document of a vehicle from its upload to its deletion and restoration, and the
// vehicles that lack it.
import { documents, documentTypes } from '@padron/contract/documents'
import { pdfFile } from './document-files.ts'
import { expect, type Page, still, test } from './fixtures.ts'
import { signInToOwnCompany } from './own-company.ts'
import { expectAccessible, faults, WIDTHS } from './views.ts'

const TYPE = 'Póliza de seguro'

test.describe.configure({ mode: 'serial' })
const { one, addVehicle } = signInToOwnCompany(2)
const section = (page: Page) => page.getByRole('region', { name: 'Documentos' })
const openDrawer = async (page: Page, at = 0) => {
  await page.goto(`/?asset=${one(at).vehicleAssetId}&seccion=documentos`)
  await expect(section(page).getByRole('heading', { name: 'Documentos', exact: true })).toBeFocused()
}
const choose = async (page: Page, name: string, action: string) => {
  const menu = page.getByRole('button', { name: `Acciones de ${name}` }).last()
  // A menu closes when the page scrolls under it.
  await menu.scrollIntoViewIfNeeded()
  await still(page)
  await menu.click()
  await page.getByRole('menuitem', { name: action }).click()
}
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a document type is added with its rules and required of every vehicle', { tag: '@sweep' }, async ({ page }) => {
  await page.goto('/catalogs/documents')
  await expect(page.getByText('Sin tipos de documentos')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar tipo de documento' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Ingrese un nombre para el tipo de documento')).toBeVisible()
  await form.getByLabel('Nombre del tipo de documento').fill(TYPE)
  await form.getByRole('button', { name: 'Agregar campo' }).click()
  await page.keyboard.type('Folio')
  await form.getByLabel('Tipo de campo').selectOption('Numérico')
  await form.getByLabel('Obligatorio').check()
  await form.getByLabel('Expresión regular').fill('(a+)+\\1')
  await expect(form.getByText(/las referencias como \\1 tampoco/)).toBeVisible()
  await form.getByLabel('Expresión regular').fill('[0-9]{4}')
  await form.getByLabel('Pruebe un valor').fill('1234')
  await expect(form.getByText('Cumple la expresión')).toBeVisible()
  await form.getByRole('button', { name: 'Agregar campo' }).click()
  await page.keyboard.type('Vigencia')
  await form.getByLabel('Tipo de campo').last().selectOption('Fecha')
  await form.getByLabel('Es fecha de vencimiento').check()
  expect(await faults(page)).toEqual([])
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(notice(page, documentTypes.create.done)).toBeVisible()
  const card = page.getByRole('article', { name: TYPE })
  await expect(card.getByLabel('Folio')).toHaveAttribute('placeholder', 'Numérico')
  await choose(page, TYPE, 'Pedir a…')
  await page.getByLabel('Todos los vehículos activos').check()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(card.getByRole('button', { name: 'Faltan en 2 vehículos' })).toBeVisible()
  await expectAccessible(page)
})

test('a document is added, displayed, edited, replaced, deleted and restored', {
  tag: '@drill',
}, async ({ page }) => {
  await openDrawer(page)
  await expect(section(page).getByText('Falta', { exact: true })).toBeVisible()
  await section(page)
    .getByRole('button', { name: `Agregar ${TYPE}` })
    .click()
  const form = page.getByRole('dialog', { name: 'Agregar documento' })
  await form.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(form.getByText('Seleccione el archivo que desea agregar')).toBeVisible()
  await expect(form.getByText('Campo obligatorio')).toBeVisible()
  await form
    .locator('input[type="file"]')
    .setInputFiles(pdfFile('poliza.pdf', 'Uno de enero', 'Dos de enero', 'Tres de enero'))
  await form.getByLabel('Folio').fill('1234')
  await form.getByLabel('Vigencia').fill('31/01/2020')
  expect(await faults(page)).toEqual([])
  await form.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(notice(page, documents.create.done)).toBeVisible()
  const card = section(page).getByRole('article', { name: 'poliza' })
  await expect(card).toContainText('Venció el 31/01/2020')

  await card.getByRole('button', { name: 'Ver poliza' }).click()
  const viewer = page.getByRole('dialog', { name: 'poliza' })
  // The notice of the upload is above the dialog, and its footer is not cut off.
  await expect(viewer.locator('.notices .notice')).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 })
    await still(page)
    const box = await viewer.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(viewer.getByText('Uno de enero')).toBeAttached()
  await expect(viewer.getByText('de 3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(viewer.getByText('Dos de enero')).toBeAttached()
  await viewer.getByRole('region', { name: 'poliza' }).press('End')
  await expect(viewer.getByText('Tres de enero')).toBeAttached()
  await viewer.getByLabel('Página', { exact: true }).fill('1')
  await page.keyboard.press('Enter')
  await expect(viewer.getByText('Uno de enero')).toBeAttached()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await choose(page, 'poliza', 'Editar')
  await page.getByRole('dialog').getByLabel('Folio').last().fill('12345')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Campo obligatorio')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Folio').last().fill('4321')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(card).toContainText('4321')

  await choose(page, 'poliza', 'Reemplazar archivo')
  const replacing = page.getByRole('dialog', { name: 'Reemplazar el archivo de poliza' })
  await replacing.locator('input[type="file"]').setInputFiles(pdfFile('poliza-2.pdf', 'La nueva'))
  await replacing.getByLabel('Vigencia').fill('2199-01-31')
  await replacing.getByRole('button', { name: 'Reemplazar' }).click()
  await expect(card).toContainText('Vigente hasta el 31/01/2199')
  await expect(card).toContainText('2 versiones')
  await choose(page, 'poliza', 'Versiones')
  const versions = page.getByRole('dialog', { name: 'Versiones de poliza' })
  await expect(versions.getByText('Actual')).toBeVisible()
  await versions.getByRole('button', { name: 'Ver la versión 1' }).click()
  await expect(page.getByRole('dialog', { name: 'poliza', exact: true }).getByText('Uno de enero')).toBeAttached()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await versions.getByRole('button', { name: 'Descargar la versión 2' }).click()
  expect((await saved).suggestedFilename()).toBe('poliza-2.pdf')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await choose(page, 'poliza', 'Eliminar')
  await expect(section(page).getByText('Este vehículo no tiene documentos aún')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(card).toBeVisible()
})

test('on a phone, Back closes the preview and not the drawer', { tag: '@drill' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDrawer(page)
  const address = page.url()
  const viewer = page.getByRole('dialog', { name: 'poliza' })
  await section(page).getByRole('button', { name: 'Ver poliza' }).click()
  await expect(viewer.getByText('La nueva')).toBeAttached()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(section(page).getByRole('heading', { name: 'Documentos', exact: true })).toBeVisible()
  await section(page).getByRole('button', { name: 'Ver poliza' }).click()
  await viewer.getByRole('button', { name: 'Cerrar ventana' }).click()
  await expect(viewer).toBeHidden()
  await expect(section(page).getByRole('heading', { name: 'Documentos', exact: true })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('a file whose content does not match its extension is refused, and nothing typed is lost', {
  tag: '@drill',
}, async ({ page, allowed }) => {
  allowed.push(/status of 415/)
  await openDrawer(page, 1)
  await section(page).getByRole('button', { name: 'Agregar documento' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar documento' })
  await form.getByLabel('Tipo de documento').selectOption(TYPE)
  await form.getByLabel('Folio').fill('1234')
  const html = {
    name: 'malo.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  }
  await form.locator('input[type="file"]').setInputFiles(html)
  await form.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(form.getByText(/El contenido del archivo no es PDF/).first()).toBeVisible()
  await expect(form.getByLabel('Folio')).toHaveValue('1234')
})

// Has the same tag as the next test, which needs its document.
test('a cancelled upload leaves the form unchanged', { tag: '@drill' }, async ({ page }) => {
  await openDrawer(page, 1)
  await section(page).getByRole('button', { name: 'Agregar documento' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar documento' })
  await form.getByLabel('Tipo de documento').selectOption(TYPE)
  await form.getByLabel('Folio').fill('1234')
  await form.locator('input[type="file"]').setInputFiles(pdfFile('lento.pdf', 'Lento'))
  // The response never arrives.
  await page.route(`**${documents.create.path}`, () => {}, { times: 1 })
  await form.getByRole('button', { name: 'Agregar', exact: true }).click()
  await form.getByRole('button', { name: 'Cancelar la subida' }).click()
  await expect(form.getByRole('button', { name: 'Cancelar la subida' })).toBeHidden()
  await form.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(section(page).getByRole('article', { name: 'lento' })).toBeVisible()
})

test('lists the vehicles that lack a document, from the card to the drawer', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/catalogs/documents')
  const card = page.getByRole('article', { name: TYPE })
  await expect(card.getByText('Todos lo tienen vigente')).toBeVisible()
  await addVehicle()
  await page.reload()
  await card.getByRole('button', { name: 'Falta en 1 vehículo' }).click()
  const list = page.getByRole('dialog', { name: `Vehículos sin ${TYPE} vigente` })
  await expect(list.getByText('1 vehículo', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('link', { name: one(2).plate }).click()
  await expect(list).toBeHidden()
  await expect(section(page).getByRole('heading', { name: 'Documentos', exact: true })).toBeFocused()
  await page.goBack()
  await expect(list).toBeVisible()
})
