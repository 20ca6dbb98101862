// Exports of the catalogue: a report that is ordered, finishes in the queue panel and is downloaded there, the current
// view at once, and 'Borrar todo', which requires its words.
import { readFile } from 'node:fs/promises'
import { catalogue } from '@padron/contract/catalogue'
import { queue } from '@padron/contract/queue'
import { askAs } from './api.ts'
import { expect, openCatalogue, type Page, test } from './fixtures.ts'
import { downloadBook, readSheetTexts } from './workbooks.ts'

const isWorkbook = async (path: string) => expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')

const downloaded = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  await isWorkbook(await file.path())
}

test('a report arrives in the queue panel, the view is downloaded at once, and nothing is deleted', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page, '/?brandName=KIA')

  await page.getByRole('button', { name: 'Generar Reporte' }).click()
  const report = page.getByRole('dialog', { name: 'Generar Reporte' })
  const go = report.getByRole('button', { name: 'Generar Reporte' })
  await report.getByLabel('Correos').fill('ana@norte')
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await expect(report.getByText('este servidor no tiene correo configurado', { exact: false })).toBeVisible()
  await report.getByLabel('Correos').fill('ana@norte.example, luis@norte.example')
  await go.click()
  await expect(report).toBeHidden()
  await expect(page.getByText('El reporte se está generando. Aparecerá en el panel de trabajos.')).toBeVisible()

  await page.getByRole('button', { name: /^Trabajos/ }).click()
  const jobs = page.getByRole('complementary', { name: 'Trabajos' })
  const job = jobs.getByRole('listitem', { name: /^Reporte de \d+ vehículos?$/ }).first()
  await expect(job).toContainText('Terminado', { timeout: 20_000 })
  await expect(job).toContainText('Este servidor no tiene correo configurado: descárguelo aquí.')
  await expect(job.getByRole('button', { name: /^Cancelar/ })).toBeHidden()
  await downloaded(page, () => job.getByRole('button', { name: /^Descargar/ }).click())
  const { queueInformation } = await askAs('norte-admin', queue.items, {})
  // By name: other tests have jobs in this company at the same time.
  const fileNames = queueInformation.queueList.map(({ fileName }) => fileName ?? '')
  expect(fileNames.join('\n')).toMatch(/^Reporte de vehículos .+ \d{4}-\d\d-\d\d\.xlsx$/m)

  await jobs.getByRole('button', { name: 'Cerrar' }).click()
  await downloaded(page, () => page.getByRole('button', { name: 'Descargar vista' }).click())

  await openCatalogue(page, '/?sort=vin&order=asc')
  const boxes = page.locator('tbody').getByRole('checkbox')
  for (const place of [0, 2, 3]) await boxes.nth(place).check()
  const chosen = page.getByRole('region', { name: 'Vehículos seleccionados' })
  const book = await downloadBook(page, () => chosen.getByRole('button', { name: 'Exportar selección' }).click())
  expect(await readSheetTexts(book)).toHaveLength(4)
  await chosen.getByRole('button', { name: 'Quitar selección' }).click()

  // Separate from the everyday buttons, at any width.
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const everyDay = page.getByRole('toolbar', { name: 'Acciones de la lista' })
  for (const width of [1440, 1366, 1024, 390]) {
    await page.setViewportSize({ width, height: size.height })
    await expect(page.getByRole('button', { name: 'Borrar todo' })).toHaveCount(1)
    await expect(everyDay.getByRole('button', { name: 'Borrar todo', includeHidden: true })).toHaveCount(0)
  }
  await page.setViewportSize(size)

  await page.getByRole('button', { name: 'Borrar todo' }).click()
  const erase = page.getByRole('dialog', { name: 'Borrar todo' })
  await erase.getByLabel('Para confirmar escriba BORRAR TODO').fill('borrar')
  await erase.getByRole('button', { name: 'Borrar todo' }).click()
  await expect(erase.getByText('Escriba BORRAR TODO para continuar.')).toBeVisible()
  await erase.getByRole('button', { name: 'Cancelar' }).click()
  await expect(erase).toBeHidden()
  const { totalCount } = await askAs('norte-admin', catalogue.list, { body: {} })
  expect(totalCount).toBeGreaterThan(0)
})
