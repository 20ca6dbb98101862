// Alerts: created from a saved view, with the current value and the state after a check, edited, paused and deleted; a
// view in use cannot be deleted.
import { alerts } from '@padron/contract/alerts'
import { views } from '@padron/contract/views'
import { askAs } from './api.ts'
import { expect, isDrill, openCatalogue, type Page, test, waitForChecks } from './fixtures.ts'
import { unique } from './people.ts'
import { expectAccessible } from './views.ts'

const sharedView = async (name: string) =>
  askAs('norte-admin', views.create, {
    body: {
      name,
      shared: true,
      definition: { vehicleClass: { assetHistoric: { assetStatusId: [1] } }, columns: null },
    },
  })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an alert of a saved view is created, checked, edited, paused and deleted', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  test.slow()
  allowed.push(/409/)
  const name = `Alerta ${unique()}`
  const view = await sharedView(`Vista ${unique()}`)
  await signedIn('norte-admin')
  await openCatalogue(page, `/?vista=${view.viewId}`)
  const open = page.getByRole('button', { name: `Vista: ${view.name}` })
  await open.click()
  await page.getByRole('link', { name: 'Crear una alerta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar alerta' })
  await expect(dialog.getByLabel('Vista')).toHaveValue(`${view.viewId}`)
  await expect(dialog).toContainText(/Ahora: [\d,]+ vehículos/)
  await dialog.getByLabel('Avisar a partir de').fill('1')
  await expect(dialog).toContainText('ahora no se avisa')
  await dialog.getByLabel('Avisar a partir de').fill('900,000')
  await expect(dialog).toContainText('Se avisará una vez cuando llegue a 900,000 vehículos')
  await dialog.getByLabel('Nombre').fill(name)
  await dialog.getByLabel('Destinatarios').fill('ana@norte')
  await dialog.getByRole('button', { name: 'Guardar alerta' }).click()
  await expect(dialog).toContainText('«ana@norte» no es un correo')
  await expect(dialog.getByLabel('Destinatarios')).toBeFocused()
  await dialog.getByLabel('Destinatarios').fill('ana@norte.example')
  await dialog.getByRole('button', { name: 'Guardar alerta' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, name)).toContainText('Desde 900,000 vehículos')
  await expect(page).toHaveURL('/alerts')

  await test.step('a view in use cannot be deleted, and the reason is shown', async () => {
    await openCatalogue(page, `/?vista=${view.viewId}`)
    await open.click()
    await page.getByRole('button', { name: `Eliminar la vista ${view.name}` }).click()
    const question = page.getByRole('dialog', { name: 'Eliminar vista' })
    await question.getByRole('button', { name: 'Eliminar vista' }).click()
    await expect(question.getByRole('alert')).toContainText(name)
  })

  // Alerts are checked once a minute: only the drills wait for it.
  if (isDrill())
    await expect
      .poll(
        async () => {
          const { alerts: all } = await askAs('norte-admin', alerts.list, {})
          return all.find((one) => one.name === name)?.standing
        },
        { timeout: 90_000 },
      )
      .toBe('below')
  // The former address of the alerts.
  await page.goto('/reports?tab=alertas')
  await expect(page).toHaveURL('/alerts')
  if (isDrill()) await expect(rowOf(page, name)).toContainText('Por debajo')
  await act(page, name, 'Editar')
  const edit = page.getByRole('dialog', { name: 'Editar alerta' })
  await edit.getByLabel('Qué se mide').selectOption('Adeudo total')
  await expect(edit).toContainText(/Ahora: \$[\d,.]+ MXN/)
  await edit.getByRole('button', { name: 'Guardar alerta' }).click()
  await expect(rowOf(page, name)).toContainText('Desde $900,000.00 MXN')
  await page.getByRole('switch', { name: `Alerta ${name}` }).click()
  await expect(rowOf(page, name)).toContainText('En pausa: no se revisa')
  await act(page, name, 'Eliminar')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar alerta' }).click()
  await expect(rowOf(page, name)).toBeHidden()
  await askAs('norte-admin', views.remove, { params: { viewId: `${view.viewId}` } })
})

test('a user without the permission for reports sees no alerts', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/403/)
  await signedIn('norte-consulta')
  await page.goto('/reports?tab=alertas&new=alert')
  await expect(page.getByRole('button', { name: 'Agregar alerta' })).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Agregar alerta' })).toBeHidden()
})

test('the alerts and their form are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  await waitForChecks('norte-admin')
  const view = await sharedView(`Ancha ${unique()}`)
  const mails = ['ana@norte.example', 'luis@norte.example', 'gerencia.regional.norte@norte.example']
  const name = `Adeudo de una flota con un nombre muy largo ${unique()}`
  const made = await askAs('norte-admin', alerts.create, {
    body: { name, viewId: view.viewId, measure: 'debt', threshold: 500_000, mails, active: true },
  })
  await signedIn('norte-admin')
  await page.goto('/alerts')
  await expect(page.getByText(name).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/alerts?new=alert&view=${view.viewId}`)
  await expect(page.getByRole('dialog')).toContainText(/Ahora: /)
  await expectAccessible(page)
  await askAs('norte-admin', alerts.remove, { params: { alertId: `${made.alertId}` } })
  await askAs('norte-admin', views.remove, { params: { viewId: `${view.viewId}` } })
})
