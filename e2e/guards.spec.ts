// Access before and after signing in, and redirects.
import { fetchVehicles, PASSWORD } from './api.ts'
import { expect, openCatalogue, type Page, test, total } from './fixtures.ts'

const enter = async (page: Page) => {
  await page.getByLabel('Usuario').fill('norte-consulta')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('signed out, a vehicle’s address opens the sign-in page, and then the vehicle', async ({ page }) => {
  const [vehicle] = await fetchVehicles('norte-consulta', { assetHistoric: { assetStatusId: 1 } })
  const id = vehicle?.vehicleAsset.vehicleAssetId
  await page.goto(`/?asset=${id}`)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/?asset=${id}`).replace(/%2F/g, '/')}`)
  await expect(total(page)).toBeHidden()
  await enter(page)
  await expect(page).toHaveURL(`/?asset=${id}`)
  await expect(page.getByRole('dialog')).toContainText(`VIN ${vehicle?.vehicleAsset.vin}`)
})

test('signed out, the catalogue sends no request', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  expect(paths.filter((path) => /^\/(api|sapy)\//.test(path))).toEqual([])
})

test('a redirect to another site is not followed', { tag: '@drill' }, async ({ page }) => {
  for (const evil of ['//example.com', 'https://example.com', '/\\example.com']) {
    await page.goto(`/login?redirect=${encodeURIComponent(evil)}`)
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  }
  await enter(page)
  await expect(page).toHaveURL('/')
})

test('a trailing slash is removed; an unknown path opens the sign-in page', { tag: '@drill' }, async ({ page }) => {
  await page.goto('/login/')
  await expect(page).toHaveURL('/login')
  for (const path of ['/no-existe', '/catalogs/nada', '/no-existe/']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  }
})

test.describe('with the loader for its whole time', () => {
  test.use({ showsLoader: true })

  test('signed in: the loader during the check, then the screen, also for /login and unknown paths', async ({
    page,
    signedIn,
  }) => {
    await signedIn('norte-admin')
    await page.goto('/', { waitUntil: 'commit' }) // waiting for the whole page would be too late to see it
    await expect(page.getByRole('status').filter({ hasText: 'Autorizando' })).toBeVisible()
    await expect(total(page)).toBeVisible()
    await expect(page.getByText('Autorizando')).toBeHidden()
    for (const path of ['/login', '/no-existe']) {
      await page.goto(path)
      await expect(total(page)).toBeVisible()
      await expect(page).toHaveURL('/')
    }
  })
})

test('an invalid token opens the sign-in page with the reason', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
}) => {
  allowed.push(/status of 401/)
  await signedIn('norte-admin', 'x'.repeat(43))
  await page.goto('/?plate=A')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('Error (401) Su sesión no es válida o expiró.')).toBeVisible()
})

test('a user with read permission only sees the catalogue without actions', async ({ page, signedIn }) => {
  await signedIn('norte-consulta')
  await openCatalogue(page)
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
    'Vehículos',
    'Datos por conciliar',
    'Pendientes',
    'Vencimientos',
    'Avisos',
    'Etiquetas',
  ])
})
