// Screenshots of every view, to review by hand: `node e2e/screens.ts <address> <folder>`, against a running demo.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './browser.ts'
import { SCREENS } from './screen-paths.ts'
import { newBook, plainIdentity } from './workbooks.ts'

const USERS = ['norte-admin', 'norte-operador', 'norte-consulta', 'norte-personal', 'sureste-admin', 'andina-admin']
const [address = 'http://127.0.0.1:3000', folder = 'test-results/screens'] = process.argv.slice(2)
// The first user of the sizes is captured in every view and both themes; the others once.
const WIDTHS = [1440, 1024, 390]

const still = async (page: Page) => {
  await page.waitForFunction(() => !document.querySelector('.skeleton, .skeleton-rows, [aria-busy="true"]'))
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}

/** The bulk workbooks' screens, and a file from its errors until it can be applied; nothing is written. */
const importViews = async (page: Page, take: (view: string) => Promise<void>) => {
  for (const [path, view] of [
    ['edit', 'import-edit'],
    ['replace', 'import-replace'],
    ['add', 'import-add'],
  ] as const) {
    await page.goto(`/${path}Vehicles`)
    await page.getByRole('heading', { name: 'Archivos recientes' }).waitFor()
    await take(view)
  }
  const rows = ['Nuevo León', 'Nuevo Leno', 'Nuevo León'].map((state) => {
    const { plate, vin } = plainIdentity()
    return [plate, vin, state, 'Expansión']
  })
  const book = await newBook('flota.xlsx', [['Placa', 'VIN', 'Estado', 'Motivo de alta'], ...rows])
  await page.locator('input[type="file"]').setInputFiles(book)
  await page.getByLabel('Correo para el aviso').fill('ana@norte.example')
  await page.getByRole('button', { name: 'Revisar archivo' }).click()
  const errors = page.getByRole('dialog', { name: '¡Su plantilla contiene errores!' })
  await errors.waitFor()
  await take('import-errors')
  await errors.getByRole('button', { name: 'Corregir aquí' }).click()
  await page.getByRole('list', { name: 'Filas por corregir' }).waitFor()
  await take('import-grid')
  await page.getByRole('button', { name: 'Omitir todas las filas con error' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Omitir \d+ filas?$/ })
    .click()
  await page.getByText('Sin errores.').waitFor()
  await take('import-preview')
}

/** The dialogs of manual capture, and the official calendars; nothing is written. */
const dialogViews = async (page: Page, take: (view: string) => Promise<void>) => {
  const views: readonly [path: string, button: RegExp, view: string][] = [
    ['/captures?list=never', /^(Capturar estado de cuenta|Estado de cuenta)/, 'capture-statement'],
    ['/captures', /^Asignar/, 'capture-assign'],
    ['/captures', /^Por Excel/, 'capture-book'],
    ['/captures', /^Leer PDF/, 'capture-pdf'],
    ['/calendar', /^Ver cuáles/, 'calendars'],
  ]
  for (const [path, button, view] of views) {
    await page.goto(path)
    await page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await take(view)
  }
}

const everyScreen = async (page: Page, take: (view: string) => Promise<void>) => {
  for (const path of SCREENS) {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await take(`screen${path.replaceAll(/\W/g, '-')}`)
  }
}

/** @param views whether to capture the panels and dialogs too */
const walk = async (browser: Browser, user: string, width: number, theme: 'light' | 'dark', views: boolean) => {
  const viewport = { width, height: width < 700 ? 844 : 900 }
  const context = await browser.newContext({ baseURL: address, viewport, colorScheme: theme, locale: 'es-MX' })
  const page = await context.newPage()
  const take = async (view: string) => {
    await still(page)
    await page.screenshot({ path: join(folder, `${user}-${width}-${theme}-${view}.png`) })
  }
  await page.goto('/login')
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña', { exact: true }).fill('Padron-demo-2026')
  if (views) await take('login')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText(/\d de [\d,]+ vehículos?$/).waitFor()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await take('catalogue')

  if (views) {
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await page.getByRole('dialog', { name: 'Filtros' }).waitFor()
    await take('filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Usuario / }).click()
    await take('user')
    await page.keyboard.press('Escape')
    if (width < 700) {
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await take('menu')
    }
    await page.getByRole('button', { name: 'Términos y condiciones' }).click()
    await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor()
    await take('terms')
  }
  if (views) await everyScreen(page, take)
  if (views) await dialogViews(page, take)
  if (views) await importViews(page, take)
  await page.goto('/?ticketStatus=0')
  await page.getByText(/\d de [\d,]+ vehículos?$/).waitFor()
  const first = width < 700 ? page.locator('.cards button') : page.getByRole('rowheader').getByRole('button')
  await first.first().click()
  await page.getByRole('heading', { name: 'Situación' }).waitFor()
  await take('drawer')
  await context.close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...BROWSER_ARGS] })
for (const user of USERS) {
  for (const width of WIDTHS) {
    for (const theme of ['light', 'dark'] as const) {
      const views = user === USERS[0]
      if (views || (width === 1440 && theme === 'light')) await walk(browser, user, width, theme, views)
    }
  }
}
await browser.close()
