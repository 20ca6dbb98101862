// The user's own account: its data, ending other sessions, and changing the password.
import { account, WRONG_PASSWORD } from '@padron/contract/account'
import { profiles } from '@padron/contract/profiles'
import { COMMON_PASSWORD_WARNING } from '@padron/contract/rules/common-passwords'
import { SESSION_TEXTS } from '@padron/contract/session'
import { OWN_MAIL_WITHOUT_PASSWORD } from '@padron/contract/users'
import { Secret, TOTP } from 'otpauth'
import { PORT, PRODUCT } from './address.ts'
import { ask, freshToken } from './api.ts'
import { expect, type Page, still, test } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible } from './views.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'Mi cuenta', level: 1 })
const openAccount = async (page: Page) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Sesiones y accesos' })).toBeVisible()
}
const signIn = async (page: Page, username: string, password: string) => {
  await page.goto('/login')
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
}
const holds = async (token: string): Promise<number> =>
  (await fetch(PRODUCT + account.me.path, { headers: { authorization: `Bearer ${token}` } })).status
const emailOf = async (token: string): Promise<string | null> => (await ask(account.me, {}, token)).email
const somebody = async () => newPerson((await newProfile(11)).presetId)

test('every user opens it from the user’s menu only', async ({ page, signedIn }) => {
  await signedIn('norte-consulta')
  await page.goto('/')
  await page.getByRole('button', { name: /^Usuario / }).click()
  await still(page)
  await page.getByRole('link', { name: 'Mi cuenta' }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveTitle('Mi cuenta · Padrón')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('norte-consulta').last()).toBeVisible()
  await expect(page.getByText('México, hora de Monterrey')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
    'Vehículos',
    'Datos por conciliar',
    'Pendientes',
    'Vencimientos',
    'Avisos',
    'Etiquetas',
  ])
  await page.getByRole('button', { name: 'Leer los términos y condiciones' }).click()
  const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
  await expect(terms).toContainText('Última revisión: mayo de 2024')
  await expect(terms.getByRole('button', { name: 'Aceptar' })).toHaveCount(0)
  await terms.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Leer los términos y condiciones' })).toBeFocused()
})

test('lists sign-ins, failed ones included, and ends the other sessions', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { username, password, token } = await somebody()
  const other = await freshToken(username, password)
  await expect(freshToken(username, 'no es esta')).rejects.toThrow(/4\d\d/)
  await signedIn('norte-consulta', token)
  await openAccount(page)
  const signIns = page.getByRole('list', { name: 'Últimos accesos' }).getByRole('listitem')
  await expect(signIns).toHaveCount(3)
  await expect(signIns.nth(0)).toContainText('Intento fallido')
  await expect(signIns.nth(2)).toContainText('Esta sesión')
  await expect(page.getByText('2 sesiones abiertas, contando esta.')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await expect(page.getByText('Solo esta sesión está abierta.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cerrar las demás sesiones' })).toBeDisabled()
  expect([await holds(other), await holds(token)]).toEqual([401, 200])
})

test('the password is changed, other sessions end, and the new one opens', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/status of 4(22|00)/)
  const { username, password, token } = await somebody()
  const other = await freshToken(username, password)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await signedIn('norte-consulta', token)
  await openAccount(page)
  const NEW = 'otra frase 2026'
  const current = page.getByLabel(/^Contraseña actual/)
  await current.fill('no es esta')
  const chosen = page.getByLabel(/^Contraseña nueva/)
  await chosen.fill('Password1')
  await expect(page.getByText(COMMON_PASSWORD_WARNING)).toBeVisible()
  await chosen.fill(NEW)
  await expect(page.getByText(COMMON_PASSWORD_WARNING)).toBeHidden()
  await page.getByLabel(/^Confirmar contraseña nueva/).fill('otra cosa')
  const save = page.getByRole('button', { name: 'Cambiar contraseña' })
  await save.click()
  await expect(page.getByText('Ambas contraseñas deben ser iguales')).toBeVisible()
  await page.getByLabel(/^Confirmar contraseña nueva/).fill(NEW)
  await save.click()
  await expect(page.getByText(WRONG_PASSWORD)).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(password)
  await save.click()
  await expect(page.getByText('Su contraseña ha sido cambiada')).toBeVisible()
  await expect(current).toHaveValue('')
  expect(sent.filter((body) => body.includes(NEW) || body.includes(password))).toEqual([])
  expect([await holds(other), await holds(token)]).toEqual([401, 200])

  await page.context().clearCookies()
  await signIn(page, username, password)
  await expect(page.locator('#login-error')).toHaveText(SESSION_TEXTS.wrong)
  await signIn(page, username, NEW)
  await expect(page).toHaveURL('/')
})

test('changing the own email address requires the password', { tag: '@drill' }, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 422/)
  const USERS_ADMIN = 112
  const { username, password, token } = await newPerson((await newProfile(USERS_ADMIN)).presetId)
  const email = `${username}@norte.example`
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await signedIn('norte-consulta', token)
  await openAccount(page)
  const data = page.getByRole('region', { name: 'Sus datos' })
  await expect(data).not.toContainText(email)
  await data.getByRole('link', { name: 'Usuarios' }).click()
  await page.getByLabel('Nombre de usuario', { exact: true }).fill(username)
  await expect(page.getByText('1–1 de 1 usuario')).toBeVisible()
  await page.getByRole('button', { name: `Editar ${username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar usuario' })
  const current = dialog.getByLabel('Su contraseña actual', { exact: true })
  await expect(current).toHaveCount(0)
  await dialog.getByLabel('Email').fill(email)
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect(current).toHaveAccessibleDescription(new RegExp(OWN_MAIL_WITHOUT_PASSWORD))
  await expect(current).toBeFocused()
  await current.fill('no es esta')
  await save.click()
  await expect(current).toHaveAccessibleDescription(new RegExp(WRONG_PASSWORD))
  await expect(current).toBeFocused()
  expect(await emailOf(token)).toBeNull()
  await current.fill(password)
  await save.click()
  await expect(dialog).toHaveCount(0)
  await openAccount(page)
  await expect(data).toContainText(email)
  expect(await emailOf(token)).toBe(email)
  expect(sent.filter((body) => body.includes(password))).toEqual([])
})

test('the screen is accessible and fits', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { token } = await somebody()
  await signedIn('norte-consulta', token)
  await openAccount(page)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('¡Contraseña actual es requerido!')).toBeVisible()
  await expectAccessible(page)
})

/** @returns the secret and a recovery code */
const setUpFactor = async (page: Page, password: string) => {
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('button', { name: 'Agregar una aplicación' }).click()
  const first = dialog('Agregar una aplicación')
  await first.getByRole('textbox', { name: 'Contraseña actual' }).fill(password)
  await first.getByRole('button', { name: 'Continuar' }).click()
  const application = dialog('Agregue Padrón a su aplicación')
  await expectAccessible(page)
  const shown = await application.locator('code.secret').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(' ', '')) })
  await application.getByRole('textbox', { name: 'Código' }).fill(totp.generate())
  await application.getByRole('button', { name: 'Activar' }).click()
  const codes = dialog('Sus códigos de recuperación')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'Copiar los códigos' }).click()
  await codes.getByRole('button', { name: 'Cerrar', exact: true }).click()
  return { totp, recovery }
}

test('two-step sign-in: set up, a code, a trusted browser, a recovery code', { tag: '@drill' }, async ({
  page,
  allowed,
}) => {
  allowed.push(/400/) // the request for a code is a refusal
  const { username, password } = await newPerson((await newProfile(11)).presetId)
  await signIn(page, username, password)
  await expect(page).not.toHaveURL(/login/)
  await openAccount(page)
  const { totp, recovery } = await setUpFactor(page, password)
  await expect(page.getByText('Le quedan 10 códigos de recuperación')).toBeVisible()

  const signInAnew = async () => {
    await page.context().clearCookies()
    await signIn(page, username, password)
  }
  const codeDialog = page.getByRole('dialog', { name: 'Verificación en dos pasos' })
  const give = async (code: string) => {
    await codeDialog.getByRole('textbox', { name: 'Código' }).fill(code)
    await codeDialog.getByRole('button', { name: 'Continuar' }).click()
  }
  await signInAnew()
  await give('000000')
  await expect(codeDialog.getByText(SESSION_TEXTS.wrongCode)).toBeVisible()
  await expectAccessible(page)
  await codeDialog.getByLabel('No pedirlo en este equipo').check()
  // The next code, which is accepted too: a code is used once, and the set-up has used the current one.
  await give(totp.generate({ timestamp: Date.now() + 30_000 }))
  await expect(page).not.toHaveURL(/login/)

  await signInAnew()
  await expect(page).not.toHaveURL(/login/)
  await page.evaluate(() => localStorage.clear())
  await signInAnew()
  await give(recovery)
  await expect(page).not.toHaveURL(/login/)
})

test('a passkey is added, used to sign in and needed to remove itself', { tag: '@drill' }, async ({
  page,
  allowed,
}) => {
  allowed.push(/400/) // the request for the second factor is a refusal
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { username, password } = await newPerson((await newProfile(11)).presetId)
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  // By host name: browsers create no passkeys for an IP address.
  const enter = async () => {
    await page.goto(`http://localhost:${PORT}/login`)
    await page.getByLabel('Usuario').fill(username)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continuar' }).click()
  }
  await enter()
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`http://localhost:${PORT}/account`)
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  const first = dialog('Agregar una llave de acceso')
  await first.getByRole('textbox', { name: 'Contraseña actual' }).fill(password)
  await first.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Equipo de pruebas')
  await expectAccessible(page)
  await dialog('Cree su llave de acceso').getByRole('button', { name: 'Crear la llave' }).click()
  const codes = dialog('Sus códigos de recuperación')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Copiar los códigos' }).click()
  await codes.getByRole('button', { name: 'Cerrar', exact: true }).click()
  const kinds = page.getByRole('list', { name: 'Cómo se confirma que es usted' })
  await expect(kinds).toContainText('Equipo de pruebas')
  await expect(kinds).toContainText('Sin usar')

  await page.context().clearCookies()
  await enter()
  await expect(dialog('Verificación en dos pasos')).toBeVisible()
  await expectAccessible(page)
  await dialog('Verificación en dos pasos').getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(page).not.toHaveURL(/login/)

  await page.goto(`http://localhost:${PORT}/account`)
  await expect(kinds).toContainText('Usada')
  await kinds.getByRole('button', { name: 'Quitar la llave de acceso Equipo de pruebas' }).click()
  const removal = dialog('Quitar la verificación en dos pasos')
  await removal.getByRole('textbox', { name: 'Contraseña actual' }).fill(password)
  await removal.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(kinds).toHaveCount(0)
  await page.context().clearCookies()
  await enter()
  await expect(page).not.toHaveURL(/login/)
})

test('users of a profile that requires a second factor must set it up first', { tag: '@drill' }, async ({ page }) => {
  const { presetId } = await newProfile(11)
  const { username, password } = await newPerson(presetId)
  const admin = await freshToken('norte-admin')
  const { catalogFilter } = await ask(profiles.list, {}, admin)
  const version = catalogFilter.find(({ preset }) => preset.presetId === presetId)?.preset.version ?? 0
  await ask(profiles.edit, { body: { preset: { presetId, version, requiresFactor: true }, roleIDs: [11] } }, admin)
  await signIn(page, username, password)
  await expect(page.getByRole('heading', { name: 'Un paso más para entrar' })).toBeVisible()
  await expectAccessible(page)
  await setUpFactor(page, password)
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
})
