// The users' screen: a user is created, signs in, is edited, is deactivated and gets a new password; permissions,
// drafts, and the views at every size.
import { readFile } from 'node:fs/promises'
import type { Args } from '@padron/contract/call'
import { profiles } from '@padron/contract/profiles'
import { SESSION_TEXTS } from '@padron/contract/session'
import { type UserRow, users } from '@padron/contract/users'
import type { Browser, BrowserContext } from '@playwright/test'
import { PRODUCT } from './address.ts'
import { askAs } from './api.ts'
import { expect, type Page, still, test } from './fixtures.ts'
import { expectAccessible, faults } from './views.ts'

const count = (page: Page) => page.getByText(/\d de [\d,]+ usuarios?$/)
const openUsers = async (page: Page, path = '/roles') => {
  await page.goto(path)
  await expect(count(page)).toBeVisible()
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( |$)`) }) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const GENERATED = 'Usuario generado correctamente'

/** A user of Norte from the API. */
const userNamed = async (username: string): Promise<UserRow> => {
  const found = await askAs('norte-admin', users.list, { body: { userClass: { user: { username } } } })
  const user = found.users.find((one) => one.user.username === username)
  if (!user) throw new Error(`no ${username}`)
  return user
}

type Info = Args<typeof users.create>['body']['userClass']['userInfo']
let made = 0
/** A new user with a unique name. */
const newUser = async (userInfo: Info = {}): Promise<string> => {
  made += 1
  const { catalogFilter } = await askAs('norte-admin', profiles.list, {})
  const presetId = catalogFilter.find(({ preset }) => preset.rolePresetName === 'Consulta')?.preset.presetId ?? 0
  const username = `prueba${process.pid}.${made}`
  const { userName } = await askAs('norte-admin', users.create, {
    body: { userClass: { user: { username }, userInfo, preset: { presetId } } },
  })
  return userName
}

/** Another user's browser, with the sign-in form filled in and sent. */
const signIn = async (context: BrowserContext, username: string, password: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${PRODUCT}/login`)
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  return page
}
const elsewhere = (browser: Browser) => browser.newContext({ locale: 'es-MX', timezoneId: 'America/Mexico_City' })

test('a user is created, signs in, is edited, deactivated, and gets a new password', { tag: '@drill' }, async ({
  page,
  context,
  browser,
  signedIn,
}) => {
  test.setTimeout(90_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await signedIn('norte-admin')
  await openUsers(page)
  await expect(page).toHaveTitle('Usuarios · Padrón')

  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  const form = dialog(page, 'Agregar usuario')
  await expect(form.getByLabel('Usuario')).toBeFocused()
  await form.getByLabel('Usuario').fill('Juana')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('No se permiten carácteres especiales, ni mayusculas')).toBeVisible()
  await expect(form.getByText('¡Perfil es requerido!')).toBeVisible()
  await form.getByLabel('Usuario').fill('juana.e2e')
  await form.getByLabel('Perfil').selectOption({ label: 'Consulta' })
  await form.getByLabel('Nombre').fill('Juana')
  await form.getByLabel('Email').fill('juana@norte.example')
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button', { name: 'Guardar' }).dblclick()

  const passwordDialog = dialog(page, GENERATED)
  await expect(passwordDialog.getByText('norte-juana.e2e', { exact: true })).toBeVisible()
  await passwordDialog.getByRole('button', { name: 'Copiar contraseña' }).click()
  await expect(passwordDialog.getByText('Copiado')).toBeVisible()
  const first = await copied()
  await expect(passwordDialog.getByText(first, { exact: true })).toBeVisible()
  await expect(passwordDialog.getByText('Copiado')).toBeHidden()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    passwordDialog.getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Creacion de usuario norte \d{2}-\d{2}-\d{4}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toBe(`\ufeffUsuario,Contraseña\r\nnorte-juana.e2e,${first}\r\n`)
  await passwordDialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(passwordDialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Agregar usuario' })).toBeFocused()
  await expect(row(page, 'norte-juana.e2e')).toHaveCount(1)
  await expect(row(page, 'norte-juana.e2e')).toContainText('Consulta')

  const hers = await elsewhere(browser)
  const other = await signIn(hers, 'norte-juana.e2e', first)
  const terms = dialog(other, 'Términos y condiciones')
  await terms.getByRole('button', { name: 'Aceptar' }).click()
  await expect(other.getByRole('heading', { name: 'Vehículos', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Editar norte-juana.e2e' }).click()
  const edit = dialog(page, 'Editar usuario')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await edit.getByLabel('Apellido').fill('Núñez')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  const { user } = await userNamed('norte-juana.e2e')
  expect((await sent).postDataJSON()).toEqual({
    userClassFilter: { user: { userId: user.userId, version: expect.any(Number) } },
    userClass: { userInfo: { lastName: 'Núñez' } },
  })
  await expect(page.getByText(users.edit.done)).toBeVisible()
  await expect(row(page, 'norte-juana.e2e')).toContainText('Juana Núñez')
  await expect(page.getByRole('button', { name: 'Editar norte-juana.e2e' })).toBeFocused()

  const status = page.getByRole('switch', { name: 'Status de norte-juana.e2e' })
  await status.click()
  await expect(status).not.toBeChecked()
  await expect(page.getByText(users.setStatus.done)).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(status).toBeChecked()

  await page.getByRole('button', { name: 'Restablecer contraseña de norte-juana.e2e' }).click()
  const reset = dialog(page, 'Restablecer contraseña')
  await reset.getByRole('button', { name: 'Generar' }).click()
  await reset.getByRole('button', { name: 'Copiar contraseña' }).click()
  await expect(reset.getByText('Copiado')).toBeVisible()
  const second = await copied()
  await reset.getByRole('button', { name: 'Restablecer' }).click()
  await expect(page.getByText(users.resetPassword.done)).toBeVisible()
  await expect(reset).toBeHidden()

  const refused = await signIn(hers, 'norte-juana.e2e', first)
  await expect(refused.locator('#login-error')).toHaveText(SESSION_TEXTS.wrong)
  const again = await signIn(hers, 'norte-juana.e2e', second)
  await expect(again.getByRole('heading', { name: 'Vehículos', level: 1 })).toBeVisible()
  await hers.close()
})

test('filters, order and page are in the address; chips remove filters', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const name = await newUser({ firstName: 'Úrsula', userPhone: '8112345678' })
  await signedIn('norte-admin')
  await openUsers(page)
  await page.getByLabel('Nombre completo').fill('ursula')
  await expect(page).toHaveURL('/roles?fullName=ursula')
  await expect(row(page, name)).toHaveCount(1)
  await page.getByLabel('Status', { exact: true }).selectOption('Inactivo')
  await expect(page).toHaveURL('/roles?fullName=ursula&status=inactivo')
  await expect(page.getByRole('region', { name: 'Usuarios' }).getByText('Sin coincidencias')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro Status' }).click()
  await expect(row(page, name)).toHaveCount(1)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await dialog(page, 'Filtros').getByLabel('Teléfono').fill('8112')
  await dialog(page, 'Filtros').getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(page).toHaveURL('/roles?fullName=ursula&userPhone=8112')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/roles')

  const heading = page.getByRole('columnheader', { name: 'Nombre de usuario' })
  const named = page.getByRole('rowheader')
  for (const [order, ariaSort] of [
    ['asc', 'ascending'],
    ['desc', 'descending'],
  ] as const) {
    await heading.getByRole('button').click()
    await expect(page).toHaveURL(`/roles?sort=username&order=${order}`)
    await expect(heading).toHaveAttribute('aria-sort', ariaSort)
    await expect(named.first()).toContainText(order === 'asc' ? 'norte-admin' : /norte-p/)
  }
  await heading.getByRole('button').click()
  await expect(page).toHaveURL('/roles')
})

test('columns are chosen and remembered', async ({ page, signedIn }) => {
  await signedIn('norte-personal')
  await openUsers(page)
  const column = page.getByRole('columnheader', { name: 'Último acceso' })
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('dialog', { name: 'Columnas visibles' }).getByLabel('Último acceso').check()
  await expect(column).toBeVisible()
  await page.reload()
  await expect(column).toBeVisible()
})

test('an administrator without every permission grants only their own', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-personal')
  await openUsers(page)
  await expect(row(page, 'norte-admin').getByText('Cuenta principal')).toHaveCount(2)
  await expect(row(page, 'norte-admin').getByRole('switch')).toHaveCount(0)
  const edit = page.getByRole('button', { name: 'Editar norte-admin' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toHaveAttribute('title', /La cuenta principal/)
  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  const profile = page.getByLabel('Perfil', { exact: true })
  await expect(profile.getByRole('option', { name: /^Operación de flota/ })).toBeDisabled()
  await expect(profile.getByRole('option', { name: 'Recursos humanos' })).toBeEnabled()
  await page.keyboard.press('Escape')

  await openUsers(page, '/roles?username=norte-personal') // other tests have created enough users for a second page
  await page.getByRole('button', { name: 'Editar norte-personal' }).click()
  await expect(dialog(page, 'Editar usuario').getByLabel('Usuario')).toBeDisabled()
  await expect(dialog(page, 'Editar usuario').getByLabel('Nombre')).toBeFocused()
})

test('a name in use is reported under its field; a draft survives the page', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/status of 409/)
  const username = await newUser()
  await signedIn('norte-admin')
  await openUsers(page)
  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  const form = dialog(page, 'Agregar usuario')
  await form.getByLabel('Usuario').fill(username.slice('norte-'.length))
  await form.getByLabel('Perfil').selectOption({ label: 'Consulta' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText(users.create.fails)).toBeVisible()
  await expect(form.getByText('Ya existe un usuario con ese nombre.')).toBeVisible()
  await expect(form.getByLabel('Usuario')).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  await expect(form.getByText('Se recuperó lo que no había guardado.')).toBeVisible()
  await expect(form.getByLabel('Usuario')).toHaveValue(username.slice('norte-'.length))
  await page.keyboard.press('Escape')
  await expect(dialog(page, '¿Descartar los cambios?').getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(form).toBeHidden()
})

test('two administrators edit the same user: the second sees what changed, and loses nothing', {
  tag: '@drill',
}, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 409/)
  const name = await newUser({ firstName: 'Ana', userPhone: '8112345678' })
  await signedIn('norte-admin')
  await openUsers(page, `/roles?username=${name}`)
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  const { user } = await userNamed(name)
  await askAs('norte-admin', users.edit, {
    body: {
      userClassFilter: { user: { userId: user.userId, version: user.version } },
      userClass: { userInfo: { userPhone: '8187654321' } },
    },
  })
  const edit = dialog(page, 'Editar usuario')
  await edit.getByLabel('Nombre').fill('Beatriz')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(edit.getByText('Teléfono: 8112345678 → 8187654321')).toBeVisible()
  await edit.getByRole('button', { name: 'Cargar los valores más recientes' }).click()
  await expect(edit.getByLabel('Teléfono')).toHaveValue('8187654321')
  await expect(edit.getByLabel('Nombre')).toHaveValue('Beatriz')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(users.edit.done)).toBeVisible()
  await expect(row(page, name)).toContainText('Beatriz')
})

test('the password is not lost by Esc, the backdrop or Back', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openUsers(page)
  await page.getByRole('link', { name: 'Vehículos', exact: true }).click()
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  const form = dialog(page, 'Agregar usuario')
  await form.getByLabel('Usuario').fill(`segura${process.pid}`)
  await form.getByLabel('Perfil').selectOption({ label: 'Consulta' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  const passwordDialog = dialog(page, GENERATED)
  await expect(passwordDialog).toBeVisible()
  const closeDialog = dialog(page, '¿Cerrar sin copiar la contraseña?')
  const ways: (() => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
  ]
  for (const way of ways) {
    await way()
    await expect(closeDialog).toBeVisible()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Escape')
    await expect(passwordDialog).toBeVisible()
    await expect(async () => {
      if (await closeDialog.isVisible()) await closeDialog.getByRole('button', { name: 'Volver' }).click()
      await expect(closeDialog).toBeHidden({ timeout: 500 })
    }).toPass()
  }
  await passwordDialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await closeDialog.getByRole('button', { name: 'Cerrar sin copiar' }).click()
  await expect(passwordDialog).toBeHidden()
  await expect(page).toHaveURL('/roles')
})

test('every view is accessible', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openUsers(page, '/roles?status=activo')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Agregar usuario' }).click()
  await dialog(page, 'Agregar usuario').getByRole('button', { name: 'Guardar' }).click()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Restablecer contraseña de norte-operador' }).click()
  await dialog(page, 'Restablecer contraseña').getByRole('button', { name: 'Generar' }).click()
  expect(await faults(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const PHONES = [390, 320]
  test('cards instead of rows, and every dialog is accessible and within the width', { tag: '@drill' }, async ({
    page,
    signedIn,
  }) => {
    await signedIn('norte-admin')
    await openUsers(page)
    await expect(page.getByRole('table')).toBeHidden()
    await expect(page.getByRole('list', { name: 'Usuarios' })).toContainText('norte-operador')
    await expectAccessible(page, PHONES)
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await dialog(page, 'Filtros').getByLabel('Inactivo').check()
    await expectAccessible(page, PHONES)
    await dialog(page, 'Filtros').getByRole('button', { name: 'Guardar filtros' }).click()
    await expect(page).toHaveURL('/roles?status=inactivo')
    await page.getByRole('button', { name: 'Quitar filtro Status' }).click()
    await page.getByRole('button', { name: 'Agregar usuario' }).click()
    await dialog(page, 'Agregar usuario').getByRole('button', { name: 'Guardar' }).click()
    await expectAccessible(page, PHONES)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restablecer contraseña de norte-operador' }).click()
    await expectAccessible(page, PHONES)
  })
})

test('by keyboard: a user is opened and edited, and the focus returns', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openUsers(page, '/roles?username=norte-operador')
  await page.getByRole('region', { name: 'Usuarios' }).focus()
  const edit = page.getByRole('button', { name: 'Editar norte-operador' })
  for (let i = 0; i < 12 && !(await edit.evaluate((one) => one === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Editar usuario').getByLabel('Usuario')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Editar usuario').getByText('No hay cambios que guardar.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await still(page)
})
