// The README's images, each in the size of its predecessor, written to docs/pictures or to the folder in
// PICTURES_FOLDER. Images that only read are taken first, those that create data last.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboard } from '@padron/contract/dashboard'
import { health } from '@padron/contract/health'
import { mailbox } from '@padron/contract/mailbox'
import { profiles } from '@padron/contract/profiles'
import { reports } from '@padron/contract/reports'
import { tokens } from '@padron/contract/tokens'
import { webhooks } from '@padron/contract/webhooks'
import sharp from 'sharp'
import { askAs, fetchVehicles } from './api.ts'
import { expect, openCatalogue, type Page, still, test, waitForChecks } from './fixtures.ts'
import { startReceiver } from './receiver.ts'
import { changed, downloadBook, newBook, plainIdentity } from './workbooks.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = process.env.PICTURES_FOLDER ?? join(ROOT, 'docs/pictures')
const PHONE = { width: 390, height: 844 }
const A4 = { width: 892, height: 1262 }

/** A console needs few colours: a third of the bytes. */
const write = async (name: string, bytes: Buffer): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true })
  await sharp(bytes)
    .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
    .toFile(join(FOLDER, `${name}.png`))
}

/** Waits until no query is pending and two screenshots are equal. */
const stable = async (page: Page): Promise<void> => {
  await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
  await still(page)
  let before: string | null = ''
  const same = async () => {
    const now = await page.locator('body').textContent()
    const quiet = now === before
    before = now
    return quiet
  }
  await expect.poll(same, { intervals: [500] }).toBe(true)
}

const take = async (page: Page, name: string): Promise<void> => {
  await stable(page)
  await page.mouse.move(0, 0)
  await write(name, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const debtorOf = async (): Promise<number> => {
  const [first] = await fetchVehicles('norte-admin', {
    vehicleAsset: { ticketStatus: 0 },
    assetHistoric: { assetStatusId: 1 },
  })
  if (!first) throw new Error('nobody in the demo has a fine')
  return first.vehicleAsset.vehicleAssetId
}

test.describe.configure({ mode: 'default', retries: 1 })
test.beforeEach(async ({ signedIn }) => {
  test.setTimeout(300_000)
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
})

/** Screens captured as they open: path, an element that shows they are complete, and the height if smaller. */
const SCREENS = [
  ['calendar', '/calendar', /^Vencimientos/],
  ['processing', '/onDemandProcessing', 'Procesamiento'],
  ['reports', '/reports', 'Reportes programados'],
  ['tags', '/catalogs/tags', 'Etiquetas'],
  ['activity', '/activity', 'Actividad'],
] as const
for (const [name, path, title] of SCREENS)
  test(name, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await take(page, name)
  })

test('profiles', async ({ page }) => {
  const { catalogFilter } = await askAs('norte-admin', profiles.list, {})
  const wanted = catalogFilter.find(({ preset }) => preset.rolePresetName === 'Operación de flota')
  await page.goto(`/catalogs/roles?perfil=${wanted?.preset.presetId}`)
  await expect(page.getByRole('slider').first()).toBeVisible()
  await take(page, 'profiles')
})

test('health', async ({ page }) => {
  const shares = async () =>
    (await askAs('norte-admin', health.states, {})).stateResourceTypeHealths
      .flatMap(({ resourceTypeHealth }) => resourceTypeHealth)
      .filter(({ successPercentage }) => successPercentage !== null).length
  await expect.poll(shares, { timeout: 120_000, intervals: [1000] }).toBeGreaterThan(5)
  await page.goto('/health')
  await expect(page.getByRole('rowheader').first()).toHaveText('Todo el país')
  await take(page, 'health')
})

/** Statistics computed after the first round of checks: before it nothing is known. */
test('dashboard', async ({ page }) => {
  await askAs('norte-admin', dashboard.refresh, {})
  const ready = async () => {
    const { dashboard: read } = await askAs('norte-admin', dashboard.read, {})
    return read.statistics !== null && !read.refreshing
  }
  await expect.poll(ready, { timeout: 60_000, intervals: [500] }).toBe(true)
  await page.goto('/dashboard')
  await expect(heading(page, 'Qué hacer esta semana')).toBeVisible()
  await take(page, 'dashboard')
})

test('catalogue', async ({ page }) => {
  await openCatalogue(page)
  await expect(page.getByText(/^falta saber de /)).toBeVisible()
  await take(page, 'catalogue')
})

test('filters', async ({ page }) => {
  await openCatalogue(page, '/?ticketStatus=0')
  for (const place of [1, 3]) await page.getByRole('row').nth(place).getByRole('checkbox').check()
  await take(page, 'filters')
})

test('drawer', async ({ page }) => {
  await page.goto(`/?asset=${await debtorOf()}`)
  await expect(heading(page, 'Situación')).toBeVisible()
  await take(page, 'drawer')
})

test('document', async ({ page }) => {
  await page.goto('/calendar')
  await page.getByText('Vencidos', { exact: true }).click()
  await page
    .getByRole('button', { name: /^Constancia de verificación/ })
    .first()
    .click()
  await expect(heading(page, 'Documentos')).toBeVisible()
  await take(page, 'document')
})

test('reconcile', async ({ page }) => {
  await page.goto('/differences')
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click()
  await expect(
    page
      .getByRole('dialog', { name: /^Conciliar/ })
      .getByRole('radio')
      .first(),
  ).toBeVisible()
  await take(page, 'reconcile')
})

test('capture', async ({ page }) => {
  await page.goto('/captures')
  await page
    .getByRole('button', { name: /^Capturar / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^Capturar / }).getByRole('form')).toBeVisible()
  await take(page, 'capture')
})

test('sheet', async ({ page }) => {
  await page.goto(`/?asset=${await debtorOf()}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Ficha en PDF' }).click(),
  ])
  const pdf = readFileSync(await file.path()).toString('base64')
  // A blank page with the PDF reader and without a content security policy.
  await page.route('http://paper.invalid/**', (route) => {
    const name = new URL(route.request().url()).pathname
    if (name === '/')
      return route.fulfill({ contentType: 'text/html', body: '<body style="margin:0"><canvas></canvas>' })
    return route.fulfill({ contentType: 'text/javascript', path: join(ROOT, 'node_modules/pdfjs-dist/build', name) })
  })
  await page.setViewportSize(A4)
  await page.goto('http://paper.invalid/')
  await page.evaluate(
    async ({ data, width }) => {
      const reader = await import(`${location.origin}/pdf.min.mjs`)
      reader.GlobalWorkerOptions.workerSrc = `${location.origin}/pdf.worker.min.mjs`
      const document_ = await reader.getDocument({
        data: Uint8Array.from(atob(data), (email) => email.charCodeAt(0)),
      }).promise
      const first = await document_.getPage(1)
      const viewport = first.getViewport({ scale: width / first.getViewport({ scale: 1 }).width })
      const canvas = document.querySelector('canvas')
      if (!canvas) throw new Error('no canvas')
      Object.assign(canvas, { width: viewport.width, height: viewport.height })
      await first.render({ canvas, viewport }).promise
    },
    { data: pdf, width: A4.width },
  )
  await write('sheet', await page.screenshot())
})

test('dark', async ({ page, signedIn }) => {
  await waitForChecks('andina-admin')
  await signedIn('andina-admin')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openCatalogue(page)
  await take(page, 'dark')
})

test('phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openCatalogue(page)
  await take(page, 'phone')
})

/** Sends a workbook to be checked. */
const check = async (page: Page, path: string, book: Awaited<ReturnType<typeof newBook>>): Promise<void> => {
  await page.goto(path)
  await page.locator('input[type="file"]').setInputFiles(book)
  await page.getByLabel('Correo para el aviso').fill('ana@norte.example')
  await page.getByRole('button', { name: 'Revisar archivo' }).click()
}

test('workbook', async ({ page }) => {
  await page.goto('/editVehicles')
  const template = await downloadBook(page, () => page.getByRole('button', { name: 'Descargar plantilla' }).click())
  const plates = (await fetchVehicles('norte-admin', { assetHistoric: { assetStatusId: 1 } })).slice(0, 5)
  const values = [
    ['Color', 'AZUL'],
    ['Color', 'ROJO'],
    ['Identificador', '(vaciar)'],
    ['Observaciones', 'Revisado en el taller'],
    ['Arrendadora', 'ARRENDADORA NUEVA'],
  ] as const
  const edits = plates.map(
    ({ vehicleAsset: { plate } }, i) => [plate, values[i]?.[0] ?? '', values[i]?.[1] ?? ''] as const,
  )
  await check(page, '/editVehicles', { ...(await changed(template, edits)), name: 'edicion.xlsx' })
  await expect(page.getByText('Sin errores.')).toBeVisible()
  await take(page, 'workbook')
})

test('corrections', async ({ page }) => {
  const rows = ['Nuevo León', 'Nuevo Leno', 'Nuevo León', 'Jalisco'].map((state, i) => {
    const { plate, vin } = plainIdentity()
    return [i === 2 ? '' : plate, i === 3 ? vin.slice(0, 16) : vin, state, 'Expansión', 'NISSAN']
  })
  await check(
    page,
    '/addVehicles',
    await newBook('flota-noviembre.xlsx', [['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Marca'], ...rows]),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Corregir aquí' }).click()
  await expect(page.getByRole('list', { name: 'Filas por corregir' })).toBeVisible()
  await take(page, 'corrections')
})

test('email', async ({ page }) => {
  await askAs('norte-admin', reports.test, {
    body: {
      name: 'Adeudos de la semana',
      kind: 'debts',
      mails: ['ana@norte.example'],
      frequency: 'weekly',
      sendDay: 1,
    },
  })
  const subject = async () =>
    (await askAs('norte-admin', mailbox.list, { query: {} })).letters.find((email) => email.subject.includes('Adeudos'))
      ?.subject
  await expect.poll(subject, { timeout: 120_000 }).toBeDefined()
  await page.goto('/mailbox')
  await page
    .getByRole('link', { name: /Adeudos/ })
    .first()
    .click()
  await expect(page.frameLocator('iframe').getByText(/Generado el/)).toBeVisible()
  await take(page, 'email')
})

test('tokens', async ({ page }) => {
  const { tokens: had } = await askAs('norte-admin', tokens.list, {})
  if (had.length === 0)
    await askAs('norte-admin', tokens.create, {
      body: { name: 'ERP de compras', permissions: ['tags_read'], days: 30 },
    })
  await page.goto('/tokens')
  await expect(page.getByRole('row', { name: /ERP de compras/ })).toBeVisible()
  await take(page, 'tokens')
})

test('webhooks and deliveries', async ({ page }) => {
  const receiver = await startReceiver()
  try {
    const { webhooks: had } = await askAs('norte-admin', webhooks.list, {})
    const body = { name: 'ERP', url: receiver.url, events: ['vehicle.updated' as const], active: true }
    if (had.length === 0) await askAs('norte-admin', webhooks.create, { body })
    await page.goto('/webhooks')
    for (let tried = 0; tried < 2; tried++) {
      await page.getByRole('button', { name: 'Probar ERP' }).click()
      const trial = page.getByRole('dialog', { name: 'Prueba de «ERP»' })
      await expect(trial).toContainText('La prueba llegó.')
      await trial.getByRole('button', { name: 'Cerrar', exact: true }).click()
    }
    await page.reload()
    await expect(page.getByRole('button', { name: /entregadas$/ })).toBeVisible()
    await take(page, 'webhooks')
    await page.getByRole('button', { name: 'Ver entregas de ERP' }).click()
    const items = page.getByRole('list', { name: 'Entregas', exact: true }).getByRole('listitem')
    await items.first().getByText('Prueba').first().click()
    await expect(items.first().locator('pre')).toBeVisible()
    await take(page, 'deliveries')
  } finally {
    await receiver.stop()
  }
})
