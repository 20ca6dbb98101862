// A file of the project that a comment names exists: beside the comment's file, or by its path from the repository's
// root or from a package's sources.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = globSync('{bench,contract,e2e,examples,server,simulator,tools,web}/**/*.{ts,tsx,css}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
}).filter((file) => !file.includes('.gen.'))
const SOURCES = ['', 'bench', 'contract/src', 'server/src', 'simulator/src', 'web/src']
/** After a space: within a text, two slashes may belong to an address. */
const COMMENTS = /(?:^|\s)\/\/.*|^\s*\/?\*.*/gm
const NAMES = /(?<![\w/.@:>-])(?:\.{0,2}\/)?[\w-]+(?:[/.][\w-]+)*\.tsx?(?![\w/])/g

test('files named by comments exist', () => {
  const missing = FILES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(COMMENTS)].flatMap(([comment]) =>
      [...comment.matchAll(NAMES)]
        .map(([name]) => name)
        .filter((name) => ![dirname(file), ...SOURCES].some((folder) => existsSync(join(ROOT, folder, name))))
        .map((name) => `${file}: ${name}`),
    ),
  )
  expect(missing).toEqual([])
})
