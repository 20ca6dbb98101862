// Bulk workbooks: a file is validated as a whole and displayed before anything is written, corrected in the browser or
// in the file, applied once, undone; templates with the catalogue's filter; by keyboard, on a phone, under axe.
import { catalogue } from '@padron/contract/catalogue'
import { UPLOAD_TEXTS } from '@padron/contract/imports'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { templateKind } from '@padron/contract/template/kinds'
import { type Company, newCompany, newVehicle } from './company.ts'
import { expect, type Locator, openCatalogue, type Page, still, test } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { faults, overflowing } from './views.ts'
import { type Book, changed, downloadBook, newBook, plainIdentity, readSheetTexts } from './workbooks.ts'

const PHONE = { width: 390, height: 844 }
const MAIL = 'ana@empresa.example'
/** Role type × 10 + level. */
const MASSIVE_UPLOAD = 41
const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Marca']
/** How long a job may wait and run. */
const DONE = { timeout: 30_000 }

let company: Company
test.beforeAll(async () => {
  company = await newCompany()
})
test.beforeEach(({ signedIn }) => signedIn('norte-admin', company.token))

const mail = (page: Page) => page.getByLabel('Correo para el aviso')
const drop = (page: Page) => page.locator('input[type="file"]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const errors = (page: Page) => page.getByRole('dialog', { name: UPLOAD_TEXTS.errors })
const grid = (page: Page) => page.getByRole('list', { name: 'Filas por corregir' })
const queued = (page: Page) => page.getByRole('dialog', { name: 'Su plantilla se está procesando' })
const row = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text })

const send = async (page: Page, book: Book): Promise<void> => {
  await drop(page).setInputFiles(book)
  await mail(page).fill(MAIL)
  await button(page, 'Revisar archivo').click()
  await expect(page.getByRole('heading', { name: book.name })).toBeVisible()
}
const apply = async (page: Page, name: string): Promise<void> => {
  await button(page, name).click()
  await expect(queued(page)).toBeHidden()
}
/** Two valid rows, one with an unknown state, one without its plate. */
const fleetBook = (name: string) => {
  const found = [plainIdentity(), plainIdentity(), plainIdentity(), plainIdentity()]
  const rows = found.map(({ plate, vin }, i) => [
    i === 3 ? '' : plate,
    vin,
    i === 2 ? 'Nuevo Leno' : 'Nuevo León',
    'Expansión',
    'NISSAN',
  ])
  return { found, plates: found.map(({ plate }) => plate), book: newBook(name, [HEADINGS, ...rows]) }
}
/** Two valid rows. */
const rightBook = (name: string) => {
  const found = [plainIdentity(), plainIdentity()]
  const rows = found.map(({ plate, vin }) => [plate, vin, 'Nuevo León', 'Expansión', 'NISSAN'])
  return { plates: found.map(({ plate }) => plate), book: newBook(name, [HEADINGS, ...rows]) }
}

test('alta: a marked workbook, corrections, application, the same file again, undo', async ({ page }) => {
  await page.goto('/addVehicles')
  await expect(mail(page)).toBeDisabled()
  await button(page, 'Revisar archivo').click()
  await expect(page.getByText(UPLOAD_TEXTS.file)).toBeVisible()
  await drop(page).setInputFiles({ name: 'flota.txt', mimeType: 'text/plain', buffer: Buffer.from('PLACA') })
  await expect(page.getByText(UPLOAD_TEXTS.onlyXlsx)).toBeVisible()
  await expect(mail(page)).toBeDisabled()
  const template = await downloadBook(page, () => button(page, 'Descargar plantilla').click())
  expect(template.name).toBe(templateKind('add').fileName)

  const { plates, book } = fleetBook('flota.xlsx')
  const sent = await book
  await drop(page).setInputFiles(sent)
  await mail(page).fill('ana')
  await button(page, 'Revisar archivo').click()
  await expect(page.getByText(UPLOAD_TEXTS.mail)).toBeVisible()
  await send(page, sent)
  await expect(errors(page)).toContainText('Hay 2 errores en 2 de 4 filas.')
  const marked = await downloadBook(page, () =>
    errors(page).getByRole('button', { name: 'Descargar archivo marcado' }).click(),
  )
  const listed = (await readSheetTexts(marked, 'Errores')).map((cells) => cells.join(' | ')).join('\n')
  expect(listed).toContain('4 | Estado | Nuevo Leno | Error | Estado desconocido; ¿quiso escribir Nuevo León?')
  expect(listed).toContain('5 | Placa |  | Error | La placa es un valor necesario')

  await errors(page).getByRole('button', { name: 'Corregir aquí' }).click()
  await grid(page).getByRole('button', { name: 'Usar «Nuevo León»' }).click()
  await grid(page).getByRole('listitem').filter({ hasText: 'Fila 5' }).getByLabel('Omitir esta fila').check()
  await button(page, 'Revisar de nuevo (2 cambios)').click()
  for (const tile of ['4Filas', '3Nuevas', '0Con error', '1Omitida'])
    await expect(page.locator('.tiles')).toContainText(tile)
  await apply(page, 'Dar de alta 3 vehículos')
  await expect(page.getByText(/Se dieron de alta 3 vehículos el /)).toBeVisible(DONE)
  await page.getByRole('link', { name: 'Ver el catálogo' }).click()
  for (const plate of plates.slice(0, 3)) await expect(page.getByRole('rowheader', { name: plate })).toBeVisible()

  await page.getByRole('link', { name: 'Cargas' }).click()
  await send(page, sent)
  await expect(errors(page)).toContainText('Este mismo archivo ya se aplicó el ')
  await errors(page).getByRole('link', { name: 'Ver aquel archivo' }).click()
  await page.getByRole('button', { name: /^Deshacer hasta el / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer', exact: true }).click()
  await expect(page.getByText(/3 vehículos se quitaron de la flota\./)).toBeVisible(DONE)
  const { totalCount } = await company.ask(catalogue.list, {
    body: { vehicleClass: { vehicleAsset: { plate: plates[0] } } },
  })
  expect(totalCount).toBe(0)
})

test('edición: the template of a filter, two cells changed, old and new values, a reload, applied', {
  tag: '@drill',
}, async ({ page }) => {
  const kia = { brand: { brandName: 'KIA' }, vehicleInfo: { vehicleColor: 'ROJO' } }
  const [one, two] = [await newVehicle(company, kia, plainIdentity()), await newVehicle(company, kia, plainIdentity())]
  await newVehicle(company, { brand: { brandName: 'NISSAN' } }, plainIdentity())
  await openCatalogue(page, '/?brandName=KIA')
  await page.getByRole('link', { name: 'Cargas' }).click()
  await page.getByRole('link', { name: 'Edición', exact: true }).click()
  await expect(page.getByLabel(/del filtro del catálogo \(.*KIA.*\) · 2 vehículos/)).toBeChecked()
  const template = await downloadBook(page, () => button(page, 'Descargar plantilla').click())
  expect(template.name).toBe(templateKind('edit').fileName)
  expect((await readSheetTexts(template)).length).toBe(3)
  await send(
    page,
    await changed(template, [
      [one.plate, 'Color', 'AZUL'],
      [two.plate, 'Color', '(vaciar)'],
    ]),
  )
  await expect(row(page, new RegExp(one.plate))).toContainText('Color: ROJO → AZUL')
  await page.reload()
  await expect(page).toHaveURL(/archivo=/)
  await expect(row(page, new RegExp(two.plate))).toContainText('Color: ROJO → (vacío)')
  await apply(page, 'Cambiar 2 vehículos')
  await expect(page.getByText(/Se cambiaron 2 vehículos el /)).toBeVisible(DONE)
  await page.getByRole('button', { name: one.plate, exact: true }).click()
  const drawer = page.locator('.vehicle-drawer')
  await expect(drawer).toContainText('AZUL')
})

test('remplazo: a typed word confirms one of three; the new vehicle inherits empty cells', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const small = await newCompany()
  const lessor = { lessor: { lessorName: 'ARRENDADORA PRUEBA' } }
  const gone = await newVehicle(small, lessor, plainIdentity())
  await newVehicle(small, {}, plainIdentity())
  await newVehicle(small, {}, plainIdentity())
  const next = plainIdentity()
  const book = await newBook('remplazo.xlsx', [
    ['Placa actual', 'Motivo del reemplazo', 'Placa nueva', 'VIN nuevo', 'Marca'],
    [gone.plate, 'Vendido', next.plate, next.vin, 'KIA'],
  ])
  await signedIn('norte-admin', small.token)
  await page.goto('/replaceVehicles')
  await send(page, book)
  await expect(page.getByRole('list', { name: 'Además' })).toHaveText('1 vehículo se reemplaza')
  await button(page, 'Reemplazar 1 vehículo').click()
  const guard = page.getByRole('dialog', { name: 'Es una parte grande de la flota' })
  await expect(guard).toContainText('1 de 3 vehículos activos (33 %)')
  await guard.getByLabel('Para confirmar escriba REEMPLAZAR').fill('sí')
  await guard.getByRole('button', { name: 'Reemplazar 1 vehículo' }).click()
  await expect(guard.getByText('Escriba REEMPLAZAR para continuar.')).toBeVisible()
  await guard.getByLabel('Para confirmar escriba REEMPLAZAR').fill('REEMPLAZAR')
  await guard.getByRole('button', { name: 'Reemplazar 1 vehículo' }).click()
  await expect(page.getByText(/Se reemplazó 1 vehículo el /)).toBeVisible(DONE)
  const { vehicles: fleet } = await small.ask(catalogue.list, {
    body: { vehicleClass: { assetHistoric: { assetStatusId: 1 } } },
  })
  expect(fleet.map(({ vehicleAsset }) => vehicleAsset.plate)).not.toContain(gone.plate)
  expect(fleet.find(({ vehicleAsset }) => vehicleAsset.plate === next.plate)).toMatchObject({
    brand: { brandName: 'KIA' },
    lessor: { lessorName: 'ARRENDADORA PRUEBA' },
  })
})

test('a user with permission for bulk registration only sees that screen', { tag: '@drill' }, async ({
  page,
  signedIn,
  context,
}) => {
  const { presetId } = await newProfile(MASSIVE_UPLOAD)
  const { token } = await newPerson(presetId)
  await context.clearCookies()
  await signedIn('norte-admin', token)
  await page.goto('/')
  await expect(page).toHaveURL('/addVehicles')
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText(['Alta de vehículos'])
  const { book } = rightBook('solo alta.xlsx')
  await send(page, await book)
  await expect(button(page, 'Dar de alta 2 vehículos')).toBeVisible()
  await expect(button(page, /^Trabajos/)).toBeHidden()
  await button(page, 'Descartar').click()
  await page.getByRole('dialog', { name: 'Descartar el archivo' }).getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('No se escribió nada. Para usarlo, envíelo de nuevo.')).toBeVisible()
  await page.goto('/editVehicles')
  await expect(page).not.toHaveURL(/editVehicles/)
})

test('by keyboard: selected, sent, corrected cell by cell, applied', { tag: '@drill' }, async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)
  const { book, found } = fleetBook('teclado.xlsx')
  // Waits for the request from here on: the listener must exist before the key press.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/addVehicles')
  // In one step: a page that is still loading takes the focus.
  await drop(page).press('Enter')
  await (await chooser).setFiles(await book)
  await press('Tab')
  await expect(mail(page)).toBeFocused()
  await page.keyboard.type(MAIL)
  await press('Enter')
  await expect(errors(page)).toBeVisible()
  await press('Tab')
  await press('Tab')
  await expect(errors(page).getByRole('button', { name: 'Corregir aquí' })).toBeFocused()
  await press('Enter')
  const [first, second] = [grid(page).getByLabel('Estado'), grid(page).getByRole('listitem').nth(1).getByLabel('Placa')]
  await expect(first).toBeFocused()
  await press('ControlOrMeta+a')
  await page.keyboard.type('Nuevo León')
  await press('Enter')
  await expect(second).toBeFocused()
  await page.keyboard.type(found[3]?.plate ?? '')
  await press('Enter')
  await expect(button(page, 'Revisar de nuevo (2 cambios)')).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'teclado.xlsx' })).toBeFocused()
  for (let i = 0; i < 4; i++) await press('Tab')
  await expect(mail(page)).toBeFocused()
  await press('Enter')
  await expect(page.getByText(/Se dieron de alta 4 vehículos el /)).toBeVisible(DONE)
})

test('Back asks for confirmation while there are corrections, and changes neither address nor screen', {
  tag: '@drill',
}, async ({ page }) => {
  await page.goto('/addVehicles')
  await send(page, await fleetBook('atrás.xlsx').book)
  await page.keyboard.press('Escape')
  const heading = page.getByRole('heading', { name: 'atrás.xlsx' })
  await expect(heading).toBeFocused()
  const state = grid(page).getByLabel('Estado')
  await state.fill('Nuevo León')
  const address = page.url()
  const unsavedDialog = page.getByRole('dialog', { name: 'Cambios sin guardar' })
  for (const again of ['once', 'and again']) {
    await page.goBack({ waitUntil: 'commit' })
    await unsavedDialog.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(unsavedDialog, again).toBeHidden()
    await expect(page).toHaveURL(address)
    await expect(state).toHaveValue('Nuevo León')
  }
  await page.reload()
  await expect(state).toHaveValue('Nuevo León')
  await button(page, 'Enviar otro archivo').click()
  await unsavedDialog.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(drop(page)).toBeFocused()
})

test('«Cancelar» ends the check of a large file: the next is checked at once and is the only recent one', {
  tag: '@drill',
}, async ({ page }) => {
  await page.goto('/addVehicles')
  const rows = Array.from({ length: 30_000 }, (_, i) => [
    `ZZ${String(i).padStart(5, '0')}`,
    `3N1CN8AE1RL${100_000 + i}`,
    'NL',
    '',
  ])
  await drop(page).setInputFiles(await newBook('enorme.xlsx', [HEADINGS.slice(0, 4), ...rows]))
  await mail(page).fill(MAIL)
  await button(page, 'Revisar archivo').click()
  await expect(page.getByText(/^Revisando el archivo…/)).toBeVisible()
  await button(page, 'Cancelar la subida').click()
  const { book } = rightBook('siguiente.xlsx')
  await send(page, await book)
  await button(page, 'Enviar otro archivo').click()
  await expect(button(page, 'Ver siguiente.xlsx')).toBeVisible()
  await expect(button(page, 'Ver enorme.xlsx')).toHaveCount(0)
})

/** The upper and lower edge of an element on the screen. */
const edges = async (locator: Locator) => {
  const box = await locator.boundingBox()
  return { from: box?.y ?? Number.NaN, to: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) }
}

test('on a phone the first wrong cell is visible with its message, above one line of buttons', {
  tag: '@drill',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/addVehicles')
  await send(page, await fleetBook('teléfono.xlsx').book)
  await errors(page).getByRole('button', { name: 'Corregir aquí' }).click()
  const cell = grid(page)
    .locator('.cell')
    .filter({ has: page.locator('[aria-invalid="true"]') })
    .first()
  await expect(cell.getByText(/¿quiso escribir Nuevo León\?/)).toBeInViewport()
  await still(page)
  const bar = page.locator('.grid-bar')
  const [top, at, under] = [await edges(page.locator('.top')), await edges(cell), await edges(bar)]
  expect(at.from).toBeGreaterThanOrEqual(top.to)
  expect(at.to).toBeLessThanOrEqual(under.from)
  const [omit, again] = [
    await edges(button(page, 'Omitir todas las filas con error')),
    await edges(button(page, 'Revisar de nuevo')),
  ]
  expect(omit.from).toBe(again.from)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

test('signed out in another tab while a file is sent: the sign-in page says what to do', async ({ page }) => {
  await page.goto('/addVehicles')
  await drop(page).setInputFiles(await rightBook('sin sesión.xlsx').book)
  await mail(page).fill(MAIL)
  // In one step: in between the page might check its session by itself.
  await button(page, 'Revisar archivo').evaluate((send: HTMLElement, cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as another tab's sign-out does
    document.cookie = `${cookie}=; Path=/; Max-Age=0`
    send.click()
  }, TOKEN_COOKIE)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('Su sesión terminó; inicie sesión y envíe el archivo de nuevo.')).toBeVisible()
})

test('each state is accessible and fits on a phone', { tag: '@drill' }, async ({ page }) => {
  const looked: string[] = []
  const look = async (): Promise<void> => {
    await still(page)
    looked.push(...(await overflowing(page)), ...(await faults(page)))
  }
  await page.setViewportSize(PHONE)
  await page.goto('/addVehicles')
  await expect(button(page, 'Descargar plantilla')).toBeVisible()
  await look()
  await send(page, await fleetBook('flota con un nombre de archivo bastante largo de verdad.xlsx').book)
  await look()
  await errors(page).getByRole('button', { name: 'Corregir aquí' }).click()
  await expect(grid(page)).toBeVisible()
  await look()
  await button(page, 'Omitir todas las filas con error').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Omitir 2 filas' }).click()
  await expect(button(page, 'Dar de alta 2 vehículos')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filas del archivo' })).toBeVisible()
  await look()
  await apply(page, 'Dar de alta 2 vehículos')
  await expect(page.getByText(/Se dieron de alta 2 vehículos el /)).toBeVisible(DONE)
  await look()
  expect(looked).toEqual([])
})
