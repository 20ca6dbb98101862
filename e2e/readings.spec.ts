// Three PDFs dropped at once: one of a vehicle of the company, one of an unknown plate, one scanned. Each is reviewed
// beside its page, and only an accepted one becomes an answer.
import { captureReadings } from '@padron/contract/captures/readings'
import { resourceStatus } from '@padron/contract/resource-status'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { pdfOfLines, plainPdf } from '../server/src/testing/files/plain-pdf.ts'
import { type Company, type Made, newCompany, newVehicle } from './company.ts'
import { expect, test } from './fixtures.ts'

let company: Company
let vehicle: Made
test.beforeAll(async () => {
  test.setTimeout(120_000)
  company = await newCompany()
  vehicle = await newVehicle(company)
})
test.beforeEach(({ context }) =>
  context.addCookies([
    { name: TOKEN_COOKIE, value: company.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
  ]),
)
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test('PDFs are dropped, reviewed beside their page, and accepted or discarded', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/captures?list=never')
  await page.getByRole('button', { name: 'Leer PDF' }).click()
  const dialog = page.getByRole('dialog', { name: /^Leer PDF/ })
  await dialog
    .locator('input[type="file"]')
    .setInputFiles([
      pdf(
        'propio.pdf',
        pdfOfLines([
          'INSTITUTO DE CONTROL VEHICULAR',
          `Placa: ${vehicle.plate}`,
          'Concepto\tSubtotal\tRecargo(s)\tTotal',
          'Tenencia 2026\t$1,000.00\t$200.00\t$1,200.00',
          'Refrendo 2026\t$200.00\t$0.00\t$200.00',
          'TOTAL A PAGAR\t$1,400.00',
        ]),
      ),
      pdf('ajeno.pdf', pdfOfLines(['Placa: ZZZ99ZZ', 'Tenencia 2026\t$1.00'])),
      pdf('escaneado.pdf', plainPdf([[]])),
    ])
  const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(line('propio.pdf')).toContainText(vehicle.plate)
  await expect(line('ajeno.pdf')).toContainText('no nombra la placa')
  await expect(line('escaneado.pdf')).toContainText('No se pudo leer el texto')
  await page.reload()
  await page.getByRole('button', { name: 'Leer PDF' }).click()

  await line('ajeno.pdf')
    .getByRole('button', { name: /^Revisar/ })
    .click()
  await expect(dialog).toContainText('descártelo')
  await dialog.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).not.toContainText('ajeno.pdf')
  await dialog.getByRole('button', { name: 'Ver todos' }).click()

  await line('propio.pdf')
    .getByRole('button', { name: /^Revisar/ })
    .click()
  await expect(dialog.getByRole('img', { name: /^Página 1 de 1/ })).toBeVisible()
  await expect(dialog).toContainText('No se encontró: línea de captura, vigencia.')
  await expect(dialog.getByText('Total: $1,400.00 MXN')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'propio.pdf', exact: true })).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(captureReadings.accept.done)).toBeVisible()

  await expect(dialog).toContainText('escaneado.pdf')
  await dialog.getByLabel('Placa').fill(vehicle.plate)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Escriba lo que muestra la página.')

  const params = { vehicleId: `${vehicle.vehicleAssetId}` }
  const { scrapedResources } = await company.ask(resourceStatus.byResource, { params })
  const captured = scrapedResources.filter(({ scraped }) => scraped.evidenceURL[0]?.name === 'propio.pdf')
  expect(captured.map(({ resource }) => resource.resourceType.resourceTypeId).toSorted()).toEqual([0, 8])
})
