// The process of the workbook's benchmark: joins the database in the folder, writes one workbook as the job does, and
// tells what it took.
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { bulkAsTenant } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { fileStore } from '@padron/server/files/contents/file-store'
import { writeFleetWorkbook } from '@padron/server/fleet/workbook/fleet-workbook'
import { sql } from 'kysely'
import { forgetPeak, peakMb, residentMb } from './import-site.ts'
import type { Written } from './workbook.ts'

const [folder = '', tenant = ''] = process.argv.slice(2)
const MB = 1_000_000

const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder, join: true })
const store = fileStore(join(folder, 'results'))
const at = new Date()
const asked = { query: { vehicleClass: {} }, sort: {}, withTags: true, who: 'banco', at, readAt: at }

const write = (): Promise<Written> =>
  bulkAsTenant(db, Number(tenant), async (tx) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx)
    const idle = residentMb(process.pid)
    forgetPeak(process.pid)
    const [begin, processor] = [performance.now(), process.cpuUsage()]
    let firstMs = 0
    let found = { vehicles: 0, debts: 0 }
    const { size } = await store.write(crypto.randomUUID(), at, async (into) => {
      const through = new PassThrough()
      through.once('data', () => {
        firstMs = performance.now() - begin
      })
      through.pipe(into)
      found = await writeFleetWorkbook(tx, Number(tenant), asked, through)
    })
    const seconds = (performance.now() - begin) / 1000
    const { user, system } = process.cpuUsage(processor)
    const megabytes = peakMb(process.pid) - idle
    const { vehicles, debts } = found
    return {
      vehicles,
      debts,
      seconds,
      firstMs,
      processorSeconds: (user + system) / 1e6,
      megabytes,
      fileMegabytes: size / MB,
    }
  })

process.send?.(await write())
await close()
process.disconnect()
