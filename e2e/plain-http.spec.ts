// The console over plain http under a local host name, where a browser disables the features of secure origins.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { PORT } from './address.ts'
import { tokenOf } from './api.ts'
import { expect, test } from './fixtures.ts'

const HOST = 'lan.host'
test.use({
  baseURL: `http://${HOST}:${PORT}`,
  viewport: { width: 390, height: 844 },
  launchOptions: ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
    }),
})

test('on a phone the bell opens the news, and Back closes them', async ({ page, context, allowed }) => {
  allowed.push(/Cross-Origin-Opener-Policy header has been ignored/) // a message of the browser for any such origin
  const value = await tokenOf('norte-admin')
  await context.addCookies([{ name: TOKEN_COOKIE, value, domain: HOST, path: '/', sameSite: 'Strict' }])
  await page.goto('/catalogs/tags')
  const bell = page.getByRole('button', { name: /^Noticias/ })
  await bell.click()
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
  const panel = page.getByRole('dialog', { name: 'Noticias' })
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/catalogs/tags')
  await expect(bell).toBeFocused()
})
