// Nothing is cut on the screens of every day: a text that has no room says all of it in a tooltip, and tags beyond the
// third are behind a button that is whole.
import { expect, openCatalogue, type Page, test, waitForChecks } from './fixtures.ts'

/** In the page: texts that are seen in part, and that no title says whole. */
const findCutTexts = (): string[] => {
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
    return (
      (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    )
  }
  /** Only read out, or a box whose button shows an icon alone and says its name. */
  const isHiddenOnPurpose = (element: Element): boolean =>
    element.clientWidth <= 1 || element.closest('.visually-hidden, [popover]') !== null
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.clientWidth > 0 && element.textContent?.trim())
    .filter((element) => isCut(element) && !isHiddenOnPurpose(element) && !element.closest('[title]'))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.slice(0, 60)}`)
}

const EVERY_DAY = [
  '/pending',
  '/dashboard',
  '/calendar',
  '/calendar?view=month',
  '/captures',
  '/differences',
  '/notices',
  '/health',
] as const
const WIDTHS = [1440, 1366] as const

const expectNothingCut = async (page: Page, address: string): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await page.evaluate(findCutTexts), `${address} at ${width}`).toEqual([])
  }
}

test('no text is cut on the screens of every day', { tag: '@drill' }, async ({ page, signedIn }) => {
  await waitForChecks('norte-admin')
  await signedIn('norte-admin')
  await openCatalogue(page)
  await expect(page.getByText(/^falta saber de |^Sin adeudos$/).first()).toBeVisible()
  await expectNothingCut(page, '/')
  // The line above the table is one, also where there is least room for one.
  const line = page.locator('.coverage')
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(28)
  for (const address of EVERY_DAY) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
    await expectNothingCut(page, address)
  }
})

test('every heading of the default columns is whole, «Estatus» too', async ({ page, signedIn }) => {
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
            // Only read out, or the edge that is dragged.
            .filter((part) => part.clientWidth > 1 && part.textContent?.trim() && !part.closest('.visually-hidden'))
            .filter((part) => part.scrollWidth > part.clientWidth + 1)
            .map((part) => `${cell.textContent}: ${part.scrollWidth} > ${part.clientWidth}`),
        ),
      )
      expect(cut, `${user} at ${width}`).toEqual([])
    }
  }
})

test('the default columns fit beside the menu; tags beyond the third are reached by mouse and keyboard', async ({
  page,
  signedIn,
}) => {
  for (const user of ['norte-admin', 'andina-admin'] as const) {
    await signedIn(user)
    await openCatalogue(page)
    const box = page.getByRole('region', { name: 'Vehículos' })
    const hidden = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, user).toBeLessThanOrEqual(2)
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
