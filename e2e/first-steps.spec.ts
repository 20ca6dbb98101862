// «Primeros pasos» of a new company: the fleet arrives, the first round of checks is shown without a reload, its counts
// link to their lists, and the panel is hidden and found again.
import { join } from 'node:path'
import { TOKEN_COOKIE } from '@padron/contract/session'
import { PRODUCT } from './address.ts'
import { newCompany, newVehicle } from './company.ts'
import { expect, isDrill, test } from './fixtures.ts'
import { startEmptyProduct } from './own-product.ts'
import { faults } from './views.ts'

test('a new company follows its first checks, hides the steps and finds them again', {
  tag: '@drill',
}, async ({ page, context }) => {
  const company = await newCompany(undefined, true)
  await context.addCookies([{ name: TOKEN_COOKIE, value: company.token, url: PRODUCT, sameSite: 'Strict' }])
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Primeros pasos' })
  const step = (title: string) =>
    panel.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(panel.getByText('0 de 7 hechos')).toBeVisible()
  await step('La hoja de su flota').getByRole('link', { name: 'Cargar vehículos' }).click()
  await expect(page).toHaveURL(/\/addVehicles/)
  await page.goBack()

  const taxIdentifier = 'XAXX010101000'
  await newVehicle(company, { rfc: { taxIdentifier } })
  await newVehicle(company)
  const round = step('Primera ronda de consultas')
  // Without reloading the page.
  await expect(round.getByText('de 2', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(round.getByText('Consultados 2')).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByText('2 de 7 hechos')).toBeVisible()
  // No source of Nuevo León requires the holder, so no vehicle lacks it.
  await expect(round.getByText(/falta un dato/)).toHaveCount(0)
  const holders = step('RFC de los titulares')
  await expect(holders.getByText(/Ninguna fuente en uso lo pide/)).toBeVisible()
  await holders.getByRole('link', { name: '1 vehículo no tiene el de su titular' }).click()
  await expect(page).toHaveURL(/taxIdentifierIs=~/)
  await expect(page.getByText('1–1 de 1 vehículo', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Cambiar logotipo y zona horaria' }).click()
  const dialog = page.getByRole('dialog', { name: 'Logotipo y zona horaria' })
  await dialog.getByLabel('Zona horaria').selectOption('Noroeste (Tijuana)')
  await dialog.locator('input[type="file"]').setInputFiles(join(import.meta.dirname, '../docs/pictures/phone.png'))
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(panel.getByText('Noroeste (Tijuana), con logotipo.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Logotipo de / })).toBeVisible()
  await expect(panel.getByText('3 de 7 hechos')).toBeVisible()

  const mark = panel.getByRole('button', { name: 'Marcar como hecho: A quién se avisa' })
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText('4 de 7 hechos')).toBeVisible()
  for (const width of isDrill() ? [1440, 1024, 390] : [390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await faults(page), `${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(page.getByRole('region', { name: 'Vehículos' })).toBeVisible()
  }
  // On a phone only the next step is shown, until the list is expanded.
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Ver todos' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(7)
  await page.setViewportSize({ width: 1440, height: 900 })

  await panel.getByRole('button', { name: 'Ocultar los primeros pasos' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Vehículos' })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: /^Usuario / }).click()
  await page.getByRole('button', { name: 'Primeros pasos' }).click()
  await expect(panel.getByText('4 de 7 hechos')).toBeVisible()
})

test('a company without vehicles or sources sees how to upload its sheet and who sets sources up', {
  tag: '@drill',
}, async ({ page, context }) => {
  test.slow()
  const product = await startEmptyProduct()
  try {
    const company = await newCompany(product)
    await context.addCookies([{ name: TOKEN_COOKIE, value: company.token, url: product.url, sameSite: 'Strict' }])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(product.url)
      await expect(page.getByText(/La cuenta todavía no tiene vehículos/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Cargar vehículos' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Vehículos' }).getByRole('button')).toHaveText(['Agregar vehículo'])
      expect(await faults(page), `${width}`).toEqual([])
      for (const path of ['/health', '/onDemandProcessing']) {
        await page.goto(`${product.url}${path}`)
        await expect(page.getByRole('note')).toContainText('Las configura quien opera la instalación de Padrón')
        await expect(page.getByRole('img', { name: 'Listo para Procesar' })).toHaveCount(0)
        expect(await faults(page), `${path} ${width}`).toEqual([])
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.url}/health`)
    await expect(page.getByText('Ningún recurso se consulta de forma automática')).toBeVisible()
    await expect(page.getByRole('button', { name: /^3[12] estados sin consulta automática/ })).toBeVisible()

    // One vehicle without an answer: the dashboards mark nothing as clear.
    await newVehicle(company)
    for (const path of ['/dashboard', '/dashboard/tickets', '/dashboard/tenencias']) {
      await page.goto(`${product.url}${path}`)
      await expect(page.getByText(/^Calculado/)).toBeVisible({ timeout: 60_000 })
      await expect(page.locator('main [data-sign="clear"]:visible')).toHaveCount(0)
    }
    await expect(page.getByText('1 vehículo · sin razón social registrada')).toBeVisible()
  } finally {
    await page.goto('about:blank') // stops the page's own requests
    await product.stop()
  }
})
