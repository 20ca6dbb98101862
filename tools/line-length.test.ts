// The formatter wraps code at 120 columns, but neither comments nor texts. Names of tests, regular expressions and some
// texts that are searched as one may be longer; released migrations stay as they are.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const WIDTH = 120
const LONG_LINES_AT_MOST = 60
const LEFT_OUT = /node_modules|\/dist\/|\.gen\.|\/migrations\//

test('few lines of code are longer than the formatter’s', () => {
  const files = globSync('{bench,contract,e2e,examples,server,simulator,tools,web}/**/*.{ts,tsx,mjs,css}', {
    cwd: ROOT,
    exclude: (path) => LEFT_OUT.test(`${path}/`),
  }).filter((file) => !LEFT_OUT.test(file))
  const long = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (line.length > WIDTH ? [`${file}:${i + 1}`] : [])),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(long.length, long.join('\n')).toBeLessThanOrEqual(LONG_LINES_AT_MOST)
})
