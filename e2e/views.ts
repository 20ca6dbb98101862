// The checks of every view: accessibility, and overflow of the window. `npm test` runs axe once per view of a @sweep,
// in the light theme at the first width; the drills run it in both themes at every width.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, still, test } from './fixtures.ts'

/** @throws in a test that the drills do not run */
const isDrill = (): boolean => {
  const { project, tags } = test.info()
  if (!tags.includes('@sweep') && !tags.includes('@drill')) throw new Error('tag the test @sweep or @drill')
  return project.name === 'drills'
}

const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, // only these rules depend on colours
} as const

/**
 * Runs axe in the page itself, and only collects violations: otherwise it opens a second page and takes four times as
 * long.
 */
const violationsOf = async (page: Page, theme: keyof typeof RULES) => {
  const { type, values } = RULES[theme]
  const options = { runOnly: { type, values: [...values] }, resultTypes: ['violations' as const] }
  // No script runs in the frame of an email, and so no axe.
  const axe = new AxeBuilder({ page }).options(options).exclude('iframe[sandbox]').setLegacyMode(true)
  return (await axe.analyze()).violations
}

/**
 * Serious and critical violations in the light theme, and in the drills those of colours in the dark one too; one line
 * each.
 */
export const faults = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const colorScheme of isDrill() ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await still(page)
    // A colour in a transition between themes is not a violation.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    for (const { id, impact, nodes } of await violationsOf(page, colorScheme)) {
      if (impact === 'serious' || impact === 'critical')
        found.push(
          ...nodes.map(({ html, any }) => `${colorScheme} ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
        )
    }
  }
  return found
}

/** Elements that overflow the window to the right or left, except inside of a scrolling box. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      element.id !== 'content' && /auto|scroll/.test(getComputedStyle(element).overflowX)
    const inScroller = (element: Element | null): boolean =>
      !!element && element !== document.documentElement && (scrolls(element) || inScroller(element.parentElement))
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return false
      return (right > innerWidth + 1 || left < -1) && !inScroller(element.parentElement)
    })
    const wide = ['html', 'body', '#content'].filter((name) => {
      const box = document.querySelector(name)
      return box && box.scrollWidth > box.clientWidth + 1
    })
    return [...wide, ...out.map((element) => element.outerHTML.slice(0, 120))]
  })

/** The widths of a desktop, a small laptop and a phone. */
export const WIDTHS = [1440, 1024, 390] as const

/** Collects the violations of all views before it fails. */
const softExpect = expect.configure({ soft: true })

/** Nothing overflows at any width, and there are no violations; afterwards the window has the first width. */
export const expectAccessible = async (page: Page, widths: readonly number[] = WIDTHS): Promise<void> => {
  const resize = (width = 1440) => page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
  for (const [n, width] of widths.entries()) {
    await resize(width)
    await still(page)
    await softExpect.poll(() => overflowing(page), `${width} px`).toEqual([])
    if (n === 0 || isDrill()) softExpect(await faults(page), `${width} px`).toEqual([])
  }
  await resize(widths[0])
}
