// The drawer of a vehicle: every debt as its source reported it, how to pay it, the evidence, and closing it.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { money } from '@padron/contract/money'
import { resourceStatus, type ScrapedResourceType } from '@padron/contract/resource-status'
import { statusText, typeName } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { askAs, type DemoUser, fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, still, test, waitForChecks } from './fixtures.ts'

type Debtor = { row: VehicleRow; types: readonly ScrapedResourceType[]; total: number | null }
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const drawer = (page: Page) => page.getByRole('dialog')
const results = (types: readonly ScrapedResourceType[]) =>
  types.flatMap(({ resources }) => resources.flatMap(({ scraped }) => scraped.result))
const rowsOf = (types: readonly ScrapedResourceType[]) =>
  results(types).flatMap((one) => [...one.scrapedTickets, ...one.scrapedTenencias, ...one.scrapedRefrendo])

/** The first active vehicle with fines whose answer satisfies the condition. */
const debtor = async (user: DemoUser, wanted: (types: readonly ScrapedResourceType[]) => boolean): Promise<Debtor> => {
  for (const row of await fetchVehicles(user, { ...ACTIVE, vehicleAsset: { ticketStatus: [0] } })) {
    const params = { vehicleId: String(row.vehicleAsset.vehicleAssetId) }
    const { scrapedResourceTypes, debt } = await askAs(user, resourceStatus.byType, { params })
    if (wanted(scrapedResourceTypes)) return { row, types: scrapedResourceTypes, total: debt.total }
  }
  throw new Error(`no vehicle of ${user} has such a debt`)
}
const open = (page: Page, { row }: Debtor) => page.goto(`/?asset=${row.vehicleAsset.vehicleAssetId}`)

for (const { user, country } of [
  { user: 'norte-admin', country: 'MX' },
  { user: 'andina-admin', country: 'CO' },
] as const) {
  test(`${user}: the heading, and each debt and sum as in the API`, {
    tag: country === 'CO' ? ['@drill'] : [],
  }, async ({ page, signedIn }) => {
    await waitForChecks(user)
    const found = await debtor(user, (types) => rowsOf(types).some(({ folio }) => folio) && rowsOf(types).length > 1)
    const { row, types } = found
    await signedIn(user)
    await open(page, found)
    const box = drawer(page)
    await expect(box.getByRole('heading', { level: 2 })).toContainText(row.vehicleAsset.plate)
    await expect(box).toContainText(`VIN ${row.vehicleAsset.vin} · ${row.state.stateName}`)
    await expect(box.getByText(/^Procesado (justo ahora|hace \d+ minutos?)$/)).toBeVisible()

    for (const { resourceType, status, freshness, total } of types) {
      const name = typeName(resourceType.resourceTypeId, country)
      const block = box.locator('details').filter({ has: page.getByRole('heading', { name, exact: true, level: 4 }) })
      const words = freshness?.state === 'unknown' ? 'sin dato' : localText(statusText(status.statusId), country)
      await expect(block.locator('summary')).toContainText(words)
      if (total) await expect(block.locator('summary')).toContainText(money(total, country))
    }
    for (const { folio, description, total } of rowsOf(types)) {
      const line = box
        .getByRole('row')
        .filter({ hasText: description })
        .filter({ hasText: folio ?? '' })
      const amount = total === null ? 'sin dato' : money(total, country).replace(/ [A-Z]{3}$/, '')
      await expect(line.getByRole('cell', { name: amount, exact: true }).first()).toBeVisible()
    }
    expect(found.total).toBeGreaterThan(0)
    await expect(box.getByText(localText('Adeudo total', country)).locator('..')).toContainText(
      money(found.total ?? 0, country),
    )
    for (const title of ['Situación', 'Datos del vehículo'])
      await expect(box.getByRole('heading', { name: title, level: 3 })).toBeVisible()
  })
}

test('a payment line can be copied and shows until when it is valid', async ({ page, context, signedIn }) => {
  await waitForChecks('norte-admin')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const found = await debtor('norte-admin', (types) => results(types).some(({ paymentLine }) => paymentLine))
  const { paymentLine, paymentLineDueDate } = results(found.types).find((one) => one.paymentLine) ?? {}
  await signedIn('norte-admin')
  await open(page, found)
  const line = drawer(page).getByText('Línea de captura', { exact: true }).first().locator('..')
  await expect(line).toContainText(`${paymentLine}`)
  await expect(line).toContainText(`Vigente hasta ${paymentLineDueDate?.split('-').reverse().join('/')}`)
  await line.getByRole('button', { name: `Copiar línea de captura ${paymentLine}` }).click()
  await expect(line.getByText('Copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paymentLine)
})

test('the evidence opens as plain text in another tab', { tag: '@drill' }, async ({ page, context, signedIn }) => {
  await waitForChecks('andina-admin')
  const found = await debtor('andina-admin', (types) => rowsOf(types).length > 0)
  await signedIn('andina-admin')
  await open(page, found)
  const tab = context.waitForEvent('page')
  await drawer(page)
    .getByRole('link', { name: /^Respuesta original de la fuente/ })
    .first()
    .click()
  const evidence = await tab
  await evidence.waitForLoadState()
  expect(await evidence.evaluate(() => document.contentType)).toBe('text/plain')
  await expect(evidence.getByText('SHA-256 de la respuesta guardada:')).toBeVisible()
  expect(await evidence.evaluate(() => window.opener)).toBeNull()
})

test('opens from the table, closes with Esc, Back and its button; the address follows, the focus returns', async ({
  page,
  signedIn,
}) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  const plate = page.getByRole('rowheader').first().getByRole('button')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => drawer(page).getByRole('button', { name: 'Cerrar', exact: true }).click(),
  ]) {
    await plate.click()
    await expect(page).toHaveURL(/\?asset=\d+$/)
    await expect(drawer(page).getByRole('heading', { level: 2 })).toContainText((await plate.textContent()) ?? 'x')
    await still(page)
    await close()
    await expect(drawer(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect(plate).toBeFocused()
  }
})

test('?vehicle= opens it too; a status icon opens its vehicle at that type', async ({ page, signedIn }) => {
  const [row] = await fetchVehicles('norte-consulta', ACTIVE)
  await signedIn('norte-consulta')
  await page.goto(`/?vehicle=${row?.vehicleAsset.vehicleAssetId}`)
  await expect(drawer(page)).toContainText(`VIN ${row?.vehicleAsset.vin}`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(drawer(page)).toBeHidden() // a dialog that is still closing takes the focus back
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Multas: / })
    .first()
    .click()
  await expect(page).toHaveURL(/\?asset=\d+&tipo=\d+$/)
  const block = drawer(page).locator('details', { has: page.getByRole('heading', { name: 'Multas', exact: true }) })
  await expect(block).toHaveAttribute('open')
  await expect(block.locator('summary')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
})

test('an id that does not exist says so and closes', { tag: '@drill' }, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 404/)
  await signedIn('norte-consulta')
  await page.goto('/?asset=999999999')
  await expect(page.getByText('Error (404) No se ha encontrado el recurso.')).toBeVisible()
  await expect(drawer(page)).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goto('/?info=999999999')
  await expect(page.getByText('Error (404) No se ha encontrado el recurso.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('a failure is reported and can be retried', { tag: '@drill' }, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 503/)
  const [row] = await fetchVehicles('norte-consulta', ACTIVE)
  await signedIn('norte-consulta')
  await page.route('**/sapy/v2/**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(`/?asset=${row?.vehicleAsset.vehicleAssetId}`)
  await expect(drawer(page)).toContainText('Error al adquirir la informacion, vuelva a intentar.')
  await expect(drawer(page)).toContainText('Si el problema persiste contacte a su administrador')
  await page.unroute('**/sapy/v2/**')
  await drawer(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
})

test('lists changes, first answers included; a debt marked as paid waits for its source', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await waitForChecks('norte-admin')
  const found = await debtor('norte-admin', (types) => rowsOf(types).some(({ debtKey }) => debtKey))
  const debt = rowsOf(found.types).find(({ debtKey, markedPaid }) => debtKey && !markedPaid)
  await signedIn('norte-admin')
  await open(page, found)
  const changes = drawer(page).getByRole('list', { name: 'Qué cambió en las fuentes' })
  await expect(changes.getByRole('listitem').first()).toContainText('Adeudo')
  const name = debt?.folio ?? debt?.description ?? ''
  await drawer(page)
    .getByRole('button', { name: `Marcar como pagado ${name}` })
    .first()
    .click()
  await expect(drawer(page).getByText('Pagado, en espera')).toBeVisible()
  await expect(drawer(page).getByText('lo marcó norte-admin justo ahora')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(drawer(page).getByText('Pagado, en espera')).toBeHidden()
})

test('a source that was just queried is not queried again; the button says when it can be', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  await waitForChecks('andina-admin')
  const found = await debtor('andina-admin', (types) => rowsOf(types).length > 0)
  await signedIn('andina-admin')
  await open(page, found)
  const again = drawer(page)
    .getByRole('button', { name: /^Volver a consultar Multas/ })
    .first()
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again.locator('..')).toContainText(/Disponible en \d+ (Hrs|dias|semanas)\./)
})

test('space is reserved for the history while it loads', { tag: '@drill' }, async ({ page, signedIn }) => {
  const [row] = await fetchVehicles('norte-admin', ACTIVE)
  await signedIn('norte-admin')
  let go = (): void => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/assets/VehicleHistory-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/?asset=${row?.vehicleAsset.vehicleAssetId}`)
  const waiting = drawer(page).locator('section.history-place')
  await expect(waiting).toBeVisible()
  expect((await waiting.boundingBox())?.height).toBe(120)
  go()
  await expect(waiting).toHaveCount(0)
  await expect(drawer(page).getByRole('heading', { name: 'Historia' })).toBeVisible()
})
