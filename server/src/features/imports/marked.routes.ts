// The user's own workbook back, its wrong cells marked: made when its address is opened, from the file as it was sent and what was
// said of it, so that a check never waits for it.
import { asCountry } from '@padron/contract/countries'
import { IMPORT_NEEDS, XLSX } from '@padron/contract/imports'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import { markedCopy } from '../../files/marked-copy.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import { type Asker, askerIn, standingOfAsker } from '../../jobs/asker.ts'
import { writingFor } from '../../numbers-for.ts'
import { correctionNotes, fileNotes, inOrder, type Noted, omittedNotes, rowNotes } from './marked-notes.ts'
import { type NotedRow, readNotedRows } from './rows.queries.ts'

type Asked = { tenantId: number; asker: Asker; importId: string }
type Found = Noted & { path: string; fileName: string }
const NOTED_ROWS_AT_MOST = 20_000

/** @returns undefined where there is none, or whoever the address was made for may not have it any more */
const find = async (tx: Tx, { tenantId, asker, importId }: Asked): Promise<{ found: Found; rows: NotedRow[] } | undefined> => {
  const { rows: imports } = await sql<Found>`
    select i.kind, i.file_path as path, i.file_name as "fileName", i.judged->'summary' as summary, i.corrections, i.omitted, c.country
    from vehicle_import i join company c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.import_id = ${importId} and i.state <> 'discarded'`.execute(tx)
  const [found] = imports
  if (!found) return undefined
  const { refused } = await standingOfAsker(tx, tenantId, asker, IMPORT_NEEDS[found.kind])
  if (refused !== undefined) return undefined
  const rows = await readNotedRows(tx, tenantId, importId, NOTED_ROWS_AT_MOST)
  return { found: { ...found, country: asCountry(found.country) }, rows }
} // biome-ignore format: the statements

type Route = {
  Params: { tenantId: string; asker: string; importId: string }
  Querystring: { e?: string; s?: string }
}

export const markedWorkbooks = (app: FastifyInstance, kit: Kit, links: SignedLinks, files: FileStore): void => {
  app.get<Route>('/files/imports/:tenantId/:asker/:importId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, importId } = request.params
    const valid = await links.isValid(`/files/imports/${tenantId}/${request.params.asker}/${importId}`, request.query)
    const asker = valid ? askerIn(request.params.asker) : undefined
    if (!asker || !/^[\da-f-]{36}$/.test(importId)) throw notFound()
    const asked: Asked = { tenantId: Number(tenantId), asker, importId }
    const opened = await readAsTenant(kit.db, asked.tenantId, (tx) => find(tx, asked))
    const stream = opened?.found.path && (await files.read(opened.found.path))
    if (!opened || !stream) throw notFound()
    const { summary, fileName } = opened.found
    const bytes = Buffer.concat(await stream.toArray())
    const notes = inOrder([
      ...fileNotes(summary),
      ...(await correctionNotes(bytes, opened.found)),
      ...rowNotes(summary, opened.rows),
      ...omittedNotes(opened.found),
    ])
    const copy = await writingFor(opened.found.country, () =>
      markedCopy({ bytes, sheetName: summary.sheetName, rows: summary.rows, notes }),
    )
    return reply.headers(attachment(fileName.replace(/(\.xlsx)?$/i, ' - errores.xlsx'), XLSX)).send(Buffer.from(copy))
  })
}
