// A workbook of a fleet, written and read back: its facts, and its sheets as rows by their headings.
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { snapshotAsTenant } from '../../db/client.ts'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import type { Company, TestServer } from '../../testing/server.ts'
import { writeFleetWorkbook } from '../workbook/fleet-workbook.ts'
import type { WorkbookRequest } from '../workbook/vehicles-sheet.ts'

/** Every vehicle, unless a query says otherwise. */
export const writtenBook = async ({ db }: TestServer, { tenantId }: Company, more: Partial<WorkbookRequest> = {}) => {
  const at = new Date()
  const options = { query: { vehicleClass: {} }, sort: {}, withTags: true, who: 'consulta', at, readAt: at, ...more }
  const into = new PassThrough()
  const write = snapshotAsTenant(db, tenantId, async (tx) => {
    return writeFleetWorkbook(tx, tenantId, options, into)
  })
  const [facts, bytes] = await Promise.all([write, buffer(into)])
  const sheet = async (name: string) => {
    const rows: string[][] = []
    for await (const { cells } of readXlsx(bytes, name)) rows.push(cells)
    const [head = [], ...rest] = rows
    return rest.map((cells) => Object.fromEntries(head.map((title, i) => [title, cells[i] ?? ''])))
  }
  return { facts, sheet }
}
