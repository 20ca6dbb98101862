// The activity log: a change with who, when, from where, before and after; filtering, loading more, and the export.
import { readFile } from 'node:fs/promises'
import { profiles } from '@padron/contract/profiles'
import { askAs } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible } from './views.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Actividad de la empresa' }).locator('tbody tr')
const search = (text: string) => `/activity?text=${encodeURIComponent(text)}`
const count = (page: Page) => page.getByText(/^(Sin cambios|[\d,]+ cambios?(,.*)?)$/)
const openActivity = async (page: Page, path = '/activity') => {
  await page.goto(path)
  await expect(count(page)).toBeVisible()
}

/** A new profile, which then gets more permissions. */
const changedProfile = async () => {
  const { presetId, name } = await newProfile(11)
  const body = { preset: { presetId, version: 1 }, roleIDs: [12, 21] }
  await askAs('norte-admin', profiles.edit, { body })
  return { presetId, name }
}

test('lists each change: user, time, address, values before and after', async ({ page, signedIn }) => {
  const { name } = await changedProfile()
  await signedIn('norte-admin')
  await openActivity(page, search(name))
  await expect(page).toHaveTitle('Actividad · Padrón')
  await expect(count(page)).toHaveText('2 cambios')
  const [changed, made] = [rows(page).nth(0), rows(page).nth(1)]
  await expect(changed).toContainText('norte-admin')
  await expect(changed).toContainText(/Consola · [\d.:a-f]+/)
  await expect(changed).toContainText('Cambio')
  await expect(changed).toContainText(/Permisos: Vehículos: Consultar vehículos .*Editar, dar de baja y de alta/)
  await expect(changed.getByText('justo ahora')).toHaveAttribute('title', /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  await expect(made).toContainText('Alta')
  await expect(made).toContainText(`Nombre: ${name}`)
  await made.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/subjectKind=profile&subjectId=\d+/)
  await expect(page.getByRole('list', { name: 'Filtros activos' })).toContainText(`Solo: ${name}`)
})

test('filters by action, user and day; chips remove them', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { presetId, name } = await changedProfile()
  const { username } = await newPerson(presetId)
  await signedIn('norte-admin')
  await openActivity(page, search(name))
  await page.getByLabel('Acción').selectOption('Alta')
  await expect(count(page)).toHaveText('1 cambio')
  await page.getByRole('button', { name: 'Quitar filtro Acción' }).click()
  await expect(count(page)).toHaveText('2 cambios')

  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByRole('option', { name: username, exact: true }).click()
  await expect(page.getByText('Ningún cambio cumple con los filtros activos.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro Usuario' }).click()
  await page.getByLabel('Hasta').fill('01/01/2020')
  await expect(page).toHaveURL(/to=2020-01-01/)
  await expect(page.getByText('Ningún cambio cumple con los filtros activos.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await expect(page).toHaveURL('/activity')
  await expect(rows(page)).toHaveCount(50)
})

test('loads more rows; a vehicle opens its drawer over the list', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openActivity(page, '/activity?subjectKind=vehicle')
  await expect(count(page)).toHaveText(/^[\d,]+ cambios, los 50 más recientes$/)
  await page.getByRole('button', { name: 'Mostrar más' }).click()
  await expect(rows(page)).toHaveCount(100)
  const plates = await rows(page).locator('td:nth-child(3) .log__name').allInnerTexts()
  expect(plates).toHaveLength(100)
  await rows(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/asset=\d+/)
  await expect(page.getByRole('dialog')).toContainText(plates[0] ?? 'no plate')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/activity?subjectKind=vehicle')
  await expect(rows(page)).toHaveCount(100)
})

test('exports the filtered log as a file', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { name } = await changedProfile()
  await signedIn('norte-admin')
  await openActivity(page, search(name))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^actividad-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('Fecha,Quién,Origen,Dirección,Tipo,Nombre,Acción,Campo,Antes,Después')
  expect(lines.slice(1).every((line) => line.includes(name))).toBe(true)
  expect(lines.length).toBeGreaterThanOrEqual(4)
})

test('only users who administer users open it', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-operador')
  await page.goto('/activity')
  await expect(page).toHaveURL('/')
  await expect(
    page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Actividad' }),
  ).toHaveCount(0)
})

test('the screen is accessible and fits, its filters on a phone too', { tag: '@drill' }, async ({ page, signedIn }) => {
  const { name } = await changedProfile()
  await signedIn('norte-admin')
  await openActivity(page, search(name))
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const filters = page.getByRole('dialog', { name: 'Filtros' })
  await expect(filters).toBeVisible()
  await expectAccessible(page, [390])
  await filters.getByLabel('Tipo').selectOption('Perfil')
  await filters.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(page).toHaveURL(/subjectKind=profile/)
})
