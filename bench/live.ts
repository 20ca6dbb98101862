// How soon an open panel shows that a job ended: from the end in the database to the word on the screen, in a real
// Chromium on the machine of the database, so that both read one clock.
import { exports } from '@padron/contract/exports'
import { queue } from '@padron/contract/queue'
import { TOKEN_COOKIE } from '@padron/contract/session'
import type { Page } from '@playwright/test'
import type { Row } from './catalogue.ts'
import { at, inConsole } from './console.ts'

const JOBS = 12

type Way = { order: string; items: string; cookie: string; brand: string; mail: string }

/**
 * Orders a report in the page and waits for its line to say that it is done.
 * @returns ms from its end to the painted word
 */
const shownAfter = (page: Page, way: Way): Promise<number> =>
  page.evaluate(async ({ order, items, cookie, brand, mail }) => {
    const token =
      document.cookie
        .split('; ')
        .find((one) => one.startsWith(`${cookie}=`))
        ?.slice(cookie.length + 1) ?? ''
    const headers = { authorization: `Bearer ${decodeURIComponent(token)}`, 'content-type': 'application/json' }
    const done = () => [...document.querySelectorAll('.job--done')].length
    const before = done()
    const body = JSON.stringify({ vehicleClass: { brand: { brandName: brand } }, mails: [mail] })
    const ordered = await fetch(order, { method: 'POST', headers, body })
    if (!ordered.ok) throw new Error(`${ordered.status} ${await ordered.text()}`)
    const painted = await new Promise<number>((shown) => {
      const look = (): void =>
        done() > before ? void requestAnimationFrame(() => shown(Date.now())) : void requestAnimationFrame(look)
      look()
    })
    const list = await (await fetch(items, { headers })).json()
    return painted - Date.parse(list.queueInformation.queueList[0].successDateTime)
  }, way)

export const benchLive = (): Promise<Row[]> =>
  inConsole(async (page) => {
    await page.getByRole('button', { name: /^Trabajos/ }).click()
    await page.getByRole('complementary', { name: 'Trabajos' }).waitFor()
    const waits: number[] = []
    const way = { order: exports.vehiclesReport.path, items: queue.items.path, cookie: TOKEN_COOKIE, brand: 'NISSAN' }
    for (let i = 0; i < JOBS; i++) waits.push(await shownAfter(page, { ...way, mail: `ana${i}@norte.example` }))
    return [
      {
        what: `a job's end, ${JOBS} times: from the database to the panel`,
        'p50 ms': at(waits, 0.5).toFixed(0),
        'worst ms': Math.max(...waits).toFixed(0),
        limit: 1000,
      },
    ]
  })
