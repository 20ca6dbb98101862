// On-demand processing: a company orders a source for its whole fleet, follows it to its end, and sends manual
// resources to the work list; a user with read permission only has no buttons.
import { processing } from '@padron/contract/processing'
import { resourceStatus } from '@padron/contract/resource-status'
import { SIMULATOR } from './address.ts'
import { type Company, newCompany, newIdentity, newVehicle } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { newPerson, newProfile } from './people.ts'
import { expectAccessible } from './views.ts'

const CAPITAL = 9
const FINES = 'Multas · Ciudad de México'
const BY_HAND = 'Posibles adeudos de tenencia · Ciudad de México'
/** Role type × 10 + level. */
const PROCESSING_READ = 71

/** A vehicle whose sources require a person at first, so that an order has something to query. */
const unanswered = async (company: Company): Promise<void> => {
  const identity = newIdentity()
  const portals = ['apitude', 'placapi-mx']
  const lever = (method: string, path: string, body?: object) =>
    fetch(`${SIMULATOR}/__control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  for (const portal of portals) await lever('POST', 'faults', { portal, scenario: 'captcha', plate: identity.plate })
  const { vehicleAssetId } = await newVehicle(company, {}, identity, CAPITAL)
  const requestCount = async () => {
    const { scrapedResources } = await company.ask(resourceStatus.byResource, {
      params: { vehicleId: `${vehicleAssetId}` },
    })
    return scrapedResources.filter(
      ({ resource, scraped }) =>
        [901, 5004].includes(resource.resourceId) && scraped.lastAttempt?.outcome === 'captcha',
    ).length
  }
  await expect.poll(requestCount, { timeout: 60_000, intervals: [500] }).toBe(2)
  for (const portal of portals) await lever('DELETE', `faults?portal=${portal}&plate=${identity.plate}`)
}

let company: Company
test.beforeAll(async () => {
  company = await newCompany()
  await unanswered(company)
})

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const process = (page: Page, name: string) => row(page, name).getByRole('button', { name: `Procesar ${name}` })
const state = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

const order = async (page: Page, name: string): Promise<void> => {
  await process(page, name).click()
  const dialog = page.getByRole('dialog', { name: 'Mandar a procesar' })
  await dialog.getByLabel('Correos').fill('ana@norte')
  await dialog.getByLabel('Correos').press('Enter')
  await expect(dialog.getByText('Por favor ingrese correos válidos separados por comas')).toBeVisible()
  await dialog.getByLabel('Correos').fill('ana@norte.example, luis@norte.example')
  await dialog.getByRole('button', { name: 'Procesar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Se ha añadido ${name} a la cola de tareas`)).toBeVisible()
}

test('an ordered source is no longer offered, and its end is in the queue panel', async ({ page, signedIn }) => {
  await signedIn('norte-admin', company.token)
  await page.goto('/onDemandProcessing')
  await expect(state(page, 'Todo el país')).toHaveAttribute('aria-expanded', 'true')
  // States without vehicles of the company come last, and say so.
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toContainText('Ciudad de México')
  await expect(state(page, 'Jalisco')).toContainText('sin vehículos')

  await state(page, 'Ciudad de México').click()
  await expect(page).toHaveURL(/open=0,9/)
  await expect(row(page, FINES)).toContainText('Consulta automática')
  await expect(row(page, FINES)).toContainText('1 vehículo')
  await expect(row(page, FINES).getByRole('img', { name: 'Listo para Procesar' })).toBeVisible()
  await order(page, FINES)
  await expect(process(page, FINES)).toHaveAttribute('aria-disabled', 'true')
  await expect(row(page, FINES)).toContainText(/Disponible en \d+ (Hrs|dias|semanas)\./)

  await page.getByRole('button', { name: /^Trabajos/ }).click()
  const job = page.getByRole('complementary', { name: 'Trabajos' }).getByRole('listitem', {
    name: `Procesamiento de ${FINES}`,
  })
  await expect(job).toContainText('Terminado', { timeout: 60_000 })
  await expect(row(page, FINES)).not.toContainText('En la cola de tareas', { timeout: 20_000 })
  await page.getByLabel('Solo listos').check()
  await expect(row(page, FINES)).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Solo listos')).toBeChecked()
})

test('resources without an automatic source go to the list of manual captures', async ({ page, signedIn }) => {
  await signedIn('norte-admin', company.token)
  await page.goto('/onDemandProcessing?text=ciudad+de+mexico')
  await expect(row(page, BY_HAND)).toContainText('Captura manual')
  await order(page, BY_HAND)
  await row(page, BY_HAND).getByRole('link', { name: 'lista de captura manual' }).click()
  await expect(page).toHaveURL('/captures?resourceTypeId=10&stateId=9')
})

test('an order that another user placed meanwhile is refused with a reason, and the list is loaded again', {
  tag: '@drill',
}, async ({ page, signedIn, allowed }) => {
  allowed.push(/status of 409/)
  const other = await newCompany()
  await unanswered(other)
  await signedIn('norte-admin', other.token)
  await page.goto('/onDemandProcessing?text=robo')
  const name = 'Reporte de robo'
  await process(page, name).click()
  const { data } = await other.ask(processing.resources, {})
  const resourceId =
    data.flatMap(({ resources }) => resources).find((one) => one.resourceName === name)?.resourceId ?? 0
  await other.ask(processing.update, { body: { vehicleClass: null, resourceId, emails: ['eva@norte.example'] } })
  const dialog = page.getByRole('dialog', { name: 'Mandar a procesar' })
  await dialog.getByLabel('Correos').fill('ana@norte.example')
  await dialog.getByRole('button', { name: 'Procesar' }).click()
  await expect(dialog.getByText(/^Actualización de recursos no disponible\. ./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(process(page, name)).toHaveAttribute('aria-disabled', 'true')
})

test('a user with read permission only has no buttons, and sends no request to the queue', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  const { presetId } = await newProfile(PROCESSING_READ)
  const { token } = await newPerson(presetId)
  await signedIn('norte-admin', token)
  const requestCount: string[] = []
  page.on('request', (request) => requestCount.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page).toHaveURL('/onDemandProcessing')
  await expect(row(page, 'Reporte de robo')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Procesar/ })).toHaveCount(0)
  expect(requestCount.filter((path) => path.includes('getQueueItems'))).toEqual([])
})

test('everything open is accessible and fits', { tag: '@drill' }, async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await page.goto('/onDemandProcessing?open=todos')
  await expect(row(page, FINES)).toBeVisible()
  await expectAccessible(page)
})
