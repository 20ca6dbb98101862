// A portal's statement: opened from the list, filled in and saved by keyboard only, and each of its five types is then
// dated and proved by the same file.
import { captures } from '@padron/contract/captures'
import { resourceStatus } from '@padron/contract/resource-status'
import { expect, type Page, still, test } from './fixtures.ts'
import { signInToOwnCompany } from './own-company.ts'
import { faults, overflowing } from './views.ts'

const PHONE = { width: 390, height: 844 }
const PDF = { name: 'estado.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n') }
const TABLE = [
  'Concepto\tEjercicio\tImporte\tRecargos\tTotal a pagar',
  'Tenencia\t2025\t$1,000.00\t$60.00\t$1,060.00',
  'Refrendo\t2026\t$700.00\t\t$700.00',
  'Infracción de tránsito\t2026\t$300.00\t\t$300.00',
  'Posible adeudo de tenencia\t2024\t$900.00\t\t$900.00',
  'Total\t\t\t\t$2,060.00',
].join('\n')

const { ownCompany, one } = signInToOwnCompany(4)
const form = (page: Page) => page.getByRole('dialog', { name: /^Estado de cuenta/ })
const focused = (page: Page) => page.locator(':focus')
/** Presses Tab until the focus is on the element. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let step = 0; step < 80; step++) {
    const words = await focused(page).evaluate((element) => {
      const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
      return [element.getAttribute('aria-label'), ...labels, element.textContent].filter(Boolean).join(' ')
    })
    if (name.test(words)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no ${name} is reached by the keyboard`)
}
const pasteTable = (page: Page) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, TABLE)

test('by keyboard only: pasted, marked, proved, saved; the next vehicle opens', async ({ page }) => {
  const { plate, vehicleAssetId } = one(0)
  // Waits for the request from here on: the listener must exist before the key press.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/captures?list=never')
  const open = page.getByRole('button', { name: `Capturar estado de cuenta de ${plate}` })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(form(page)).toContainText(plate)
  await expect(focused(page)).toContainText('Abrir el portal')
  await pasteTable(page)
  await expect(form(page).getByText('Total: $2,060.00 MXN')).toBeVisible()
  await tabTo(page, /^Lo demás, sin adeudo/)
  await page.keyboard.press('Enter')
  await tabTo(page, /Elegir archivos|Archivo que prueba/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(PDF)
  await expect(form(page).getByRole('listitem').filter({ hasText: 'estado.pdf' })).toContainText('Subido')
  await tabTo(page, /^Guardar y continuar/)
  await page.keyboard.press('Enter')
  await expect(page.getByText(captures.statement.done)).toBeVisible()
  await expect(page.getByRole('dialog', { name: new RegExp(`^Estado de cuenta de ${one(1).plate}`) })).toBeVisible()

  const proofs = new Set<string>()
  const params = { vehicleId: `${vehicleAssetId}` }
  const { scrapedResources } = await ownCompany().ask(resourceStatus.byResource, { params })
  for (const type of [0, 1, 6, 8, 10]) {
    const found = scrapedResources.find(({ resource }) => resource.resourceType.resourceTypeId === type)
    expect(found?.scraped.capture?.who).toBe(ownCompany().username)
    expect(Date.now() - Date.parse(found?.scraped.freshness?.at ?? '')).toBeLessThan(3_600_000)
    const [proof] = found?.scraped.evidenceURL ?? []
    expect(proof?.name).toBe('estado.pdf')
    const answer = await page.request.get(proof?.url ?? '')
    expect(answer.status()).toBe(200)
    proofs.add(await answer.text())
  }
  expect(proofs.size).toBe(1)
})

test('mis capturas: assigned by filter, opened one after the other, counted', { tag: '@drill' }, async ({ page }) => {
  const { plate } = one(2)
  await page.goto(`/captures?list=never&like=${plate}`)
  await page.getByRole('button', { name: 'Asignar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Asignar capturas' })
  await dialog.getByRole('combobox', { name: 'Persona' }).selectOption({ label: ownCompany().username })
  await dialog.getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(page.getByText('1 vehículo con sus capturas: asignado')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: ownCompany().username })).toContainText('1')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await page.goto('/captures?list=never')
  await page.getByRole('button', { name: 'Mis capturas' }).click()
  await expect(page).toHaveURL(/assignedTo=mine/)
  await expect(page.getByRole('button', { name: `Capturar estado de cuenta de ${one(1).plate}` })).toBeHidden()
  await page.getByRole('button', { name: `Capturar estado de cuenta de ${plate}` }).click()
  await form(page).getByRole('button', { name: 'Lo demás, sin adeudo' }).click()
  await form(page).locator('input[type="file"]').setInputFiles(PDF)
  await expect(form(page).getByRole('listitem').filter({ hasText: 'estado.pdf' })).toContainText('Subido')
  await form(page)
    .getByRole('button', { name: /^Guardar y continuar/ })
    .click()
  await expect(form(page)).toBeHidden()
  await expect(page.getByText(/[1-9]\d* hechas hoy/)).toBeVisible()
  await expect(page.getByRole('button', { name: `Capturar estado de cuenta de ${plate}` })).toBeHidden()
})

test('form and list are accessible, and fit on a phone', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/captures?list=never')
  await page.getByRole('button', { name: `Capturar estado de cuenta de ${one(3).plate}` }).click()
  await expect(form(page)).toContainText(one(3).plate)
  await pasteTable(page)
  await form(page).getByRole('button', { name: 'Guardar', exact: true }).click()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await still(page)
  await expect.poll(() => overflowing(page)).toEqual([])
})
