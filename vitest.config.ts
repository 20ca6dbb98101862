// Every unit and server test. The server's run against one real PostgreSQL, each file on a database of its own. Files share their
// worker's modules: reading the whole product anew for each took more than the tests did.
import { defineConfig } from 'vitest/config'

const of = (name: string, extra: object = {}) => ({
  test: {
    name,
    include: [`${name}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 1, // two files at once on two cores, each with its database: what fails twice is told as failed, as with the journeys
    isolate: false,
    ...extra,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2, // on two cores it would else be one: much of a server's test is waiting
    projects: [
      of('contract'),
      of('simulator'),
      of('tools'),
      of('server', { globalSetup: ['server/src/testing/global-setup.ts'] }),
      of('web', { environment: 'happy-dom', setupFiles: ['web/src/testing/clean-page.ts'] }),
    ],
  },
})
