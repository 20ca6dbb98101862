// What a person waits for in the built console, over the demo's fleet of six hundred: from the press to the painted
// next page, beyond what the server took, and the longest task while a filter is typed. In a real Chromium, on this
// machine.
import type { Page } from '@playwright/test'
import type { Row } from './catalogue.ts'
import { at, inConsole } from './console.ts'

const PAGES = 20
const TYPED = ['RKA12', 'nuevo leon', 'transportes']

type Turned = { whole: number; server: number }

/** Presses 'next page' in the page itself, and waits until another first row has been painted. */
const turnPage = (page: Page): Promise<Turned> =>
  page.evaluate(
    () =>
      new Promise<Turned>((done) => {
        const first = () => document.querySelector('tbody th')?.textContent
        const before = first()
        performance.clearResourceTimings()
        const pressed = performance.now()
        const look = (): void => {
          if (first() === before) return void requestAnimationFrame(look)
          // The frame after the one in which it changed: by then it is on the screen.
          requestAnimationFrame(() => {
            const painted = performance.now()
            const asked = performance
              .getEntriesByType('resource')
              .filter(({ name }) => name.endsWith('/api/v2/vehicleAsset'))
            done({ whole: painted - pressed, server: asked.at(-1)?.duration ?? 0 })
          })
        }
        document.querySelector<HTMLElement>('.pages [aria-label="Página siguiente"]')?.click()
        requestAnimationFrame(look)
      }),
  )

/** Types into the plate's filter. @returns the longest task, in ms; those under 50 are not told by the browser */
const typeFilter = async (page: Page, text: string): Promise<number> => {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.getByLabel('Placa', { exact: true }).pressSequentially(text, { delay: 80 })
  await page.getByLabel('Placa', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}

export const benchBrowser = (): Promise<Row[]> =>
  inConsole(async (page) => {
    const turned: Turned[] = []
    for (let i = 0; i < PAGES; i++) turned.push(await turnPage(page))
    const beyond = turned.map(({ whole, server }) => whole - server)
    const longest: number[] = []
    for (const text of TYPED) longest.push(await typeFilter(page, text))
    return [
      {
        what: `next page, ${PAGES} times: beyond the server`,
        'p50 ms': at(beyond, 0.5).toFixed(0),
        'p95 ms': at(beyond, 0.95).toFixed(0),
        limit: 100,
        'of the whole': (
          at(beyond, 0.5) /
          at(
            turned.map(({ whole }) => whole),
            0.5,
          )
        ).toFixed(2),
      },
      {
        what: 'typing in a filter: longest task (0: none over 50)',
        'p50 ms': at(longest, 0.5).toFixed(0),
        'p95 ms': at(longest, 0.95).toFixed(0),
        limit: 50,
        'of the whole': '',
      },
    ]
  })
