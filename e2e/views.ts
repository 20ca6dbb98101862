// What is looked at in every view: faults of accessibility in both themes, and what sticks out of the window.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, still } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Serious and critical faults in light and in dark; one line each. */
export const faults = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await still(page)
    // A colour on its way from one theme to the other is not a fault.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    // In the box of a letter nothing runs, this neither.
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).exclude('iframe[sandbox]').analyze()
    for (const { id, impact, nodes } of violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(
          ...nodes.map(({ html, any }) => `${colorScheme} ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
        )
    }
  }
  return found
}

/** What sticks out of the window to the right or left, other than inside a box that scrolls on its own: a table's. */
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
