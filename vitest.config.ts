// Every unit and server test. The server's run against one real PostgreSQL, each file on a database of its own. Files
// share their worker's modules: reading the whole product anew for each took more than the tests did.
// The project `drills` has what takes longer than `npm test` may: `*.drill.test.ts` (kills, restarts, upgrades), which
// have a short case elsewhere, and the tests that ask testing/drill.ts how much to try: some cases in `npm test`.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begun first, so that none is left running alone at the end: a fresh clone has no times to go by, and these are not
 * the longest files.
 */
const LONGEST = [
  'bin/product',
  'company-move/move-company',
  'imports/races',
  'identity/attacks',
  'imports/marked',
  'engine/killed-workers',
  'exports/delete-all',
  'commands/backup',
  'demo/demo-data',
  'attacks/texts',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => (LONGEST.some((name) => moduleId.includes(`/${name}.`)) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

const GLOBAL_SETUP = ['server/src/testing/global-setup.ts']
/** Cheap passwords: testing/sign-in/hash-cost.ts says why. */
const CHEAP_HASHES = {
  alias: [
    { find: /^.*\/hash-cost\.ts$/, replacement: `${import.meta.dirname}/server/src/testing/sign-in/hash-cost.ts` },
  ],
}
const DRILLS = '**/*.drill.test.ts'
/** A file's import of what says how much to try. */
const ASKS_HOW_MUCH = /testing\/(drill|paused-portal)\.ts'$/m
const withMoreCases = () =>
  globSync('server/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    ASKS_HOW_MUCH.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
const of = (name: string, extra: object = {}) => ({
  test: {
    name,
    include: [`${name}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', 'web/dist/**', DRILLS],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 1, // reported as «retry x1»: a bug to find, which must not hide what else a long run would show
    isolate: false,
    expect: { poll: { timeout: 30_000 } }, // an event that is waited for; a busy machine is late
    ...extra,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 4, // on two cores it would else be one: much of a server's test is waiting
    sequence: { sequencer: LongestFirst },
    projects: [
      of('contract'),
      of('simulator'),
      of('tools'),
      of('server', { globalSetup: GLOBAL_SETUP, provide: { isDrill: false }, ...CHEAP_HASHES }),
      of('drills', {
        globalSetup: GLOBAL_SETUP,
        include: [`server/${DRILLS}`, ...withMoreCases()],
        provide: { isDrill: true },
        exclude: ['**/node_modules/**'],
        testTimeout: 240_000,
      }),
      of('web', { environment: 'happy-dom', setupFiles: ['web/src/testing/clean-page.ts'] }),
    ],
  },
})
