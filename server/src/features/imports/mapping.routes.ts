// The calls about a company's own sheet: the contents of its columns, reading it by a mapping, and the saved mappings.
import { IMPORT_NEEDS, type ImportKind, type imports as rows } from '@padron/contract/imports'
import { type ImportMapping, mappingFault } from '@padron/contract/imports/mapping'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { forbidden, notFound, refuse } from '../../errors/http-problem.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { createFileLimiter } from '../../files/file-limiter.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { unreadableFile } from '../../http/uploads/check-workbook-upload.ts'
import { asImport, findImport, viewFor } from './imports.queries.ts'
import { refuseUsedName, saveMapping, viewMappings } from './mappings.queries.ts'
import { chosenRows } from './reading/mapped-sheets.ts'
import { readColumns } from './reading/read-workbook.ts'
import { checkAgain, readFile } from './validation/validate.ts'
import type { Validation } from './validation/validation.ts'

/** Each call reads the whole file in a worker thread. */
const limitReading = createFileLimiter({ atOnce: 1, company: 3, process: 10 })

const allow = ({ roles }: Session, kind: ImportKind): void => {
  if (!roles.has(IMPORT_NEEDS[kind])) throw forbidden()
}

const findMapping = async (tx: Tx, session: Session, id: string) => {
  const [found] = await viewMappings(tx, session.tenantId, sql`import_mapping_id = ${id}`)
  if (!found) throw notFound()
  allow(session, found.kind)
  return found
}

const READ = 'El archivo se revisó con sus columnas; todavía no se ha escrito nada.'

type MappingCalls = 'columns' | 'map' | 'mappings' | 'renameMapping' | 'deleteMapping'

/** @param files stores the workbooks */
export const mappings = (files: FileStore): Pick<Handlers<typeof rows>, MappingCalls> => ({
  columns: async ({ params: { importId }, query: { sheet: only, headingRow }, session, kit }) => {
    const { found, path, readBy } = await readAsTenant(kit.db, session.tenantId, async (tx) => {
      const one = await findImport(tx, session, importId)
      const stored = await tx
        .selectFrom('vehicle_import')
        .select(['file_path', 'mapping'])
        .where('tenant_id', '=', session.tenantId)
        .where('import_id', '=', importId)
        .executeTakeFirstOrThrow()
      return { found: one, path: stored.file_path, readBy: stored.mapping as ImportMapping | null }
    })
    const { kind, fileName, validation } = found
    const { country } = session
    const chosen =
      only === undefined || headingRow === undefined
        ? chosenRows(readBy ?? { sheets: [] })
        : new Map([[only, headingRow]])
    const look = await limitReading(session.tenantId, async () =>
      readColumns(await readFile(files, path), { kind, country, fileName, chosen, only }),
    ).catch((error: unknown) => {
      throw unreadableFile(error, only === undefined ? 'file' : 'headingRow')
    })
    const { mapped } = validation.summary
    const sheets = look.sheets.map(({ hash: _, ...sheet }) => sheet)
    return { sheets, mapping: readBy ?? look.proposal, name: mapped?.name ?? null }
  },

  map: async ({ params: { importId }, body: { mapping, keepAs }, session, kit, now }) => {
    const { tenantId, country, username: who } = session
    const before = await readAsTenant(kit.db, tenantId, (tx) => findImport(tx, session, importId))
    const { kind } = before
    const fault = mappingFault(mapping, kind, country)
    if (fault) throw refuse(422, fault.message, `mapping.${fault.path}`)
    const change = async () => ({ corrections: {}, omitted: [], mapping })
    const save = async (tx: Tx, { summary: { mapped, fileNotes } }: Validation): Promise<string | null> => {
      // A mapping that cannot read this file could not read the next one either.
      const isUseless = fileNotes.some(({ level }) => level === 'error')
      if (!mapped || !keepAs || mapped.headingsHash === null || isUseless) return null
      const { headingsHash, everySheet } = mapped
      return saveMapping(tx, { tenantId, kind, who, name: keepAs, headingsHash, everySheet, mapping })
    }
    await checkAgain(kit.db, files, { session, now, importId }, change, save)
    const view = viewFor(session, kit, now)
    const after = await readAsTenant(kit.db, tenantId, (tx) => findImport(tx, session, importId))
    return { message: READ, import: asImport(after, view) }
  },

  mappings: async ({ query: { kind }, session, tx }) => {
    allow(session, kind)
    return { mappings: await viewMappings(tx, session.tenantId, sql`kind = ${kind}`) }
  },

  renameMapping: async ({ params: { importMappingId }, body, session, tx }) => {
    const { kind } = await findMapping(tx, session, importMappingId)
    const name = body.name.trim()
    const own = sql`import_mapping_id = ${importMappingId}`
    await refuseUsedName(tx, { tenantId: session.tenantId, kind, name }, own, 'name')
    await sql`update import_mapping set name = ${name} where tenant_id = ${session.tenantId} and ${own}`.execute(tx)
    return { mapping: await findMapping(tx, session, importMappingId) }
  },

  deleteMapping: async ({ params: { importMappingId }, session, tx }) => {
    const { name } = await findMapping(tx, session, importMappingId)
    const own = sql`tenant_id = ${session.tenantId} and import_mapping_id = ${importMappingId}`
    await sql`delete from import_mapping where ${own}`.execute(tx)
    return { message: `Se borró la asignación de columnas «${name}».` }
  },
})
