import { mkdtempSync } from 'node:fs'
import { openDatabase } from '/work/main/server/src/db/open.ts'
import { startSimulator } from '/work/main/server/src/bin/simulator-process.ts'
import { runChaos } from '/work/main/server/src/testing/chaos/chaos.ts'
process.env.SIMULATOR_ASYNC_MS = '0'; process.env.SIMULATOR_SLOW_MS = '100'
const dataDir = mkdtempSync('/tmp/padron-try-')
const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir, fast: true })
const simulator = await startSimulator(0)
const t = performance.now()
const size = { perFace: 1, debts: 6, theft: 6, plain: 3 }
const timer = setInterval(async () => {
  const r = (await db.system.query(`select connector_key, count(*)::int n, count(claim_id)::int c from due_check d where not exists (select from check_run r where r.vehicle_id=d.vehicle_id and r.connector_key=d.connector_key) group by 1`)).rows
  const n = (await db.system.query(`select count(*)::int n from check_run`)).rows[0].n
  console.log(((performance.now()-t)/1000).toFixed(1), n, r.map((x) => `${x.connector_key}:${x.n}/${x.c}`).join(' '))
}, 1000)
const { verdicts, ...rest } = await runChaos({ db, addressOf, simulatorUrl: simulator.url, size, workers: 2, kills: Number(process.argv[2]), runs: 600, longestMs: 1500, seed: 7 })
clearInterval(timer)
console.log(((performance.now() - t)/1000).toFixed(1), JSON.stringify(rest), verdicts.filter(v=>v.broken.length))
console.log((await db.system.query(`select connector_key, count(*)::int n, round(avg(duration_ms)) ms, count(*) filter (where outcome='timeout') t from check_run group by 1`)).rows)
await simulator.stop(); await close()
process.exit(0)
