// No text is cut: it wraps instead, because its rest could not be reached by touch or keyboard. Tags beyond the third
// are behind a button.
import { expect, openCatalogue, type Page, test, waitForChecks } from './fixtures.ts'
import { SCREENS } from './screen-paths.ts'

/** Texts that are cut on purpose, and where the full text is. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '.cell-lines': "free text of up to a thousand characters: four lines of it, and the vehicle's drawer has all",
  '.top__name': 'the user: the panel that it opens begins with it',
  '.views__button': 'the name of a saved view: the panel that it opens lists it',
}

/** Runs in the page: texts that are partly visible, also placeholders and the selected option of a list. */
const findCutTexts = (exceptions: string): string[] => {
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
    return (
      (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    )
  }
  const pen = document.createElement('canvas').getContext('2d')
  const isTooLong = (control: Element, words: string): boolean => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(control)
    if (!pen || control.clientWidth === 0) return false
    pen.font = font
    const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return pen.measureText(words).width > room + 1
  }
  /** Visually hidden, not open, or the frame of the page, whose part scrolls. */
  const isHiddenOnPurpose = (element: Element): boolean =>
    element.clientWidth <= 1 || element.closest('.visually-hidden, [popover]') !== null || element.matches('.shell')
  const texts = [...document.querySelectorAll('body *')]
    .filter((element) => element.clientWidth > 0 && element.textContent?.trim())
    .filter((element) => isCut(element) && !isHiddenOnPurpose(element) && !element.closest(exceptions))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.slice(0, 60)}`)
  const hints = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((input) => isTooLong(input, input.placeholder))
    .map(({ placeholder }) => `placeholder: ${placeholder}`)
  const choices = [...document.querySelectorAll('select')]
    .map((select) => ({ select, words: select.selectedOptions[0]?.text ?? '' }))
    .filter(({ select, words }) => isTooLong(select, words))
    .map(({ words }) => `select: ${words}`)
  return [...texts, ...hints, ...choices]
}

const WIDTHS = [1440, 1366, 1024, 390] as const

const expectNothingCut = async (page: Page, where: string): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // A phone's layout is rendered a moment later.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(findCutTexts, Object.keys(EXCEPTIONS).join()), {
        message: `${where} at ${width}`,
        timeout: 5000,
      })
      .toEqual([])
  }
}

for (const user of ['norte-admin', 'andina-admin'] as const)
  test(`no text is cut on any screen of ${user}`, { tag: '@drill' }, async ({ page, signedIn }) => {
    test.slow()
    await waitForChecks(user)
    await signedIn(user)
    await openCatalogue(page)
    await expect(
      page
        .locator('.coverage')
        .getByText(/^falta saber de |^Sin (adeudos|deudas)$/)
        .first(),
    ).toBeVisible()
    await expectNothingCut(page, '/')
    await page.setViewportSize({ width: 1440, height: 900 })
    // The line above the table has one line, also where the room is smallest.
    expect((await page.locator('.coverage').boundingBox())?.height).toBeLessThanOrEqual(28)
    for (const address of SCREENS.slice(1)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
      await expectNothingCut(page, address)
    }
  })

test('results of the search and of the palette are not cut on a phone', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedIn('norte-admin')
  await openCatalogue(page)
  await page.getByRole('combobox', { name: /^Buscar por placa/ }).fill('transportes')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.evaluate(findCutTexts, Object.keys(EXCEPTIONS).join())).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Ir a…' })).toBeVisible()
  expect(await page.evaluate(findCutTexts, Object.keys(EXCEPTIONS).join())).toEqual([])
})

test('no heading overlaps the next one, also without the column of checkboxes', async ({ page, signedIn }) => {
  for (const user of ['norte-consulta', 'norte-admin'] as const) {
    await signedIn(user)
    await page.goto('/pending')
    const headings = page.getByRole('table', { name: 'Pendientes' }).getByRole('columnheader')
    await expect(headings.filter({ hasText: 'Qué hacer' })).toBeVisible()
    const edges = await headings.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON()))
    for (const [at, { left }] of edges.entries())
      expect(left, `${user}, heading ${at}`).toBeGreaterThanOrEqual((edges[at - 1]?.right ?? 0) - 1)
  }
})

test('on a phone the open tab is scrolled into view', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedIn('norte-admin')
  for (const [address, name] of [
    ['/channels', 'Canales'],
    ['/reminders', 'Recordatorios'],
    ['/captures?list=old', /^Captura vencida/],
  ] as const) {
    await page.goto(address)
    const tabs = page.getByRole('navigation', { name: /^(Avisos|Listas de captura)$/ })
    await expect(tabs.locator('[aria-current="page"]').filter({ hasText: name })).toBeInViewport({ ratio: 1 })
  }
})

test('no heading of the default columns is cut, not even «Estatus»', { tag: '@drill' }, async ({ page, signedIn }) => {
  for (const user of ['norte-admin', 'andina-admin'] as const) {
    await signedIn(user)
    await openCatalogue(page)
    const headings = page.getByRole('table', { name: 'Catálogo de vehículos' }).getByRole('columnheader')
    await expect(headings.filter({ hasText: 'Estatus' })).toBeVisible()
    for (const width of [1440, 1366, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = await headings.evaluateAll((cells) =>
        cells.flatMap((cell) =>
          [cell, ...cell.querySelectorAll('*')]
            // Visually hidden, or the edge that is dragged.
            .filter((part) => part.clientWidth > 1 && part.textContent?.trim() && !part.closest('.visually-hidden'))
            .filter((part) => part.scrollWidth > part.clientWidth + 1)
            .map((part) => `${cell.textContent}: ${part.scrollWidth} > ${part.clientWidth}`),
        ),
      )
      expect(cut, `${user} at ${width}`).toEqual([])
    }
  }
})

test('the default columns fit beside the menu; tags beyond the third are reached by mouse and keyboard', {
  tag: '@drill',
}, async ({ page, signedIn }) => {
  for (const user of ['norte-admin', 'andina-admin'] as const) {
    await signedIn(user)
    await openCatalogue(page)
    const box = page.getByRole('region', { name: 'Vehículos' })
    for (const width of [1366, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const hidden = () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await expect.poll(hidden, `${user} at ${width}`).toBeLessThanOrEqual(2)
    }
    await expect(page.getByRole('columnheader', { name: 'Estatus' })).toBeInViewport({ ratio: 1 })
  }
  const more = page.getByRole('button', { name: /^Ver \d+ etiquetas? más$/ }).first()
  await expect(more).toBeVisible()
  await more.scrollIntoViewIfNeeded()
  await more.click()
  const tags = page.getByRole('dialog', { name: 'Etiquetas' })
  await expect(tags).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tags).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tags).toBeVisible()
})
