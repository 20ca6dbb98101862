// `npm run bench` runs every benchmark, or the named ones (`npm run bench -- checks waits`). Each prints a table of
// this run.
import { benchBackup } from './backup.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchChecks } from './checks.ts'
import { benchCosts } from './costs.ts'
import { benchImports } from './imports.ts'
import { benchPending } from './pending.ts'
import { benchRatios } from './ratios.ts'
import { sizeRows } from './sizes.ts'
import { slowLineRows } from './slow-line.ts'
import { benchSynchronise } from './synchronise.ts'
import { benchUsers } from './users.ts'
import { benchWaits } from './waits.ts'

const BENCHES = {
  'first-load': async () => [...(await sizeRows()), ...(await slowLineRows())],
  checks: benchChecks,
  catalogue: async () => [...(await benchCatalogue()), ...(await benchPending()), ...(await benchSynchronise())],
  imports: benchImports,
  users: benchUsers,
  ratios: benchRatios,
  costs: benchCosts,
  backup: benchBackup,
  waits: benchWaits,
}

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  // biome-ignore lint/suspicious/noConsole: the table is the result
  console.table(await bench())
}
