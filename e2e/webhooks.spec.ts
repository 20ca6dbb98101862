// Webhooks, with the test's own receiver: added with a secret shown once, tested, notified of an edited vehicle with a
// valid signature, retried after a failure, and its deliveries.
import { vehicles } from '@padron/contract/vehicles'
import { webhooks } from '@padron/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { newCompany, newVehicle } from './company.ts'
import { expect, isDrill, type Page, test } from './fixtures.ts'
import { startReceiver } from './receiver.ts'
import { expectAccessible } from './views.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.stop())

const items = (page: Page) => page.getByRole('list', { name: 'Entregas', exact: true }).getByRole('listitem')

test('a new webhook receives a signed delivery of an edited vehicle', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const company = await newCompany()
  const { vehicleAssetId, plate } = await newVehicle(company)
  await signedIn('norte-admin', company.token)
  await page.goto('/webhooks')
  await expect(page.getByText('Sin webhooks')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar webhook' })
  await form.getByLabel('Nombre').fill('ERP')
  await form.getByLabel('Dirección').fill(receiver.url)
  await form.getByRole('checkbox', { name: /^Vehículo editado/ }).check()
  await form.getByRole('button', { name: 'Guardar webhook' }).click()

  const dialog = page.getByRole('dialog', { name: 'Secreto de «ERP»' })
  const secret = (await dialog.locator('pre').first().textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Volver' }).click()
  await dialog.getByRole('button', { name: 'Copiar secreto' }).click()
  await expect(dialog.getByText('Copiado')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  const verify = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    new Webhook(secret).verify(body, headers)

  await test.step('the webhook is tested', async () => {
    await page.getByRole('button', { name: 'Probar ERP' }).click()
    const trial = page.getByRole('dialog', { name: 'Prueba de «ERP»' })
    await expect(trial).toContainText('La prueba llegó.')
    await expect(trial).toContainText(/Respondió 204 en \d+ ms\./)
    await trial.getByRole('button', { name: 'Cerrar', exact: true }).click()
    expect(verify(receiver.of('webhook.test')[0] ?? { body: '', headers: {} })).toMatchObject({ type: 'webhook.test' })
  })

  const setStatus = (VehicleStatusId: number) =>
    company.ask(vehicles.setStatus, { body: { VehicleAssetId: vehicleAssetId, VehicleStatusId } })
  await test.step('a vehicle is edited', async () => {
    await setStatus(3)
    await expect.poll(() => receiver.of('vehicle.updated').length, { timeout: 30_000 }).toBe(1)
    const delivery = receiver.of('vehicle.updated')[0]
    expect(delivery && verify(delivery)).toMatchObject({ data: { vehicle: { vehicleAssetId, plate } } })
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await page.getByRole('button', { name: '2 entregadas' }).click()
    await expect(page).toHaveURL(/entregas=\d+&estado=delivered$/)
    await expect(items(page)).toHaveCount(2)
    await expect(items(page).first()).toContainText('Vehículo editado')
    await items(page).first().getByText('Vehículo editado').first().click()
    await expect(items(page).first().locator('pre')).toContainText(`"plate": "${plate}"`)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  if (isDrill())
    await test.step('a failed delivery is reported, and resent with the same identifier', async () => {
      receiver.answer(500)
      await setStatus(1)
      await expect.poll(() => receiver.of('vehicle.updated').length, { timeout: 30_000 }).toBe(2)
      await page.getByRole('button', { name: 'Ver entregas de ERP' }).click()
      await expect(items(page).first()).toContainText('Respondió 500')
      await expect(items(page).first()).toContainText(/Próximo intento en/)
      receiver.answer(200)
      await items(page)
        .first()
        .getByRole('button', { name: /^Enviar ahora/ })
        .click()
      // The list is reloaded by itself.
      await expect(items(page).first()).toContainText('Respondió 200', { timeout: 30_000 })
      const ids = receiver
        .of('vehicle.updated')
        .slice(1)
        .map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids).size).toBe(1)
      await page.keyboard.press('Escape')
    })

  await test.step('a paused webhook receives nothing; a deleted one disappears', async () => {
    await page.getByRole('switch', { name: 'Webhook ERP' }).click()
    await expect(page.getByText('En pausa: no se le envía nada')).toBeVisible()
    await page.getByRole('button', { name: 'Acciones de ERP' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar webhook' }).click()
    await expect(page.getByText('Sin webhooks')).toBeVisible()
  })
})

test('users who do not administer users are redirected', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-consulta')
  await page.goto('/webhooks')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Error (403) Usted no tiene acceso a este recurso.')).toBeVisible()
})

test('the webhooks and their dialogs are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const company = await newCompany()
  const body = {
    name: 'Almacén de datos de la gerencia regional del norte',
    url: `${receiver.url}/un/camino/bastante/largo/que-no-cabe-en-un-telefono?empresa=norte`,
    events: ['debt.found' as const, 'vehicle.created' as const, 'job.finished' as const],
    active: true,
  }
  receiver.answer(503)
  const { webhook } = await company.ask(webhooks.create, { body })
  const params = { webhookId: `${webhook.webhookId}` }
  await company.ask(webhooks.test, { params, body: {} })
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await signedIn('norte-admin', company.token)
  await page.goto('/webhooks')
  await expect(page.getByRole('heading', { name: body.name })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/webhooks?new=webhook')
  const form = page.getByRole('dialog', { name: 'Agregar webhook' })
  await form.getByRole('button', { name: 'Guardar webhook' }).click()
  await expect(form.getByText('Elija al menos un evento')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/webhooks?entregas=${webhook.webhookId}`)
  await expect(items(page).first()).toContainText('Respondió 503')
  await items(page).first().getByText('Prueba').first().click()
  await expect(items(page).first().locator('pre')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/webhooks')
  await page.getByRole('button', { name: `Acciones de ${body.name}` }).click()
  await page.getByRole('menuitem', { name: 'Cambiar el secreto' }).click()
  await page.getByRole('button', { name: 'Cambiar secreto' }).click()
  await expect(page.getByText('Cópielo ahora: no se vuelve a mostrar.')).toBeVisible()
  await expectAccessible(page)
})
