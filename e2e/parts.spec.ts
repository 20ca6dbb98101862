// The parts of the console in every state (web/dev/parts.tsx), compared with reviewed images. After an intended change:
// `npx playwright test -c e2e/playwright.config.ts parts --update-snapshots`, and review the differences.
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { expect, still, test } from './fixtures.ts'

let server: ViteDevServer
let address: string
test.beforeAll(async () => {
  const root = join(import.meta.dirname, '../web')
  server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { port: 0 },
    logLevel: 'error',
  })
  await server.listen()
  address = `${server.resolvedUrls?.local[0]}dev/parts.html`
})
test.afterAll(() => server.close())

const PICTURE = { animations: 'disabled', maxDiffPixelRatio: 0.01 } as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every part at three widths, and what lies over the page, ${colorScheme}`, { tag: '@drill' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await page.getByRole('heading', { name: 'Partes' }).waitFor()
      await page.evaluate(() => document.fonts.ready)
      await expect(page).toHaveScreenshot(`parts-${width}-${colorScheme}.png`, { ...PICTURE, fullPage: true })
    }
    for (const open of ['dialog', 'drawer', 'confirm', 'danger', 'secret', 'order', 'filters', 'notices']) {
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.goto(`${address}?open=${open}`)
      await page
        .getByRole(open === 'notices' ? 'alert' : 'dialog')
        .first()
        .waitFor()
      await page.evaluate(() => document.fonts.ready)
      await still(page)
      await expect(page).toHaveScreenshot(`${open}-${colorScheme}.png`, PICTURE)
    }
    await page.goto(address)
    for (const [name, open] of [
      ['panel', () => page.getByRole('button', { name: 'Panel' }).click()],
      ['menu', () => page.getByRole('button', { name: 'Acciones' }).click()],
      ['combobox', () => page.getByRole('combobox', { name: 'Estado' }).click()],
    ] as const) {
      await open()
      await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, PICTURE)
      await page.keyboard.press('Escape')
    }
  })
}
