// The README, those of folders and docs/ stay correct and readable: links lead somewhere, named files exist, no line
// is longer than 100 columns.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGES = ['README.md', '{bench,contract,docs,e2e,examples,server,simulator,tools,web}/**/*.md'].flatMap(
  (pattern) => globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }),
)
const WIDTH = 100

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const isIn = (path: string): boolean => existsSync(join(ROOT, path))

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(PAGES)('%s: every link leads to a file and a heading that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path ? join(dirname(page), path) : page
    return !isIn(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test.each(PAGES)('%s: every named file of the repository exists', (page) => {
  const named = [...read(page).matchAll(/`((?:bench|contract|deploy|e2e|server|simulator|tools|web)\/[\w./-]+\.\w+)`/g)]
  expect(named.map(([, path = '']) => path).filter((path) => !isIn(path))).toEqual([])
})

test.each(PAGES)('%s: no line is longer than 100 columns', (page) => {
  expect(
    read(page)
      .split('\n')
      .filter((line) => line.length > WIDTH),
  ).toEqual([])
})
