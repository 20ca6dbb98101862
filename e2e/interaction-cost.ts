// Counts the clicks and keys of a task while the test performs it. Selecting in a list counts as two clicks, selecting
// a file as one.
import { expect, type Locator, type Page } from './fixtures.ts'
import type { Book } from './workbooks.ts'

export type Cost = { clicks: number; keys: number; typed: number }

export const countInteractions = (page: Page) => {
  const cost: Cost = { clicks: 0, keys: 0, typed: 0 }
  return {
    click: async (target: Locator, modifiers: 'Shift'[] = []): Promise<void> => {
      cost.clicks += 1
      await target.click({ modifiers })
    },
    choose: async (list: Locator, label: string): Promise<void> => {
      cost.clicks += 2
      await list.selectOption({ label })
    },
    file: async (field: Locator, book: Book): Promise<void> => {
      cost.clicks += 1
      await field.setInputFiles(book)
    },
    press: async (key: string): Promise<void> => {
      cost.keys += 1
      await page.keyboard.press(key)
    },
    /** Types into the focused element. */
    type: async (text: string): Promise<void> => {
      cost.typed += text.length
      await page.keyboard.type(text)
    },
    /** Checks the maximum; kinds that are not named must be zero. */
    expectAtMost: ({ clicks = 0, keys = 0, typed = 0 }: Partial<Cost>): void => {
      expect.soft(cost.clicks, 'clicks').toBeLessThanOrEqual(clicks)
      expect.soft(cost.keys, 'keys').toBeLessThanOrEqual(keys)
      expect.soft(cost.typed, 'typed').toBeLessThanOrEqual(typed)
    },
  }
}
