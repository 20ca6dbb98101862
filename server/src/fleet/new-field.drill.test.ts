// A plain text field costs a row in the table of fields (here in its middle), a migration and generated files: a copy
// of the project gets one, compiles, describes it in the published document, and has it in list, filter, form, workbook
// and export (e2e/new-field.drill.ts, in a real browser).
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it, onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const NEXT_ROW = "  { group: 'vehicleInfo', field: 'doors',"
const ROW = `  {
    group: 'vehicleInfo',
    field: 'warrantyFolio',
    kind: 'text',
    title: 'Folio de garantía',
    max: 150,
    section: 'vehicle',
  },
`

/** The tracked files, and the installed packages but for the project's own. */
const copyProject = (to: string): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of files
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file))
  }
  mkdirSync(join(to, 'node_modules/@padron'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@padron') symlinkSync(join(ROOT, 'node_modules', name), join(to, 'node_modules', name))
  for (const name of ['contract', 'server', 'web', 'simulator']) {
    symlinkSync(join(to, name), join(to, 'node_modules/@padron', name))
    const own = join(ROOT, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(to, name, 'node_modules'))
  }
}

it('a new text field needs one row, one migration and generated files', { timeout: 600_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'padron-copy-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }))
  copyProject(copy)
  // with its output, so that a failure explains itself
  const run = (...command: string[]) => execFileSync(process.execPath, command, { cwd: copy, stdio: 'inherit' })

  const fields = join(copy, 'contract/src/vehicles/fields.ts')
  writeFileSync(fields, readFileSync(fields, 'utf8').replace(NEXT_ROW, ROW + NEXT_ROW))
  writeFileSync(
    join(copy, 'server/src/db/migrations/999-warranty.sql'),
    "select add_vehicle_text_column('warranty_folio', 150);\n",
  )
  cpSync(join(copy, 'e2e/new-field.drill.ts'), join(copy, 'e2e/new-field.spec.ts'))
  run('tools/gen.ts')
  run('node_modules/typescript/bin/tsc', '-b')
  run('node_modules/vitest/vitest.mjs', 'run', '--project=server', 'server/src/http/openapi/openapi.test.ts')
  run('node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', 'new-field.spec')
})
