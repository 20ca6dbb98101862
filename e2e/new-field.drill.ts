// A field that was just added to the table of vehicle fields (server/src/fleet/new-field.drill.test.ts adds it to a
// copy of the project): it appears in the form, the list, the filters, the activity log, the workbooks and the export.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { type Company, newCompany } from './company.ts'
import { expect, type Locator, openCatalogue, test, total } from './fixtures.ts'
import { downloadBook, newBook, plainIdentity, readSheetTexts } from './workbooks.ts'

const FIELD = 'warrantyFolio'
const TITLE = 'Folio de garantía'

let company: Company
test.beforeAll(async () => {
  company = await newCompany()
})
test.beforeEach(({ signedIn }) => signedIn('norte-admin', company.token))

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true })
const stored = async (plate: string): Promise<unknown> => {
  const { vehicles } = await company.ask(catalogue.list, { body: { vehicleClass: { vehicleAsset: { plate } } } })
  return (vehicles[0]?.vehicleInfo as Record<string, unknown> | undefined)?.[FIELD as keyof VehicleRow['vehicleInfo']]
}

test('form, details, record, list, filter and export', async ({ page }) => {
  const { plate, vin } = plainIdentity()
  await page.goto('/')
  await page.getByRole('button', { name: 'Agregar' }).first().click()
  const form = page.getByRole('dialog', { name: 'Agregar vehículo' })
  await field(form, 'Placa').fill(plate)
  await field(form, 'VIN').fill(vin)
  await field(form, 'Estado').selectOption({ label: 'Nuevo León' })
  await field(form, 'Motivo de alta').selectOption({ label: 'Expansión' })
  await field(form, TITLE).fill('x'.repeat(151))
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText('Máximo 150 caracteres').first()).toBeVisible()
  await field(form, TITLE).fill('GAR-1')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await stored(plate)).toBe('GAR-1')

  await page.getByRole('button', { name: 'Ver vehículo' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  const edit = page.getByRole('dialog', { name: /^Editar vehículo/ })
  await field(edit, TITLE).fill('GAR-2')
  await edit.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(edit).toBeHidden()
  expect(await stored(plate)).toBe('GAR-2')
  await page.goto('/activity')
  await expect(page.getByText(TITLE).first()).toBeVisible()

  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel(TITLE, { exact: true }).fill('gar-2')
  await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(page).toHaveURL(`/?${FIELD}=gar-2`)
  await expect(total(page)).toHaveText(/ de 1 vehículo$/)
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page
    .getByRole('dialog', { name: /olumnas/ })
    .getByLabel(TITLE)
    .check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: TITLE })).toBeVisible()
  const view = await downloadBook(page, () => page.getByRole('button', { name: 'Descargar vista' }).click())
  const [headings = [], ...rows] = await readSheetTexts(view)
  expect(rows.find((cells) => cells.includes(plate))?.[headings.indexOf(TITLE)]).toBe('GAR-2')
})

test('workbook: in the template, and read from one that is sent', async ({ page }) => {
  await page.goto('/addVehicles')
  const template = await downloadBook(page, () => page.getByRole('button', { name: 'Descargar plantilla' }).click())
  expect((await readSheetTexts(template))[0]).toContain(TITLE)
  const { plate, vin } = plainIdentity()
  const book = await newBook('garantias.xlsx', [
    ['Placa', 'VIN', 'Estado', 'Motivo de alta', TITLE],
    [plate, vin, 'Nuevo León', 'Expansión', 'GAR-3'],
  ])
  await page.locator('input[type="file"]').setInputFiles(book)
  await page.getByLabel('Correo para el aviso').fill('ana@empresa.example')
  await page.getByRole('button', { name: 'Revisar archivo' }).click()
  await page.getByRole('button', { name: 'Dar de alta 1 vehículo' }).click()
  await expect.poll(() => stored(plate), { timeout: 30_000 }).toBe('GAR-3')
})
