// One vehicle: added, edited by two users, deactivated and reactivated, its history, and what is never lost.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { vehicles } from '@padron/contract/vehicles'
import type { Browser } from '@playwright/test'
import { PRODUCT } from './address.ts'
import { type Company, newCompany, newIdentity, newVehicle } from './company.ts'
import { expect, type Locator, type Page, still, test } from './fixtures.ts'
import { expectAccessible } from './views.ts'

let company: Company
test.beforeAll(async () => {
  company = await newCompany()
})
test.beforeEach(({ signedIn }) => signedIn('norte-admin', company.token))

const drawer = (page: Page) => page.locator('.vehicle-drawer')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** By its whole label: «Fecha de emplacado» contains «placa» too. */
const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true })
const openDrawer = async (page: Page, id: number) => {
  await page.goto(`/?asset=${id}`)
  await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
  await still(page)
}
const openEdit = async (page: Page, id: number) => {
  await openDrawer(page, id)
  await drawer(page).getByRole('button', { name: 'Editar' }).click()
  const form = dialog(page, /^Editar vehículo/)
  await expect(field(form, 'Placa')).toBeFocused()
  return form
}
const openAdd = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Agregar' }).first().click()
  const form = dialog(page, 'Agregar vehículo')
  await expect(field(form, 'Placa')).toBeFocused()
  return form
}
const stored = async (vehicleAssetId: number): Promise<VehicleRow> => {
  const { vehicles: rows } = await company.ask(catalogue.list, {
    body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } },
  })
  if (!rows[0]) throw new Error(`no vehicle ${vehicleAssetId}`)
  return rows[0]
}
const elsewhere = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ locale: 'es-MX', timezoneId: 'America/Mexico_City', baseURL: PRODUCT })
  await context.addCookies([{ name: TOKEN_COOKIE, value: company.token, url: PRODUCT, sameSite: 'Strict' }])
  return context.newPage()
}

test('a vehicle is added: missing values are reported, hints do not block, the notice opens it', async ({ page }) => {
  const { plate, vin } = newIdentity()
  const form = await openAdd(page)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText('La placa es un valor necesario')).toBeVisible()
  await expect(form.getByText(FORM_TEXTS.reasonRequired)).toBeVisible()
  await expect(page.getByText(FORM_TEXTS.insertPlateOrVin)).toBeVisible()
  await expect(page.getByText(FORM_TEXTS.chooseReason)).toBeVisible()
  await expect(field(form, 'Placa')).toBeFocused()
  await field(form, 'Placa').fill(plate.toLowerCase())
  await field(form, 'VIN').fill(vin)
  await field(form, 'Marca').fill('FORD')
  await expect(form.getByText(/se escribió FORD/)).toBeVisible()
  await field(form, 'Estado').selectOption({ label: 'Nuevo León' })
  await field(form, 'Motivo de alta').selectOption({ label: 'Expansión' })
  await form.getByRole('button', { name: 'Guardar', exact: true }).dblclick()
  await expect(page.getByText(vehicles.create.done)).toBeVisible()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Ver vehículo' }).click()
  await expect(drawer(page).getByRole('heading', { level: 2 })).toContainText(plate)
  const { vehicles: rows } = await company.ask(catalogue.list, { body: { vehicleClass: { vehicleAsset: { plate } } } })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.vehicleInfo.doors).toBeNull()
})

test('a replacement: the former vehicle is searched, and the history links the chain', { tag: '@drill' }, async ({
  page,
}) => {
  const old = await newVehicle(company)
  const { plate, vin } = newIdentity()
  const form = await openAdd(page)
  await field(form, 'Placa').fill(plate)
  await field(form, 'VIN').fill(vin)
  await field(form, 'Estado').selectOption({ label: 'Nuevo León' })
  await field(form, 'Motivo de alta').selectOption({ label: 'Reemplazo' })
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText(FORM_TEXTS.replacedRequired)).toBeVisible()
  await expect(form.getByText(FORM_TEXTS.replacementReasonRequired)).toBeVisible()
  await field(form, 'Motivo del reemplazo').selectOption({ label: 'Vendido' })
  await field(form, 'Vehículo a reemplazar').fill(old.plate)
  await expect(
    form.getByRole('listbox', { name: 'Vehículos que coinciden' }).getByRole('option').first(),
  ).toContainText(old.vin)
  await field(form, 'Vehículo a reemplazar').press('Enter')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(vehicles.create.done)).toBeVisible()
  await page.getByRole('button', { name: 'Ver vehículo' }).click()
  const history = drawer(page).getByRole('list', { name: 'Historia del vehículo' })
  await history.getByRole('link', { name: old.plate }).first().click()
  await expect(page).toHaveURL(`/?asset=${old.vehicleAssetId}`)
  await expect(drawer(page).getByRole('heading', { level: 2 })).toContainText('Vendido')
  await expect(drawer(page).getByRole('button', { name: 'Editar' })).toHaveAttribute('aria-disabled', 'true')
  await page.goBack()
  await expect(drawer(page).getByRole('heading', { level: 2 })).toContainText(plate)
})

test('a new plate: the form explains its effects, and the history shows the former one', async ({ page }) => {
  const { vehicleAssetId, plate } = await newVehicle(company)
  const next = newIdentity().plate
  const form = await openEdit(page, vehicleAssetId)
  await field(form, 'Placa').fill(next)
  await expect(form.getByText(/borra el estado de sus consultas/)).toBeVisible()
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(vehicles.edit.done)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(drawer(page).getByText(`Placa ${plate} → ${next}`)).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Editar' })).toBeFocused()
})

test('two users edit the same vehicle: the second one chooses, and no change is lost', { tag: '@drill' }, async ({
  page,
  browser,
  allowed,
}) => {
  allowed.push(/status of 409/)
  const { vehicleAssetId } = await newVehicle(company)
  const mine = await openEdit(page, vehicleAssetId)
  await field(mine, 'Color').fill('AZUL')
  await field(mine, 'Tipo').fill('SEDAN')

  const other = await elsewhere(browser)
  const theirs = await openEdit(other, vehicleAssetId)
  await field(theirs, 'Color').fill('ROJO')
  await field(theirs, 'Clase').fill('AUTOMOVIL')
  await theirs.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(theirs).toBeHidden()
  await other.context().close()

  await mine.getByRole('button', { name: 'Guardar', exact: true }).click()
  const box = mine.getByRole('region', { name: 'Cambios de otra persona' })
  await expect(box).toBeFocused()
  await expect(box).toContainText('Clase: — → AUTOMOVIL')
  await expect(box.getByLabel(/Lo que usted escribió/)).toBeChecked()
  await box.getByLabel(/Lo que guardó la otra persona/).check()
  await expect(field(mine, 'Color')).toHaveValue('ROJO')
  await mine.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(vehicles.edit.done)).toBeVisible()
  expect((await stored(vehicleAssetId)).vehicleInfo).toMatchObject({
    vehicleColor: 'ROJO',
    type: 'SEDAN',
    class: 'AUTOMOVIL',
  })
})

test('a network failure during a save is reported, keeps what was typed, and can be retried', {
  tag: '@drill',
}, async ({ page, context, allowed }) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED/)
  const { vehicleAssetId } = await newVehicle(company)
  const form = await openEdit(page, vehicleAssetId)
  await field(form, 'Color').fill('VERDE')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText(/No hubo respuesta/)).toBeVisible()
  await expect(field(form, 'Color')).toHaveValue('VERDE')
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(vehicles.edit.done)).toBeVisible()
  expect((await stored(vehicleAssetId)).vehicleInfo.vehicleColor).toBe('VERDE')
})

test('if a response is lost, the second attempt reports the result of the first', { tag: '@drill' }, async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 409/, /ERR_FAILED/)
  const { plate, vin } = newIdentity()
  const form = await openAdd(page)
  await field(form, 'Placa').fill(plate)
  await field(form, 'VIN').fill(vin)
  await field(form, 'Estado').selectOption({ label: 'Nuevo León' })
  await field(form, 'Motivo de alta').selectOption({ label: 'Expansión' })
  // The request arrives and is executed; its response is lost.
  await page.route(`**${vehicles.create.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText(/No hubo respuesta/)).toBeVisible()
  await page.unroute(`**${vehicles.create.path}`)
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(form.getByText('Ya existe un vehículo activo con esa placa.')).toBeVisible()
  await expect(form.getByText(/pudo haberse guardado/)).toBeVisible()
  await expect(field(form, 'Placa')).toBeFocused()
})

test('a draft survives the page; leaving needs confirmation', { tag: '@drill' }, async ({ page }) => {
  const form = await openAdd(page)
  await field(form, 'Placa').fill('BORR001')
  await field(form, 'Observaciones').fill('a medias')
  await page.reload()
  await page.getByRole('button', { name: 'Agregar' }).first().click()
  await expect(form.getByText('Se recuperó lo que no había guardado.')).toBeVisible()
  await expect(field(form, 'Observaciones')).toHaveValue('a medias')
  await page.keyboard.press('Escape')
  const leaving = dialog(page, '¿Descartar los cambios?')
  await expect(leaving.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(form, 'Placa')).toHaveValue('BORR001')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await leaving.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(form).toBeHidden()
})

test('Esc closes the form, then the drawer; Back asks for confirmation of unsaved changes', async ({ page }) => {
  const { plate } = await newVehicle(company)
  await page.goto('/')
  await page.getByRole('button', { name: plate, exact: true }).click()
  await drawer(page).getByRole('button', { name: 'Editar' }).click()
  const form = dialog(page, /^Editar vehículo/)
  await expect(field(form, 'Placa')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(drawer(page).getByRole('heading', { name: 'Historia' })).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Editar' }).click()
  await field(form, 'Color').fill('GRIS')
  await page.goBack()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(field(form, 'Color')).toHaveValue('GRIS')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer(page).getByRole('heading', { name: 'Historia' })).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('a vehicle is deactivated with a reason, the change is undone, and it is reactivated', async ({ page }) => {
  const { vehicleAssetId } = await newVehicle(company)
  await openDrawer(page, vehicleAssetId)
  const heading = drawer(page).locator('.drawer-head__plate')
  await drawer(page).getByRole('button', { name: 'Dar de baja' }).click()
  const status = dialog(page, /^Dar de baja/)
  await expect(field(status, 'Motivo de baja')).toBeFocused()
  await status.getByRole('button', { name: 'Dar de baja' }).click()
  await expect(status.getByText(FORM_TEXTS.deactivationReasonRequired)).toBeVisible()
  await field(status, 'Motivo de baja').selectOption({ label: 'En taller' })
  await status.getByRole('button', { name: 'Dar de baja' }).click()
  await expect(status).toBeHidden()
  await expect(heading).toContainText('En taller')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(heading).toContainText('Activo')

  await drawer(page).getByRole('button', { name: 'Dar de baja' }).click()
  await field(status, 'Motivo de baja').selectOption({ label: 'Vendido' })
  await status.getByRole('button', { name: 'Dar de baja' }).click()
  await expect(heading).toContainText('Vendido')
  await drawer(page).getByRole('button', { name: 'Dar de alta' }).click()
  await dialog(page, /^Dar de alta/)
    .getByRole('button', { name: 'Dar de alta' })
    .click()
  await expect(heading).toContainText('Activo')
  await expect(drawer(page).getByRole('list', { name: 'Historia del vehículo' }).getByRole('listitem')).toHaveCount(5)
})

test('users without permission see no actions, and the server refuses their calls', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-consulta')
  await page.goto('/')
  await page.getByRole('rowheader').first().getByRole('button').first().click()
  await expect(drawer(page).getByRole('heading', { name: 'Historia' })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Editar' })).toHaveCount(0)
  await expect(drawer(page).getByRole('button', { name: 'Conciliar' })).toBeVisible()
})

test('the form, the status and the history are accessible and fit', { tag: '@drill' }, async ({ page }) => {
  const { vehicleAssetId } = await newVehicle(company)
  const form = await openEdit(page, vehicleAssetId)
  await field(form, 'Placa').fill('X')
  await form.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await drawer(page).getByRole('button', { name: 'Dar de baja' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})
