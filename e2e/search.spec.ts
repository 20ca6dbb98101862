// The search of the top bar: half a second after the last keystroke, by keyboard, and never in another company's fleet.
import { catalogue } from '@padron/contract/catalogue'
import type { Locator } from '@playwright/test'
import { askAs, fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, test } from './fixtures.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar por placa, VIN, identificador o titular' })
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }

test('finds a plate with one request, and Enter opens it', async ({ page, signedIn }) => {
  const vehicle = (await fetchVehicles('norte-admin', ACTIVE))[7]?.vehicleAsset
  await signedIn('norte-admin')
  await openCatalogue(page)
  const bodies: string[] = []
  page.on('request', (request) => request.url().endsWith('/bestmatch') && bodies.push(request.postData() ?? ''))
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await box(page).pressSequentially(vehicle?.plate ?? '')
  await expect(page.getByRole('option').first()).toContainText(vehicle?.plate ?? 'x')
  expect(bodies).toEqual([JSON.stringify({ like: vehicle?.plate })])
  await box(page).press('Enter')
  await expect(page).toHaveURL(`/?asset=${vehicle?.vehicleAssetId}`)
  await expect(page.getByRole('dialog')).toContainText(`VIN ${vehicle?.vin}`)
})

test('a barcode scanner, which sends Enter with the last letter, opens the vehicle', async ({ page, signedIn }) => {
  const [, vehicle] = await fetchVehicles('norte-admin', ACTIVE)
  await signedIn('norte-admin')
  await openCatalogue(page)
  await box(page).pressSequentially(vehicle?.vehicleAsset.vin ?? '')
  await box(page).press('Enter')
  await expect(page).toHaveURL(`/?asset=${vehicle?.vehicleAsset.vehicleAssetId}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await box(page).pressSequentially('NINGUNO99')
  await box(page).press('Enter')
  await expect(page.getByRole('search').getByText('Sin coincidencias')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('finds by VIN and by identifier, at most ten', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  for (const like of ['ECO-00', '3AKA']) {
    const matches = await askAs('norte-admin', catalogue.bestMatch, { body: { like } })
    await box(page).fill(like)
    await expect(page.getByRole('option')).toHaveCount(matches.length)
    await expect(page.getByRole('option').first()).toContainText(matches[0]?.plate ?? 'x')
  }
  await box(page).press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await box(page).press('Escape')
  await expect(page.getByRole('option').first()).toBeHidden()
})

test('another company’s plate is not found, by search or by address', async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 404/)
  const other = (await fetchVehicles('sureste-admin', ACTIVE))[0]?.vehicleAsset
  await signedIn('norte-admin')
  await openCatalogue(page)
  await box(page).fill(other?.vin ?? '')
  await expect(page.getByRole('search').getByText('Sin coincidencias')).toBeVisible()
  await box(page).press('Enter')
  await expect(page).toHaveURL('/')
  await page.goto(`/?asset=${other?.vehicleAssetId}`)
  await expect(page.getByText('Error (404) No se ha encontrado el recurso.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('says why a vehicle matches: the end of the VIN, the holder, a former plate', async ({ page, signedIn }) => {
  const [vehicle] = await fetchVehicles('norte-admin', ACTIVE)
  const { vin = '', plate = '' } = vehicle?.vehicleAsset ?? {}
  const holder = vehicle?.rfc.rfcName ?? ''
  await signedIn('norte-admin')
  await openCatalogue(page)
  await box(page).fill(vin.slice(-6).toLowerCase())
  const found = page.getByRole('option').filter({ hasText: vin })
  await expect(found).toContainText(`VIN termina en ${vin.slice(-6)}`)
  await box(page).fill(holder.toLowerCase())
  await expect(page.getByRole('option').first()).toContainText(`titular ${holder}`)
  await box(page).fill(plate)
  await expect(page.getByRole('option').first()).toContainText(plate)
  await expect(page.getByRole('option').first()).not.toContainText('titular')
})

test('neither the palette nor the search of filters moves during typing', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const top = async (typed: Locator, texts: readonly string[]): Promise<(number | undefined)[]> => {
    const tops = [(await typed.boundingBox())?.y]
    for (const text of texts) {
      await typed.fill(text)
      await expect(typed).toHaveValue(text)
      tops.push((await typed.boundingBox())?.y)
    }
    return [...new Set(tops)]
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Ir a…' })
    await expect(palette.getByRole('option', { name: 'Atajos de teclado' })).toBeVisible()
    expect(await top(palette.getByRole('combobox'), ['a', 'atajos', 'zzzzzz'])).toHaveLength(1)
    await expect(palette.getByText('Sin coincidencias')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Más filtros' }).click()
    const search = page.getByRole('searchbox', { name: 'Buscar filtro' })
    expect(await top(search, ['p', 'puertas', 'zzzzzz'])).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
  }
})

test('text typed before the palette has loaded is not lost', { tag: '@drill' }, async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedIn('norte-admin')
  await openCatalogue(page)
  const fetched = Promise.withResolvers<void>()
  await page.route('**/assets/Palette-*.js', async (route) => {
    await fetched.promise
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('atajjos')
  const field = page.getByRole('dialog', { name: 'Ir a…' }).getByRole('combobox')
  await expect(field).toHaveValue('atajjos')
  await field.press('Backspace')
  await field.press('Backspace')
  await field.press('Backspace')
  fetched.resolve()
  await page.keyboard.type('os de')
  await expect(page.getByRole('option', { name: 'Atajos de teclado' })).toBeVisible()
  await page.keyboard.type(' t')
  await expect(field).toHaveValue('atajos de t')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
})

test('a filter in Spanish becomes the filters of the catalogue, and says what it did not understand', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Ir a…' })
  await palette.getByRole('combobox').fill('MULTAS de más de $500 nuevo león xyzzy')
  const option = palette.getByRole('option', { name: /Filtrar vehículos/ })
  await expect(option).toContainText('Importe del adeudo: más de $500')
  await expect(palette.getByText('No entendí: «xyzzy»')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.getByText('No entendí: «xyzzy». El filtro usa el resto.')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Filtros activos' })
  for (const text of ['Estado: Nuevo León', 'Con adeudo: Multas', 'Importe del adeudo: más de $500', 'Estatus: Activo'])
    await expect(chips).toContainText(text)
  await expect(page).toHaveURL('/?states=19&debts=1,9,7&debtTotal=500.01..')
  // Each chip can be removed on its own.
  await chips.getByRole('button', { name: 'Quitar filtro Importe del adeudo' }).click()
  await expect(page).toHaveURL(/debts=1,9,7(?!.*debtTotal)/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('placas vencidas')
  await expect(option).toContainText('Estado de placa: Placa vencida')
  const box = await option.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  await option.click()
  await expect(page).toHaveURL('/?plateStatus=28')
})
