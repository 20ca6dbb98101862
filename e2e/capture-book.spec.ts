// Captures by workbook: the list downloaded, a workbook sent back with a ZIP of proofs, a cell corrected, all of it
// stored and undone.
import { readFile } from 'node:fs/promises'
import { BOOK_SHEET, bookColumns } from '@padron/contract/capture-book'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { zipOf } from '@padron/server/features/captures/batch/testing/batches'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import { bookOf } from '@padron/server/testing/workbooks'
import { type Company, type Made, newCompany, newVehicle } from './company.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, overflowing } from './views.ts'

const PDF = Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n')

let company: Company
let made: readonly Made[]
test.beforeAll(async () => {
  test.setTimeout(120_000)
  company = await newCompany()
  made = [await newVehicle(company), await newVehicle(company)]
})
test.beforeEach(({ context }) =>
  context.addCookies([
    { name: TOKEN_COOKIE, value: company.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
  ]),
)

test('the list goes out as a workbook and comes back with its proofs; a cell is corrected; all is undone', {
  tag: '@sweep',
}, async ({ page }) => {
  await page.goto('/captures?list=never')
  await page.getByRole('button', { name: 'Por libro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Captura por libro' })
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar libro' }).click()
  const sheet: string[][] = []
  for await (const { cells } of readXlsx(await readFile(await (await coming).path()), BOOK_SHEET))
    sheet.push([...cells])
  const [, ...listed] = sheet
  const columns = bookColumns('MX')
  const at = (field: string) => columns.findIndex((column) => column.field === field)
  const own = made.map(({ plate }) => {
    const row = listed.find(([first]) => first === plate)
    if (!row) throw new Error(`${plate} is not in the workbook`)
    const filled = columns.map((_, i) => row[i] ?? '')
    filled[at('seenAt')] = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    filled[at('t1.status')] = 'Sin adeudo'
    return filled
  })
  ;(own[1] as string[])[at('t1.status')] = 'quizás'
  const book = await bookOf([columns.map(({ heading }) => heading), ...own], BOOK_SHEET)
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('notas.txt', PDF)
  await expect(dialog.getByText('El libro es un archivo .xlsx.')).toBeVisible()
  await choose('capturas.xlsx', book)
  await dialog.getByRole('button', { name: 'Revisar libro' }).click()
  await expect(dialog.getByText('2 filas con errores')).toBeVisible()
  await choose('pruebas.zip', await zipOf(Object.fromEntries(made.map(({ plate }) => [`${plate}.pdf`, PDF]))))
  await dialog.getByRole('button', { name: 'Enviar pruebas' }).click()
  await expect(dialog.getByText('1 fila con errores')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowing(page)).toEqual([])
  await dialog.getByLabel('Multas: resultado').fill('Sin adeudo')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('0 filas con errores')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar las capturas' }).click()
  await expect(dialog.getByText('2 estados de cuenta guardados.')).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: '¿Deshacer el libro?' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(dialog.getByText('2 capturas deshechas.')).toBeVisible({ timeout: 30_000 })
})
