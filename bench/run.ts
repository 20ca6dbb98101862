// `npm run bench`: every benchmark, or those named; each prints a table of ratios from this one run.
import { benchCatalogue } from './catalogue.ts'

const BENCHES = { catalogue: benchCatalogue }

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  // biome-ignore lint/suspicious/noConsole: the table is the result
  console.table(await bench())
}
