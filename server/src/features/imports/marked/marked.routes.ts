// The user's own workbook with its wrong cells marked. It is made when its address is opened, once for each
// validation, so validation never waits for it.
import { XLSX } from '@padron/contract/common'
import { IMPORT_NEEDS, type ImportKind } from '@padron/contract/imports'
import { asCountry, type Country } from '@padron/contract/places/countries'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../../db/client.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notFound } from '../../../errors/http-problem.ts'
import { attachment } from '../../../files/attachment.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import type { GeneratedFiles } from '../../../files/generated-files.ts'
import type { SignedLinks } from '../../../files/signed-links.ts'
import { errorsOnly, limitMarkedCopies, markedCopy } from '../../../files/xlsx/mark/marked-copy.ts'
import type { Kit } from '../../../http/serve.ts'
import { type LinkRequester, parseLinkRequester, readLinkRequesterAccess } from '../../../jobs/link-requester.ts'
import { withLocale } from '../../../locale.ts'
import { isCsv } from '../reading/open-file.ts'
import { sheetsOf } from '../reading/staging.ts'
import { readNotedRows } from '../rows.queries.ts'
import { correctionNotes, fileNotes, inOrder, type Noted, omittedNotes, ownNotes, rowNotes } from './notes.ts'

type CopyRequest = { tenantId: number; requester: LinkRequester; importId: string }
type Named = { kind: ImportKind; fileName: string; country: Country; checkId: string }
type Found = Noted & { path: string }
const NOTED_ROWS_AT_MOST = 20_000

/** @returns undefined if there is no import or the requester has lost the permission */
const find = async (tx: Tx, { tenantId, requester, importId }: CopyRequest): Promise<Named | undefined> => {
  const { rows } = await sql<Omit<Named, 'country'> & { country: string }>`
    select i.kind, i.file_name as "fileName", i.judged->>'checkId' as "checkId", c.country
    from vehicle_import i
    join company c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId}
      and i.import_id = ${importId}
      and i.state <> 'discarded'
      and i.file_path <> ''`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { refused } = await readLinkRequesterAccess(tx, tenantId, requester, IMPORT_NEEDS[found.kind])
  return refused === undefined ? { ...found, country: asCountry(found.country) } : undefined
}

/** Reads what the copy is made from. */
const read = async (tx: Tx, { tenantId, importId }: CopyRequest, { country }: Named) => {
  const { rows: imports } = await sql<Found>`
    select kind, file_path as path, judged->'summary' as summary, corrections, omitted
    from vehicle_import where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  const [found] = imports
  if (!found) throw notFound()
  const rows = await readNotedRows(tx, tenantId, importId, NOTED_ROWS_AT_MOST)
  return { found: { ...found, country }, rows }
}

/** @throws HttpProblem 404 if the file has expired */
const makeCopy = async (kit: Kit, files: FileStore, copyRequest: CopyRequest, named: Named): Promise<Uint8Array> => {
  const { found, rows } = await readAsTenant(kit.db, copyRequest.tenantId, (tx) => read(tx, copyRequest, named))
  const stream = found.path && (await files.read(found.path))
  if (!stream) throw notFound()
  const { summary } = found
  if (isCsv(named.fileName) || sheetsOf(summary).length > 0) return errorsOnly({ notes: ownNotes(found, rows) })
  const bytes = Buffer.concat(await stream.toArray())
  const notes = inOrder([
    ...fileNotes(summary),
    ...(await correctionNotes(bytes, found)),
    ...rowNotes(summary, rows),
    ...omittedNotes(found),
  ])
  return markedCopy({ bytes, sheetName: summary.sheetName, rows: summary.rows, notes })
}

type Route = {
  Params: { tenantId: string; requester: string; importId: string }
  Querystring: { e?: string; s?: string }
}

type Tools = { files: FileStore; generated: GeneratedFiles }

/** @param files stores the workbooks as they were sent */
export const markedWorkbooks = (
  app: FastifyInstance,
  kit: Kit,
  links: SignedLinks,
  { files, generated }: Tools,
): void => {
  app.get<Route>(
    '/files/imports/:tenantId/:requester/:importId',
    { schema: { hide: true } },
    async (request, reply) => {
      const { tenantId, importId } = request.params
      const valid = await links.isValid(
        `/files/imports/${tenantId}/${request.params.requester}/${importId}`,
        request.query,
      )
      const requester = valid ? parseLinkRequester(request.params.requester) : undefined
      if (!requester || !isUuid(importId)) throw notFound()
      const copyRequest: CopyRequest = { tenantId: Number(tenantId), requester, importId }
      const named = await readAsTenant(kit.db, copyRequest.tenantId, (tx) => find(tx, copyRequest))
      if (!named) throw notFound()
      const { stream, size } = await generated.open(
        `marked-copy ${copyRequest.tenantId} ${importId} ${named.checkId}`,
        () =>
          limitMarkedCopies(copyRequest.tenantId, () =>
            withLocale(named.country, () => makeCopy(kit, files, copyRequest, named)),
          ),
      )
      const name = named.fileName.replace(/(\.xlsx)?$/i, ' - errores.xlsx')
      return reply.headers(attachment(name, XLSX)).header('content-length', size).send(stream)
    },
  )
}
