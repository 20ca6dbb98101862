// `npm run bench`: every benchmark, or those named (`npm run bench -- checks sizes`); each prints a table of this one
// run.
import { benchBackup } from './backup.ts'
import { benchBrowser } from './browser.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchChecks } from './checks.ts'
import { benchClaims } from './claims.ts'
import { benchClears } from './clears.ts'
import { benchCosts } from './costs.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDashboardPaint } from './dashboard-paint.ts'
import { benchDirectus } from './directus.ts'
import { benchDiskFull } from './disk-full.ts'
import { benchFaults } from './faults.ts'
import { benchHostile } from './hostile.ts'
import { benchImportKills } from './import-kills.ts'
import { benchImports } from './imports.ts'
import { benchIsolation } from './isolation.ts'
import { benchLive } from './live.ts'
import { benchMail } from './mail.ts'
import { benchMarked } from './marked.ts'
import { benchOpenedFiles } from './opened-files.ts'
import { benchPdf } from './pdf.ts'
import { benchRatios } from './ratios.ts'
import { benchRestart } from './restart.ts'
import { benchRoles } from './roles.ts'
import { benchServerKills } from './server-kills.ts'
import { benchSession } from './session.ts'
import { benchSideBySide } from './side-by-side.ts'
import { benchSizes } from './sizes.ts'
import { benchSlowLine } from './slow-line.ts'
import { benchStart } from './start.ts'
import { benchUploads } from './uploads.ts'
import { benchUsers } from './users.ts'
import { benchWorkbook } from './workbook.ts'

const BENCHES = {
  sizes: benchSizes,
  'slow-line': benchSlowLine,
  start: benchStart,
  checks: benchChecks,
  claims: benchClaims,
  clears: benchClears,
  isolation: benchIsolation,
  faults: benchFaults,
  marked: benchMarked,
  opened: benchOpenedFiles,
  pdf: benchPdf,
  session: benchSession,
  catalogue: benchCatalogue,
  browser: benchBrowser,
  paint: benchDashboardPaint,
  hostile: benchHostile,
  imports: benchImports,
  'import-kills': benchImportKills,
  uploads: benchUploads,
  roles: benchRoles,
  live: benchLive,
  mail: benchMail,
  workbook: benchWorkbook,
  dashboard: benchDashboard,
  users: benchUsers,
  ratios: benchRatios,
  directus: benchDirectus,
  costs: benchCosts,
  restart: benchRestart,
  'server-kills': benchServerKills,
  'disk-full': benchDiskFull,
  backup: benchBackup,
  'side-by-side': benchSideBySide,
}

/** Fetches a thousand packages the first time: only where it is asked for by its name. */
const INSTALLS = 'directus'

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === INSTALLS) continue
  process.stdout.write(`\n${name}\n`)
  // biome-ignore lint/suspicious/noConsole: the table is the result
  console.table(await bench())
}
