// The reconciliation with the registry: differences, choices, the work list, and the texts when no source has answered.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { vehicles } from '@padron/contract/vehicles'
import { SIMULATOR } from './address.ts'
import { type Company, type Made, newCompany, newIdentity, newVehicle } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { expectAccessible } from './views.ts'

const WRONG = { brand: { brandName: 'FORD' }, model: { modelName: 'KA', year: 2019 } }

const match = (company: Company, { vehicleAssetId }: Made) =>
  company.ask(vehicles.registryMatch, { params: { vehicleAssetId: `${vehicleAssetId}` } })

/** One VIN in twenty would have an error of the simulated registry, and perhaps no answer for an hour. */
const answerWell = async (vin: string) => {
  const reply = await fetch(`${SIMULATOR}/__control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ portal: 'nubarium', scenario: 'clean', plate: vin }),
  })
  expect(reply.status).toBe(200)
}

/** Vehicles whose brand and year do not match their VIN, once the registry has answered. */
const different = async (company: Company, many: number): Promise<readonly Made[]> => {
  const made: Made[] = []
  for (let i = 0; i < many; i++) {
    const identity = newIdentity()
    await answerWell(identity.vin)
    made.push(await newVehicle(company, WRONG, identity))
  }
  for (const one of made) {
    // Another registry answers by plate, perhaps before the one that is queried by VIN.
    const answered = async () => {
      const { vin, differing } = await match(company, one)
      return vin !== null && differing.includes('brandName')
    }
    await expect.poll(answered, { timeout: 90_000, intervals: [1000] }).toBe(true)
  }
  return made
}

let company: Company
let made: readonly Made[]
test.beforeAll(async () => {
  test.setTimeout(200_000)
  company = await newCompany()
  made = await different(company, 4)
})
test.beforeEach(({ context }) =>
  context.addCookies([
    { name: TOKEN_COOKIE, value: company.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
  ]),
)

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Conciliar/ })
const one = (at: number): Made => {
  const found = made[at]
  if (!found) throw new Error(`no vehicle ${at}`)
  return found
}

test('lists the differing fields with their source; a choice is saved and leaves the list', async ({ page }) => {
  const target = one(0)
  await page.goto(`/?info=${target.vehicleAssetId}`)
  const year = dialog(page).getByRole('group', { name: 'Año' })
  await expect(
    dialog(page)
      .getByText(/REPUVE/)
      .first(),
  ).toBeVisible()
  await expect(year.getByRole('radio', { name: /Actual: 2019/ })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog(page).getByText(/elija algún valor/)).toBeVisible()
  await year.getByRole('radio', { name: /Por VIN: 2024/ }).check()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(vehicles.edit.done)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/')
  const now = await match(company, target)
  expect(now.current.year).toBe('2024')
})

test('vehicles of the work list open one after the other', async ({ page }) => {
  await page.goto('/differences')
  await expect(page.getByText(/vehículos activos tienen datos que difieren; \d+ se han comparado/)).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  const first = ((await rows.nth(1).getByRole('button').textContent()) ?? '').trim()
  const second = ((await rows.nth(2).getByRole('button').textContent()) ?? '').trim()
  await rows.nth(1).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: `Conciliar ${first}` })).toBeVisible()
  await dialog(page)
    .getByRole('group', { name: 'Marca' })
    .getByRole('radio', { name: /Por VIN/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Guardar y continuar' }).click()
  await expect(page.getByRole('dialog', { name: `Conciliar ${second}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/differences')
})

test('another user saves first: the current data appear, and the choice is saved over them', { tag: '@drill' }, async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 409/)
  const target = one(2)
  await page.goto(`/?info=${target.vehicleAssetId}`)
  await dialog(page)
    .getByRole('group', { name: 'Año' })
    .getByRole('radio', { name: /Por VIN/ })
    .check()
  const { version } = await match(company, target)
  await company.ask(vehicles.edit, {
    body: { vehicleClass: { vehicleAsset: { vehicleAssetId: target.vehicleAssetId, version }, model: { year: 2018 } } },
  })
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog(page).getByText(/Otra persona cambió este vehículo/)).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: /Actual: 2018/ })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(vehicles.edit.done)).toBeVisible()
  expect((await match(company, target)).current.year).toBe('2024')
})

test('over the drawer, Esc closes only the dialog', { tag: '@drill' }, async ({ page }) => {
  const { vehicleAssetId } = one(3)
  await page.goto(`/?asset=${vehicleAssetId}`)
  await page.getByRole('button', { name: 'Conciliar' }).click()
  await expect(page).toHaveURL(`/?asset=${vehicleAssetId}&info=${vehicleAssetId}`)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`/?asset=${vehicleAssetId}`)
  await expect(page.locator('.vehicle-drawer').getByRole('heading', { name: 'Situación' })).toBeVisible()
})

test('without an answer of a source nothing is called up to date', { tag: '@drill' }, async ({ page }) => {
  const { vehicleAssetId } = one(3)
  const unanswered = { ...(await match(company, one(3))), vin: null, plate: null, differing: [] }
  await page.route(`**/api/v2/repuvematch/${vehicleAssetId}`, (route) => route.fulfill({ json: unanswered }))
  await page.goto(`/?info=${vehicleAssetId}`)
  await expect(dialog(page).getByText(/Ninguna fuente ha respondido todavía/)).toBeVisible()
  await expect(dialog(page).getByText('Este vehículo está al día')).toHaveCount(0)
})

test('the work list and the dialog are accessible and fit', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/differences')
  await expect(page.getByText(/se han comparado/)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/differences?info=${one(3).vehicleAssetId}`)
  await expect(dialog(page).getByRole('radio').first()).toBeVisible()
  await expectAccessible(page)
})
