// The obligations calendar: its weeks and their list, the vehicle behind a row, official calendars, reminders, and
// the address for calendar programs.
import type { Reply } from '@padron/contract/call'
import { obligations } from '@padron/contract/obligations'
import { resourceStatus } from '@padron/contract/resource-status'
import type { AppealTerm } from '@padron/contract/rules/official-rules'
import { PRODUCT } from './address.ts'
import { askAs, fetchVehicles } from './api.ts'
import { expect, type Page, test, waitForChecks } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible } from './views.ts'

/** Role type × 10 + level. */
const VEHICLES_READ = 11
const COMPARENDOS = 13

type Weeks = Reply<typeof obligations.weeks>
const weeksOf = (user: 'norte-admin' | 'andina-admin'): Promise<Weeks> => askAs(user, obligations.weeks, { query: {} })

/** The first week with something due, once the demo's sources have answered. */
const fullWeek = async (user: 'norte-admin' | 'andina-admin'): Promise<Weeks['weeks'][number]> => {
  await waitForChecks(user)
  const first = async () => (await weeksOf(user)).weeks.find(({ total }) => total > 0)
  await expect.poll(async () => (await first()) !== undefined, { timeout: 60_000, intervals: [1000] }).toBe(true)
  const week = await first()
  if (!week) throw new Error('no week')
  return week
}

const periods = (page: Page) => page.getByRole('group', { name: 'Periodo' })
const totalLine = (page: Page) => page.getByText(/\d+–\d+ de [\d,]+ vencimientos?$/)

test('a week shows its counts; its rows open the vehicle; the kinds filter it', async ({ page, signedIn }) => {
  const week = await fullWeek('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/calendar')
  await periods(page).locator(`[data-period="${week.from}"]`).click()
  await expect(totalLine(page)).toHaveText(new RegExp(` de ${week.total.toLocaleString('es-MX')} vencimientos?$`))
  const row = page.locator('tbody [data-row]').first()
  await expect(row).toContainText(/hace \d+|justo ahora|el \d\d\/\d\d\/\d{4}/)
  const plate = row.getByRole('rowheader').getByRole('button')
  const name = (await plate.textContent()) ?? ''
  await plate.click()
  await expect(page).toHaveURL(/[?&]asset=\d+/)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText(name)
  await expect(
    drawer.getByRole('region', { name: 'Próximos vencimientos' }).getByRole('listitem').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(plate).toBeFocused()
  await page.getByLabel('Placas', { exact: true }).check()
  await expect(page).toHaveURL(/kinds=plate/)
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await expect(page).not.toHaveURL(/kinds=/)
})

test('it opens the overdue items if nothing is due this week, otherwise this week', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await fullWeek('norte-admin')
  const { weeks, overdue } = await weeksOf('norte-admin')
  await signedIn('norte-admin')
  await page.goto('/calendar')
  const opens = weeks[0]?.total === 0 && overdue.total > 0 ? 'overdue' : weeks[0]?.from
  await expect(periods(page).locator(`input[value="${opens}"]`)).toBeChecked()
  await page.goto(`/calendar?week=${weeks[0]?.from}&kinds=plate,document,card`)
  await expect(periods(page).locator(`input[value="${weeks[0]?.from}"]`)).toBeChecked()
})

test('the arrow keys move between weeks, and the open one is in the address', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { weeks } = await weeksOf('andina-admin')
  await signedIn('andina-admin')
  await page.goto(`/calendar?week=${weeks[0]?.from}`)
  const choice = (at: number) => periods(page).locator(`input[value="${weeks[at]?.from}"]`)
  await expect(choice(0)).toBeChecked()
  await choice(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(choice(1)).toBeChecked()
  await expect(page).toHaveURL(new RegExp(`week=${weeks[1]?.from}`))
  await page.reload()
  await expect(choice(1)).toBeChecked()
  await page.goBack()
  await expect(choice(0)).toBeChecked()
  await page.goForward()
  await expect(choice(1)).toBeChecked()
  await choice(1).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/overdue=si/)
  await expect(page.getByRole('heading', { name: 'Calendarios oficiales, informativos' })).toBeHidden()
})

test('official calendars show their source, and why some are missing', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { weeks } = await weeksOf('norte-admin')
  const { rules, units } = await askAs('norte-admin', obligations.rules, { query: {} })
  await signedIn('norte-admin')
  await page.goto(`/calendar?week=${weeks[0]?.from}`)
  const isUnreplaced = rules.some(({ unreplaced }) => unreplaced)
  const band = page.getByText(/calendarios? termin.+ y no hay versión/)
  await expect(band).toBeVisible({ visible: isUnreplaced })
  const all = page.getByRole('dialog', { name: 'Calendarios oficiales' })
  if (isUnreplaced) {
    const which = page.getByRole('button', { name: 'Ver cuáles calendarios' })
    await which.press('Enter')
    await expect(all.getByRole('listitem').filter({ hasText: '; no hay versión' }).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(which).toBeFocused()
  }
  await page.getByRole('button', { name: 'Todos los calendarios' }).click()
  await expect(all).toContainText('Son informativos')
  await expect(all.getByRole('listitem').filter({ hasText: 'Hoy No Circula' })).toContainText(
    'No se muestra. Es de todos',
  )
  const values = all.getByRole('region', { name: 'Valores oficiales' })
  await expect(values).toContainText('Unidad de Medida y Actualización (UMA)')
  await expect(values).toContainText(/(valor de|el de) \d{4} (sin publicar|no está publicado)/)
  await values.getByText('Valores anteriores').click()
  const former = values.getByRole('list', { name: 'Valores anteriores de la UMA' })
  await expect(former.getByRole('listitem')).toHaveCount(units.length - 1)
  await expect(former).toContainText(`Fuente: ${units.at(-1)?.authority}, ${units.at(-1)?.source}`)
  await expect(all.getByRole('region', { name: 'Días inhábiles' })).toContainText('sólo descuentan los sábados')
  await expect(all.getByRole('region', { name: 'Sin calendario vigente' })).toContainText('; no hay versión de')
  const past = all.getByRole('region', { name: 'Terminados' })
  await expect(past.getByRole('listitem').first()).toContainText('Terminó el ')
  await expect(past.getByRole('button')).toHaveCount(0)
  await all
    .getByRole('button', { name: /^Ver los vehículos a los que toca: / })
    .first()
    .click()
  const vehicles = page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Vehículos' }) })
  await vehicles.getByRole('list', { name: 'Vehículos' }).getByRole('button').first().click()
  await expect(page).toHaveURL(/[?&]asset=\d+/)
  await expect(all).toBeHidden()
})

test('the term to appeal a fine is counted by the dashboard, and shown with its rule at the vehicle', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  await waitForChecks('andina-admin')
  const { holidays } = await askAs('andina-admin', obligations.rules, { query: {} })
  const fines = await fetchVehicles('andina-admin', { debts: { types: [COMPARENDOS] } })
  const termsOf = async (vehicleId: number) => {
    const reply = await askAs('andina-admin', resourceStatus.byType, { params: { vehicleId: `${vehicleId}` } })
    const resources = reply.scrapedResourceTypes.flatMap(({ resources: each }) => each)
    return resources
      .flatMap(({ scraped }) => scraped.result)
      .flatMap(({ scrapedTickets }) => scrapedTickets)
      .flatMap(({ appeal }) => (appeal?.until ? [appeal] : []))
  }
  let found: { vehicleId: number; term: AppealTerm } | undefined
  for (const { vehicleAsset } of fines) {
    const [term] = await termsOf(vehicleAsset.vehicleAssetId)
    if (term) found = { vehicleId: vehicleAsset.vehicleAssetId, term }
    if (found) break
  }
  if (!found) throw new Error('no fine of the demo has a term')
  await signedIn('andina-admin')
  await page.goto(`/?asset=${found.vehicleId}&tipo=${COMPARENDOS}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(/^(Puede impugnar hasta|El plazo para impugnar terminó) el /).first()).toBeVisible()
  await drawer
    .getByRole('button', { name: /^\d+ días hábiles desde / })
    .first()
    .focus()
  await expect(page.getByText(`Fuente: ${found.term.source}`).first()).toBeVisible()
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Qué hacer esta semana' })
  await panel.getByText('Reglas', { exact: false }).first().press('Enter')
  const rule = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { name: found.term.title }) })
  await expect(rule).toContainText(/Dentro del plazo: \d+|Con el plazo terminado: \d+/)
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Todos los calendarios' }).click()
  const days = page.getByRole('region', { name: 'Días inhábiles' })
  await expect(days.getByRole('listitem')).toHaveCount(holidays.length)
  await expect(days).toContainText('Ley 51 de 1983')
})

test('a calendar of the company is added, lists its vehicles, is changed and deleted', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const title = `Fumigación ${Date.now()}`
  await signedIn('norte-admin')
  const { weeks } = await weeksOf('norte-admin')
  await page.goto(`/calendar?week=${weeks[0]?.from}`)
  await page.getByRole('button', { name: 'Todos los calendarios' }).click()
  const all = page.getByRole('dialog', { name: 'Calendarios oficiales' })
  const add = all.getByRole('button', { name: 'Agregar calendario propio' })
  await add.click()
  const form = page.getByRole('dialog', { name: 'Agregar calendario propio' })
  await form.getByLabel('Título').fill(title)
  await form.getByLabel('Desde').fill('1/1')
  await form.getByLabel('Hasta').fill('1/0')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba una fecha válida').or(form.getByText(/no existe$/))).toBeVisible()
  await form.getByLabel('Hasta').fill('31/12')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
  const own = all.getByRole('region', { name: 'De su empresa' }).getByRole('listitem').filter({ hasText: title })
  await expect(own).toContainText('Cada año del 1 de enero al 31 de diciembre.')
  await own.getByRole('button', { name: /^Ver los vehículos/ }).click()
  const vehicles = page.getByRole('dialog', { name: title })
  await expect(vehicles).toContainText('De su empresa.')
  await expect(vehicles.getByRole('list', { name: 'Vehículos' }).getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await own.getByRole('button', { name: /^Editar/ }).click()
  const editor = page.getByRole('dialog', { name: 'Editar calendario propio' })
  await editor.getByLabel('Día inhábil').check()
  await editor.getByRole('button', { name: 'Guardar' }).click()
  await expect(own).toContainText('Día inhábil. Cada año')
  await own.getByRole('button', { name: /^Eliminar/ }).click()
  await page.getByRole('button', { name: 'Eliminar calendario' }).click()
  await expect(own).toBeHidden()
  await expect(all.getByRole('group', { name: 'Calendarios' })).toBeFocused()
})

test('reminders are saved; a user without an email address is informed', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { token } = await newPerson((await newProfile(VEHICLES_READ)).presetId)
  await signedIn('norte-consulta', token)
  await page.goto('/calendar')
  await expect(page.getByLabel('Documento')).toBeHidden()
  const open = page.getByRole('button', { name: 'Recordatorios por correo' })
  const dialog = page.getByRole('dialog', { name: 'Recordatorios por correo' })
  await open.click()
  await expect(dialog).toContainText(/Esta instalación no tiene servidor de correo|Usted no tiene un correo registrado/)
  await dialog.getByLabel('Enviarme recordatorios').check()
  await dialog.getByLabel('El mismo día').check()
  await dialog.getByLabel('30 días antes').uncheck()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(obligations.setReminders.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await expect(dialog.getByLabel('Enviarme recordatorios')).toBeChecked()
  await expect(dialog.getByLabel('El mismo día')).toBeChecked()
  await expect(dialog.getByLabel('30 días antes')).not.toBeChecked()
})

test('a calendar address appears once, serves a calendar, and is a 404 once revoked', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  const { token } = await newPerson((await newProfile(VEHICLES_READ)).presetId)
  await signedIn('norte-consulta', token)
  await page.goto('/calendar')
  const open = page.getByRole('button', { name: 'Calendario (ICS)' })
  const dialog = page.getByRole('dialog', { name: 'Calendario en su teléfono o programa' })
  await open.click()
  await dialog.getByRole('button', { name: 'Crear dirección' }).click()
  const address = await dialog.getByLabel('Su dirección de calendario').inputValue()
  expect(address.startsWith(PRODUCT)).toBe(true)
  const read = await fetch(address)
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await read.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\s*$/)
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await open.click()
  await expect(dialog).toContainText('Última lectura')
  await expect(dialog.getByLabel('Su dirección de calendario')).toBeHidden()
  await dialog.getByRole('button', { name: 'Revocar' }).click()
  await page.getByRole('dialog', { name: '¿Revocar la dirección?' }).getByRole('button', { name: 'Revocar' }).click()
  await expect(dialog).toContainText('Todavía no tiene una dirección de calendario.')
  expect((await fetch(address)).status).toBe(404)
})

test('list, overdue and dialogs are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const week = await fullWeek('andina-admin')
  await signedIn('andina-admin')
  for (const address of [`/calendar?week=${week.from}`, '/calendar?overdue=si']) {
    await page.goto(address)
    await expect(totalLine(page)).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto(`/calendar?week=${week.from}`)
  for (const name of ['Recordatorios por correo', 'Calendario (ICS)', 'Todos los calendarios']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toBeHidden()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Todos los calendarios' }).click()
  await page.getByRole('button', { name: 'Agregar calendario propio' }).click()
  await expect(page.getByRole('dialog', { name: 'Agregar calendario propio' })).toBeVisible()
  await expectAccessible(page)
})
