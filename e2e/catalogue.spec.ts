// The catalogue: what it shows is what the product knows, page by page, and sorts as asked.
import { catalogue, PAGE_SIZE } from '@padron/contract/catalogue'
import { statusText } from '@padron/contract/resources'
import { askAs, type DemoUser } from './api.ts'
import { expect, openCatalogue, type Page, still, test, total, waitForChecks } from './fixtures.ts'

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const grid = (page: Page) => page.getByRole('table', { name: 'Catálogo de vehículos' })
const plates = (page: Page) => grid(page).getByRole('rowheader')
const list = (user: DemoUser, pagination: object = {}) =>
  askAs(user, catalogue.list, { body: { vehicleClass: ACTIVE, pagination } })

const AFTER_CHECKS = ['VIN', 'Razón social']
const REST = ['Arrendadora', 'Marca', 'Modelo', 'Estatus', 'Etiquetas']
// biome-ignore format: a table to be read by columns
const COMPANIES = [
  { user: 'norte-admin',   columns: ['Placa', 'Multas', 'Tenencias', 'Estado', ...AFTER_CHECKS, 'RFC', ...REST] },
  { user: 'sureste-admin', columns: ['Placa', 'Multas', 'Tenencias', 'Estado', ...AFTER_CHECKS, 'RFC', ...REST] },
  { user: 'andina-admin',  columns: ['Placa', 'Multas', 'Comparendos', 'RTM', 'Departamento', ...AFTER_CHECKS, 'NIT', ...REST] },
] as const

for (const { user, columns } of COMPANIES) {
  test(`${user}: the exact total, 25 rows, the country's columns, and pages to the last`, async ({
    page,
    signedIn,
  }) => {
    const { totalCount } = await list(user)
    await signedIn(user)
    await openCatalogue(page)
    await expect(total(page)).toHaveText(`1–25 de ${totalCount} vehículos`)
    await expect(plates(page)).toHaveCount(PAGE_SIZE)
    await expect(grid(page).getByRole('columnheader')).toHaveText([...columns])

    const first = await plates(page).allInnerTexts()
    await page.getByTitle('2', { exact: true }).click()
    await expect(page).toHaveURL('/?page=2')
    await expect(total(page)).toHaveText(`26–50 de ${totalCount} vehículos`)
    expect((await plates(page).allInnerTexts()).filter((plate) => first.includes(plate))).toEqual([])

    const last = Math.ceil(totalCount / PAGE_SIZE)
    await page.getByTitle(`${last}`, { exact: true }).click()
    const from = (last - 1) * PAGE_SIZE + 1
    await expect(total(page)).toHaveText(`${from}–${totalCount} de ${totalCount} vehículos`)
    await expect(plates(page)).toHaveCount(totalCount - from + 1)
    await page.goBack()
    await expect(total(page)).toHaveText(`26–50 de ${totalCount} vehículos`)
  })
}

test('a page past the last one goes to the last one', async ({ page, signedIn }) => {
  await signedIn('sureste-admin')
  await openCatalogue(page, '/?page=999')
  const { totalCount } = await list('sureste-admin')
  await expect(page).toHaveURL(`/?page=${Math.ceil(totalCount / PAGE_SIZE)}`)
})

test('a status is a sign with words, not a colour alone', async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  await openCatalogue(page)
  const { vehicles } = await list('norte-admin')
  for (const { vehicleAsset } of vehicles.slice(0, 10)) {
    const row = grid(page).getByRole('row').filter({ hasText: vehicleAsset.plate })
    const cell = row.getByRole('button', { name: /^Multas: / })
    const state = vehicleAsset.freshness.find(({ resourceTypeId }) => resourceTypeId === 1)?.state
    const never = vehicleAsset.ticketStatus === -1 && !state
    const said = state === 'unknown' ? 'no se sabe' : statusText(vehicleAsset.ticketStatus)
    const words = never ? 'Sin (procesar|consulta automática)' : said
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

test('sorts by plate both ways and back to none, in the address', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const heading = grid(page).getByRole('columnheader', { name: 'Placa' })
  for (const { order, said } of [
    { order: 'asc', said: 'ascending' },
    { order: 'desc', said: 'descending' },
  ] as const) {
    await heading.getByRole('button').click()
    await expect(page).toHaveURL(`/?sort=plate&order=${order}`)
    await expect(heading).toHaveAttribute('aria-sort', said)
    const { vehicles } = await list('norte-admin', { sortBy: 'plate', sortFilterOrder: order })
    await expect(plates(page)).toHaveText(vehicles.map(({ vehicleAsset }) => vehicleAsset.plate))
  }
  await heading.getByRole('button').click()
  await expect(page).toHaveURL('/')
  await expect(heading).not.toHaveAttribute('aria-sort')
})

test('columns are chosen, remembered and restored', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const column = grid(page).getByRole('columnheader', { name: 'Reporte de robo' })
  await page.getByRole('button', { name: 'Columnas' }).click()
  const picker = page.getByRole('dialog', { name: 'Columnas visibles' })
  await expect(picker.getByLabel('Placa', { exact: true })).toBeDisabled()
  await picker.getByLabel('Reporte de robo').check()
  await expect(column).toBeVisible()
  await page.reload()
  await expect(column).toBeVisible()
  await page.getByRole('button', { name: 'Columnas' }).click()
  await still(page)
  await picker.getByRole('button', { name: 'Restablecer columnas' }).click()
  await expect(column).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('button', { name: 'Columnas' })).toBeFocused()
})

test('a list that cannot be reached says so, and comes back with the network', async ({
  page,
  context,
  signedIn,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signedIn('norte-consulta')
  await openCatalogue(page)
  await context.setOffline(true)
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Revise su conexión' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(plates(page)).toHaveCount(PAGE_SIZE)
})

test('a failed list says so and can be tried again', async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 503/)
  await signedIn('norte-consulta')
  await page.route('**/api/v2/vehicleAsset', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/')
  await expect(page.getByRole('alert').filter({ hasText: 'El servicio no respondió' })).toBeVisible()
  await page.unroute('**/api/v2/vehicleAsset')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(plates(page)).toHaveCount(PAGE_SIZE)
})
