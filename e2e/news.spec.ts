// The bell: what the operator publishes is shown once to users who have not seen it, without interrupting them.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { newCompany, padron } from './company.ts'
import { entryGone, expect, test } from './fixtures.ts'
import { newColleague, type Person, unique } from './people.ts'
import { expectAccessible, WIDTHS } from './views.ts'

const VEHICLES_READ = 11
const TAGS_READ = 21

/** Without permission for the health of sources, whose outages would be news at any moment. */
let reader: Person
const title = `Mantenimiento ${unique()}`
test.beforeAll(async () => {
  test.setTimeout(120_000)
  reader = await newColleague((await newCompany()).ask, VEHICLES_READ, TAGS_READ)
  await padron('news', 'add', '--title', title, '--information', 'El sábado de 2 a 4 no habrá consultas.')
})
test.beforeEach(({ context }) =>
  context.addCookies([{ name: TOKEN_COOKIE, value: reader.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' }]),
)

test('nothing opens by itself, the panel is accessible and fits, and its mark disappears after', {
  tag: '@drill',
}, async ({ page }) => {
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Noticias/ })
  await expect(bell).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const panel = page.getByRole('dialog', { name: 'Noticias' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await bell.click()
    await expect(panel.getByRole('heading', { name: 'Avisos' })).toBeVisible()
    await expect(panel.getByRole('listitem').filter({ hasText: title })).toContainText('El sábado de 2 a 4')
    // The displayed news count as seen once they have been reloaded.
    await expect(bell).toHaveAccessibleName('Noticias')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(bell).toBeFocused()
    await expect(bell).toHaveAccessibleName('Noticias')
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Noticias', exact: true })).toBeVisible()
  await bell.click()
  await expect(panel).toBeVisible()
  await expectAccessible(page)
})

test('later news are marked again, in the list and on the bell', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Noticias/ }).click()
  await expect(page.getByRole('dialog', { name: 'Noticias' })).toContainText(title)
  await expect(page.getByRole('button', { name: 'Noticias', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const headline = `Nueva fuente ${unique()}`
  await padron('news', 'add', '--title', headline, '--information', 'Ya se consulta Zacatecas.')
  await page.reload()
  await page.getByRole('button', { name: 'Noticias, hay sin leer' }).click()
  const entry = page.getByRole('dialog', { name: 'Noticias' }).getByRole('listitem').filter({ hasText: headline })
  await expect(entry).toContainText('Nueva')
  await expect(page.getByRole('button', { name: 'Noticias', exact: true })).toBeVisible()
  await expect(entry).toContainText('Nueva')
})

test('on a phone Back closes the news and stays on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/catalogs/tags')
  const bell = page.getByRole('button', { name: /^Noticias/ })
  const panel = page.getByRole('dialog', { name: 'Noticias' })
  await bell.click()
  await expect(panel).toContainText(title)
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/catalogs/tags')
  await expect(bell).toBeFocused()
  await bell.click()
  await panel.getByRole('button', { name: 'Cerrar ventana' }).click()
  await expect(panel).toHaveCount(0)
  await entryGone(page)
  await page.goto('/')
  await page.goBack()
  await expect(page).toHaveURL('/catalogs/tags')
  await expect(panel).toHaveCount(0)
})
