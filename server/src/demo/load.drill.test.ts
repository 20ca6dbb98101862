// An interrupted and completed demo has the same documents as one without interruption. What it contains is in
// demo-data.drill.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { freshDatabase } from '../testing/database.ts'
import { loadDemo } from './load.ts'

const FLEETS = `
  select short_name as name, count(*)::int as vehicles, count(*) filter (where asset_status_id = 1)::int as active,
    count(replaced_by)::int as replaced
  from company
  join vehicle using (tenant_id)
  group by 1
  order by 1`
const DOCUMENTS = `
  select c.short_name as name, t.type_name as type, count(*)::int as documents,
    count(distinct d.vehicle_id)::int as vehicles, (count(*) filter (where d.expires_on < now()))::int as expired,
    (count(*) filter (where d.expires_on between now() and now() + interval '30 days'))::int as soon
  from document_type t
  join company c using (tenant_id)
  join document d using (tenant_id, document_type_id)
  group by 1, 2
  order by 1, 2`

const emptyInstallation = async () => {
  const { db, drop } = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'padron-demo-'))
  onTestFinished(async () => {
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const documents = {
    tools: {
      contents: diskContents(join(folder, 'documents')),
      scan: async () => 'unchecked' as const,
      quotaBytes: 1e9,
    },
    room: { folder: join(folder, 'incoming'), bytes: 1e8 },
    evidence: fileStore(join(folder, 'evidence')),
  }
  const rowsOf = (query: string) => asSystem(db, async (tx) => (await sql.raw(query).execute(tx)).rows)
  const load = (log: (line: string) => void = () => undefined) =>
    loadDemo(db, { simulatorUrl: 'http://localhost:3001', documents, log })
  return { rowsOf, load }
}

test('a load that was interrupted between a fleet and its history is completed at the next start', async () => {
  const [uninterrupted, interrupted] = [await emptyInstallation(), await emptyInstallation()]
  await uninterrupted.load()
  const cut = new Error('killed')
  for (const words of ['usuarios', 'vehículos de norte', 'documentos de norte'])
    await expect(
      interrupted.load((line) => {
        if (line.includes(words)) throw cut
      }),
    ).rejects.toThrow(cut)
  // Killed before the last document.
  await interrupted.rowsOf(`delete from document where document_id = (select max(document_id) from document)`)
  await interrupted.load()
  for (const query of [FLEETS, DOCUMENTS])
    expect(await interrupted.rowsOf(query)).toEqual(await uninterrupted.rowsOf(query))
})
