// In the yard: the console on a phone, without a network, with its camera.
import type { BrowserContext } from '@playwright/test'
import { freshToken, vehiclesOf } from './api.ts'
import { expect, openCatalogue, type Page, test, total, waitForChecks } from './fixtures.ts'

const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const cards = (page: Page) => page.getByRole('list', { name: 'Catálogo de vehículos' })
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 2 }) })
const SEEN = /^Sin conexión · lo que vio hoy a las \d{2}:\d{2}$/

/** The worker has every file of the console. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    await Promise.race([
      navigator.serviceWorker.ready,
      new Promise((_, fail) => setTimeout(fail, 30_000, new Error('no worker'))),
    ])
  })

/** Everything that the browser stores of answers, as bytes and as text. */
const storedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    if (!(await indexedDB.databases()).some(({ name }) => name === 'padron.kept')) return []
    const database = await done(indexedDB.open('padron.kept'))
    const rows = await done(database.transaction('answers').objectStore('answers').getAll())
    database.close()
    return rows.map(({ bytes, ...rest }) => new TextDecoder('latin1').decode(bytes) + JSON.stringify(rest))
  })

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Usuario / }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
}

/** As a phone whose network went, and whose browser knows it. */
const cut = (context: BrowserContext) => context.setOffline(true)

test.describe('without a network', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' })

  test('the last list and the drawers seen are there, with their age, and nobody else sees them', async ({
    page,
    context,
    signedIn,
    allowed,
  }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
    await waitForChecks('norte-admin')
    const [seen, unseen] = await vehiclesOf('norte-admin', ACTIVE)
    if (!seen || !unseen) throw new Error('the demo has no vehicles')
    const { vehicleAssetId, plate, vin } = seen.vehicleAsset
    await signedIn('norte-admin', await freshToken('norte-admin'))
    await openCatalogue(page)
    await page.goto(`/?asset=${vehicleAssetId}`)
    await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await expect(drawer(page).getByRole('heading', { name: 'Documentos' })).toBeVisible()
    await installed(page)
    await expect.poll(async () => (await storedTexts(page)).length).toBeGreaterThan(5)
    for (const text of await storedTexts(page)) {
      expect(text).not.toContain(plate)
      expect(text).not.toContain(vin)
    }

    await cut(context)
    await page.goto('/')
    await expect(page.getByText('Nada se puede cambiar.')).toBeVisible()
    await expect(page.getByText(SEEN)).toBeVisible()
    await expect(cards(page).locator('.card')).toHaveCount(25)
    await expect(total(page)).toBeVisible()

    await page.goto(`/?asset=${vehicleAssetId}`)
    await expect(drawer(page).getByRole('heading', { name: new RegExp(plate) })).toBeVisible()
    await expect(drawer(page).getByText(SEEN)).toBeVisible()
    await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await expect(drawer(page).getByText(SEEN)).toHaveCount(2)
    await page.goto(`/?asset=${unseen.vehicleAsset.vehicleAssetId}`)
    await expect(page.getByText('Sin conexión: este vehículo no lo vio hoy')).toBeVisible()

    await page.goto('/')
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect.poll(() => storedTexts(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect(page.getByText(plate)).toBeHidden()
  })
})
