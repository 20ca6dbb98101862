// The fixtures of every test: a page that fails its test on any uncaught error, console error or policy violation, a
// quick sign-in, and the wait for the demo's first round of checks.
import { TOKEN_COOKIE, VERIFY_AT_START_MS } from '@padron/contract/session'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { PRODUCT, SIMULATOR } from './address.ts'
import { type DemoUser, fetchVehicles, tokenOf } from './api.ts'

export { expect, type Locator, type Page }

type Fixtures = {
  /** Console messages that this test allows. */
  allowed: RegExp[]
  watched: undefined
  /** Whether pages show the loader for its whole time, instead of continuing as soon as they can. */
  showsLoader: boolean
  /** Stores the user's session in the browser; with a token, that one. */
  signedIn: (user: DemoUser, token?: string) => Promise<void>
}

/** Runs in the page: pretends that it was opened earlier, so that the loader's time is over. */
const startEarlier = (ms: number): void => {
  const now = performance.now.bind(performance)
  performance.now = () => now() + ms
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the library reads what a fixture needs from its pattern
  allowed: async ({}, use) => use([]),
  showsLoader: [false, { option: true }],
  watched: [
    async ({ context, page, allowed, showsLoader }, use) => {
      const faults: string[] = []
      if (!showsLoader) await context.addInitScript(startEarlier, VERIFY_AT_START_MS)
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          // biome-ignore lint/suspicious/noConsole: reports from the page to the test
          console.error(`CSP: ${violatedDirective} ${blockedURI}`)
        })
      })
      page.on('pageerror', (error) => faults.push(`${error}`))
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      await use(undefined)
      expect(faults.filter((fault) => !allowed.some((one) => one.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ context }, use) =>
    use(async (user, token) => {
      const value = token ?? (await tokenOf(user))
      await context.addCookies([{ name: TOKEN_COOKIE, value, url: PRODUCT, sameSite: 'Strict' }])
    }),
})

/** Whether this is `npm run test:drills`, where a test also runs its rarer steps. */
export const isDrill = (): boolean => base.info().project.name === 'drills'

/** The catalogue's own count, rendered once its rows are loaded. */
export const total = (page: Page): Locator => page.getByText(/\d de [\d,]+ vehículos?$/)

export const openCatalogue = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path)
  await expect(total(page)).toBeVisible()
}

/** Waits until no animation is running. */
export const still = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length))
    .toBe(0)

/**
 * Waits until a closed panel on a phone has removed its history entry: until then, that removal aborts a new navigation
 * (net::ERR_ABORTED).
 */
export const entryGone = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => 'over' in history.state)).toBe(false)

const requestCount = async (): Promise<number> => {
  const stats = (await (await fetch(`${SIMULATOR}/__control/stats`)).json()) as Record<string, Record<string, number>>
  return Object.values(stats).reduce(
    (sum, scenarios) => Object.values(scenarios).reduce((all, one) => all + one, sum),
    0,
  )
}

/** Waits until every vehicle of the user's company was queried and no query is pending. */
const firstRound = async (user: DemoUser): Promise<void> => {
  let before = -1
  const isIdle = async () => {
    const now = await requestCount()
    const quiet = now === before
    before = now
    return quiet && (await fetchVehicles(user)).every(({ vehicleAsset }) => vehicleAsset.processedDate)
  }
  await expect.poll(isIdle, { timeout: 90_000, intervals: [1000] }).toBe(true)
}

const rounds = new Map<DemoUser, Promise<void>>()
/** Waits once per user and worker for the first round of checks. */
export const waitForChecks = (user: DemoUser): Promise<void> => {
  const round = rounds.get(user) ?? firstRound(user)
  rounds.set(user, round)
  return round
}
