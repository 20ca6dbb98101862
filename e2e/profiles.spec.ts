// Permission profiles: created, assigned, changed while a user is signed in, and deleted; and what requires a
// confirmation.
import { profiles } from '@padron/contract/profiles'
import { TOKEN_COOKIE } from '@padron/contract/session'
import type { Browser } from '@playwright/test'
import { PRODUCT } from './address.ts'
import { askAs } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'
import { newPerson, newProfile, unique } from './people.ts'
import { expectAccessible } from './views.ts'

const VEHICLES_READ = 11
const list = (page: Page) => page.getByRole('navigation', { name: 'Perfiles de la empresa' })
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar Cambios' })
const saved = async (page: Page) => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save(page).click()
  expect((await answer).status()).toBe(200)
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
const openProfiles = async (page: Page, presetId?: number) => {
  await page.goto(`/catalogs/roles${presetId ? `?perfil=${presetId}` : ''}`)
  await expect(list(page)).toBeVisible()
}
const versionOf = async (presetId: number): Promise<number> => {
  const { catalogFilter } = await askAs('norte-admin', profiles.list, {})
  return catalogFilter.find(({ preset }) => preset.presetId === presetId)?.preset.version ?? 0
}

/** Another user's browser, whose clock the test moves. */
const elsewhere = async (browser: Browser, token: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: PRODUCT, locale: 'es-MX' })
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url: PRODUCT, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.clock.install()
  return page
}
const HALF_A_MINUTE = 30_000

test('added, assigned and changed: its users gain and lose a menu entry within half a minute', {
  tag: '@drill',
}, async ({ page, browser, signedIn }) => {
  test.setTimeout(90_000)
  await signedIn('norte-admin')
  await openProfiles(page)
  await expect(page).toHaveTitle('Perfiles · Padrón')
  await expect(page.getByText('Seleccione un perfil')).toBeVisible()
  await expect(list(page).getByText('Sin roles')).toHaveCount(0)

  const name = `Patio ${unique()}`
  await page.getByRole('button', { name: 'Agregar perfil' }).click()
  const form = dialog(page, 'Agregar perfil')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Perfil obligatorio')).toBeVisible()
  await expect(form.getByText('No se permiten perfiles vacíos')).toBeVisible()
  await form.getByLabel('Nombre del perfil').fill(name)
  await form.getByRole('slider', { name: 'Vehículos' }).press('ArrowRight')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Perfil agregado')).toBeVisible()
  await expect(page).toHaveURL(/\?perfil=\d+$/)
  const presetId = Number(new URL(page.url()).searchParams.get('perfil'))
  await expect(slider(page, 'Vehículos')).toHaveAttribute('aria-valuetext', 'Consultar vehículos')
  await expect(save(page)).toBeDisabled()

  const { token } = await newPerson(presetId)
  const theirs = await elsewhere(browser, token)
  await theirs.goto('/')
  await theirs.clock.runFor(2_000)
  await expect(menu(theirs)).toHaveText(['Vehículos', 'Datos por conciliar', 'Pendientes', 'Vencimientos', 'Avisos'])

  await openProfiles(page, presetId)
  await expect(page.getByText('1 usuario tiene este perfil; el cambio le llega en segundos.')).toBeVisible()
  await slider(page, 'Perfiles').press('End')
  await saved(page)
  await expect(page.getByText('Los cambios han sido guardados con éxito')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await theirs.clock.runFor(HALF_A_MINUTE)
  await expect(menu(theirs)).toHaveText([
    'Vehículos',
    'Datos por conciliar',
    'Pendientes',
    'Vencimientos',
    'Avisos',
    'Perfiles',
  ])
  await menu(theirs).filter({ hasText: 'Perfiles' }).click()
  await expect(theirs.getByRole('button', { name: 'Agregar perfil' })).toBeVisible()

  await slider(page, 'Perfiles').press('Home')
  await saved(page)
  await theirs.clock.runFor(HALF_A_MINUTE)
  await expect(menu(theirs)).toHaveText(['Vehículos', 'Datos por conciliar', 'Pendientes', 'Vencimientos', 'Avisos'])
  await expect(theirs).toHaveURL('/')
  await expect(theirs.getByText('Sus permisos cambiaron: ya no puede ver esta sección.')).toBeVisible()
  await theirs.context().close()
})

test('leaving with unsaved changes needs confirmation, and staying keeps them', async ({ page, signedIn }) => {
  const [one, other] = [await newProfile(VEHICLES_READ), await newProfile(VEHICLES_READ)]
  await signedIn('norte-admin')
  await openProfiles(page, one.presetId)
  await slider(page, 'Trabajos').press('ArrowRight')
  const confirmation = dialog(page, 'Cambios sin guardar')
  const ways = [
    () => list(page).getByRole('link', { name: other.name }).click(),
    () =>
      menu(page)
        .filter({ hasText: /^Vehículos$/ })
        .click(),
  ]
  for (const leave of ways) {
    await leave()
    await confirmation.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(confirmation).toBeHidden()
    await expect(slider(page, 'Trabajos')).toHaveValue('1')
  }
  await ways[0]?.()
  await confirmation.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(page.getByLabel('Nombre del perfil')).toHaveValue(other.name)
  await page.goBack()
  await expect(page.getByLabel('Nombre del perfil')).toHaveValue(one.name)
  await expect(slider(page, 'Trabajos')).toHaveValue('0')
})

test('a profile that another user changed meanwhile is not overwritten without confirmation', {
  tag: '@drill',
}, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 409/)
  const { presetId, name } = await newProfile(VEHICLES_READ)
  await signedIn('norte-admin')
  await openProfiles(page, presetId)
  await slider(page, 'Trabajos').press('ArrowRight')
  const preset = { presetId, version: await versionOf(presetId), rolePresetName: `${name} b` }
  await askAs('norte-admin', profiles.edit, { body: { preset, roleIDs: [VEHICLES_READ] } })
  await save(page).click()
  await expect(page.getByText('Otra persona cambió este perfil mientras usted lo editaba.')).toBeVisible()
  await page.getByRole('button', { name: 'Cargar la versión más reciente' }).click()
  await expect(page.getByLabel('Nombre del perfil')).toHaveValue(`${name} b`)
  await expect(slider(page, 'Trabajos')).toHaveValue('0')
})

test('a profile is deleted once no user has it', async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 409/)
  const [empty, used] = [await newProfile(VEHICLES_READ), await newProfile(VEHICLES_READ)]
  await newPerson(used.presetId)
  await signedIn('norte-admin')
  await openProfiles(page, used.presetId)
  await page.getByRole('button', { name: 'Eliminar perfil' }).click()
  const confirmation = dialog(page, 'Eliminar perfil')
  await confirmation.getByRole('button', { name: 'Eliminar perfil' }).click()
  await expect(confirmation.getByRole('alert')).toContainText(/asígneles? otro antes de eliminarlo/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Eliminar perfil' })).toBeFocused()

  await list(page).getByRole('link', { name: empty.name }).click()
  await page.getByRole('button', { name: 'Eliminar perfil' }).click()
  await confirmation.getByRole('button', { name: 'Eliminar perfil' }).click()
  await expect(page.getByText('Perfil eliminado')).toBeVisible()
  await expect(page).toHaveURL('/catalogs/roles')
  await expect(list(page).getByRole('link', { name: empty.name })).toHaveCount(0)
})

test('users cannot grant more permissions than they have', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-personal')
  await openProfiles(page)
  await list(page).getByRole('link', { name: 'Operación de flota' }).click()
  await expect(page.getByText(/^Solo lectura: este perfil tiene permisos que usted no tiene/)).toBeVisible()
  await slider(page, 'Vehículos').press('Home')
  await expect(slider(page, 'Vehículos')).toHaveValue('4')
  await page.getByRole('button', { name: 'Agregar perfil' }).click()
  const inside = dialog(page, 'Agregar perfil').getByRole('slider', { name: 'Vehículos' })
  await inside.press('End')
  await expect(inside).toHaveAttribute('aria-valuetext', 'Consultar vehículos')
})

test('hover and focus explain each level; Esc hides it, also inside a dialog', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const { presetId } = await newProfile(VEHICLES_READ)
  await signedIn('norte-admin')
  await openProfiles(page, presetId)
  const tip = page.getByRole('tooltip')
  await slider(page, 'Vehículos').hover()
  await expect(tip).toContainText('Generar reportes')
  await page.mouse.move(0, 0)
  await expect(tip).toBeHidden()
  await page.getByRole('button', { name: 'Agregar perfil' }).click()
  const form = dialog(page, 'Agregar perfil')
  await form.getByLabel('Nombre del perfil').press('Tab')
  await expect(form.getByRole('slider', { name: 'Vehículos' })).toBeFocused()
  await expect(tip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await expect(form).toBeVisible()
})

test('a user without the permission for profiles is redirected', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-consulta')
  await page.goto('/catalogs/roles')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Error (403) Usted no tiene acceso a este recurso.')).toBeVisible()
})

test('every view, in both themes', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { presetId } = await newProfile(VEHICLES_READ)
  await signedIn('norte-personal')
  await openProfiles(page)
  await expectAccessible(page)
  await page.goto(`/catalogs/roles?perfil=${presetId}`)
  await expect(slider(page, 'Vehículos')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agregar perfil' }).click()
  await expect(dialog(page, 'Agregar perfil')).toBeVisible()
  await expectAccessible(page)
})
