// When a commit's outcome is unknown the file stays: its row may exist, and files without a row are swept.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loseCommit } from '../../testing/attacks/lost-commit.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { sweepEvidence } from './sweep-evidence.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

it('keeps a file whose row was committed before the connection was lost', async () => {
  const company = await server.company('norte')
  const who = await server.somebody(company, 'captura', ['processing_admin'])
  const [vehicle] = await server.vehicles(company, [{ plate: 'CAP1234' }])
  const url = `/api/v2/captures/files?vehicleAssetId=${vehicle}&resourceId=1901&fileName=acuse.pdf`
  const hasLost = loseCommit('evidence_file')
  const { status } = await server.ask(who, {
    method: 'POST',
    url,
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
  expect([hasLost(), status]).toEqual([true, 503])
  const { rows } = await server.db.system.query<{ path: string }>('select path from evidence_file')
  expect(rows).toHaveLength(1)
  expect(await server.evidence.read(rows[0]?.path ?? '')).toBeDefined()
  const inFolder = () => readdirSync(server.evidence.folder, { recursive: true, withFileTypes: true })
  const onDisk = () => inFolder().filter((each) => each.isFile()).length
  // The file of an uncommitted row is deleted with the others without a row.
  await server.db.system.query('delete from evidence_file')
  expect(onDisk()).toBe(1)
  await sweepEvidence(server.db, server.evidence, new Date(Date.now() + 2 * 86_400_000))
  expect(onDisk()).toBe(0)
})
