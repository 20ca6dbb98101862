// The calls of the three bulk screens: a workbook is validated, corrected, applied, cancelled, undone. Each import
// requires the permission of its kind, whichever address is used.
import {
  IMPORT_NEEDS,
  type Import,
  type ImportKind,
  type imports as rows,
  UPLOAD_TEXTS,
  type Uploaded,
} from '@padron/contract/imports'
import { sql } from 'kysely'
import { asTenant, type Db, readAsTenant, type Tx } from '../../db/client.ts'
import { forbidden } from '../../errors/http-problem.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import { actorOf } from '../../http/serve.ts'
import { checkWorkbookUpload } from '../../http/uploads/check-workbook-upload.ts'
import type { SentFile } from '../../http/uploads/multipart-body.ts'
import { LISTED_DAYS } from './delete-expired.ts'
import { asImport, findImport, readImports, viewFor } from './imports.queries.ts'
import { mappings } from './mapping.routes.ts'
import { sheetsOf } from './reading/staging.ts'
import { asRow, readAlike, readRows } from './rows.queries.ts'
import { discardImport, enqueueApply, enqueueUndo } from './steps.ts'
import { emptyTemplate, filledTemplate } from './template/template.routes.ts'
import { corrected } from './validation/corrections.ts'
import { checkAgain, checkNew } from './validation/validate.ts'

const TABLES = /\.(xlsx|csv)$/i

const PREVIEWED = 'El archivo se revisó; todavía no se ha escrito nada.'
const REFUSED = UPLOAD_TEXTS.errors
const read = (db: Db, session: Session, importId: string) =>
  readAsTenant(db, session.tenantId, (tx) => findImport(tx, session, importId))

type Upload = {
  kit: Kit
  session: Session
  now: Date
  request: Parameters<typeof actorOf>[0]
  file: SentFile | undefined
  gone: AbortSignal
  body: {
    fileName?: string | undefined
    notifyTo: string
    preview?: string | undefined
    confirmation?: string | undefined
  }
}

/** Without `preview` a valid file is queued at once; an invalid one returns its errors and writes nothing. */
const upload =
  (files: FileStore, kind: ImportKind) =>
  async ({ kit, session, now, request, file, gone, body }: Upload): Promise<Uploaded> => {
    const { fileName, bytes } = checkWorkbookUpload(file, body.fileName, { ...UPLOAD_TEXTS, types: TABLES })
    const importId = await checkNew(kit.db, files, { session, now, kind, fileName, bytes, gone })
    const view = viewFor(session, kit, now)
    const validation = asImport(await read(kit.db, session, importId), view)
    if (validation.state === 'refused') return { fileUrl: validation.fileUrl, message: REFUSED, import: validation }
    if (body.preview === 'true') return { fileUrl: null, message: PREVIEWED, import: validation }
    const work = async (tx: Tx): Promise<Uploaded> => {
      const stored = await findImport(tx, session, importId)
      const { message } = await enqueueApply(tx, session, stored, { ...body, again: false, now })
      return { fileUrl: null, message, import: asImport(await findImport(tx, session, importId), view) }
    }
    return asTenant(kit.db, session.tenantId, work, actorOf(request, session))
  }

/** @param files stores the workbooks */
export const imports = (files: FileStore): Handlers<typeof rows> => {
  const readView = async (tx: Tx, session: Session, kit: Kit, now: Date, importId: string): Promise<Import> =>
    asImport(await findImport(tx, session, importId), viewFor(session, kit, now))
  return {
    ...mappings(files),
    uploadTemplate: upload(files, 'add'),
    editTemplate: upload(files, 'edit'),
    replaceTemplate: upload(files, 'replace'),
    generateUploadTemplate: ({ session, kit, now, reply }) => emptyTemplate({ session, kit, now, reply }, 'add'),
    generateEditionTemplate: ({ body, session, tx, kit }) => filledTemplate(tx, session, kit, 'edit', body),
    generateReplacementTemplate: ({ body, session, tx, kit }) => filledTemplate(tx, session, kit, 'replace', body),

    list: async ({ query: { kind }, session, tx, kit, now }) => {
      if (!session.roles.has(IMPORT_NEEDS[kind])) throw forbidden()
      const recent = sql`i.kind = ${kind} and i.created_at > now() - make_interval(days => ${LISTED_DAYS})`
      const found = await readImports(tx, session.tenantId, recent)
      return { imports: found.map((stored) => asImport(stored, viewFor(session, kit, now))) }
    },

    read: async ({ params: { importId }, session, tx, kit, now }) => ({
      import: await readView(tx, session, kit, now, importId),
    }),

    rows: async ({ params: { importId }, query, session, tx, now }) => {
      const { kind, validation } = await findImport(tx, session, importId)
      const { summary, totals } = validation
      const named = summary.fields.flatMap((field, i) => (field ? [[field, summary.headings[i] ?? ''] as const] : []))
      const words = {
        kind,
        country: session.country,
        thisYear: now.getUTCFullYear(),
        headings: new Map(named.toReversed()),
        sheets: sheetsOf(summary),
      }
      const found = await readRows(tx, session.tenantId, importId, query)
      const { show } = query
      return {
        rows: found.map((row) => asRow(row, words)),
        totalCount: show === 'all' ? totals.counts.rows : totals.counts[show],
        alike: await readAlike(tx, session.tenantId, importId, found),
      }
    },

    recheck: async ({ params: { importId }, body, session, kit, now }) => {
      const before = await read(kit.db, session, importId)
      await checkAgain(kit.db, files, { session, now, importId }, (tx, was) =>
        corrected(
          tx,
          { tenantId: session.tenantId, importId, kind: before.kind, country: session.country, now },
          was,
          body,
        ),
      )
      const after = asImport(await read(kit.db, session, importId), viewFor(session, kit, now))
      return { message: after.state === 'refused' ? REFUSED : PREVIEWED, import: after }
    },

    apply: async ({ params: { importId }, body, session, tx, kit, now }) => {
      const stored = await findImport(tx, session, importId)
      const done = await enqueueApply(tx, session, stored, { ...body, again: true, now })
      return { ...done, import: await readView(tx, session, kit, now, importId) }
    },

    discard: async ({ params: { importId }, session, tx, kit, now }) => {
      const message = await discardImport(tx, session, await findImport(tx, session, importId), now)
      return { message, import: await readView(tx, session, kit, now, importId) }
    },

    undo: async ({ params: { importId }, body, session, tx, kit, now }) => {
      const done = await enqueueUndo(tx, session, await findImport(tx, session, importId), body.notifyTo, now)
      return { ...done, import: await readView(tx, session, kit, now, importId) }
    },
  }
}
