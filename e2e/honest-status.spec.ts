// Nothing is shown as clear without an answer of a source, neither in the table nor in the drawer.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { RESOURCE_TYPES, resourceTypesOf, statusTone, typeName } from '@padron/contract/resources'
import { fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, test, waitForChecks } from './fixtures.ts'

const PAGES = 3
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const drawer = (page: Page) => page.getByRole('dialog')

/** The expected sign of each column, from the row of the API. */
const signs = ({ vehicleAsset }: VehicleRow, country: 'MX' | 'CO'): Record<string, string> =>
  Object.fromEntries(
    resourceTypesOf(country).flatMap(({ id }) => {
      const column = RESOURCE_TYPES.find((type) => type.id === id)?.column
      if (!column) return []
      const freshness = vehicleAsset.freshness.find(({ resourceTypeId }) => resourceTypeId === id)
      const unknown = freshness?.state === 'unknown'
      const sign = unknown ? 'unknown' : freshness ? statusTone(vehicleAsset[column]) : 'unprocessed'
      return [[typeName(id, country), sign]]
    }),
  )

const drawn = (page: Page) =>
  page.getByRole('table').evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => ({
      plate: row.querySelector('th')?.textContent?.trim() ?? '',
      signs: Object.fromEntries(
        [...row.querySelectorAll('button[aria-label] [data-sign]')].map((sign) => [
          sign.parentElement?.getAttribute('aria-label')?.split(':')[0] ?? '',
          (sign as SVGElement).dataset.sign ?? '',
        ]),
      ),
    })),
  )

for (const { user, country } of [
  { user: 'norte-admin', country: 'MX' },
  { user: 'andina-admin', country: 'CO' },
] as const) {
  test(`${user}: every sign of ${PAGES} pages matches the answers`, {
    tag: country === 'MX' ? ['@drill'] : [],
  }, async ({ page, signedIn }) => {
    await waitForChecks(user)
    await signedIn(user)
    await openCatalogue(page)
    await page.getByRole('button', { name: 'Columnas' }).click()
    const picker = page.getByRole('dialog', { name: 'Columnas visibles' })
    for (const { id } of resourceTypesOf(country)) {
      if (RESOURCE_TYPES.find((type) => type.id === id)?.column)
        await picker.getByLabel(typeName(id, country), { exact: true }).check()
    }
    for (let at = 1; at <= PAGES; at++) {
      const answer = page.waitForResponse('**/api/v2/vehicleAsset')
      await (at === 1 ? page.reload() : page.getByRole('button', { name: `Página ${at}`, exact: true }).click())
      const { vehicles } = (await (await answer).json()) as { vehicles: VehicleRow[] }
      await expect(page.getByRole('rowheader').first()).toHaveText(vehicles[0]?.vehicleAsset.plate ?? 'x')
      const wanted = vehicles.map((row) => ({ plate: row.vehicleAsset.plate, signs: signs(row, country) }))
      expect(await drawn(page)).toEqual(wanted)
    }
  })
}

test('a resource without a query is “Sin procesar” in the drawer, a failed one names source and reason', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  const fleet = await fetchVehicles('norte-admin', ACTIVE)
  // Nobody has captured anything for Jalisco, whose portal cannot be queried by machine: the status is unknown.
  const never = fleet.find(({ state }) => state.stateName === 'Jalisco')
  const failed = fleet.find(({ vehicleAsset }) => vehicleAsset.freshness.some(({ state }) => state === 'unknown'))
  await signedIn('norte-admin')
  await page.goto(`/?asset=${never?.vehicleAsset.vehicleAssetId}`)
  const checkedDrawer = drawer(page)
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: 'Posibles adeudos de tenencia' }) })
  await expect(checkedDrawer.locator('summary')).toContainText('Sin procesar')
  await expect(checkedDrawer.locator('summary [data-sign]')).toHaveAttribute('data-sign', 'unprocessed')

  expect(failed, 'the simulated portals fail for a few plates').toBeDefined()
  await page.goto(`/?asset=${failed?.vehicleAsset.vehicleAssetId}`)
  const unknown = drawer(page)
    .locator('details')
    .filter({ has: page.locator('summary [data-sign="unknown"]') })
    .first()
  await expect(unknown.locator('summary')).toContainText('sin dato')
  await expect(unknown.getByText(/^Último intento (justo ahora|hace \d+ \w+): .+/).first()).toBeVisible()
})

test('without an automatic source the table says so, and promises no answer', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const fleet = await fetchVehicles('norte-admin', ACTIVE)
  const far = fleet.find(({ state }) => state.stateName === 'Jalisco')
  await signedIn('norte-admin')
  await page.goto(`/?plate=${far?.vehicleAsset.plate}`)
  await expect(page.getByRole('button', { name: 'Multas: Sin consulta automática' })).toBeVisible()
})
