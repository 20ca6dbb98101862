// Checks every package in package-lock.json: licence, deprecation, origin, and the vulnerabilities known to the
// registry. Part of `npm run check`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAdvisories, weighing } from './advisories.ts'
import { auditLock, type Lock } from './audit-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const licenseOf = (path: string): string | undefined => {
  try {
    return read(`${path}/package.json`).license
  } catch {
    return undefined // a package of another platform
  }
}

const lock: Lock = read('package-lock.json')
const advisories = await askAdvisories(lock)
if (!advisories)
  process.stderr.write('audit: the registry does not tell of advisories here; licences and origins were looked at\n')
const faults = [...auditLock(lock, licenseOf), ...weighing(advisories ?? {})]
for (const fault of faults) process.stderr.write(`audit: ${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
