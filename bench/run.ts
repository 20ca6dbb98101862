// `npm run bench`: every benchmark, or those named (`npm run bench -- checks sizes`); each prints a table of this one run.
import { benchBrowser } from './browser.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchChecks } from './checks.ts'
import { benchClaims } from './claims.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDashboardPaint } from './dashboard-paint.ts'
import { benchFaults } from './faults.ts'
import { benchHostile } from './hostile.ts'
import { benchImportKills } from './import-kills.ts'
import { benchImports } from './imports.ts'
import { benchIsolation } from './isolation.ts'
import { benchLive } from './live.ts'
import { benchMail } from './mail.ts'
import { benchMarked } from './marked.ts'
import { benchPdf } from './pdf.ts'
import { benchSession } from './session.ts'
import { benchSizes } from './sizes.ts'
import { benchStart } from './start.ts'
import { benchUploads } from './uploads.ts'
import { benchWorkbook } from './workbook.ts'

const BENCHES = {
  sizes: benchSizes,
  start: benchStart,
  checks: benchChecks,
  claims: benchClaims,
  isolation: benchIsolation,
  faults: benchFaults,
  marked: benchMarked,
  pdf: benchPdf,
  session: benchSession,
  catalogue: benchCatalogue,
  browser: benchBrowser,
  paint: benchDashboardPaint,
  hostile: benchHostile,
  imports: benchImports,
  'import-kills': benchImportKills,
  uploads: benchUploads,
  live: benchLive,
  mail: benchMail,
  workbook: benchWorkbook,
  dashboard: benchDashboard,
}

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  // biome-ignore lint/suspicious/noConsole: the table is the result
  console.table(await bench())
}
