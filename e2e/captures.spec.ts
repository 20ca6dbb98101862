// Manual captures: the work list, an answer captured with its proof, the next task, and what the drawer shows of it.
import { captures } from '@padron/contract/captures'
import type { Made } from './company.ts'
import { expect, type Page, still, test } from './fixtures.ts'
import { signInToOwnCompany } from './own-company.ts'
import { expectAccessible, faults, overflowing } from './views.ts'

const PHONE = { width: 390, height: 844 }
/** Insurance: no machine queries it. */
const INSURANCE = '/captures?list=never&resourceTypeId=5'
const PDF = { name: 'seguro.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n') }

const { ownCompany, one } = signInToOwnCompany(4)
const form = (page: Page) => page.getByRole('dialog', { name: /^Capturar / })
const openForm = async (page: Page, { plate }: Made, path = INSURANCE) => {
  await page.goto(path)
  await page.getByRole('button', { name: `Capturar Seguro de ${plate}` }).click()
  await expect(form(page).getByRole('form')).toBeVisible()
}

test('an answer is captured with its proof, the next task opens, and the drawer names user and time', async ({
  page,
}) => {
  const { plate, vehicleAssetId } = one(0)
  await openForm(page, one(0))
  await expect(page).toHaveURL(new RegExp(`captura=${vehicleAssetId}-\\d+`))
  await expect(form(page).getByRole('button', { name: 'Copiar Últimos 5 del VIN' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Guardar y continuar' }).click()
  await expect(form(page).getByText('Elija qué respondió la fuente')).toBeVisible()
  await form(page).getByLabel('Con seguro vigente').check()
  await form(page).getByLabel('Aseguradora').fill('Seguros Prueba')
  await form(page).getByLabel('Póliza').fill('P-1')
  await form(page).getByLabel('Vigente hasta').fill('31/01/2030')
  await form(page)
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') }, PDF])
  await expect(form(page).getByText('Solo se aceptan archivos PDF, PNG o JPEG.')).toBeVisible()
  await expect(form(page).getByRole('listitem').filter({ hasText: 'seguro.pdf' })).toContainText('Subido')
  await form(page).getByRole('button', { name: 'Guardar y continuar' }).click()
  await expect(page.getByText(captures.create.done)).toBeVisible()
  await expect(page.getByRole('dialog', { name: `Capturar Seguro de ${one(1).plate}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('button', { name: `Capturar Seguro de ${plate}` })).toBeHidden()

  await page.goto(`/?asset=${vehicleAssetId}&tipo=5`)
  const source = page.getByRole('article').filter({ hasText: 'Aseguradora' })
  await expect(source).toContainText(`Captura manual de ${ownCompany().username} el`)
  await expect(source).toContainText('Seguros Prueba')
  const proof = await source.getByRole('link', { name: /^seguro\.pdf/ }).getAttribute('href')
  const answer = await page.request.get(proof ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('in the drawer Esc closes only the form, and its draft is recovered', {
  tag: '@drill',
}, async ({ page }) => {
  const { plate, vehicleAssetId } = one(1)
  await page.goto(`/?asset=${vehicleAssetId}&tipo=5`)
  const capture = page.getByRole('button', { name: 'Capturar Seguro', exact: true })
  await capture.click()
  await form(page).getByLabel('Nota').fill('No hay sistema hasta las 12')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toContainText(plate)
  await expect(capture).toBeFocused()
  await capture.click()
  await expect(form(page).getByText('Se recuperó lo que no había guardado.')).toBeVisible()
  await expect(form(page).getByLabel('Nota')).toHaveValue('No hay sistema hasta las 12')
  await form(page).getByRole('button', { name: 'Descartar borrador' }).click()
  await expect(form(page).getByLabel('Nota')).toHaveValue('')
})

test('a pasted screenshot is displayed', { tag: '@drill' }, async ({ page }) => {
  await openForm(page, one(2))
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'image.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const line = form(page)
    .getByRole('listitem')
    .filter({ hasText: /Captura de pantalla .*\.png/ })
  await expect(line).toContainText('Subido')
  await expect(line.locator('img')).toBeVisible()
})

test('debts are pasted from a spreadsheet, and a total that does not match is reported', { tag: '@drill' }, async ({
  page,
}) => {
  const path = `/captures?list=never&resourceTypeId=10&like=${one(3).plate}`
  await page.goto(path)
  await page
    .getByRole('button', { name: /^Capturar / })
    .first()
    .click()
  await form(page).getByLabel('Posible adeudo de tenencia').check()
  const cell = form(page).getByLabel('Concepto, fila 1')
  await cell.focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/plain',
      'Tenencia 2025\t1/2/2025\t$1,000.00\t\t50\t1,050.00\nTenencia 2026\t\t900\t\t\t800',
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(form(page).getByLabel('Fecha, fila 1')).toHaveValue('01/02/2025')
  await expect(form(page).getByText('2 adeudos · $1,850.00 MXN')).toBeVisible()
  await expect(form(page).getByText(/Importe − descuento \+ recargo da \$900\.00/)).toBeVisible()
})

test('list and form are accessible, and fit on a phone', { tag: '@drill' }, async ({ page }) => {
  await openForm(page, one(3))
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await still(page)
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await expectAccessible(page, [390])
})

test('a user without the permission to process sees neither the screen nor the form', { tag: '@drill' }, async ({
  page,
  context,
  signedIn,
  allowed,
}) => {
  allowed.push(/status of 403/)
  await context.clearCookies()
  await signedIn('norte-consulta')
  await page.goto('/captures?captura=1-1')
  await expect(page).not.toHaveURL(/captures/)
  await expect(form(page)).toBeHidden()
})
