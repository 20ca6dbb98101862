// `npm run bench`: every benchmark, or those named (`npm run bench -- checks sizes`); each prints a table of this one
// run.
import { benchBackup } from './backup.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchChecks } from './checks.ts'
import { benchCosts } from './costs.ts'
import { benchImports } from './imports.ts'
import { benchRatios } from './ratios.ts'
import { benchSizes } from './sizes.ts'
import { benchSlowLine } from './slow-line.ts'
import { benchUsers } from './users.ts'

const BENCHES = {
  sizes: benchSizes,
  'slow-line': benchSlowLine,
  checks: benchChecks,
  catalogue: benchCatalogue,
  imports: benchImports,
  users: benchUsers,
  ratios: benchRatios,
  costs: benchCosts,
  backup: benchBackup,
}

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  // biome-ignore lint/suspicious/noConsole: the table is the result
  console.table(await bench())
}
