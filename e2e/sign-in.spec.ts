// Signing in: every result, and what the browser sends.
import { LOGIN_DELAY_MS, SESSION_TEXTS, TOKEN_ERRORS, VERSION_LABEL } from '@padron/contract/session'
import { freshToken, PASSWORD } from './api.ts'
import { expect, type Page, test, total } from './fixtures.ts'

const REFUSED = /status of 4\d\d/
const user = (page: Page) => page.getByLabel('Usuario')
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true })
const go = (page: Page) => page.getByRole('button', { name: 'Continuar' })
/** The message beside the fields; the notice has the same text. */
const fault = (page: Page) => page.locator('#login-error')
const fill = async (page: Page, name: string, secret = PASSWORD) => {
  await user(page).fill(name)
  await password(page).fill(secret)
}

test.beforeEach(({ page }) => page.goto('/login').then(() => {}))

test('the page says what it is and that the portals are simulated', async ({ page }) => {
  await expect(page).toHaveTitle(/Iniciar sesión/)
  await expect(page.getByRole('heading', { name: 'Iniciar sesión', level: 1 })).toBeVisible()
  await expect(page.getByText(VERSION_LABEL, { exact: true })).toBeVisible()
  await expect(page.getByText(/Datos de demostración: los portales consultados son simulados/)).toBeVisible()
  await expect(user(page)).toBeFocused()
})

test('an empty field is named and gets the focus; nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await go(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Usuario es requerido!' })).toBeVisible()
  await expect(user(page)).toBeFocused()
  await user(page).fill('norte-admin')
  await go(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Contraseña es requerido!' })).toBeVisible()
  await expect(password(page)).toBeFocused()
  expect(sent).toEqual([])
})

test('Enter moves from the user to the password, and there submits', async ({ page, allowed }) => {
  allowed.push(REFUSED)
  await user(page).fill('norte-nadie')
  await user(page).press('Enter')
  await expect(password(page)).toBeFocused()
  await password(page).fill('no es esta')
  await password(page).press('Enter')
  const wrong = '¡Usuario o contraseña incorrectos!'
  await expect(fault(page)).toHaveText(wrong)
  await expect(page.locator('.notice')).toHaveText(wrong)
  await expect(password(page)).toBeFocused()
  await expect(user(page)).toHaveValue('norte-nadie')
})

test('the request waits half a second', { tag: '@drill' }, async ({ page, allowed }) => {
  allowed.push(REFUSED)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto('/login')
  await fill(page, 'norte-nadie', 'no es esta')
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
  sent.length = 0
  await go(page).click()
  await expect(page.getByRole('button', { name: 'Iniciando sesión…' })).toBeVisible()
  await page.clock.runFor(LOGIN_DELAY_MS - 1)
  expect(sent).toEqual([])
  const request = page.waitForRequest('**/connect/token')
  await page.clock.resume()
  await request
  await expect(fault(page)).toHaveText(SESSION_TEXTS.wrong)
})

test('a network failure is reported and can be retried', { tag: '@drill' }, async ({ page, allowed }) => {
  allowed.push(/Failed to load resource/)
  await page.route('**/connect/token', (route) => route.abort())
  await fill(page, 'norte-admin')
  await go(page).click()
  await expect(fault(page)).toHaveText('¡Ocurrió un error al iniciar sesión!')
  await page.unroute('**/connect/token')
  await go(page).click()
  await expect(page).toHaveURL('/')
})

test('after five failures the user waits, and reads how long', async ({ page, allowed }) => {
  allowed.push(REFUSED)
  for (let i = 0; i < 5; i++) await expect(freshToken('norte-fantasma', 'no es esta')).rejects.toThrow(/4\d\d/)
  await fill(page, 'norte-fantasma', 'no es esta')
  await go(page).click()
  await expect(fault(page)).toContainText(SESSION_TEXTS.locked)
  await expect(fault(page)).toContainText(/Podrá volver a intentarlo en \d+ (segundos?|minutos?)\.$/)
})

test('terms not accepted yet: the dialog opens; refusing ends the sign-in', async ({ page, allowed }) => {
  allowed.push(REFUSED)
  const json = { error: 'invalid_grant', error_description: TOKEN_ERRORS.terms }
  await page.route('**/connect/token', (route) => route.fulfill({ status: 400, json }))
  await fill(page, 'norte-admin')
  await go(page).click()
  const dialog = page.getByRole('dialog', { name: 'Términos y condiciones' })
  await expect(dialog).toContainText('Última revisión: mayo de 2024')
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/login')

  await go(page).click()
  await expect(dialog).toBeVisible()
  await page.unroute('**/connect/token')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHaveURL('/')
})

for (const { name, tag } of [
  { name: 'norte-admin', tag: [] },
  { name: 'andina-admin', tag: ['@drill'] },
  { name: 'norte-operador', tag: ['@drill'] },
  { name: 'norte-consulta', tag: ['@drill'] },
  { name: 'sureste-admin', tag: ['@drill'] },
]) {
  test(`${name} signs in, and the password is never sent in plain text`, { tag }, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      sent.push(decodeURIComponent(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`))
    })
    await fill(page, name)
    await go(page).click()
    await expect(page.getByText('Sesión iniciada con éxito.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(total(page)).toBeVisible()
    expect(sent.filter((text) => text.includes('/connect/token'))).toHaveLength(1)
    expect(sent.filter((text) => text.includes(PASSWORD) || text.includes(btoa(PASSWORD)))).toEqual([])
  })
}
