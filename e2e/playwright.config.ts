// How the journeys run: against the whole product, started as an operator starts it, on an empty data folder of its
// own.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { PORT, PRODUCT, SIMULATOR_PORT, SLACK } from './address.ts'
import { BROWSER_ARGS, findBrowser, IGNORED_ARGS } from './browser.ts'

const ROOT = join(import.meta.dirname, '..')
// A bare host's browser needs libraries that the product must not see.
const libraries = process.env.LD_LIBRARY_PATH ?? ''
process.env.BROWSER_PATH ??= await findBrowser()

/**
 * The workers read this file too: only the first process makes the folder, and takes it away after the product
 * stopped.
 */
const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-e2e-'))
  chmodSync(folder, 0o755) // the embedded PostgreSQL runs as another user where root starts it
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
process.env.PADRON_E2E_FOLDER ??= freshFolder()

const AUTH = /(sign-in|guards|session)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  reporter: 'list',
  workers: 3, // on two cores: while one waits for the server, the others go on
  retries: 1, // reported as flaky: a bug to find, which must not hide what else a long run would show
  timeout: 240_000, // the longest waits a minute for its alert; on a machine that others use, twice as long
  forbidOnly: !!process.env.CI,
  expect: { timeout: 30_000 },
  // `npm test` runs `auth`, which needs no checked vehicle and comes while the demo's first round of checks runs, and
  // `e2e`: each screen, and the commonest jobs on it. `npm run test:drills` runs `drills`: the rarer jobs, the rarer
  // steps of the others (fixtures.ts, isDrill), every screen and dialog in both themes at every width, and the other
  // users, themes and widths of a journey that `npm test` makes with one.
  projects: [
    { name: 'auth', testMatch: AUTH, grepInvert: /@drill/ },
    { name: 'e2e', testIgnore: AUTH, grepInvert: /@drill/ },
    { name: 'drills', grep: /@sweep|@drill/ },
  ],
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{-snapshotSuffix}{ext}',
  use: {
    baseURL: PRODUCT,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Frames of movement cost a tenth; a journey about movement asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.BROWSER_PATH,
      args: [...BROWSER_ARGS],
      ignoreDefaultArgs: IGNORED_ARGS,
      // Where no language is set a browser cannot write «Edición» in a file's name.
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
    },
  },
  webServer: {
    command: 'node server/src/bin/start.ts',
    cwd: ROOT,
    url: `${PRODUCT}/health/ready`,
    // It builds the console, makes the database and the demo's fleets, beside the server's tests on two cores.
    timeout: 600_000,
    stdout: 'pipe', // what a start that fails printed
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: `${PORT}`,
      SIMULATOR_PORT: `${SIMULATOR_PORT}`,
      HOST: '127.0.0.1',
      PADRON_DATA_DIR: process.env.PADRON_E2E_FOLDER,
      PADRON_DEMO: '1',
      PADRON_ROLE: 'all',
      PADRON_LOG: 'warn',
      PADRON_PRIVATE_SOURCES: '1', // the journeys' own receivers of webhooks
      PADRON_CHANNEL_ORIGINS: `slack=${SLACK}`,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      LD_LIBRARY_PATH: libraries,
    },
  },
})
