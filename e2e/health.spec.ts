// The health of the sources: the table equals the server's counts, a cell links to its source, and the source to the
// vehicles that it affects.
import type { Reply } from '@padron/contract/call'
import { availability, health, type TypeHealth } from '@padron/contract/health'
import { askAs } from './api.ts'
import { expect, type Page, test, waitForChecks } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible } from './views.ts'

/** Role type × 10 + level. */
const RESOURCE_READ = 101

const ROBBERY = 'Reporte de robo'
const robberyCell = (page: Page) => page.getByRole('button', { name: new RegExp(`^${ROBBERY} ?, Todo el país:`) })
const panel = (page: Page) => page.getByRole('dialog')

const statesOf = async (user: 'norte-admin' | 'andina-admin') =>
  (await askAs(user, health.states, {})).stateResourceTypeHealths

/** Once the first runs have been counted. */
const waitForPercentages = async (user: 'norte-admin' | 'andina-admin'): Promise<void> => {
  await waitForChecks(user)
  const first = async () => {
    const cells = (await statesOf(user)).flatMap(({ resourceTypeHealth }) => resourceTypeHealth)
    return cells.some(({ successPercentage }) => successPercentage !== null)
  }
  await expect.poll(first, { timeout: 90_000, intervals: [1000] }).toBe(true)
}

const wantedSign = ({ successPercentage, resourceInfo }: TypeHealth): string => {
  if (resourceInfo.some(({ incident }) => incident)) return 'failing'
  if (resourceInfo.some(({ service }) => service === 'automatic')) return availability(successPercentage)
  return resourceInfo.some(({ service }) => service === 'manual') ? 'manual' : 'nobody'
}

for (const user of ['norte-admin', 'andina-admin'] as const) {
  test(`${user}: every sign matches the server’s counts`, { tag: user === 'andina-admin' ? ['@drill'] : [] }, async ({
    page,
    signedIn,
  }) => {
    await waitForPercentages(user)
    await signedIn(user)
    const answer = page.waitForResponse('**/api/v2/resources/health')
    await page.goto('/health?all=si')
    const { stateResourceTypeHealths } = (await (await answer).json()) as Reply<typeof health.states>
    await expect(page.getByRole('rowheader').first()).toHaveText('Todo el país')
    const wanted = stateResourceTypeHealths
      .flatMap(({ state, resourceTypeHealth }) =>
        resourceTypeHealth.map(
          (cell) => `${cell.resourceType.descriptionSpanish}, ${state.stateName}: ${wantedSign(cell)}`,
        ),
      )
      .toSorted()
    const drawn = await page.locator('td button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const sign = button.querySelector<HTMLElement>('[data-health]')?.dataset.health
        return `${button.getAttribute('aria-label')?.split(':')[0]}: ${sign}`
      }),
    )
    expect(drawn.toSorted()).toEqual(wanted)
  })
}

test('a cell shows its source by mouse and by keyboard, and opens it at its address', async ({ page, signedIn }) => {
  await waitForPercentages('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/health')
  await robberyCell(page).hover()
  const tip = page.getByRole('tooltip').filter({ hasText: 'PlacApi' })
  await expect(tip).toContainText('Tiempo medio')
  await page.getByText('Consultas con respuesta en los últimos 7 días').hover()
  await expect(tip).toBeHidden()

  await page.getByRole('region', { name: 'Salud por estado' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(robberyCell(page)).toBeFocused()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/health\?resource=\d+$/)
  await expect(panel(page).getByRole('heading', { name: ROBBERY })).toBeVisible()
  await expect(panel(page).getByText('Próximo intento')).toBeVisible()
  await expect(panel(page).getByRole('img', { name: /^Consultas con respuesta por día/ })).toBeVisible()
  await panel(page).getByText('Ver como tabla').click()
  await expect(panel(page).getByRole('table').getByRole('row')).toHaveCount(31)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL('/health')
  await expect(robberyCell(page)).toBeFocused()
})

test('the affected vehicles link to the catalogue; a user without vehicles sees only the number', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await waitForPercentages('norte-admin')
  // The simulated portals fail for a few plates.
  const [cell] = (await statesOf('norte-admin'))
    .flatMap(({ resourceTypeHealth }) => resourceTypeHealth)
    .filter(({ resourceType }) => resourceType.descriptionSpanish === ROBBERY)
  const resourceId = String(cell?.resourceInfo[0]?.resource.resourceId)
  const { vehicles, totalCount } = await askAs('norte-admin', health.touched, { params: { resourceId }, query: {} })
  const [first] = vehicles
  expect(first, 'some vehicle has no answer about theft').toBeDefined()

  await signedIn('norte-admin')
  await page.goto(`/health?resource=${resourceId}`)
  await panel(page)
    .getByRole('link', { name: first?.plate ?? 'x', exact: true })
    .click()
  await expect(page).toHaveURL(`/?asset=${first?.vehicleAssetId}`)
  await expect(panel(page)).toContainText(`VIN ${first?.vin}`)

  const { presetId } = await newProfile(RESOURCE_READ)
  const { token } = await newPerson(presetId)
  await signedIn('norte-admin', token)
  await page.goto(`/health?resource=${resourceId}`)
  await expect(panel(page).getByText(`${totalCount} vehículos sin respuesta`, { exact: false })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: first?.plate ?? 'x', exact: true })).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: /^Procesar/ })).toHaveCount(0)
})

test('the states and one source are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await page.goto('/health?all=si')
  await expect(robberyCell(page)).toBeVisible()
  await expectAccessible(page)
  await robberyCell(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Últimos 30 días', exact: true })).toBeVisible()
  await expectAccessible(page)
})
