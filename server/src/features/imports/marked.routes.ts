// The user's own workbook back, its wrong cells marked: made when its address is opened, from the file as it was sent and what was
// said of it, so that a check never waits for it.
import { XLSX } from '@padron/contract/imports'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import { type FileNote, markedCopy } from '../../files/marked-copy.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import type { Judged } from './check.ts'
import type { StoredNote } from './reading.ts'

type Found = { path: string; fileName: string; judged: Judged }
type NotedRow = { row: number; notes: StoredNote[]; texts: Record<string, string> | null }
const NOTED_ROWS_AT_MOST = 20_000

const find = async (tx: Tx, tenantId: number, importId: string): Promise<{ found: Found; rows: NotedRow[] } | undefined> => {
  const { rows } = await sql<Found>`
    select i.file_path as path, i.file_name as "fileName", i.judged from vehicle_import i
    join company c on c.tenant_id = i.tenant_id and c.suspended_at is null
    where i.tenant_id = ${tenantId} and i.import_id = ${importId} and i.state <> 'discarded'`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { rows: noted } = await sql<NotedRow>`
    select row_number as row, notes, texts from vehicle_import_row
    where tenant_id = ${tenantId} and import_id = ${importId} and notes is not null and action <> 'omitted'
    order by (action <> 'refused'), row_number limit ${NOTED_ROWS_AT_MOST}`.execute(tx)
  return { found, rows: noted.toSorted((a, b) => a.row - b.row) }
} // biome-ignore format: the statements

const fileNotes = ({ summary }: Judged): FileNote[] =>
  summary.fileNotes.map(({ column, message, level }) => {
    const at = summary.headings.indexOf(column)
    return { row: at < 0 ? 0 : summary.headingRow, column: at < 0 ? null : at, heading: column, value: '', message, level }
  }) // biome-ignore format: one note

const rowNotes = ({ summary }: Judged, rows: readonly NotedRow[]): FileNote[] => {
  const places = new Map(summary.fields.flatMap((field, i) => (field ? [[field, i] as const] : [])))
  return rows.flatMap(({ row, notes, texts }) =>
    notes.map(({ f, l, m }) => {
      const column = f === null ? null : (places.get(f) ?? null)
      const heading = column === null ? '' : (summary.headings[column] ?? '')
      return { row, column, heading, value: f === null ? '' : (texts?.[f] ?? ''), message: m, level: l }
    }),
  )
}

type Route = { Params: { tenantId: string; importId: string }; Querystring: { e?: string; s?: string } }

export const markedWorkbooks = (app: FastifyInstance, kit: Kit, links: SignedLinks, files: FileStore): void => {
  app.get<Route>('/files/imports/:tenantId/:importId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, importId } = request.params
    const valid = await links.isValid(`/files/imports/${tenantId}/${importId}`, request.query)
    if (!valid || !/^[\da-f-]{36}$/.test(importId)) throw notFound()
    const opened = await readAsTenant(kit.db, Number(tenantId), (tx) => find(tx, Number(tenantId), importId))
    const stream = opened && (await files.read(opened.found.path))
    if (!opened || !stream) throw notFound()
    const { judged, fileName } = opened.found
    const bytes = await markedCopy({
      bytes: Buffer.concat(await stream.toArray()),
      sheetName: judged.summary.sheetName,
      rows: judged.summary.rows,
      notes: [...fileNotes(judged), ...rowNotes(judged, opened.rows)],
    })
    return reply.headers(attachment(fileName.replace(/(\.xlsx)?$/i, ' - errores.xlsx'), XLSX)).send(Buffer.from(bytes))
  })
}
