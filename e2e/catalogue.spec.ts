// The catalogue: it shows the server's data, by pages, sorted, in the user's own columns, and by keyboard only.
import { catalogue, PAGE_SIZE } from '@padron/contract/catalogue'
import { statusText } from '@padron/contract/resources'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { COLUMN_KEYS } from '@padron/contract/vehicles/fields'
import { views } from '@padron/contract/views'
import { PRODUCT } from './address.ts'
import { askAs, type DemoUser } from './api.ts'
import { expect, openCatalogue, type Page, still, test, total, waitForChecks } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'

/** Roles by id (contract/src/permissions.ts): role type × 10 + level. */
const VEHICLES_READ = 11

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const grid = (page: Page) => page.getByRole('table', { name: 'Catálogo de vehículos' })
const plates = (page: Page) => grid(page).getByRole('rowheader')
const list = (user: DemoUser, pagination: object = {}) =>
  askAs(user, catalogue.list, { body: { vehicleClass: ACTIVE, pagination } })

const AFTER_CHECKS = ['VIN', 'Razón social']
const MX = ['', 'Placa', 'Multas', 'Tenencias', 'Estado', ...AFTER_CHECKS, 'RFC', 'Arrendadora', 'Marca', 'Modelo']
const CO = [
  '',
  'Placa',
  'Multas',
  'Comparendos',
  'RTM',
  'Departamento',
  ...AFTER_CHECKS,
  'NIT',
  'Arrendadora',
  'Marca',
  'Línea',
]
const REST = ['Estatus', 'Etiquetas', 'Acciones']
const COMPANIES = [
  { user: 'norte-admin', columns: [...MX, ...REST] },
  { user: 'sureste-admin', columns: [...MX, ...REST] },
  { user: 'andina-admin', columns: [...CO, ...REST] },
] as const

for (const { user, columns } of COMPANIES) {
  test(`${user}: the exact total, 25 rows, the country's columns, and pages to the last`, {
    tag: user === 'sureste-admin' ? ['@drill'] : [],
  }, async ({ page, signedIn }) => {
    const { totalCount } = await list(user)
    await signedIn(user)
    await openCatalogue(page)
    await expect(total(page)).toHaveText(`1–25 de ${totalCount} vehículos`)
    await expect(plates(page)).toHaveCount(PAGE_SIZE)
    await expect(grid(page).getByRole('columnheader')).toHaveText([...columns])

    const first = await plates(page).allInnerTexts()
    await page.getByRole('button', { name: 'Página 2', exact: true }).click()
    await expect(page).toHaveURL('/?page=2')
    await expect(total(page)).toHaveText(`26–50 de ${totalCount} vehículos`)
    expect((await plates(page).allInnerTexts()).filter((plate) => first.includes(plate))).toEqual([])

    const last = Math.ceil(totalCount / PAGE_SIZE)
    await page.getByRole('button', { name: `Página ${last}`, exact: true }).click()
    const from = (last - 1) * PAGE_SIZE + 1
    await expect(total(page)).toHaveText(`${from}–${totalCount} de ${totalCount} vehículos`)
    await expect(plates(page)).toHaveCount(totalCount - from + 1)
    await page.goBack()
    await expect(total(page)).toHaveText(`26–50 de ${totalCount} vehículos`)
  })
}

test('an address beyond the last page opens the last page', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('sureste-admin')
  await openCatalogue(page, '/?page=999')
  const { totalCount } = await list('sureste-admin')
  await expect(page).toHaveURL(`/?page=${Math.ceil(totalCount / PAGE_SIZE)}`)
})

test('a status is a sign with words, not a colour alone', { tag: '@drill' }, async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  await openCatalogue(page)
  const { vehicles } = await list('norte-admin')
  for (const { vehicleAsset } of vehicles.slice(0, 10)) {
    const row = grid(page).getByRole('row').filter({ hasText: vehicleAsset.plate })
    const cell = row.getByRole('button', { name: /^Multas: / })
    const state = vehicleAsset.freshness.find(({ resourceTypeId }) => resourceTypeId === 1)?.state
    const never = vehicleAsset.ticketStatus === -1 && !state
    const statusWords = state === 'unknown' ? 'sin dato' : statusText(vehicleAsset.ticketStatus)
    const words = never ? 'Sin (procesar|consulta automática)' : statusWords
    await expect(cell).toHaveAttribute('aria-label', new RegExp(`^Multas: ${words}(, |$)`))
    await expect(cell).toHaveAttribute('title', new RegExp(`^Multas: ${words}(, |$)`))
  }
  const shapes = await grid(page)
    .locator('[data-sign]')
    .evaluateAll((signs) => {
      const drawn = new Map<string, Set<string>>()
      for (const sign of signs as SVGElement[]) {
        const set = drawn.get(sign.dataset.sign ?? '') ?? new Set()
        drawn.set(sign.dataset.sign ?? '', set.add(sign.innerHTML))
      }
      return [...drawn].map(([, set]) => [...set])
    })
  expect(shapes.length).toBeGreaterThan(1)
  expect(new Set(shapes.flat()).size).toBe(shapes.length)
  await page.getByRole('button', { name: 'Simbología' }).click()
  await expect(page.getByRole('dialog', { name: 'Simbología' })).toContainText('Sin procesar')
})

test('sorts by plate both ways and back to none, in the address', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const heading = grid(page).getByRole('columnheader', { name: 'Placa' })
  for (const { order, ariaSort } of [
    { order: 'asc', ariaSort: 'ascending' },
    { order: 'desc', ariaSort: 'descending' },
  ] as const) {
    await heading.getByRole('button').click()
    await expect(page).toHaveURL(`/?sort=plate&order=${order}`)
    await expect(heading).toHaveAttribute('aria-sort', ariaSort)
    const { vehicles } = await list('norte-admin', { sortBy: 'plate', sortFilterOrder: order })
    await expect(plates(page)).toHaveText(vehicles.map(({ vehicleAsset }) => vehicleAsset.plate))
  }
  await heading.getByRole('button').click()
  await expect(page).toHaveURL('/')
  await expect(heading).not.toHaveAttribute('aria-sort')
})

/** A user of Norte whose columns and views no other test uses. */
const reader = async (...more: number[]) => newPerson((await newProfile(VEHICLES_READ, ...more)).presetId)

/** After the checkboxes and the plates, which are fixed. */
const FIRST = 2

test('columns are selected, ordered and resized, are the same in another browser, and can be reset', {
  tag: '@drill',
}, async ({ page, browser, signedIn }) => {
  const { token } = await reader()
  await signedIn('norte-admin', token)
  await openCatalogue(page)
  const headings = (of: Page) => grid(of).getByRole('columnheader')
  await page.getByRole('button', { name: 'Columnas' }).click()
  const picker = page.getByRole('dialog', { name: 'Columnas visibles' })
  await expect(picker.getByLabel('Placa', { exact: true })).toBeDisabled()
  await picker.getByLabel('Buscar columna').fill('numero de mo')
  await picker.getByRole('checkbox', { name: 'Número de motor' }).check()
  await picker.getByLabel('Buscar columna').fill('')
  for (let place = (await headings(page).allInnerTexts()).indexOf('Número de motor'); place > FIRST; place--)
    await picker.getByRole('button', { name: 'Subir Número de motor' }).press('Enter')
  await expect(headings(page).nth(FIRST)).toHaveText('Número de motor')
  await expect(picker.getByRole('button', { name: 'Subir Número de motor' })).toBeFocused()
  await page.keyboard.press('Escape')

  const before = await headings(page).nth(FIRST).boundingBox()
  const edge = await grid(page).getByRole('columnheader', { name: 'Número de motor' }).locator('.edge').boundingBox()
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((edge?.x ?? 0) + 84, (edge?.y ?? 0) + 8, { steps: 4 })
  const layoutSaved = page.waitForResponse((answer) => !!answer.request().postData()?.includes('width'))
  await page.mouse.up()
  expect((await layoutSaved).ok()).toBe(true)
  const wide = Math.round((before?.width ?? 0) + 80)
  const width = async (of: Page) => Math.round((await headings(of).nth(FIRST).boundingBox())?.width ?? 0)
  expect(Math.abs((await width(page)) - wide)).toBeLessThanOrEqual(2)

  const elsewhere = await browser.newContext({ baseURL: PRODUCT, viewport: { width: 1440, height: 900 } })
  await elsewhere.addCookies([{ name: TOKEN_COOKIE, value: token, url: PRODUCT, sameSite: 'Strict' }])
  const other = await elsewhere.newPage()
  await openCatalogue(other)
  await expect(headings(other).nth(FIRST)).toHaveText('Número de motor')
  expect(Math.abs((await width(other)) - wide)).toBeLessThanOrEqual(2)
  await elsewhere.close()

  await page.reload()
  await expect(headings(page).nth(FIRST)).toHaveText('Número de motor')
  await page.getByRole('button', { name: 'Columnas' }).click()
  await still(page)
  await picker.getByRole('button', { name: 'Restablecer columnas' }).click()
  await expect(headings(page).nth(FIRST)).toHaveText('Multas')
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('button', { name: 'Columnas' })).toBeFocused()
})

test('every column can be added and sorted by', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { token } = await reader()
  await signedIn('norte-admin', token)
  const params = { screen: 'catalogue' } as const
  const columns = COLUMN_KEYS.filter((key) => key !== 'violationStatus' && key !== 'inspectionStatus' && key !== 'tags')
  const answer = await fetch(PRODUCT + views.saveLayout.path.replace(':screen', params.screen), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ columns: columns.map((key) => ({ key })) }),
  })
  expect(answer.ok).toBe(true)
  await openCatalogue(page)
  await expect(grid(page).getByRole('columnheader')).toHaveCount(columns.length + 1)
  await expect(grid(page).locator('thead button.sort')).toHaveCount(columns.length - 1)
  for (const title of ['Número de motor', 'Fecha de emplacado', 'Multas', 'Puertas']) {
    await grid(page).getByRole('button', { name: title, exact: true }).click()
    await expect(grid(page).getByRole('columnheader', { name: title, exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(plates(page)).toHaveCount(PAGE_SIZE)
  }
})

test('opens any page by its number', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const { totalCount } = await list('norte-admin')
  const last = Math.ceil(totalCount / PAGE_SIZE)
  const input = page.getByLabel('Ir a la página')
  await input.fill('9999')
  await input.press('Enter')
  await expect(page.getByText(`Página debe ser entre 1 y ${last}.`)).toBeVisible()
  await input.fill(`${last}`)
  await input.press('Enter')
  await expect(page).toHaveURL(`/?page=${last}`)
  await expect(plates(page)).toHaveCount(totalCount - (last - 1) * PAGE_SIZE)
})

test('the line above the table shows the total and its basis, as the API counts them', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  await openCatalogue(page, '/?brandName=KIA')
  const query = { vehicleClass: { ...ACTIVE, brand: { brandName: 'KIA' } } }
  const askCoverage = () => askAs('norte-admin', catalogue.coverage, { body: query })
  let coverageCounts = await askCoverage()
  while (!coverageCounts) coverageCounts = await askCoverage() // null: not ready yet
  const { checks, debt } = coverageCounts
  const coverage = page.locator('.coverage')
  await expect(coverage).toContainText(
    /^\d+ vehículos(Adeudo (conocido|total) \$[\d,]+|Ningún adeudo conocido|Sin adeudos)/,
  )
  await expect(coverage.getByText(/^falta saber de /)).toHaveText(
    `falta saber de ${debt.unknown} ${debt.unknown === 1 ? 'vehículo' : 'vehículos'}`,
  )
  await coverage.getByRole('button', { name: 'Detalle' }).click()
  const detail = page.getByRole('dialog', { name: 'En qué se basa el adeudo' })
  await expect(detail).toContainText(new RegExp(`Sin dato${checks.never} consultas? sin respuesta`))
})

test('by keyboard: arrows move, the space bar selects, Enter opens, Esc closes and restores the focus', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const rows = grid(page).locator('tbody tr')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press(' ')
  await page.keyboard.press('End')
  await expect(rows.nth(PAGE_SIZE - 1)).toBeFocused()
  await page.keyboard.press('Shift+ ')
  await expect(page.getByText(`${PAGE_SIZE - 2} vehículos seleccionados`)).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?asset=\d+$/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await still(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(rows.first()).toBeFocused()
})

test('the palette opens a screen, a vehicle and an action; the list of keyboard shortcuts', async ({
  page,
  signedIn,
}) => {
  const [found] = (await list('norte-admin')).vehicles
  await signedIn('norte-admin')
  await openCatalogue(page)
  const palette = page.getByRole('dialog', { name: 'Ir a…' })
  const box = palette.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await box.fill('perf')
  await expect(palette.getByRole('option', { name: 'Perfiles' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/catalogs/roles')
  await page.keyboard.press('Control+k')
  await box.fill(found?.vehicleAsset.plate ?? '')
  await expect(palette.getByRole('option').first()).toContainText(found?.vehicleAsset.vin ?? 'x')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/catalogs/roles?asset=${found?.vehicleAsset.vehicleAssetId}`)
  await still(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/catalogs/roles')
  await page.keyboard.press('Control+k')
  await box.fill('agregar')
  await expect(palette.getByRole('option')).toHaveText('Agregar vehículo…')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toContainText('Ctrl K')
})

test('without a network the list says so, and is loaded once the network is back', { tag: '@drill' }, async ({
  page,
  context,
  signedIn,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signedIn('norte-consulta')
  await openCatalogue(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Página 2', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Revise su conexión' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(plates(page)).toHaveCount(PAGE_SIZE)
})

test('a failed list is reported and can be retried', { tag: '@drill' }, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 503/)
  await signedIn('norte-consulta')
  await page.route('**/api/v2/vehicleAsset', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/')
  await expect(page.getByRole('alert').filter({ hasText: 'El servicio no respondió' })).toBeVisible()
  await page.unroute('**/api/v2/vehicleAsset')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(plates(page)).toHaveCount(PAGE_SIZE)
})
