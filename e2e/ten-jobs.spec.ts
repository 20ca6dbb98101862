// The commonest tasks, each with its maximum number of clicks and keys.
import { readFile } from 'node:fs/promises'
import { catalogue } from '@padron/contract/catalogue'
import { documentTypes } from '@padron/contract/documents'
import { UPLOAD_TEXTS } from '@padron/contract/imports'
import { money } from '@padron/contract/money'
import { monthName, obligations } from '@padron/contract/obligations'
import { processing } from '@padron/contract/processing'
import { resourceStatus } from '@padron/contract/resource-status'
import { numberText } from '@padron/contract/texts/count-of'
import { users } from '@padron/contract/users'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import { askAs, fetchVehicles } from './api.ts'
import { newCompany, newIdentity, newVehicle } from './company.ts'
import { expect, openCatalogue, test, waitForChecks } from './fixtures.ts'
import { countInteractions } from './interaction-cost.ts'
import { newColleague } from './people.ts'
import { expectAccessible } from './views.ts'
import { newBook, plainIdentity } from './workbooks.ts'

test('the debt of a plate by keyboard only; the next vehicle of the list by one key', async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  const [row] = await fetchVehicles('norte-admin', {
    assetHistoric: { assetStatusId: 1 },
    vehicleAsset: { ticketStatus: [0] },
  })
  if (!row) throw new Error('no vehicle has fines')
  const { plate, vehicleAssetId } = row.vehicleAsset
  const { debt } = await askAs('norte-admin', resourceStatus.byType, { params: { vehicleId: `${vehicleAssetId}` } })
  await signedIn('norte-admin')
  await openCatalogue(page, '/?ticketStatus=0')
  const plates = await page.getByRole('rowheader').allInnerTexts()
  const hand = countInteractions(page)
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { level: 2 })

  await hand.press('/')
  await hand.type(plate)
  await expect(page.getByRole('option').first()).toContainText(plate)
  await hand.press('Enter')
  await expect(heading).toContainText(plate)
  const owed = drawer.getByText('Adeudo total').locator('..')
  await expect(owed).toContainText(money(debt.total ?? 0, 'MX'))
  await expect(owed).toBeInViewport({ ratio: 1 })
  await expect(drawer.getByText(/^(Próximo: |Sin vencimientos próximos conocidos$)/)).toBeInViewport({ ratio: 1 })
  await expect(drawer.getByRole('heading', { name: 'Situación' })).toBeInViewport({ ratio: 1 })
  hand.expectAtMost({ keys: 2, typed: plate.length })

  const at = plates.indexOf(plate)
  const next = plates[at + 1] ?? 'no next vehicle'
  await hand.press('Alt+ArrowDown')
  await expect(heading).toContainText(next)
  hand.expectAtMost({ keys: 3, typed: plate.length })
  await drawer.getByRole('button', { name: 'Vehículo anterior' }).click()
  await expect(heading).toContainText(plate)
  await page.goBack()
  await expect(drawer).toBeHidden()
})

test('the next vehicle may be on the next page, and the previous one on the page before', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const first = await page.getByRole('rowheader').allInnerTexts()
  await page.getByRole('rowheader').last().getByRole('button').click()
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { level: 2 })
  await expect(heading).toContainText(first.at(-1) ?? 'x')
  await expect(drawer.getByText(/^25 de \d+ veh\.$/)).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(drawer.getByText(/^26 de \d+ veh\.$/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect(heading).not.toContainText(first.at(-1) ?? 'x')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(heading).toContainText(first.at(-1) ?? 'x')
  await expect(drawer.getByText(/^25 de \d+ veh\.$/)).toBeVisible()
})

test('the heading shows the vehicle before its answers load', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const held = Promise.withResolvers<void>()
  for (const what of ['**/assets/VehicleDrawer-*.js', '**/sapy/v2/**'])
    await page.route(what, async (route) => {
      await held.promise
      await route.continue()
    })
  const plate = page.getByRole('rowheader').first().getByRole('button')
  await plate.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText((await plate.textContent()) ?? 'x')
  await expect(drawer.getByRole('status', { name: 'Cargando' })).toBeVisible()
  held.resolve()
  await expect(drawer.getByRole('heading', { name: 'Situación' })).toBeVisible()
})

test('everything that expires this month: one click to see it, two more to have the file', async ({
  page,
  signedIn,
}) => {
  await waitForChecks('norte-admin')
  const { months } = await askAs('norte-admin', obligations.months, { query: {} })
  const [month] = months
  await signedIn('norte-admin')
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Vencimientos' }).click()
  await expect(page.getByRole('group', { name: 'Periodo', exact: true })).toBeVisible()
  const hand = countInteractions(page)
  await hand.click(page.getByText('Mes', { exact: true }))
  await expect(page.getByRole('radio', { name: /^Este mes/ })).toBeChecked()
  const counted = page.getByText(new RegExp(`de ${numberText(month?.total ?? 0, 'MX')} vencimientos?$`)).first()
  await expect(counted).toBeVisible()
  hand.expectAtMost({ clicks: 1 })
  const downloading = page.waitForEvent('download')
  await hand.click(page.getByRole('button', { name: 'Exportar' }))
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^Vencimientos .+\.xlsx$/)
  hand.expectAtMost({ clicks: 2 })
  const rows: (readonly unknown[])[] = []
  for await (const { cells } of readXlsx(await readFile(await file.path()), 'Vencimientos')) rows.push(cells)
  const headings = rows.findIndex(([first]) => first === 'Fecha')
  expect(rows[0]?.[0]).toBe(`Vencimientos: ${monthName(month?.from.slice(0, 7) ?? '')}`)
  expect(rows.length - headings - 1).toBe(month?.total)
  // The menu opens the last view, by month.
  await page.getByLabel('Agrupar por').selectOption({ label: 'Razón social' })
  await expect(page.getByRole('table', { name: 'Vencimientos por razón social' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Vehículos' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Vencimientos' }).click()
  await expect(page.getByRole('table', { name: 'Vencimientos por razón social' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Este mes/ })).toBeChecked()
})

test('the printed month has its name, the company and whole rows, without menu and buttons', async ({
  page,
  signedIn,
}) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = `${document.querySelectorAll('tbody [data-row]').length}`
    }
  })
  await page.goto('/calendar?view=month&groupBy=holder')
  const { totalCount } = await askAs('norte-admin', obligations.list, {
    query: { month: (await askAs('norte-admin', obligations.months, { query: {} })).today.slice(0, 7) },
  })
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.locator(`html[data-printed="${Math.min(totalCount, 1000)}"]`)).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Impreso el .+ · Transportes del Norte Ficticio · norte-admin$/)).toBeVisible()
  await expect(page.getByText(/^[A-Z][a-z]+ de \d{4} · Por razón social$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vencimientos', level: 1 })).toBeVisible()
  for (const name of ['Exportar', 'Imprimir', 'Recordatorios por correo'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByLabel('Agrupar por')).toBeHidden()
  const isCut = await page
    .getByRole('table')
    .evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
  expect(isCut).toBe(false)
})

test('three vehicles are registered one after the other, the state and the reason chosen once', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const company = await newCompany()
  await signedIn('norte-admin', company.token)
  await page.goto('/')
  const hand = countInteractions(page)
  const form = page.getByRole('dialog', { name: 'Agregar vehículo' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const made = [newIdentity(), newIdentity(), newIdentity()]
  await hand.click(
    page
      .getByRole('button', { name: 'Agregar vehículo' })
      .or(page.getByRole('button', { name: 'Agregar', exact: true }))
      .first(),
  )
  for (const [at, { plate, vin }] of made.entries()) {
    await expect(field('Placa')).toBeFocused()
    await expect(field('Placa')).toHaveValue('')
    await hand.type(plate)
    await hand.press('Tab')
    await hand.type(vin)
    if (at === 0) {
      await hand.choose(field('Estado'), 'Nuevo León')
      await hand.choose(field('Motivo de alta'), 'Expansión')
    }
    await hand.click(form.getByRole('button', { name: 'Usar NISSAN' }))
    await expect(field('Marca')).toHaveValue('NISSAN')
    await hand.click(form.getByRole('button', { name: at < 2 ? 'Guardar y agregar otro' : 'Guardar', exact: true }))
  }
  await expect(form).toBeHidden()
  hand.expectAtMost({ clicks: 11, keys: 3, typed: 3 * 24 })
  const { vehicles } = await company.ask(catalogue.list, { body: {} })
  expect(
    vehicles.map(({ vehicleAsset, state, brand }) => [vehicleAsset.plate, state.stateName, brand.brandName]),
  ).toEqual(made.map(({ plate }) => [plate, 'Nuevo León', 'NISSAN']))
})

test('ten vehicles are queried again: number of queries, price and wait first, then progress', async ({
  page,
  signedIn,
}) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  const previewOf = (ids: readonly number[]) =>
    askAs('norte-admin', processing.refreshPreview, { body: { selection: { ids: [...ids] } } })
  /** A page of the list with a source that can be queried again: one that failed, a minute later. */
  let at = 0
  let ids: readonly number[] = []
  const findPage = async (): Promise<number> => {
    at = (at % 8) + 1
    const { vehicles } = await askAs('norte-admin', catalogue.list, {
      body: { vehicleClass: { assetHistoric: { assetStatusId: 1 } }, pagination: { page: at, pageSize: 25 } },
    })
    ids = vehicles.slice(0, 10).map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
    return (await previewOf(ids)).questions
  }
  await expect.poll(findPage, { timeout: 120_000, intervals: [500] }).toBeGreaterThan(0)
  await openCatalogue(page, at === 1 ? '/' : `/?page=${at}`)
  const hand = countInteractions(page)
  const rows = page.getByRole('table').getByRole('row')
  await hand.click(rows.nth(1).getByRole('checkbox'))
  await hand.click(rows.nth(10).getByRole('checkbox'), ['Shift'])
  await hand.click(page.getByRole('button', { name: 'Volver a consultar' }))
  const dialog = page.getByRole('dialog', { name: 'Volver a consultar' })
  await expect(dialog.getByText(/^Se harán? \d+ consultas? de 10 vehículos\.$/)).toBeVisible()
  await expect(dialog.getByText(/^Costo: /)).toBeVisible()
  await expect(dialog.getByText(/^Espera: /)).toBeVisible()
  await expect(dialog.getByText(/no se repiten?: /)).toBeVisible()
  // The number of finished queries is delayed here: the progress can be left and restored.
  const held = Promise.withResolvers<void>()
  await page.route('**/sapy/v2/refresh/preview', async (route) => {
    await held.promise
    await route.continue()
  })
  await hand.click(dialog.getByRole('button', { name: /^Hacer \d+ consultas?$/ }))
  await expect(dialog).toBeHidden()
  const progress = page.getByRole('region', { name: 'Avance de las consultas' })
  await expect(progress.getByText(/^0 de \d+ consultas?$/)).toBeVisible()
  hand.expectAtMost({ clicks: 4 })
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link', { name: 'Vencimientos' }).click()
  await expect(progress).toBeHidden()
  await menu.getByRole('link', { name: 'Vehículos' }).click()
  await expect(progress).toBeVisible()
  await page.reload()
  await expect(progress).toBeVisible()
  held.resolve()
  await expect(
    progress
      .getByText(/^[1-9]\d* de \d+ consultas?$/)
      .or(page.getByText(/^Terminó 1 consulta|^Terminaron \d+ consultas/))
      .first(),
  ).toBeVisible({ timeout: 60_000 })
  // What was just ordered is not ordered again.
  expect((await previewOf(ids)).questions).toBe(0)
})

const OWN_MAIL = 'ana@empresa.example'
/** Role type × 10 + level: vehicles, workbooks, reports, the queue. */
const SENDS = [14, 41, 92, 131]
/** A user with an email address, who may send workbooks and create reports in a company of the test's own. */
const newSender = async (): Promise<string> => {
  const company = await newCompany()
  const { userId, username, token } = await newColleague(company.ask, ...SENDS)
  const { users: found } = await company.ask(users.list, { body: { userClass: { user: { username } } } })
  await company.ask(users.edit, {
    body: {
      userClassFilter: { user: { userId, version: found[0]?.user.version ?? 0 } },
      userClass: { userInfo: { userEmail: OWN_MAIL } },
    },
  })
  return token
}
const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta']

test('two hundred vehicles by workbook: the own email is filled in, and the dialog ends with the result', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await signedIn('norte-admin', await newSender())
  const rows = Array.from({ length: 200 }, () => {
    const { plate, vin } = plainIdentity()
    return [plate, vin, 'Nuevo León', 'Expansión']
  })
  const book = await newBook('doscientos.xlsx', [HEADINGS, ...rows])
  await page.goto('/addVehicles')
  const hand = countInteractions(page)
  await hand.file(page.locator('input[type="file"]'), book)
  await expect(page.getByLabel('Correo para el aviso')).toHaveValue(OWN_MAIL)
  await hand.click(page.getByRole('button', { name: 'Revisar archivo' }))
  await hand.click(page.getByRole('button', { name: 'Dar de alta 200 vehículos' }))
  await expect(page.getByText(/Se dieron de alta 200 vehículos el /)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('dialog')).toBeHidden()
  hand.expectAtMost({ clicks: 3 })
})

test('the same error in thirty of sixty rows: one suggestion for all of them, over two pages', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await signedIn('norte-admin', await newSender())
  const rows = Array.from({ length: 60 }, (_, i) => {
    const { plate, vin } = plainIdentity()
    return [plate, vin, i % 2 === 0 ? 'Nuevo Leno' : 'Nuevo León', 'Expansión']
  })
  const book = await newBook('sesenta.xlsx', [HEADINGS, ...rows])
  await page.goto('/addVehicles')
  const hand = countInteractions(page)
  await hand.file(page.locator('input[type="file"]'), book)
  await hand.click(page.getByRole('button', { name: 'Revisar archivo' }))
  const errors = page.getByRole('dialog', { name: UPLOAD_TEXTS.errors })
  await hand.click(errors.getByRole('button', { name: 'Corregir aquí' }))
  await hand.click(page.getByRole('button', { name: 'Aplicar a las 30 filas «Nuevo León»' }).first())
  await hand.click(page.getByRole('button', { name: 'Revisar de nuevo (30 cambios)' }))
  await hand.click(page.getByRole('button', { name: 'Dar de alta 60 vehículos' }))
  await expect(page.getByText(/Se dieron de alta 60 vehículos el /)).toBeVisible({ timeout: 60_000 })
  hand.expectAtMost({ clicks: 6 })
})

test('orders all PDFs of all resources', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const hand = countInteractions(page)
  await hand.click(page.getByRole('button', { name: 'Descargar PDFs' }))
  const dialog = page.getByRole('dialog')
  await hand.click(dialog.getByRole('checkbox', { name: 'Todos', exact: true }))
  const { data } = await askAs('norte-admin', processing.resources, {})
  const all = data.flatMap(({ resources }) => resources).length
  await expect(dialog.getByText(`${all} recursos seleccionados`)).toBeVisible()
  hand.expectAtMost({ clicks: 2 })
  await dialog.getByRole('checkbox', { name: 'Todos', exact: true }).uncheck()
  await expect(dialog.getByText('Seleccione al menos un recurso')).toBeVisible()
})

test('a report each Monday: to whom and when come first', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin', await newSender())
  await page.goto('/reports')
  const hand = countInteractions(page)
  await hand.click(page.getByRole('button', { name: 'Agregar reporte' }).first())
  const form = page.getByRole('dialog', { name: 'Agregar reporte' })
  await hand.click(form.getByRole('button', { name: `Usar ${OWN_MAIL}` }))
  await expect(form.getByLabel('Destinatarios')).toHaveValue(OWN_MAIL)
  await expect(form.getByLabel('Día de la semana')).toBeInViewport({ ratio: 1 })
  await expect(form.getByLabel('Día de la semana').locator('option:checked')).toHaveText('Lunes')
  await hand.click(form.getByLabel('Nombre del reporte'))
  await hand.type('Cada lunes')
  await hand.click(form.getByRole('button', { name: 'Guardar', exact: true }))
  await expect(form).toBeHidden()
  await expect(page.getByText('Cada lunes').first()).toBeVisible()
  hand.expectAtMost({ clicks: 4, typed: 10 })
})

test('a new user gets read permission with an existing profile', { tag: '@drill' }, async ({ page, signedIn }) => {
  const company = await newCompany()
  await signedIn('norte-admin', company.token)
  await page.goto('/roles')
  const hand = countInteractions(page)
  await hand.click(page.getByRole('button', { name: 'Agregar usuario' }))
  const form = page.getByRole('dialog', { name: 'Agregar usuario' })
  await expect(form.getByLabel('Usuario')).toBeFocused()
  await hand.type('luis')
  const profile = form.getByLabel('Perfil', { exact: true })
  await expect(profile.getByRole('option', { name: /^(Administración|Consulta|Operación)$/ })).toHaveCount(3)
  await hand.choose(profile, 'Consulta')
  await hand.click(form.getByRole('button', { name: 'Guardar' }))
  await expect(page.getByRole('dialog', { name: 'Usuario generado correctamente' })).toBeVisible()
  hand.expectAtMost({ clicks: 4, typed: 4 })
})

test('today’s work: from sign-in to the user’s own items due by Friday', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const company = await newCompany()
  const { plate } = await newVehicle(company)
  const { documentTypeId } = await company.ask(documentTypes.create, {
    body: { documentType: { DocumentTypeName: 'Póliza' } },
  })
  await company.ask(documentTypes.require, { body: { documentTypeId, version: 1, required: 'all' } })
  await signedIn('norte-admin', company.token)
  await page.goto('/')
  const hand = countInteractions(page)
  const menu = page.getByRole('navigation', { name: 'Principal' })
  await hand.click(menu.getByRole('link', { name: 'Pendientes' }))
  await hand.click(page.getByRole('checkbox', { name: `Seleccionar Póliza de ${plate}` }))
  await hand.click(page.getByRole('button', { name: 'Asignar 1 pendiente' }))
  const dialog = page.getByRole('dialog', { name: 'Asignar 1 pendiente' })
  await hand.click(dialog.getByRole('button', { name: 'El viernes' }))
  const day = await dialog.getByLabel('Para el día').inputValue()
  const [date = 0, month = 0, year = 0] = day.split('/').map(Number)
  expect(new Date(Date.UTC(year, month - 1, date)).getUTCDay()).toBe(5)
  await hand.click(dialog.getByRole('button', { name: 'Asignar', exact: true }))
  await expect(dialog).toBeHidden()
  hand.expectAtMost({ clicks: 5 })

  await expect(menu.getByRole('link', { name: 'Pendientes 1 asignado a usted' })).toBeVisible()
  await page.getByRole('button', { name: /^Mis pendientes/ }).click()
  await expect(page).toHaveURL(/whose=mine/)
  const row = page.getByRole('row').filter({ hasText: 'Póliza' })
  await expect(row).toContainText(company.username)
  await expect(row).toContainText(`Para el ${day}`)
  await expectAccessible(page)
  // It disappears with its cause, and returns with it.
  await company.ask(documentTypes.require, { body: { documentTypeId, version: 2, required: 'none' } })
  await page.reload()
  await expect(page.getByText('No tiene pendientes asignados')).toBeVisible()
  await company.ask(documentTypes.require, { body: { documentTypeId, version: 3, required: 'all' } })
  await page.reload()
  await page.getByRole('button', { name: `Acciones de Póliza de ${plate}` }).click()
  await page.getByRole('menuitem', { name: 'Quitar asignación' }).click()
  await expect(page.getByText('No tiene pendientes asignados')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(row).toContainText(`Para el ${day}`)
})
