// The first part of `npm run test:drills`, because it takes 30 s: refuses regular expressions whose time grows faster
// than their text. Patterns in tests are not checked.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_TEXTS, patternFault, readSource } from './pattern-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)

const faults: string[] = []
const places = new Map<string, { source: string; flags: string; at: string[] }>()
const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !isTest(path))
for (const path of files.sort()) {
  const found = readSource(path, readFileSync(join(ROOT, path), 'utf8'))
  for (const { line, message } of found.faults) faults.push(`${path}:${line} ${message}`)
  for (const { line, source, flags } of found.patterns) {
    const key = `/${source}/${flags}`
    const known = places.get(key) ?? { source, flags, at: [] }
    known.at.push(`${path}:${line}`)
    places.set(key, known)
  }
}
for (const [pattern, { at, ...each }] of places) {
  const fault = patternFault(each)
  if (fault) faults.push(`${at.join(' ')} ${pattern} ${fault}`)
}
for (const path of Object.keys(OWN_TEXTS))
  if (!files.includes(path)) faults.push(`${path} is excepted and is not there`)
for (const fault of faults) process.stderr.write(`patterns: ${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
