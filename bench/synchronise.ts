// Measures a program that synchronises a copy of a company of 200,000 vehicles (BENCH_VEHICLES) with the API for
// programs, at the pace of the API's limits: first everything, then a night in which one in a hundred changed, then two
// thousand edits and five hundred documents.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@padron/server/installation/open'
import pg from 'pg'
import { FormData, Pool } from 'undici'
import type { Row } from './catalogue.ts'
import { startChild } from './child.ts'
import { addWork } from './dashboard-fleet.ts'
import { makeFleet } from './fleet.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const LISTS = ['vehicles', 'debts', 'documents', 'obligations', 'deletions'] as const
const EDITS = 2_000
const DOCUMENTS = 500
const PDF_BYTES = 200_000
const MINUTE_MS = 60_000
const ROWS = 1_000

type Page = { data: { id: number | string; customId?: string }[]; next: string | null; completeUntil: string }

const run = async (owner: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Sets old dates, so that the loaded rows do not count as changes. */
const makeOld = (owner: string, tenantId: number): Promise<void> =>
  run(owner, [
    `update app_user set role_ids = '{0}' where tenant_id = ${tenantId}`,
    ...['vehicle', 'debt', 'obligation', 'vehicle_resource'].map(
      (table) => `update ${table} set changed_at = now() - interval '1 day' where tenant_id = ${tenantId}`,
    ),
    'vacuum analyze',
  ])

/** Changes the rows as an edit and a check would. */
const changeOneInAHundred = (owner: string, tenantId: number): Promise<void> =>
  run(owner, [
    `update vehicle
     set row_version = row_version + 1, vehicle_color = 'VERDE'
     where tenant_id = ${tenantId} and vehicle_id % 100 = 0`,
    `update debt set total = total + 1 where tenant_id = ${tenantId} and vehicle_id % 100 = 0`,
    `delete from obligation where tenant_id = ${tenantId} and vehicle_id % 100 = 0`,
    `update vehicle_resource set last_at = now() where tenant_id = ${tenantId} and vehicle_id % 100 = 0`,
  ])

export const benchSynchronise = async (): Promise<Row[]> => {
  const dataDir = process.env.BENCH_FLEET_DIR ?? mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const urls = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role).connectionString]),
  )
  const owner = urls.padron_owner ?? ''
  const { tenantId, token } = await makeFleet(db, owner, SIZE)
  await addWork(owner, tenantId)
  await makeOld(owner, tenantId)
  const api = await startChild('api-server.ts', [JSON.stringify({ urls, limited: true })])
  const pool = new Pool(api.url, { connections: 1, pipelining: 1 })
  /** @throws Error with the response if it is not a success: a client that follows the headers is never refused */
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await pool.request({
      path,
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const reply = JSON.parse(await answer.body.text()) as T
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${JSON.stringify(reply)}`)
    const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(String(answer.headers.ratelimit)) ?? []
    if (left === '0') await pause(Number(seconds) * 1_000)
    return reply
  }
  const readList = async (list: string, since?: string) => {
    let rows = 0
    let until = ''
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({
        limit: `${ROWS}`,
        ...(since ? { updated_since: since } : {}),
        ...(cursor ? { cursor } : {}),
      })
      const page: Page = await ask(`/api/v3/${list}?${query}`)
      rows += page.data.length
      until = page.completeUntil
      cursor = page.next
    }
    return { rows, until }
  }
  const measure = async (operation: string, limit: number, work: () => Promise<number>): Promise<Row> => {
    const begun = performance.now()
    const rows = await work()
    const seconds = (performance.now() - begun) / 1_000
    return { operation, rows, seconds: seconds.toFixed(1), limit, met: seconds <= limit ? 'yes' : 'NO' }
  }
  const untils: Partial<Record<(typeof LISTS)[number], string>> = {}
  const readAll = async (): Promise<number> => {
    let rows = 0
    for (const list of LISTS) {
      const read = await readList(list, untils[list])
      untils[list] = read.until
      rows += read.rows
    }
    return rows
  }
  const rows = [await measure('everything', 120, readAll)]
  await changeOneInAHundred(owner, tenantId)
  rows.push(await measure('a night, 1 % changed', 5, readAll))
  rows.push(await measure('checks, every source', 120, async () => (await readList('checks')).rows))
  rows.push(await measure('checks since a moment', 5, async () => (await readList('checks', untils.vehicles)).rows))
  const { data } = await ask<Page>(`/api/v3/vehicles?fields=id&limit=${ROWS}`)
  rows.push(
    await measure('2,000 edits', 60, async () => {
      for (let round = 0; round < EDITS / ROWS; round++) {
        const vehicles = data.map(({ id }, i) => ({ vehicleId: id, customId: `B-${round}-${i}` }))
        const { edited } = await ask<{ edited: number }>('/api/v3/vehicles/bulk-edit', { vehicles })
        if (edited !== Math.min(ROWS, SIZE)) throw new Error(`${edited} edited`)
      }
      return EDITS
    }),
  )
  // The limit per minute must recover from the previous reads before the documents are measured.
  await pause(MINUTE_MS)
  const { documentTypeId } = await ask<{ documentTypeId: number }>('/api/v2/documentType', {
    documentType: { DocumentTypeName: 'Tarjeta de circulación' },
  })
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PDF_BYTES)])
  rows.push(
    await measure('500 documents', 60, async () => {
      for (const { id } of data.slice(0, DOCUMENTS)) {
        const form = new FormData()
        form.set('document[VehicleAssetId]', String(id))
        form.set('document[DocumentTypeId]', String(documentTypeId))
        form.set('file', new Blob([pdf]), 'tarjeta.pdf')
        await ask('/api/v2/document', form)
      }
      return DOCUMENTS
    }),
  )
  await pool.close()
  api.stop()
  await close()
  if (!process.env.BENCH_FLEET_DIR) rmSync(dataDir, { recursive: true, force: true })
  return rows
}
