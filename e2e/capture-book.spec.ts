// Captures by workbook: the list is downloaded, the workbook sent back with a ZIP of proofs, a cell corrected,
// everything applied and undone.
import { readFile } from 'node:fs/promises'
import { captures } from '@padron/contract/captures'
import { BOOK_SHEET, bookColumns } from '@padron/contract/captures/book'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { zipOf } from '@padron/server/features/captures/batch/testing/batches'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import { plainPdf } from '@padron/server/testing/files/plain-pdf'
import { bookOf } from '@padron/server/testing/files/workbooks'
import { type Company, type Made, newCompany, newIdentity, newVehicle } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
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

test('the list is downloaded as a workbook, sent back with proofs, corrected, applied and undone', {
  tag: '@drill',
}, async ({ page }) => {
  await page.goto('/captures?list=never')
  await page.getByRole('button', { name: 'Por Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Captura por Excel' })
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar archivo' }).click()
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
  await expect(dialog.getByText('El archivo debe ser .xlsx.')).toBeVisible()
  await choose('capturas.xlsx', book)
  await dialog.getByRole('button', { name: 'Revisar archivo' }).click()
  await expect(dialog.getByText('2 filas con errores')).toBeVisible()
  await choose('pruebas.zip', await zipOf(Object.fromEntries(made.map(({ plate }) => [`${plate}.pdf`, PDF]))))
  await dialog.getByRole('button', { name: 'Enviar pruebas' }).click()
  await expect(dialog.getByText('1 fila con errores')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => overflowing(page)).toEqual([])
  await dialog.getByLabel('Multas: resultado').fill('Sin adeudo')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Revisar de nuevo (1 cambio)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('0 filas con errores')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar las capturas' }).click()
  await expect(dialog.getByText('2 estados de cuenta guardados.')).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: '¿Deshacer el archivo?' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(dialog.getByText('2 capturas deshechas.')).toBeVisible({ timeout: 30_000 })
})

const JALISCO = 14
const COUNT = 200
/** The speed of data entry clerks: ten thousand keystrokes an hour. An assumption, not measured here. */
const KEYS_A_SECOND = 10_000 / 3_600

type Cells = Readonly<Record<string, string>>
/** The portal's answer for vehicle n: of ten, seven owe nothing, two owe the tenencia, one a fine as well. */
const answersOf = (n: number, day: string): Cells => {
  const common = { seenAt: day, rest: 'Sin adeudo' }
  if (n % 10 < 7) return common
  const [tax, fine] = [1_850 + n, 620 + n]
  const line = `9012${String(n).padStart(16, '0')}`
  const owes = { ...common, paymentLine: line, paymentLineDueDate: '31/12/2099', 't0.description': 'Tenencia' }
  if (n % 10 < 9) return { ...owes, portalTotal: `${tax}`, 't0.total': `${tax}` }
  return {
    ...owes,
    portalTotal: `${tax + fine}`,
    't0.total': `${tax}`,
    't1.description': 'Exceso de velocidad',
    't1.total': `${fine}`,
  }
}

/**
 * The keystrokes that fill in these rows and name their proofs: each character, Tab to the next column, Enter to the
 * next row; a cell equal to the one above is Ctrl+D, two keys. A column with one value is filled down once: its text,
 * and three keys. A proof is saved by Ctrl+S, its plate, Enter.
 */
const keysOf = (rows: readonly Cells[], fields: readonly string[], plates: readonly string[]): number => {
  const [first = {}] = rows
  const isSame = (field: string) => rows.every((row) => row[field] === first[field])
  const filledDown = Object.entries(first).filter(([field]) => isSame(field))
  const others = rows.map((row) => Object.entries(row).filter(([field]) => !isSame(field)))
  const cells = others.flatMap((row, i) =>
    row.map(([field, text]) => (rows[i - 1]?.[field] === text ? 2 : text.length)),
  )
  const moves = others.map((row) => {
    const columns = row.map(([field]) => fields.indexOf(field))
    return columns.length === 0 ? 0 : Math.max(...columns) - Math.min(...columns) + 1
  })
  const down = filledDown.map(([, text]) => text.length + 3)
  const names = plates.map((plate) => plate.length + 3)
  return [...cells, ...moves, ...down, ...names].reduce((sum, keys) => sum + keys, 0)
}

const chooseIn = (page: Page, name: string, buffer: Buffer) =>
  page.locator('dialog input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

// The time at a portal depends on its captcha and its pages: no number here includes it.
test('the time and keystrokes of one user for two hundred vehicles', { tag: '@drill' }, async ({ page, context }) => {
  test.setTimeout(600_000)
  const fleet = await newCompany()
  await context.addCookies([
    { name: TOKEN_COOKIE, value: fleet.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
  ])
  const plates: string[] = []
  for (let n = 0; n < COUNT; n++)
    plates.push((await newVehicle(fleet, {}, { ...newIdentity(), plate: `JRA${1_000 + n}` }, JALISCO)).plate)
  await page.goto(`/captures?list=never&stateId=${JALISCO}`)
  await page.getByRole('button', { name: 'Por Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Captura por Excel' })
  let waited = 0
  /** The time from a press to its result. */
  const wait = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    const took = performance.now() - start
    waited += took
    process.stdout.write(`${what} ${(took / 1_000).toFixed(1)} s\n`)
    return result
  }
  const before = { list: 'never' as const, stateId: `${JALISCO}`, resourceTypeId: '0' }
  const listedCount = async () => (await fleet.ask(captures.list, { query: before })).totalCount
  await expect.poll(listedCount, { timeout: 60_000 }).toBe(COUNT)
  const file = await wait('workbook', async () => {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Descargar archivo' }).click()
    return readFile(await (await coming).path())
  })
  const sheet: string[][] = []
  for await (const { cells } of readXlsx(file, BOOK_SHEET)) sheet.push([...cells])
  const columns = bookColumns('MX')
  const fields = columns.map(({ field }) => field)
  const at = (field: string) => fields.indexOf(field)
  const listed = sheet.slice(1).filter((row) => row[at('portal')]?.includes('Jalisco'))
  expect(listed.map(([plate]) => plate).toSorted()).toEqual(plates)
  const [year, month, date] = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).split('-')
  const typed = listed.map((_, n) => answersOf(n, `${date}/${month}/${year}`))
  const rows = listed.map((row, n) => columns.map(({ field }, i) => typed[n]?.[field] ?? row[i] ?? ''))
  const book = await bookOf([columns.map(({ heading }) => heading), ...rows], BOOK_SHEET)
  const proofs = plates.map((plate) => [`${plate}.pdf`, plainPdf([[{ text: `Placa ${plate}`, at: [50, 700] }]])])
  const zip = await zipOf(Object.fromEntries(proofs))
  await chooseIn(page, 'capturas.xlsx', book)
  await wait('rows read', async () => {
    await dialog.getByRole('button', { name: 'Revisar archivo' }).click()
    await expect(dialog.getByText(`${COUNT} filas con errores`)).toBeVisible()
  })
  await chooseIn(page, 'pruebas.zip', zip)
  await wait('proofs read', async () => {
    await dialog.getByRole('button', { name: 'Enviar pruebas' }).click()
    await expect(dialog.getByText('0 filas con errores')).toBeVisible({ timeout: 120_000 })
  })
  await wait('stored', async () => {
    await dialog.getByRole('button', { name: 'Guardar las capturas' }).click()
    await expect(dialog.getByText(`${COUNT} estados de cuenta guardados.`)).toBeVisible({ timeout: 120_000 })
  })
  const keys = keysOf(typed, fields, plates)
  const [typing, own] = [keys / KEYS_A_SECOND / COUNT, waited / 1_000 / COUNT]
  process.stdout.write(
    `${(keys / COUNT).toFixed(1)} keys a vehicle, ${typing.toFixed(1)} s at ten thousand an hour; waiting for the ` +
      `product ${own.toFixed(2)} s; together ${(typing + own).toFixed(1)} s a vehicle\n`,
  )
  for (const type of [0, 1, 6, 8, 10]) {
    const query = { list: 'never' as const, stateId: `${JALISCO}`, resourceTypeId: `${type}` }
    expect((await fleet.ask(captures.list, { query })).totalCount).toBe(0)
  }
})
