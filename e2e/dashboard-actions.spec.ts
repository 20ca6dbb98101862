// Next actions: every group's number equals the catalogue's, its vehicles open, and it is accessible and fits.
import type { Reply } from '@padron/contract/call'
import { dashboard } from '@padron/contract/dashboard'
import { askAs, type DemoUser } from './api.ts'
import { expect, type Page, test, total, waitForChecks } from './fixtures.ts'
import { expectAccessible } from './views.ts'

type Actions = Reply<typeof dashboard.actions>
const actionsOf = async (user: DemoUser): Promise<Actions> => {
  await waitForChecks(user)
  const worked = async () => (await askAs(user, dashboard.read, {})).dashboard.statistics !== null
  await expect.poll(worked, { timeout: 60_000, intervals: [500] }).toBe(true)
  return askAs(user, dashboard.actions, {})
}

const panel = (page: Page) => page.getByRole('region', { name: 'Qué hacer esta semana' })
const openAll = async (page: Page): Promise<void> => {
  const shut = panel(page).getByRole('button', { expanded: false })
  while (await shut.count()) await shut.first().press('Enter')
  await panel(page).getByText('Reglas', { exact: false }).first().press('Enter')
}

test('each link opens as many vehicles as its number', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { payments, blocked, growing, stillListed } = await actionsOf('norte-admin')
  await signedIn('norte-admin')
  const counts = [payments, ...blocked, growing, stillListed]
    .map(({ vehicles }) => vehicles)
    .filter((count) => count > 0)
  await page.goto('/dashboard')
  await expect(panel(page).getByRole('list').first()).toBeVisible()
  const links = panel(page).getByRole('link', { name: /en el catálogo/ })
  expect(await links.count()).toBeGreaterThanOrEqual(counts.length)
  const catalogue = await page.context().newPage()
  for (const link of await links.all()) {
    const count = Number(/Ver los ([\d,]+)/.exec((await link.textContent()) ?? '')?.[1]?.replace(/,/g, '') ?? 1)
    const href = await link.getAttribute('href')
    await catalogue.goto(href ?? '')
    await expect(total(catalogue)).toHaveText(new RegExp(` de ${count.toLocaleString('es-MX')} vehículos?$`))
  }
})

test('a group and its vehicle open by keyboard, and the focus returns', async ({ page, signedIn }) => {
  await actionsOf('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard')
  const group = panel(page).getByRole('button', { expanded: false }).first()
  await group.focus()
  await page.keyboard.press('Enter')
  const plate = panel(page).getByRole('rowheader').getByRole('button').first()
  const name = (await plate.textContent()) ?? ''
  await plate.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(plate).toBeFocused()
})

test('a panel closed during its animation restores the focus too', { tag: '@drill' }, async ({ page, signedIn }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await actionsOf('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard')
  await panel(page).getByRole('button', { expanded: false }).first().press('Enter')
  const plate = panel(page).getByRole('rowheader').getByRole('button').first()
  await plate.press('Enter')
  await page.locator('.vehicle-drawer').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(plate).toBeFocused()
})

test('every rule shows its source; one not in use says why, one in use shows its vehicles', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const { rules, today } = await actionsOf('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard')
  const hasEnded = ({ validTo }: Actions['rules'][number]) => validTo !== null && validTo < today
  if (rules.some(({ unreplaced }) => unreplaced)) {
    await panel(page).getByRole('button', { name: 'Ver cuáles reglas' }).press('Enter')
    await expect(panel(page).getByRole('listitem').filter({ hasText: '; no hay versión' }).first()).toBeFocused()
  } else await panel(page).getByText('Reglas', { exact: false }).first().press('Enter')
  const items = (list: string) => panel(page).getByRole('list', { name: list, exact: true }).locator(':scope > li')
  await expect(items('Reglas')).toHaveCount(rules.filter((rule) => !hasEnded(rule)).length)
  await expect(items('Terminadas')).toHaveCount(rules.filter(hasEnded).length)
  for (const rule of rules) {
    const item = items(hasEnded(rule) ? 'Terminadas' : 'Reglas').filter({
      has: page.getByRole('heading', { name: rule.title, exact: true }),
    })
    await expect(item).toContainText(rule.source)
    await expect(item).toContainText(`Versión ${rule.version}`)
    if (hasEnded(rule)) await expect(item).toContainText('Terminó el ')
    else await expect(item).toContainText(rule.shown ? 'En uso' : `No se usa. ${rule.whyNot}`)
    if (rule.shown) await expect(item).toContainText(/[Aa]fecta a |Sin datos|[Pp]lazo: |En UMA están \d/)
  }
})

test('next actions are accessible and fit, with everything open', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  await actionsOf('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/dashboard')
  await expect(panel(page).getByRole('list').first()).toBeVisible()
  await openAll(page)
  await expectAccessible(page)
})
