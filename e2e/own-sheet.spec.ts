// A company's own sheets: titles above the headings and merged cells, a CSV file of Windows, a sheet for each branch.
// Their columns are mapped once, and recognized the next time.
import { stateName } from '@padron/contract/places/states'
import { writeXlsx } from 'hucre'
import { type Company, newCompany } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { faults, overflowing } from './views.ts'
import { type Book, plainIdentity } from './workbooks.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 1024, height: 768 }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let company: Company
test.beforeAll(async () => {
  company = await newCompany()
})
test.beforeEach(({ signedIn }) => signedIn('norte-admin', company.token))

const button = (page: Page, name: string) => page.getByRole('button', { name })
const read = (page: Page) => button(page, 'Revisar con estas columnas')

const send = async (page: Page, book: Book): Promise<void> => {
  await page.goto('/addVehicles')
  await page.locator('input[type="file"]').setInputFiles(book)
  await page.getByLabel('Correo para el aviso').fill('ana@empresa.example')
  await button(page, 'Revisar archivo').click()
  await expect(page.getByRole('heading', { name: book.name })).toBeVisible()
}
const titled = async (name: string, states: readonly string[]): Promise<Book> => {
  const rows = states.map((state) => {
    const { plate, vin } = plainIdentity()
    return [plate, vin, 'E-1', state, 'Centro']
  })
  const sheet = {
    name: 'Flota',
    rows: [
      ['TRANSPORTES DEL NORTE, S.A. DE C.V.', '', '', '', ''],
      ['Corte al 30/11/2026', '', '', '', ''],
      ['Placas', 'No. de serie', 'Núm. Económico', 'Edo.', 'Sucursal'],
      ...rows.map((cells, i) => cells.with(2, `E-${plainIdentity().plate}${i}`)),
    ],
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 4 }],
  }
  return { name, mimeType: XLSX, buffer: Buffer.from(await writeXlsx({ sheets: [sheet] })) }
}

test('a sheet with titles: its columns are mapped once, and the next one is read without questions', {
  tag: '@drill',
}, async ({ page }) => {
  await send(page, await titled('FLOTILLA 2026 FINAL (3).xlsx', ['Mty', 'Mty', 'Nuevo Leon']))
  await expect(page.getByRole('heading', { name: 'Diga qué es cada columna' })).toBeVisible()
  await expect(page.getByLabel('«No. de serie» es')).toHaveValue('vin')
  await expect(page.getByLabel('«Sucursal» es')).toHaveValue('#')
  await page.getByLabel('«Placas» es').selectOption('No leer')
  await read(page).click()
  await expect(page.getByRole('alert')).toContainText('Falta decir qué columna es «Placa»')
  await page.getByLabel('«Placas» es').selectOption('Placa *')
  const meaning = page.getByLabel('«Mty» quiere decir')
  await expect(page.getByRole('row', { name: 'Mty Estado 2' })).toBeVisible()
  await meaning.selectOption('Nuevo León')
  expect(await faults(page)).toEqual([])
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size)
    await expect.poll(() => overflowing(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Conservar esta asignación como').fill('Control de flota')
  await read(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se leyó con la asignación de columnas «Control de flota».')).toBeVisible()
  await button(page, 'Dar de alta 3 vehículos').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText(/Se dieron de alta 3 vehículos/)).toBeVisible({ timeout: 30_000 })

  await send(page, await titled('FLOTILLA DICIEMBRE.xlsx', ['Mty']))
  await expect(page.getByText('Se leyó con la asignación de columnas «Control de flota».')).toBeVisible()
  await expect(button(page, 'Dar de alta 1 vehículo')).toBeVisible()
  await button(page, 'Cambiar columnas').click()
  await expect(page.getByLabel('Conservar esta asignación como')).toHaveValue('Control de flota')
  await button(page, 'Volver sin cambiar').click()
  await expect(button(page, 'Dar de alta 1 vehículo')).toBeVisible()
})

test('if another row was read as the headings, the user selects the right one', { tag: '@drill' }, async ({ page }) => {
  const [first, second] = [plainIdentity(), plainIdentity()]
  const rows = [
    ['Placas', 'Serie', 'Estado', 'Marca'],
    ['528', '528', '12', '9'],
    ['Matrícula oficial', 'Serie', 'Edo.'],
    [first.plate, first.vin, 'Nuevo León'],
    [second.plate, second.vin, 'Nuevo León'],
  ]
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Resumen', rows }] }))
  await send(page, { name: 'con resumen.xlsx', mimeType: XLSX, buffer })
  const row = page.getByLabel('Encabezados en la fila')
  await expect(row).toHaveValue('1')
  await expect(page.getByLabel('«Placas» es')).toHaveValue('plate')
  await row.focus()
  await row.selectOption('3 · Matrícula oficial · Serie · Edo.')
  await expect(page.getByLabel('«Matrícula oficial» es')).toBeVisible()
  await expect(page.getByLabel('«Placas» es')).toHaveCount(0)
  await expect(page.getByText(`${first.plate} · ${second.plate}`)).toBeVisible()
  await page.getByLabel('«Matrícula oficial» es').selectOption('Placa *')
  expect(await faults(page)).toEqual([])
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size)
    await expect.poll(() => overflowing(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await read(page).click()
  await expect(button(page, 'Dar de alta 2 vehículos')).toBeVisible()
})

test('a saved mapping is renamed, then deleted, and its sheet must be mapped again', { tag: '@drill' }, async ({
  page,
}) => {
  const [sheet, next] = [plainIdentity(), plainIdentity()].map(({ plate, vin }) => ({
    name: 'renombrada.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Placas;Serie;Estado;Taller\n${plate};${vin};Nuevo León;Norte`),
  }))
  if (!sheet || !next) throw new Error('no sheets')
  await send(page, sheet)
  await page.getByLabel('Conservar esta asignación como').fill('De taller')
  await read(page).click()
  await expect(page.getByText('Se leyó con la asignación de columnas «De taller».')).toBeVisible()

  await page.goto('/addVehicles')
  await button(page, 'Asignaciones de columnas').focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Asignaciones de columnas' })
  await expect(list.getByRole('row', { name: /De taller/ })).toBeVisible()
  expect(await faults(page)).toEqual([])
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size)
    await expect(list.getByText('De taller').first()).toBeVisible()
    await expect.poll(() => overflowing(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // In the table's row: a narrow screen's card disappears with its buttons when the table is displayed.
  const row = list.getByRole('row', { name: /De taller/ })
  await row.getByRole('button', { name: 'Cambiar nombre De taller' }).press('Enter')
  const name = page.getByRole('dialog', { name: 'Cambiar nombre' }).getByLabel('Nombre')
  await expect(name).toBeFocused()
  await name.fill('Taller mensual')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('row', { name: /Taller mensual/ })).toBeVisible()

  await send(page, next)
  await expect(page.getByText('Se leyó con la asignación de columnas «Taller mensual».')).toBeVisible()
  await page.goto('/addVehicles')
  await button(page, 'Asignaciones de columnas').click()
  await list.getByRole('button', { name: 'Borrar Taller mensual' }).click()
  await button(page, 'Borrar asignación').click()
  await expect(list.getByRole('button', { name: 'Borrar Taller mensual' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Asignaciones de columnas')).toBeFocused()
  await send(page, next)
  await expect(page.getByRole('heading', { name: 'Diga qué es cada columna' })).toBeVisible()
})

test('a CSV file of Windows with semicolons; a row is corrected like a template’s', { tag: '@drill' }, async ({
  page,
}) => {
  const [one, two] = [plainIdentity(), plainIdentity()]
  const lines = [
    'Relación de unidades;;;',
    'Placas;Núm. de Serie;Ubicación;Año',
    `${one.plate};${one.vin};Nuevo León;2024`,
    `${two.plate};corto;Nuevo León;2023`,
  ]
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1')
  await send(page, { name: 'unidades.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('«Núm. de Serie» es')).toHaveValue('vin')
  await expect(page.getByLabel('«Ubicación» es')).toHaveValue('stateId')
  await read(page).click()
  const wrong = page.getByRole('listitem').filter({ hasText: 'Fila 4' }).first()
  await expect(wrong).toContainText('El VIN debe de contener 17 caracteres.')
  await wrong.getByLabel('Núm. de Serie').or(wrong.getByLabel('VIN')).first().fill(two.vin)
  await button(page, 'Revisar de nuevo').click()
  await expect(button(page, 'Dar de alta 2 vehículos')).toBeVisible()
})

test('a workbook with a sheet a branch: the state of its name, and the branch as a tag', { tag: '@drill' }, async ({
  page,
}) => {
  const branch = (name: string) => {
    const { plate, vin } = plainIdentity()
    return {
      name,
      rows: [
        ['No. Eco.', 'Placas', 'Serie'],
        [`${name} ${plate}`, plate, vin],
      ],
    }
  }
  const sheets = [branch('Nuevo León'), branch('Saltillo'), { name: 'Notas', rows: [['Sin vehículos']] }]
  const buffer = Buffer.from(await writeXlsx({ sheets }))
  await send(page, { name: 'sucursales.xlsx', mimeType: XLSX, buffer })
  await expect(page.getByRole('checkbox', { name: /Notas/ })).toBeDisabled()
  await expect(page.getByLabel('Estado de las filas de «Nuevo León» que no lo dicen')).toHaveValue('19')
  await page.getByLabel('Estado de las filas de «Saltillo» que no lo dicen').selectOption(stateName(5))
  await page.getByRole('checkbox', { name: 'Poner el nombre de la hoja como etiqueta' }).check()
  await page.getByLabel('Conservar esta asignación como').fill('')
  await read(page).click()
  await expect(page.getByText('Se leyó con las columnas que se asignaron.')).toBeVisible()
  await expect(button(page, 'Dar de alta 2 vehículos')).toBeVisible()
  await expect(page.getByRole('row', { name: /Saltillo/ }).first()).toBeVisible()
})
