// How long a person waits for a dashboard in the built console: from the click in the menu to the first chart on the
// screen, and to the last one, with nothing of it in the browser's cache. In a real Chromium over the demo's fleet,
// on this machine.
import type { Page } from '@playwright/test'
import type { Row } from './catalogue.ts'
import { at, inConsole } from './console.ts'

const TIMES = 5
const PATHS = ['/dashboard', '/dashboard/tickets', '/dashboard/tenencias']
const COMPUTED_MS = 180_000

type Painted = { first: number; last: number }

/** Until the statistics of the demo are there. */
const computed = async (page: Page): Promise<void> => {
  await page.goto(new URL('/dashboard', page.url()).href)
  const cards = page.getByRole('list', { name: 'Resumen' })
  const ask = page.getByRole('button', { name: 'Calcular ahora' })
  await cards.or(ask).waitFor()
  if (await ask.isVisible()) await ask.click()
  await cards.waitFor({ timeout: COMPUTED_MS })
}

/** Presses the link in the page itself: no pointer came near it before, which would fetch its pieces ahead. */
const open = (page: Page, path: string): Promise<Painted> =>
  page.evaluate(
    (wanted) =>
      new Promise<Painted>((done) => {
        const pressed = performance.now()
        let first = 0
        const look = (): void => {
          const drawn = document.querySelector('.chart svg')
          const waits = document.querySelector('.chart__wait')
          // The frame after the one in which it changed: by then it is on the screen.
          if (drawn && first === 0) first = performance.now() - pressed
          if (!drawn || waits) return void requestAnimationFrame(look)
          requestAnimationFrame((painted) => done({ first, last: Math.max(painted - pressed, first) }))
        }
        document.querySelector<HTMLElement>(`.menu a[href="${wanted}"]`)?.click()
        requestAnimationFrame(look)
      }),
    path,
  )

export const benchDashboardPaint = (): Promise<Row[]> =>
  inConsole(async (page) => {
    await computed(page)
    const browser = await page.context().newCDPSession(page)
    const rows: Row[] = []
    for (const path of PATHS) {
      const times: Painted[] = []
      for (let i = 0; i < TIMES; i++) {
        await browser.send('Network.clearBrowserCache')
        await page.goto(new URL('/', page.url()).href)
        await page.getByRole('table', { name: 'Catálogo de vehículos' }).waitFor()
        times.push(await open(page, path))
      }
      const [first, last] = [times.map((time) => time.first), times.map((time) => time.last)]
      rows.push({
        what: `${path}, ${TIMES} times, nothing cached: first chart`,
        'p50 ms': at(first, 0.5).toFixed(0),
        'max ms': Math.max(...first).toFixed(0),
        limit: 1000,
        'last chart p50 ms': at(last, 0.5).toFixed(0),
      })
    }
    return rows
  })
