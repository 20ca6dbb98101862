// The console on a phone: without a network, and with its camera.
import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { activity } from '@padron/contract/activity'
import { documentTypes } from '@padron/contract/documents'
import { TOKEN_COOKIE } from '@padron/contract/session'
import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { platePhoto } from '../server/src/testing/files/plate-photo.ts'
import { PORT, PRODUCT } from './address.ts'
import { fetchVehicles, freshToken, revoke, tokenOf } from './api.ts'
import { newCompany, newVehicle } from './company.ts'
import { entryGone, expect, openCatalogue, type Page, test, total } from './fixtures.ts'
import { expectAccessible } from './views.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ACTIVE = { assetHistoric: { assetStatusId: 1 } }
const cards = (page: Page) => page.getByRole('list', { name: 'Catálogo de vehículos' })
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 2 }) })
const SEEN = /^Sin conexión · lo que vio hoy a las \d{2}:\d{2}$/

/** Waits until the service worker has every file of the console. */
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
    if (!(await indexedDB.databases()).some(({ name }) => name === 'padron.stored')) return []
    const database = await done(indexedDB.open('padron.stored'))
    const rows = await done(database.transaction('answers').objectStore('answers').getAll())
    database.close()
    return rows.map(({ bytes, ...rest }) => new TextDecoder('latin1').decode(bytes) + JSON.stringify(rest))
  })

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Usuario / }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
}

/** The patterns of a release's id, and of a content hash in a file's name. */
const HASHES = /(?<="RELEASE":")\w+|(?<=[\w.]-)[\w-]{8}(?=\.(?:m?js|css)\b)/g

/**
 * Serves the product at another address, where the next release has the same files under other names, and the former
 * ones are gone.
 */
const serveReleases = async () => {
  let isNext = false
  const renamed = (code: string) => code.replaceAll(HASHES, (hash) => [...hash].reverse().join(''))
  const server = createServer((incoming, response) => {
    const path = isNext ? renamed(incoming.url ?? '/') : incoming.url
    // The product knows its files by the names of the former release.
    const { 'if-none-match': _, 'if-modified-since': __, ...others } = incoming.headers
    const headers = { ...others, 'accept-encoding': 'identity' }
    const forwarded = request(
      { host: '127.0.0.1', port: PORT, path, method: incoming.method, headers },
      async (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        const isCode = /html|javascript|css/.test(answer.headers['content-type'] ?? '')
        // Of the same length as before.
        if (isNext && isCode) response.end(renamed(await text(answer)))
        else answer.pipe(response)
      },
    )
    incoming.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    next: () => {
      isNext = true
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A phone without network, whose browser has noticed it. */
const cut = (context: BrowserContext) => context.setOffline(true)

test.describe('without a network', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' })

  test('the last list and drawers are shown with their age, to no other user', {
    tag: '@drill',
  }, async ({ page, context, signedIn, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
    const [seen, unseen] = await fetchVehicles('norte-admin', ACTIVE)
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
    const add = page.getByRole('button', { name: 'Agregar', exact: true })
    await expect(add).toHaveAttribute('title', 'Sin conexión')
    await add.click({ force: true })
    await expect(page.getByText('Sin conexión: podrá hacerlo cuando vuelva.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await expect(page.getByRole('button', { name: 'Descargar vista' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await entryGone(page)

    await page.goto(`/?asset=${vehicleAssetId}`)
    await expect(drawer(page).getByRole('heading', { name: new RegExp(plate) })).toBeVisible()
    await expect(drawer(page).getByText(SEEN)).toBeVisible()
    await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await expect(drawer(page).getByText(SEEN)).toHaveCount(2)
    await page.goto(`/?asset=${unseen.vehicleAsset.vehicleAssetId}`)
    await expect(page.getByText('Sin conexión: este vehículo no lo vio hoy')).toBeVisible()

    await page.goto('/')
    await context.setOffline(false)
    await expect(page.getByText('Nada se puede cambiar.')).toBeHidden()
    await expect(add).toBeEnabled()
    await expect(add).not.toHaveAttribute('title')
    await cut(context)
    await page.goto('/')
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect.poll(() => storedTexts(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect(page.getByText(plate)).toBeHidden()
  })

  test('if the network is lost in an open page, the session ends and stored data are offered', {
    tag: '@drill',
  }, async ({ page, context, signedIn, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
    await signedIn('norte-admin', await freshToken('norte-admin'))
    await page.clock.install()
    await openCatalogue(page)
    await expect.poll(async () => (await storedTexts(page)).length).toBeGreaterThan(2)
    // The worker loads its files a moment after the first screen.
    await page.clock.fastForward(10_000)
    await installed(page)
    await cut(context)
    await page.clock.fastForward(30_000)
    const offer = page.getByRole('button', { name: SEEN })
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(offer).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await context.cookies()).toEqual([])
    await offer.click()
    await expect(cards(page).locator('.card')).toHaveCount(25)
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/login/)
  })

  test('a list older than a day is neither displayed nor stored', { tag: '@drill' }, async ({
    page,
    context,
    signedIn,
    allowed,
  }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
    await signedIn('norte-admin')
    await openCatalogue(page)
    await installed(page)
    await expect.poll(async () => (await storedTexts(page)).length).toBeGreaterThan(2)
    const seenAt = Date.now()
    await cut(context)
    await page.clock.setFixedTime(seenAt + DAY_MS - 10 * 60_000)
    await page.goto('/')
    await expect(cards(page).locator('.card')).toHaveCount(25)
    expect((await storedTexts(page)).length).toBeGreaterThan(2)
    await page.clock.setFixedTime(seenAt + DAY_MS + 10 * 60_000)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sin conexión/ })).toHaveCount(0)
    expect(await storedTexts(page)).toEqual([])
  })

  test('a refused call deletes its stored answer', { tag: '@drill' }, async ({ page, context, signedIn, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|status of 403/)
    await signedIn('norte-admin')
    await openCatalogue(page)
    await installed(page)
    await expect.poll(async () => (await storedTexts(page)).length).toBeGreaterThan(2)
    // The product refuses the call to a user without permission.
    const authorization = `Bearer ${await tokenOf('norte-consulta')}`
    await page.route(`**${activity.list.path}`, async (route) =>
      route.continue({ headers: { ...(await route.request().allHeaders()), authorization } }),
    )
    const refused = page.waitForResponse((response) => response.status() === 403)
    await page.goto('/activity')
    await refused
    await expect.poll(async () => (await storedTexts(page)).length).toBeLessThan(2)
    await expect(page.getByRole('button', { name: 'Usuario norte-admin' })).toBeVisible()
    await cut(context)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sin conexión/ })).toHaveCount(0)
  })

  test('the next release replaces the cached one, and breaks no open page', { tag: '@drill' }, async ({
    page,
    context,
    signedIn,
    allowed,
  }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|status of 404/)
    await using releases = await serveReleases()
    const cacheNames = (of: Page) => of.evaluate(() => caches.keys())
    const entryOf = (of: Page) => of.locator('script[type=module]').getAttribute('src')
    await signedIn('norte-admin')
    await openCatalogue(page, releases.url)
    await installed(page)
    const [first] = await cacheNames(page)
    const entry = await entryOf(page)

    releases.next()
    const other = await context.newPage()
    await openCatalogue(other, releases.url)
    expect(await entryOf(other)).not.toBe(entry)
    await expect.poll(() => cacheNames(other)).not.toContain(first)
    expect(await cacheNames(other)).toHaveLength(1)
    // The open page of the former release continues, although the server no longer has its chunks.
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('link', { name: 'Etiquetas' }).click()
    await expect(page.getByRole('heading', { name: 'Etiquetas', level: 1 })).toBeVisible()

    await cut(context)
    await other.goto(releases.url)
    await expect(cards(other).locator('.card')).toHaveCount(25)
    expect(await entryOf(other)).not.toBe(entry)
    // Stops the pages' own requests.
    for (const open of [page, other]) await open.goto('about:blank')
  })

  test('a refused session and another company’s user leave nothing of it', { tag: '@drill' }, async ({
    page,
    context,
    signedIn,
    allowed,
  }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|status of 40[13]/)
    const [seen] = await fetchVehicles('norte-admin', ACTIVE)
    const { vehicleAssetId, plate } = seen?.vehicleAsset ?? { vehicleAssetId: 0, plate: '' }
    const token = await freshToken('norte-admin')
    const see = async (as: 'norte-admin' | 'andina-admin', ownToken?: string) => {
      await signedIn(as, ownToken)
      await openCatalogue(page)
      await expect.poll(async () => (await storedTexts(page)).length).toBeGreaterThan(2)
    }
    await see('norte-admin', token)
    await revoke(token)
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => storedTexts(page)).toEqual([])

    await see('norte-admin')
    await page.goto(`/?asset=${vehicleAssetId}`)
    await expect(drawer(page).getByRole('heading', { name: 'Situación' })).toBeVisible()
    await see('andina-admin')
    await installed(page)
    await cut(context)
    await page.goto(`/?asset=${vehicleAssetId}`)
    await expect(page.getByText('Sin conexión: este vehículo no lo vio hoy')).toBeVisible()
    await expect(page.getByText(plate)).toHaveCount(0)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Usuario andina-admin' })).toBeVisible()
    await expect(cards(page).locator('.card')).toHaveCount(25)
    await expectAccessible(page)
  })
})

/** A photo as an upright phone stores it: lying on its side, with an orientation mark. Noise cannot be compressed. */
const largePhoto = async (): Promise<Buffer> => {
  const [width, height] = [4000, 3000]
  const raw = { width, height, channels: 3 as const }
  return sharp(randomBytes(width * height * 3), { raw })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/**
 * Replaces the browser's camera by one that shows the photo, and its code reader by one with these codes; undefined: no
 * reader.
 */
const withCamera = (context: BrowserContext, codes: readonly string[] | undefined, photo = Buffer.alloc(0)) =>
  context.addInitScript(
    ({ seen, jpeg }) => {
      /** Its first frame already shows the photo. */
      const stream = async () => {
        const canvas = document.createElement('canvas')
        const drawing = canvas.getContext('2d')
        if (jpeg) {
          const picture = new Image()
          picture.src = `data:image/jpeg;base64,${jpeg}`
          await picture.decode()
          Object.assign(canvas, { width: picture.width, height: picture.height })
          const draw = () => drawing?.drawImage(picture, 0, 0)
          draw()
          setInterval(draw, 100)
        } else drawing?.fillRect(0, 0, 10, 10)
        return canvas.captureStream(5)
      }
      Object.assign(navigator.mediaDevices, {
        enumerateDevices: async () => [{ kind: 'videoinput' }],
        getUserMedia: stream,
      })
      class BarcodeDetector {
        static getSupportedFormats = async () => ['code_39', 'qr_code']
        detect = async () => seen?.map((rawValue) => ({ rawValue }))
      }
      Object.assign(globalThis, { BarcodeDetector: seen && BarcodeDetector })
    },
    { seen: codes, jpeg: photo.toString('base64') },
  )

const camera = (page: Page) => page.getByRole('dialog', { name: 'Leer con la cámara' })
const openCamera = async (page: Page) => {
  await openCatalogue(page)
  await page.getByRole('button', { name: 'Leer con la cámara' }).click()
}

test.describe('with its camera', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a photo too large for a capture is reduced, upright; a document accepts one too', {
    tag: '@drill',
  }, async ({ page, context }) => {
    const company = await newCompany()
    const { plate, vehicleAssetId } = await newVehicle(company)
    await company.ask(documentTypes.create, { body: { documentType: { DocumentTypeName: 'Póliza' } } })
    await context.addCookies([{ name: TOKEN_COOKIE, value: company.token, url: PRODUCT, sameSite: 'Strict' }])
    const photo = { name: 'image.jpg', mimeType: 'image/jpeg', buffer: await largePhoto() }
    expect(photo.buffer.length).toBeGreaterThan(10_000_000)

    await page.goto('/captures?list=never&resourceTypeId=5')
    await page.getByRole('button', { name: `Capturar Seguro de ${plate}` }).click()
    const form = page.getByRole('dialog', { name: /^Capturar / })
    const camera = form.getByLabel('Tomar foto')
    await expect(camera).toHaveAttribute('capture', 'environment')
    await camera.setInputFiles(photo)
    const file = form.getByRole('listitem').filter({ hasText: /Foto \d{2}-\d{2}-\d{4} \d{2}\.\d{2}\.jpg/ })
    await expect(file).toContainText('Subido')
    // The server would refuse more than ten megabytes.
    const [width, height] = await file.locator('img').evaluate(async (picture: HTMLImageElement) => {
      await picture.decode()
      return [picture.naturalWidth, picture.naturalHeight]
    })
    expect(height).toBeGreaterThan(Number(width))
    expect(width).toBeGreaterThanOrEqual(1350)

    await page.goto(`/?asset=${vehicleAssetId}&seccion=documentos`)
    await page.getByRole('button', { name: 'Agregar documento' }).click()
    const adding = page.getByRole('dialog', { name: 'Agregar documento' })
    await adding.getByLabel('Tomar foto').setInputFiles(photo)
    await expect(adding.getByText(/^Foto \d{2}-\d{2}-\d{4} \d{2}\.\d{2}\.jpg$/)).toBeVisible()
  })

  test('the code of a VIN opens its vehicle', async ({ page, context, signedIn }) => {
    const [row] = await fetchVehicles('norte-admin', ACTIVE)
    if (!row) throw new Error('the demo has no vehicles')
    await withCamera(context, [`I${row.vehicleAsset.vin}`])
    await signedIn('norte-admin')
    await openCamera(page)
    await expect(drawer(page).getByRole('heading', { name: new RegExp(row.vehicleAsset.plate) })).toBeVisible()
    await expect(camera(page)).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`asset=${row.vehicleAsset.vehicleAssetId}`))
  })

  test('a code without an identifier is reported, and one of an unknown vehicle is searched', {
    tag: '@drill',
  }, async ({ page, context, signedIn }) => {
    await withCamera(context, ['7501055363057'])
    await signedIn('norte-admin')
    await openCamera(page)
    await expect(camera(page).getByText('Se leyó «7501055363057», que no es una placa ni un VIN.')).toBeVisible()
    await expectAccessible(page)
    await camera(page).getByLabel('Placa o VIN').fill('ZZZ9Z9Z')
    await camera(page).getByRole('button', { name: 'Buscar' }).click()
    await expect(page.getByText('Sin coincidencias')).toBeVisible()
    await expect(page.getByRole('combobox', { name: /^Buscar por placa/ })).toHaveValue('ZZZ9Z9Z')
  })

  test('a browser without a code reader says so; the plate is read from a photo, and confirmed', {
    tag: '@drill',
  }, async ({ page, context, signedIn }) => {
    const [row] = await fetchVehicles('norte-admin', ACTIVE)
    const { plate } = row?.vehicleAsset ?? { plate: '' }
    await withCamera(context, undefined)
    await signedIn('norte-admin')
    await openCamera(page)
    await expect(camera(page).getByText(/Este navegador no lee códigos/)).toBeVisible()
    // The dialog is rendered inside the top bar, whose landmarks it must not repeat.
    await expect(page.getByRole('banner')).toHaveCount(1)
    const buffer = await platePhoto(['ESTADO DE MEXICO', plate])
    await camera(page).getByLabel('Tomar foto').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await expect(camera(page).getByRole('img', { name: 'La foto tomada' })).toBeVisible()
    await camera(page)
      .getByRole('button', { name: `${plate} · en su flota` })
      .click()
    await expect(drawer(page).getByRole('heading', { name: new RegExp(plate) })).toBeVisible()
  })

  test('a plate in the camera’s photo is read; a photo without one is reported at the field', {
    tag: '@drill',
  }, async ({ page, context, signedIn }) => {
    const [row] = await fetchVehicles('norte-admin', ACTIVE)
    const { plate } = row?.vehicleAsset ?? { plate: '' }
    await withCamera(context, [], await platePhoto(['ESTADO DE MEXICO', plate]))
    await signedIn('norte-admin')
    await openCamera(page)
    await camera(page).getByRole('button', { name: 'Leer la placa' }).click()
    await expect(camera(page).getByRole('button', { name: `${plate} · en su flota` })).toBeVisible()
    await expectAccessible(page)
    const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    await camera(page).getByLabel('Tomar otra foto').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(camera(page).getByText(/no se leyó ninguna placa/)).toBeVisible()
    await camera(page).getByRole('button', { name: 'Volver a la cámara' }).click()
    await expect(camera(page).getByLabel('Lo que ve la cámara')).toBeVisible()
    await camera(page).getByLabel('Placa o VIN').fill(plate)
    await camera(page).getByRole('button', { name: 'Buscar' }).click()
    await expect(drawer(page).getByRole('heading', { name: new RegExp(plate) })).toBeVisible()
  })
})
