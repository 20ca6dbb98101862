// The scheduled reports: the switches, one that is added, previewed and sent, the configuration workbook, and the
// sends.
import { emailSettings } from '@padron/contract/email-settings'
import { CONFIGURATION_NAME, reports } from '@padron/contract/reports'
import { openXlsx, saveXlsx } from 'hucre'
import { type Company, newCompany } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible, overflowing } from './views.ts'
import { type Book, downloadBook } from './workbooks.ts'

/** Role type × 10 + level. */
const REPORTS_READ = 91

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const action = async (page: Page, name: string, what: string) => {
  await card(page, name)
    .getByRole('button', { name: `Acciones de ${name}` })
    .click()
  await page.getByRole('menuitem', { name: what }).click()
}
const settingsOf = async (company: Company) => (await company.ask(emailSettings.read, {})).emailSettings

const newReport = (company: Company, name: string) =>
  company.ask(reports.create, {
    body: { name, kind: 'debts', mails: ['ana@norte.example', 'luis@norte.example'], frequency: 'weekly', sendDay: 1 },
  })

/** The first row of the reports, with one value changed. */
const changed = async ({ buffer, ...file }: Book, heading: string, value: string): Promise<Book> => {
  const book = await openXlsx(buffer)
  const rows = book.sheets[0]?.rows ?? []
  const top = rows.findIndex((row) => row.some((cell) => `${cell ?? ''}`.startsWith('Nombre')))
  const column = rows[top]?.findIndex((cell) => `${cell ?? ''}`.startsWith(heading)) ?? -1
  const row = rows[top + 1]
  if (!row || column < 0) throw new Error(`no cell for ${heading}`)
  row[column] = value
  return { ...file, buffer: Buffer.from(await saveXlsx(book)) }
}

test('a report is added, previewed, tested, paused, sent at once and deleted', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const company = await newCompany()
  await signedIn('norte-admin', company.token)
  await page.goto('/reports')
  await expect(page).toHaveTitle('Reportes programados · Padrón')
  await expect(page.getByText('Todavía no hay reportes programados')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar reporte' }).click()
  const form = dialog(page, 'Agregar reporte')
  await form.getByLabel('Nombre del reporte').fill('Adeudos del norte')
  await form.getByLabel('Destinatarios').fill('ana@norte.example, luis@')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('«luis@» no es un correo válido')).toBeVisible()
  await expect(form.getByLabel('Destinatarios')).toBeFocused()
  await form.getByLabel('Destinatarios').fill('ana@norte.example')
  await form.getByLabel('Frecuencia').selectOption('Mensual')
  await form.getByLabel('Día del mes').selectOption('15')
  const dates = form.getByRole('region', { name: 'Próximos envíos' })
  await expect(dates.getByRole('listitem')).toHaveCount(3)
  await expect(dates.getByRole('listitem').first()).toContainText(/ 15 de \w+ de \d{4}, 07:00$/)
  await form.getByRole('button', { name: 'Vista previa' }).click()
  const seen = dialog(page, 'Vista previa: Adeudos del norte')
  await expect(seen.frameLocator('iframe').locator('body')).toContainText('Ningún vehículo cumple el filtro')
  await seen.getByLabel('Solo texto').check()
  await expect(seen.locator('pre')).not.toBeEmpty()
  await page.keyboard.press('Escape')
  await expect(seen).toBeHidden()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(reports.create.done)).toBeVisible()
  await expect(card(page, 'Adeudos del norte')).toContainText('El día 15 de cada mes a las 7:00')

  await card(page, 'Adeudos del norte').getByRole('switch').click()
  await expect(card(page, 'Adeudos del norte')).toContainText('En pausa: no se envía')
  await action(page, 'Adeudos del norte', 'Enviar ahora')
  await dialog(page, /^¿Enviar/)
    .getByRole('button', { name: 'Enviar ahora' })
    .click()
  await page.getByRole('tab', { name: 'Envíos' }).click()
  await expect(page).toHaveURL(/tab=envios/)
  const sends = page.getByRole('list', { name: 'Envíos' })
  await expect.poll(async () => (await company.ask(reports.rounds, {})).rounds[0]?.done, { timeout: 30_000 }).toBe(true)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(sends.getByText('Adeudos del norte').first()).toBeVisible()
  await sends
    .getByRole('button', { name: /^Ver entregas/ })
    .first()
    .click()
  await expect(dialog(page, 'Entregas')).toContainText('ana@norte.example')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Reportes' }).click()
  await action(page, 'Adeudos del norte', 'Eliminar')
  await dialog(page, /^¿Eliminar/)
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(page.getByText('Todavía no hay reportes programados')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(card(page, 'Adeudos del norte')).toBeVisible()
})

test('the master switch saves at once and disables the rest; tracking is on once its recipients are saved', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const company = await newCompany()
  await signedIn('norte-admin', company.token)
  await page.goto('/reports')
  const master = page.getByRole('switch', { name: 'Envío programado de correos' })
  const tracking = page.getByRole('switch', { name: 'Envío de reporte de seguimiento de correos programados' })
  // A new company may have it on or off: here it is on.
  await expect(master).toBeVisible()
  if ((await master.getAttribute('aria-checked')) === 'false') await master.click()
  await expect(master).toHaveAttribute('aria-checked', 'true')
  await expect(master).toHaveAttribute('aria-busy', 'false')

  await tracking.click()
  const recipients = dialog(page, 'Destinatarios del Reporte de Seguimiento')
  await expect(recipients.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(tracking).toHaveAttribute('aria-checked', 'false')
  expect((await settingsOf(company)).activeTrackingReports).toBe(false)
  await tracking.click()
  await recipients.getByLabel('Correos').fill(' ana@norte.example,, luis@norte.example ')
  await recipients.getByRole('button', { name: 'Guardar' }).click()
  await expect(recipients).toBeHidden()
  await expect(tracking).toHaveAttribute('aria-checked', 'true')
  expect((await settingsOf(company)).emails).toEqual(['ana@norte.example', 'luis@norte.example'])

  await page.getByLabel('Cuerpo').fill('  Buen día  ')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(emailSettings.save.done).first()).toBeVisible()
  await expect.poll(async () => (await settingsOf(company)).header).toBe('Buen día')

  await master.click()
  await expect.poll(async () => (await settingsOf(company)).active).toBe(false)
  await expect(page.locator('[inert]').getByLabel('Cuerpo')).toBeVisible()
  expect(await page.getByLabel('Cuerpo').evaluate((field) => field === document.activeElement)).toBe(false)
  await tracking.click({ timeout: 1000 }).catch(() => {})
  await expect(recipients).toBeHidden()
  await page.reload()
  await expect(master).toHaveAttribute('aria-checked', 'false')
})

test('a logo is uploaded, displayed and removed; a file that is no image is refused', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/status of 400/)
  const company = await newCompany()
  await company.ask(emailSettings.save, { body: { active: true, header: '', footer: '', contactFooter: '' } })
  await signedIn('norte-admin', company.token)
  await page.goto('/reports')
  const input = page.locator('.logo-field input')
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Solo se permite un archivo .jpeg o .png')).toBeVisible()
  // The file has the name of an image: the server checks its content.
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.locator('.logo-field [role="alert"]')).not.toBeEmpty()
  const buffer = await page.locator('h1').screenshot()
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('button', { name: 'Quitar logotipo' })).toBeVisible()
  expect((await settingsOf(company)).ownLogo).toBe(true)
  // Scripts cannot run in the email's frame, so its text is compared.
  const sample = page.getByTitle('Muestra del correo')
  await expect(sample).toHaveAttribute('srcdoc', /<img[^>]+src="data:image\/png;base64,/)
  await page.getByRole('button', { name: 'Quitar logotipo' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await settingsOf(company)).ownLogo).toBe(false)
})

test('the workbook is downloaded, sent back with errors, corrected and applied', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const company = await newCompany()
  await newReport(company, 'Adeudos del norte')
  await signedIn('norte-admin', company.token)
  await page.goto('/reports')
  const book = await downloadBook(page, () => page.getByRole('button', { name: 'Descargar Plantilla' }).click())
  expect(book.name).toBe(CONFIGURATION_NAME)

  await page.getByRole('button', { name: 'Subir plantilla' }).click()
  const upload = dialog(page, 'Subir plantilla de correos')
  const file = upload.locator('input[type="file"]')
  await file.setInputFiles({ name: 'reportes.csv', mimeType: 'text/csv', buffer: Buffer.from('a') })
  await expect(upload.getByText('Solo se permiten archivos de tipo .XLSX')).toBeVisible()
  await file.setInputFiles(await changed(book, 'Día de envío', 'Lunez'))
  await upload.getByLabel('Correo para la notificación').fill('ana')
  await page.keyboard.press('Enter')
  await expect(upload.getByText('Correo electrónico inválido')).toBeVisible()
  await upload.getByLabel('Correo para la notificación').fill('ana@norte.example')
  await upload.getByRole('button', { name: 'Guardar' }).click()
  const errors = dialog(page, '¡Su plantilla contiene errores!')
  await expect(errors.getByRole('row').nth(1)).toContainText('Lunez')
  const marked = await downloadBook(page, () =>
    errors.getByRole('button', { name: 'Descargar archivo marcado' }).click(),
  )
  expect(marked.buffer.subarray(0, 2).toString()).toBe('PK')
  await errors.getByRole('button', { name: 'Elegir otro archivo' }).click()

  await file.setInputFiles(await changed(book, 'Día de envío', 'Jueves'))
  await upload.getByLabel('La próxima semana').check()
  await upload.getByRole('button', { name: 'Guardar' }).click()
  await expect(upload.getByText('1 cambia', { exact: true })).toBeVisible()
  await expect(upload.getByText(/jueves \d+ de \w+ de \d{4}, 07:00/)).toBeVisible()
  expect((await company.ask(reports.list, {})).reports[0]?.sendDay).toBe(1)
  await upload.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('Archivo subido correctamente')).toBeVisible()
  await expect(card(page, 'Adeudos del norte')).toContainText('Cada jueves a las 7:00')
})

test('a user with read permission only sees everything and cannot change it', async ({ page, signedIn }) => {
  const { token } = await newPerson((await newProfile(REPORTS_READ)).presetId)
  await signedIn('norte-consulta', token)
  await page.goto('/reports')
  await expect(page.getByRole('button', { name: 'Descargar Plantilla' })).toBeVisible()
  await expect(page.getByText(/^Envío programado de correos: /)).toBeVisible()
  for (const name of ['Subir plantilla', 'Agregar reporte', 'Guardar'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('switch')).toHaveCount(0)
})

test('the tabs and dialogs are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const company = await newCompany()
  await company.ask(emailSettings.save, { body: { active: true, header: '', footer: '', contactFooter: '' } })
  await newReport(company, 'Adeudos del norte')
  await signedIn('norte-admin', company.token)
  await page.goto('/reports')
  await expect(card(page, 'Adeudos del norte')).toBeVisible()
  await expect(page.getByLabel('Cuerpo')).toBeVisible()
  await expectAccessible(page)
  for (const [button, ready] of [
    ['Agregar reporte', 'Nombre del reporte'],
    ['Subir plantilla', 'Esta semana'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog').getByLabel(ready)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await action(page, 'Adeudos del norte', 'Vista previa')
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
  await expect.poll(() => overflowing(page)).toEqual([])
  // No script runs in the email's frame, and so no axe.
  await page.getByLabel('Solo texto').check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Envío programado de correos' }).click()
  await expect(page.locator('[inert]')).toHaveCount(1)
  await expectAccessible(page)
  await page.goto('/reports?tab=envios')
  await expect(page.getByText('Todavía no se ha enviado nada')).toBeVisible()
  await expectAccessible(page)
})
