// The configuration of the e2e tests: against the whole product, started as an operator does, on an empty data folder.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { PORT, PRODUCT, SIMULATOR_PORT, SLACK } from './address.ts'
import { BROWSER_ARGS, findBrowser, IGNORED_ARGS } from './browser.ts'

const ROOT = join(import.meta.dirname, '..')
// The browser of a minimal host needs libraries that the product must not see.
const libraries = process.env.LD_LIBRARY_PATH ?? ''
process.env.BROWSER_PATH ??= await findBrowser()

/**
 * The workers read this file too: only the first process creates the folder, and deletes it after the product has
 * stopped.
 */
const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-e2e-'))
  chmodSync(folder, 0o755) // the embedded PostgreSQL runs as another user if root starts it
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
process.env.PADRON_E2E_FOLDER ??= freshFolder()

const AUTH = /(sign-in|guards|session)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  reporter: 'list',
  workers: 3, // on two cores: while one waits for the server, the others run
  retries: 1, // reported as flaky: a bug to find, which must not hide the other results of a long run
  timeout: 240_000, // the longest test waits a minute for its alert; on a busy machine twice as long
  forbidOnly: !!process.env.CI,
  expect: { timeout: 30_000 },
  // `npm test` runs `auth`, which needs no checked vehicle and runs during the demo's first round of checks, and `e2e`:
  // each screen with its commonest tasks. `npm run test:drills` runs `drills`: the rarer tasks, the rarer steps of the
  // others (fixtures.ts, isDrill), every screen and dialog in both themes at every width, and the other users, themes
  // and widths of a test that `npm test` runs with one.
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
    // Animations cost a tenth of the time; a test about motion enables them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.BROWSER_PATH,
      args: [...BROWSER_ARGS],
      ignoreDefaultArgs: IGNORED_ARGS,
      // Without a language a browser cannot write «Edición» in a file's name.
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
    },
  },
  webServer: {
    command: 'node server/src/bin/start.ts',
    cwd: ROOT,
    url: `${PRODUCT}/health/ready`,
    // It builds the console and creates the database and the demo's fleets, in parallel to the server's tests on two
    // cores.
    timeout: 600_000,
    stdout: 'pipe', // the messages of a failed start
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
      PADRON_PRIVATE_SOURCES: '1', // for the tests' own receivers of webhooks
      PADRON_CHANNEL_ORIGINS: `slack=${SLACK}`,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      LD_LIBRARY_PATH: libraries,
    },
  },
})
