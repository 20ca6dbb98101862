// The dashboards over the demo: their figures equal the catalogue's, charts and tables agree, and they are accessible
// and fit.
import { dashboard } from '@padron/contract/dashboard'
import type { Locator } from '@playwright/test'
import { askAs, type DemoUser } from './api.ts'
import { newCompany } from './company.ts'
import { expect, type Page, test, total, waitForChecks } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible, WIDTHS } from './views.ts'

const RESOURCE_READ = 101
const NONE = 'No hay registro de estadísticas por el momento, vuelva a intentarlo en 24 horas.'

/** Statistics of the current fleet. */
const workedOut = async (user: DemoUser): Promise<void> => {
  await waitForChecks(user)
  const ready = async () => {
    const { statistics, refreshing, changed } = (await askAs(user, dashboard.read, {})).dashboard
    // The last answers of a round may arrive while statistics are computed.
    if (changed && !refreshing) await askAs(user, dashboard.refresh, {})
    return statistics !== null && !refreshing && !changed
  }
  await expect.poll(ready, { timeout: 90_000, intervals: [500] }).toBe(true)
}

const chart = (page: Page, key: string): Locator => page.locator(`[data-chart="${key}"]`)
const bars = (page: Page, key: string): Locator => chart(page, key).locator('a.bar')
const summary = (page: Page): Locator => page.getByRole('list', { name: 'Resumen' })
const periods = (page: Page): Locator => page.getByRole('group', { name: 'Periodo' })
/** Figures that overflow their card, or whose amount is broken. */
const spilled = (cards: Locator): Promise<string[]> =>
  cards.locator('.figure__value').evaluateAll((all) =>
    all.flatMap((value) => {
      const right = value.closest('.card__figures')?.getBoundingClientRect().right ?? 0
      const range = document.createRange()
      range.selectNodeContents(value.lastChild ?? value)
      const fits = value.getBoundingClientRect().right <= right + 1 && range.getBoundingClientRect().right <= right + 1
      return fits && range.getClientRects().length === 1 ? [] : [value.textContent ?? '']
    }),
  )
/** The number of vehicles in the name of a bar. */
const vehiclesOf = async (bar: Locator): Promise<string> =>
  /Vehículos ([\d.,]+)/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1] ?? 'none'
const ofTotal = (count: string): RegExp => new RegExp(` de ${count.replaceAll('.', '\\.')} vehículos?$`)

// In each country, a fleet that no other test changes.
for (const user of ['sureste-admin', 'andina-admin'] as const) {
  test(`${user}: a bar’s number equals the catalogue’s, by mouse and by keyboard`, {
    tag: '@drill',
  }, async ({ page, signedIn }) => {
    test.slow()
    await workedOut(user)
    await signedIn(user)
    await page.goto('/dashboard')
    for (const key of ['debtByType', 'topBrands', 'vehiclesPerState', 'vehiclesPerYear', 'ticketsByState']) {
      const bar = bars(page, key).first()
      await expect(bar).toBeVisible()
      const count = await vehiclesOf(bar)
      await bar.focus()
      await page.keyboard.press('Enter')
      await expect(total(page)).toHaveText(ofTotal(count))
      await page.goBack()
      await expect(bar).toBeFocused() // where it was before
    }
    const owed = summary(page)
      .getByRole('listitem')
      .filter({ hasText: user === 'andina-admin' ? 'Con deuda' : 'Con adeudo' })
    const count = / en ([\d.,]+) vehículos?/.exec((await owed.textContent()) ?? '')?.[1] ?? 'none'
    await owed.getByRole('link').click()
    await expect(total(page)).toHaveText(ofTotal(count))
  })
}

test('a section as a table has the numbers of its charts; the choice is in the address', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await workedOut('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard/tickets')
  await expect(bars(page, 'ticketsByState').first()).toBeVisible()
  const drawn = await bars(page, 'ticketsByState').evaluateAll((all) =>
    all.map((bar) => bar.getAttribute('aria-label')),
  )
  const way = page.getByRole('group', { name: 'Cómo se muestra: Multas' })
  await way.getByText('Tabla', { exact: true }).click()
  const table = chart(page, 'ticketsByState').getByRole('table', { name: 'Multas por estado' })
  const rows = await table.getByRole('rowheader').allTextContents()
  expect(rows).toEqual(drawn.map((label) => label?.split(':')[0]))
  await expect(page).toHaveURL(/tablas=tickets/)
  await page.reload()
  await expect(table).toBeVisible()
  await table.getByRole('link').first().click()
  await expect(total(page)).toBeVisible()
})

test('the period is in the address, and the arrows change it', { tag: '@drill' }, async ({ page, signedIn }) => {
  await workedOut('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard')
  await expect(periods(page).getByRole('radio')).toHaveCount(7)
  await periods(page).getByText('Trimestre', { exact: true }).click()
  await expect(page).toHaveURL('/dashboard?periodo=3')
  await expect(page.getByText(/^Adeudos con fecha del/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/dashboard?periodo=6')
  await periods(page).getByText('Siguiente mes', { exact: true }).click()
  await expect(page).toHaveURL('/dashboard?periodo=-1')
  await expect(summary(page).getByRole('heading', { name: /^Por pagar/ })).toBeVisible()
})

test('a company without statistics is informed, and sees them once they are computed', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { token } = await newCompany()
  await signedIn('norte-admin', token)
  let none = true
  let refreshing = false
  await page.route('**/api/v2/dashboard', (route) =>
    none ? route.fulfill({ json: { dashboard: { statistics: null, changed: false, refreshing } } }) : route.continue(),
  )
  await page.goto('/dashboard')
  await expect(page.getByText(NONE)).toBeVisible()
  refreshing = true
  await page.getByRole('button', { name: 'Calcular ahora' }).click()
  await expect(page.getByText('Calculando las estadísticas')).toBeVisible()
  await expect(page.getByText(NONE)).toBeHidden()
  none = false
  await expect(summary(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Ningún vehículo activo').first()).toBeVisible()
})

for (const user of ['norte-admin', 'andina-admin'] as const) {
  test(`${user}: sums of nine digits and more fit in their cards unbroken`, {
    tag: '@drill',
  }, async ({ page, signedIn }) => {
    await workedOut(user)
    await page.route('**/api/v2/dashboard', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      for (const period of json.dashboard.statistics)
        Object.assign(period, {
          totalDebt: 98_123_456_789.5,
          totalTicketsDebt: 987_654_321.5,
          totalTenenciasDebt: 876_543_210.5,
        })
      await route.fulfill({ response: answer, json })
    })
    await signedIn(user)
    await page.goto('/dashboard')
    await expect(summary(page).getByText(/987.654.321.50/)).toBeVisible()
    for (const width of [1440, 1280, 1100, 700, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect([width, await spilled(summary(page))]).toEqual([width, []])
    }
  })
}

test('a user without the permission for dashboards sees none', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { presetId } = await newProfile(RESOURCE_READ)
  const { token } = await newPerson(presetId)
  await signedIn('norte-admin', token)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/health')
  await expect(page.getByRole('link', { name: /^Dashboard/ })).toHaveCount(0)
})

for (const { user, path, widths } of [
  { user: 'norte-admin', path: '/dashboard', widths: WIDTHS },
  { user: 'andina-admin', path: '/dashboard/tenencias', widths: [390] },
] as const) {
  test(`${path} of ${user}, drawn and as tables`, { tag: '@drill' }, async ({ page, signedIn }) => {
    test.slow()
    await workedOut(user)
    await signedIn(user)
    await page.goto(path)
    await expect(page.locator('.recharts-surface').first()).toBeVisible()
    await expectAccessible(page, widths)
    for (const way of await page.getByText('Tabla', { exact: true }).all()) await way.click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page, widths)
  })
}
