// How a session ends: by the user, or by the server.
import { freshToken, revoke } from './api.ts'
import { expect, openCatalogue, type Page, still, test, total } from './fixtures.ts'

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Usuario / }).click()
  await still(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
}

test('a revoked session ends at the next check, within 30 seconds', async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 401/)
  const token = await freshToken('norte-consulta')
  await signedIn('norte-consulta', token)
  await page.clock.install()
  await openCatalogue(page, '/?plate=A')
  await revoke(token)
  await page.clock.fastForward(30_000)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('Error (401) Su sesión no es válida o expiró.')).toBeVisible()
  await expect(total(page)).toBeHidden()
  expect(await page.context().cookies()).toEqual([])
})

test('signing out is confirmed, deletes the user’s data and the token; Back shows nothing', async ({
  page,
  signedIn,
}) => {
  const token = await freshToken('norte-admin')
  await signedIn('norte-admin', token)
  await openCatalogue(page)
  await page.getByRole('textbox', { name: 'Placa', exact: true }).fill('A')
  await page.getByRole('textbox', { name: 'Placa', exact: true }).press('Enter')
  await expect(page).toHaveURL('/?plate=A')
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage).filter((name) => /^padron\.\d/.test(name)))
  expect(await storedKeys()).not.toEqual([])

  await signOut(page)
  await expect(page.getByText('Sesión cerrada con éxito.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await storedKeys()).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  const answer = await page.request.get('/connect/userinfo', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  await expect(total(page)).toBeHidden()
  await expect(page.getByRole('table')).toBeHidden()
})

test('signing out in another tab clears this one at once', async ({ page, signedIn, context, allowed }) => {
  allowed.push(/Failed to load resource/)
  await signedIn('norte-admin', await freshToken('norte-admin'))
  await openCatalogue(page)
  const other = await context.newPage()
  await openCatalogue(other)
  await page.bringToFront()
  await signOut(other)
  await expect(other).toHaveURL('/login')
  // The check every thirty seconds runs later than this.
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole('table')).toBeHidden()
})

test('a sign-out that the server refuses still ends the session here', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/Failed to load resource/)
  await signedIn('norte-admin', await freshToken('norte-admin'))
  await openCatalogue(page)
  await page.route('**/connect/revocation', (route) => route.abort())
  await signOut(page)
  await expect(page.getByText('¡Ocurrió un error al cerrar la sesión!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await page.context().cookies()).toEqual([])
})

for (const [what, leave] of [
  ['a reload', (page) => page.reload({ waitUntil: 'commit' })],
  ['another address', (page) => page.goto('/reports', { waitUntil: 'commit' })],
] as [string, (page: Page) => Promise<unknown>][])
  test(`${what} while the session is being checked leaves it as it is`, {
    tag: '@drill',
  }, async ({ page, signedIn, allowed }) => {
    // Playwright's clock cannot run its script in a sandboxed frame, such as the sample of an email on /reports.
    allowed.push(/Failed to load resource/, /Blocked script execution in 'about:srcdoc'/)
    await signedIn('norte-admin')
    await page.clock.install()
    await openCatalogue(page)
    const check = page.waitForRequest('**/connect/userinfo')
    // Never answered; the request of the next page is.
    await page.route('**/connect/userinfo', () => {}, { times: 1 })
    await page.clock.fastForward(30_000)
    await check
    await leave(page)
    await expect(page.getByRole('button', { name: 'Usuario norte-admin' })).toBeVisible()
    expect(await page.context().cookies()).toHaveLength(1)
  })

test('a tab that signs in as another user changes this one too: neither sees the other’s data', {
  tag: '@drill',
}, async ({ page, context, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  await expect(page.getByRole('button', { name: 'Usuario norte-admin' })).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === 'padron_token')
  if (!cookie) throw new Error('nobody is signed in')
  await context.addCookies([{ ...cookie, value: await freshToken('andina-admin') }])
  await page
    .getByRole('button', { name: /^Placa/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Usuario andina-admin' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^NIT/ })).toBeVisible()
})
