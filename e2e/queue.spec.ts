// The queue panel with the event stream: a report ordered in the catalogue ends without polling, and its emails are
// listed.
import { QUEUE_EVENTS } from '@padron/contract/queue'
import { expect, openCatalogue, type Page, test } from './fixtures.ts'
import { expectAccessible, WIDTHS } from './views.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Trabajos' })
const finished = (page: Page) => panel(page).getByRole('listitem', { name: /^Reporte de \d+ vehículos?$/ })

const order = async (page: Page) => {
  // Beside an open panel the catalogue has its exports in a menu.
  const menu = page.getByRole('button', { name: 'Exportar' })
  const first = page.getByRole('button', { name: 'Generar Reporte' }).or(menu)
  await first.click()
  const inMenu = page.getByRole('dialog', { name: 'Exportar' }).getByRole('button', { name: 'Generar Reporte' })
  if (await menu.isVisible()) await inMenu.click()
  const report = page.getByRole('dialog', { name: 'Generar Reporte' })
  // The user's own address is loaded with the account, and would interfere.
  await expect(report.getByLabel('Correos')).not.toHaveValue('')
  await report.getByLabel('Correos').fill('ana@norte.example, luis@norte.example')
  await report.getByRole('button', { name: 'Generar Reporte' }).click()
  await expect(report).toBeHidden()
}

test('a report ends on the open panel: the server pushes it, without polling', async ({ page, signedIn }) => {
  await signedIn('norte-operador')
  const line = page.waitForResponse((response) => response.url().endsWith(QUEUE_EVENTS))
  await openCatalogue(page, '/?brandName=NISSAN')
  expect((await line).status()).toBe(200)
  await page.getByRole('button', { name: /^Trabajos/ }).click()
  await expect(panel(page).getByRole('heading', { name: 'Trabajos' })).toBeFocused()
  await order(page)
  const job = finished(page).first()
  await expect(job).toContainText('Terminado', { timeout: 30_000 })
  await expect(
    panel(page)
      .getByRole('status')
      .filter({ hasText: /^Reporte de .+: terminado\./ }),
  ).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Trabajos', exact: true })).toBeVisible()
})

test('without the event stream the panel polls', { tag: '@drill' }, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 503/)
  await page.route(`**${QUEUE_EVENTS}`, (route) => route.fulfill({ status: 503, json: {} }))
  await signedIn('norte-operador')
  await openCatalogue(page, '/?brandName=KIA')
  await page.getByRole('button', { name: /^Trabajos/ }).click()
  await order(page)
  await expect(finished(page).first()).toContainText('Terminado', { timeout: 30_000 })
})

test('its deliveries: filtered, sorted, with an empty state, within every width', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-operador')
  await openCatalogue(page, '/?brandName=NISSAN')
  await order(page)
  await page.getByRole('button', { name: /^Trabajos/ }).click()
  await expect(finished(page).first()).toContainText('Terminado', { timeout: 30_000 })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const open = page.getByRole('button', { name: /^Entregas \(2\)/ }).first()
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Entregas' })
    await expect(dialog.getByText('1–2 de 2 entregas')).toBeVisible()
    await expect(dialog).toContainText('ana@norte.example')
    await expectAccessible(page, [width]) // a narrower window closes the panel and its dialog
    const box = await dialog.boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2)
    await dialog.getByRole('textbox', { name: 'Destinatario' }).fill('luis')
    await expect(dialog.getByText('1–1 de 1 entrega')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Destinatario' }).fill('nadie')
    await expect(dialog.getByText('Sin datos')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Trabajos' })).toBeVisible()
    await expect(open).toBeFocused()
  }
})
