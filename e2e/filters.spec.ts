// Filters: each one changes the count, is in the address, has a chip, and can be removed.
import { catalogue } from '@padron/contract/catalogue'
import type { DateFilter } from '@padron/contract/catalogue/filter'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { tags } from '@padron/contract/tags'
import { type askAs as AskAs, askAs } from './api.ts'
import { expect, type Locator, openCatalogue, type Page, test, total, waitForChecks } from './fixtures.ts'

type Filter = NonNullable<Parameters<typeof AskAs<typeof catalogue.list>>[2]['body']['vehicleClass']>
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const count = async (vehicleClass: Filter) =>
  (await askAs('norte-admin', catalogue.list, { body: { vehicleClass } })).totalCount
const says = (amount: number) => new RegExp(` de ${amount} vehículos?$`)
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros activos' })
const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Filtros' }).getByRole('textbox', { name, exact: true })

test.beforeEach(async ({ signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
})

test('filters by fines: total, address, chip, reload, removal', async ({ page }) => {
  const all = await count(ACTIVE)
  const fined = await count({ ...ACTIVE, vehicleAsset: { ticketStatus: [0] } })
  expect(fined).toBeGreaterThan(0)
  expect(fined).toBeLessThan(all)
  await openCatalogue(page, '/?page=2')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByRole('group', { name: 'Multas', exact: true }).getByLabel('Con multas').check()
  await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/?ticketStatus=0')
  await expect(total(page)).toHaveText(says(fined))
  await expect(page.getByRole('table').getByRole('button', { name: /^Multas: (?!Con multas|sin dato)/ })).toHaveCount(0)

  await page.reload()
  await expect(total(page)).toHaveText(says(fined))
  await expect(chips(page)).toContainText('Multas: Con multas')
  await chips(page).getByRole('button', { name: 'Quitar filtro Multas' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(all))
})

test('the dialog applies nothing until it is saved', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel('Marca', { exact: true }).fill('KIA')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('typing filters after a pause; an empty result says why and offers a way out', { tag: '@drill' }, async ({
  page,
}) => {
  await openCatalogue(page)
  await field(page, 'Placa').pressSequentially('ZZZZZZ')
  await expect(page).toHaveURL('/?plate=ZZZZZZ')
  const box = page.getByRole('region', { name: 'Vehículos' })
  await expect(box.getByText('Sin coincidencias')).toBeVisible()
  await expect(page.getByText('Sin vehículos')).toBeVisible()
  await box.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
  await expect(field(page, 'Placa')).toHaveValue('')
})

test('filters by state and status of the vehicle; all are cleared at once', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page)
  await page.getByRole('combobox', { name: 'Estado' }).fill('nuevo leon')
  await expect(page.getByRole('option', { name: 'Nuevo León' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?states=19')
  await expect(total(page)).toHaveText(says(await count({ ...ACTIVE, state: { stateId: [19] } })))
  await page.keyboard.press('Escape')
  await chips(page).getByRole('button', { name: 'Quitar filtro Estatus' }).click()
  await expect(page).toHaveURL('/?states=19&status=todos')
  await expect(total(page)).toHaveText(says(await count({ state: { stateId: [19] } })))
  await chips(page).getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
})

test('the last filters come back when the console is opened again', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page, '/?brandName=KIA')
  const kia = await count({ ...ACTIVE, brand: { brandName: 'KIA' } })
  await expect(total(page)).toHaveText(says(kia))
  await page.goto('about:blank')
  await openCatalogue(page)
  await expect(page).toHaveURL('/?brandName=KIA')
  await expect(total(page)).toHaveText(says(kia))
})

test('an invalid part of the address is ignored, without an error', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page, '/?ticketStatus=abc&page=-3&sort=password&states=x')
  await expect(total(page)).toHaveText(says(await count(ACTIVE)))
})

type Kind = {
  title: string
  dates?: DateFilter[]
  vehicleClass: Filter
  chip: string
  fill: (dialog: Locator) => Promise<unknown>
}
/** The first active vehicle, whose own values make filters that match something. */
const sample = async () => {
  const { vehicles } = await askAs('norte-admin', catalogue.list, { body: { vehicleClass: ACTIVE } })
  const [first] = vehicles
  if (!first) throw new Error('no vehicle')
  return first
}
const day = (instant: string, back: number): string =>
  new Date(Date.parse(instant) + back * 86_400_000).toISOString().slice(0, 10)

const KINDS: readonly ((row: VehicleRow) => Kind)[] = [
  ({ vehicleInfo }) => ({
    title: 'a text of the vehicle',
    vehicleClass: { vehicleInfo: { vehicleColor: vehicleInfo.vehicleColor?.toLowerCase() ?? 'azul' } },
    chip: `Color: ${vehicleInfo.vehicleColor?.toLowerCase() ?? 'azul'}`,
    fill: (dialog) =>
      dialog.getByLabel('Color', { exact: true }).fill(vehicleInfo.vehicleColor?.toLowerCase() ?? 'azul'),
  }),
  ({ model }) => ({
    title: 'a number',
    vehicleClass: { model: { year: model.year ?? 2020 } },
    chip: `Año: ${model.year ?? 2020}`,
    fill: (dialog) => dialog.getByLabel('Año', { exact: true }).fill(`${model.year ?? 2020}`),
  }),
  () => ({
    title: 'a status of the checks',
    vehicleClass: { vehicleAsset: { stolenStatus: [5] } },
    chip: 'Reporte de robo: Sin reporte de robo',
    fill: (dialog) => dialog.getByLabel('Sin reporte de robo').check(),
  }),
  () => ({
    title: 'the reason it was acquired for',
    vehicleClass: { vehicleAsset: { acquisitionReasonId: [1] } },
    chip: 'Motivo de alta: Expansión',
    fill: (dialog) => dialog.getByLabel('Expansión').check(),
  }),
  ({ vehicleAsset }) => ({
    title: 'a date, after',
    vehicleClass: {},
    dates: [{ dateParameter: 'creationDate', dateBy: 'after', startDate: day(vehicleAsset.creationDate, -1) }],
    chip: `Fecha de alta: Después de ${day(vehicleAsset.creationDate, -1).split('-').toReversed().join('/')}`,
    fill: async (dialog) => {
      await dialog.getByLabel('Fecha de alta: modo').selectOption('Después de')
      await dialog.getByLabel('Fecha de alta: fecha').fill(day(vehicleAsset.creationDate, -1))
    },
  }),
  () => ({
    title: 'a date, between two',
    vehicleClass: {},
    dates: [{ dateParameter: 'plateDate', dateBy: 'between', startDate: '2000-01-01', endDate: '2030-12-31' }],
    chip: 'Fecha de emplacado: Entre 01/01/2000 y 31/12/2030',
    fill: async (dialog) => {
      await dialog.getByLabel('Fecha de emplacado: modo').selectOption('Entre')
      await dialog.getByLabel('Fecha de emplacado: desde').fill('1/1/2000')
      await dialog.getByLabel('Fecha de emplacado: hasta').fill('31/12/2030')
    },
  }),
]

test('each filter changes the total, the address and a chip, and can be removed', { tag: '@drill' }, async ({
  page,
  context,
}) => {
  test.slow()
  const row = await sample()
  const other = await context.newPage()
  await openCatalogue(page)
  for (const kindOf of KINDS) {
    const { title, vehicleClass, dates, chip, fill } = kindOf(row)
    await test.step(title, async () => {
      const { totalCount } = await askAs('norte-admin', catalogue.list, {
        body: { vehicleClass: { ...ACTIVE, ...vehicleClass }, pagination: { dateFilters: dates } },
      })
      await page.getByRole('button', { name: 'Más filtros' }).click()
      const dialog = page.getByRole('dialog', { name: 'Filtros' })
      await fill(dialog)
      await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
      await expect(chips(page)).toContainText(chip)
      await expect(page.getByText(totalCount ? says(totalCount) : 'Sin vehículos')).toBeVisible()

      // The address alone shows the same list to another user.
      await other.goto(page.url())
      await expect(chips(other)).toContainText(chip)
      await expect(other.getByText(totalCount ? says(totalCount) : 'Sin vehículos')).toBeVisible()

      await chips(page)
        .getByRole('button', { name: `Quitar filtro ${chip.split(':')[0]}` })
        .click()
      await expect(page).toHaveURL('/')
    })
  }
})

test('a link to debts sets total, chips and sum; each chip can be removed', { tag: '@drill' }, async ({ page }) => {
  const owing = await count({ ...ACTIVE, debts: { types: [9] } })
  const any = await count({ ...ACTIVE, debts: {} })
  const all = await count(ACTIVE)
  expect(owing).toBeGreaterThan(0)
  expect(any).toBeGreaterThan(owing)
  expect(all).toBeGreaterThan(any)
  await openCatalogue(page, '/?debts=9&debtDays=2000-01-01..')
  await expect(chips(page)).toContainText('Con adeudo: Multas CDMX')
  await expect(chips(page)).toContainText('Fecha del adeudo: desde el 01/01/2000')
  await expect(page.getByText(/^Del filtro: [\d,]+ adeudos por \$[\d,.]+ MXN/)).toBeVisible()
  await chips(page).getByRole('button', { name: 'Quitar filtro Fecha del adeudo' }).click()
  await expect(page).toHaveURL('/?debts=9')
  await expect(total(page)).toHaveText(says(owing))

  await page.getByRole('button', { name: 'Más filtros' }).click()
  const section = page.getByRole('dialog', { name: 'Filtros' }).getByRole('region', { name: 'Adeudos y vencimientos' })
  await section.getByLabel('De cualquier tipo').check()
  await section.getByLabel('Línea de captura', { exact: true }).check()
  await page.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(section.getByText('Falta la fecha inicial')).toBeVisible()
  await section.getByLabel('Línea de captura', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(page).toHaveURL('/?debts=any')
  await expect(total(page)).toHaveText(says(any))
  await chips(page).getByRole('button', { name: 'Quitar filtro Con adeudo' }).click()
  await expect(page).toHaveURL('/')
  await expect(total(page)).toHaveText(says(all))
})

test('filters by tag, within its category', { tag: '@drill' }, async ({ page }) => {
  const { userTags } = await askAs('norte-admin', tags.list, {})
  const tag = userTags[0]
  if (!tag) throw new Error('no tag')
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog
    .getByRole('group', { name: tag.tagCategoryName, exact: true })
    .getByLabel(tag.tagName, { exact: true })
    .check()
  await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(page).toHaveURL(`/?tags=${tag.tagId}`)
  await expect(chips(page)).toContainText(`Etiquetas: ${tag.tagName}`)
  const tagged = await count({ ...ACTIVE, tags: [{ tagId: tag.tagId }] })
  await expect(page.getByText(tagged ? says(tagged) : 'Sin vehículos')).toBeVisible()
})

test('the dialog finds a filter by its name, and reports invalid values', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel('Buscar filtro').fill('puertas')
  await expect(dialog.getByRole('heading', { name: 'Titular' })).toBeHidden()
  await dialog.getByLabel('Puertas').fill('cuatro')
  await dialog.getByRole('button', { name: 'Guardar filtros' }).click()
  await expect(dialog.getByText('Puertas no es un número válido!')).toBeVisible()
  await expect(dialog.getByLabel('Puertas')).toBeFocused()
  await dialog.getByLabel('Buscar filtro').fill('zzzz')
  await expect(dialog.getByText('Ningún filtro con ese nombre')).toBeVisible()
})

test('a filter typed as a sentence in the dialog replaces the active ones', async ({ page }) => {
  await openCatalogue(page, '/?plate=A&sort=plate')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel('Buscar filtro').fill('PÓLIZAS vencidas, nuevo león xyzzy')
  await expect(dialog.getByText('No entendí: «xyzzy»')).toBeVisible()
  await expect(dialog.getByText('Ningún filtro con ese nombre')).toBeHidden()
  await expect(dialog.getByText('Seguro: Sin seguro vigente')).toBeVisible()
  await dialog.getByRole('button', { name: 'Filtrar solo por lo escrito' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\?(?=.*states=19)(?=.*insuranceStatus=8)(?=.*sort=plate)(?!.*plate=A)/)
  await expect(chips(page)).toContainText('Seguro: Sin seguro vigente')
})

test('special characters in filters are treated as text', { tag: '@drill' }, async ({ page }) => {
  await openCatalogue(page)
  for (const text of ['%', '_', `'"; drop table vehicle; --`, '🚚', '\u202eabc']) {
    await field(page, 'Identificador').fill(text)
    await field(page, 'Identificador').press('Enter')
    await expect(page).toHaveURL(/customId=/)
    const found = await count({ ...ACTIVE, vehicleAsset: { customId: text } })
    await expect(page.getByText(found ? says(found) : 'Sin vehículos')).toBeVisible()
    await expect(chips(page)).toContainText(text)
  }
})
