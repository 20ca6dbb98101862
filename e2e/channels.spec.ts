// Channels, with the test's own Slack: a rejected address, an accepted one, its test, an alert that it receives, and a
// paused channel.
import { alerts } from '@padron/contract/alerts'
import { channels } from '@padron/contract/channels'
import { views } from '@padron/contract/views'
import {
  type ChatServices,
  chatServices,
  PATHS,
  SLACK as SLACK_ANSWERS,
} from '../server/src/testing/services/chat-services.ts'
import { SLACK, SLACK_PORT } from './address.ts'
import { newCompany, newVehicle } from './company.ts'
import { expect, isDrill, test } from './fixtures.ts'
import { expectAccessible } from './views.ts'

let slack: ChatServices
test.beforeAll(async () => {
  slack = await chatServices(SLACK_PORT)
})
test.beforeEach(() => slack.takeAll())
test.afterAll(() => slack.stop())

const texts = () => slack.received.map(({ body }) => JSON.parse(body).text as string)

test('a Slack channel is added, tested, receives an alert and is paused', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  test.slow()
  allowed.push(/422/)
  const company = await newCompany()
  await signedIn('norte-admin', company.token)
  await page.goto('/channels')
  await page.getByRole('button', { name: 'Agregar canal' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar canal' })
  await form.getByLabel('Nombre').fill('Despacho')
  await form.getByLabel('Servicio').selectOption('Slack')
  const address = form.getByLabel('Dirección')
  await address.fill('https://ejemplo.mx/services/T0/B0/clave')
  await form.getByRole('button', { name: 'Guardar canal' }).click()
  await expect(address).toHaveAccessibleDescription(/hooks\.slack\.com/)
  await expect(address).toBeFocused()
  await address.fill(`${SLACK}${PATHS.slack}`)
  await form.getByRole('button', { name: 'Guardar canal' }).click()
  await expect(page.getByText('Sin comprobar: envíe una prueba')).toBeVisible()

  await page.getByRole('button', { name: 'Probar Despacho' }).click()
  const trial = page.getByRole('dialog', { name: 'Prueba de «Despacho»' })
  await expect(trial).toContainText(/La prueba llegó\. Slack respondió 200 en \d+ ms\./)
  expect(texts()).toEqual([expect.stringContaining('Prueba')])
  await trial.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText(/^El último mensaje llegó/)).toBeVisible()

  // Alerts are checked once a minute, and the notices of a minute are sent together: only the drills wait for it.
  if (isDrill())
    await test.step('an alert is sent to the channel', async () => {
      await newVehicle(company)
      const definition = { vehicleClass: {}, columns: null }
      const view = await company.ask(views.create, { body: { name: 'Todos', shared: true, definition } })
      await page.goto(`/alerts?new=alert&view=${view.viewId}`)
      const alert = page.getByRole('dialog', { name: 'Agregar alerta' })
      await alert.getByLabel('Nombre').fill('Flota grande')
      await alert.getByLabel('Avisar a partir de').fill('2')
      await alert.getByRole('checkbox', { name: /^Despacho/ }).check()
      await alert.getByRole('button', { name: 'Guardar alerta' }).click()
      await expect(alert).toBeHidden()
      const level = async () => (await company.ask(alerts.list, {})).alerts[0]?.standing
      await expect.poll(level, { timeout: 90_000 }).toBe('below')
      await newVehicle(company)
      await expect.poll(() => texts().length, { timeout: 180_000 }).toBe(2)
      expect(texts()[1]).toContain('Flota grande')
      await page.goto('/channels')
      await page.getByRole('button', { name: 'Ver mensajes de Despacho' }).click()
      const sent = page.getByRole('list', { name: 'Mensajes' }).getByRole('listitem')
      await expect(sent).toHaveCount(2)
      await expect(sent.first()).toContainText('Entregado')
      await page.keyboard.press('Escape')
      await expect(page.getByText('Alerta: Flota grande')).toBeVisible()
    })

  await page.getByRole('switch', { name: 'Canal Despacho' }).click()
  await expect(page.getByText('En pausa: no recibe nada')).toBeVisible()
  // Content longer than a phone does not shrink the tabs.
  await page.setViewportSize({ width: 390, height: 300 })
  await expect(page.getByRole('link', { name: 'Resumen' })).toBeInViewport({ ratio: 1 })
  expect((await page.getByRole('link', { name: 'Resumen' }).boundingBox())?.height).toBeGreaterThan(23)
})

test('the channels and their dialogs are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const company = await newCompany()
  slack.answers.set(PATHS.slack, SLACK_ANSWERS.noService)
  const url = `${SLACK}${PATHS.slack}`
  const token = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bs'
  const quiet = { from: '21:00', to: '07:00' }
  const name = 'Despacho de la gerencia regional del norte y del noreste'
  const { channelId } = await company.ask(channels.create, { body: { kind: 'slack', name, url, quiet, active: true } })
  const bot = { kind: 'telegram' as const, name: 'Guardia', token, chat: '-1001234567890', thread: 7 }
  await company.ask(channels.create, { body: { ...bot, quiet: null, active: false } })
  await company.ask(channels.test, { params: { channelId: `${channelId}` }, body: {} })
  await signedIn('norte-admin', company.token)
  await page.goto('/channels')
  await expect(
    page.getByText('Sin comprobar: envíe una prueba').or(page.getByText('El último envío falló')).first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto('/channels?new=channel')
  const form = page.getByRole('dialog', { name: 'Agregar canal' })
  await form.getByLabel('Servicio').selectOption('Telegram')
  await form.getByLabel('Horas de silencio').check()
  await form.getByRole('button', { name: 'Guardar canal' }).click()
  await expectAccessible(page)
  await page.goto(`/channels?entregas=${channelId}`)
  await expect(page.getByText(/Slack respondió 404: no_service/)).toBeVisible()
  await expectAccessible(page)
})
