// Registers a workbook of vehicles for the command line and the demo. It validates and applies in one transaction, by
// the same path as the screen: all or nothing.
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { enrolVehicles } from '../../checks/services/enrol.ts'
import { type Actor, bulkAsTenant, type Db, type Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { asJsonb } from '../../db/json.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { applyAdd } from './apply/add.ts'
import { deleteImport } from './delete-expired.ts'
import { ownBytes, validateWorkbook, validationState } from './validation/validate.ts'
import type { Validation } from './validation/validation.ts'

/** A note on a cell; row 0 is the whole file. */
export type RowNote = { row: number; column: string; message: string }
const NOTES_AT_MOST = 1_000

export type Registered =
  | { imported: number; warnings: RowNote[]; warningCount: number }
  | { imported: null; errors: RowNote[]; errorCount: number }

export type RegisterOptions = {
  thisYear: number
  /** The workbook's name, as it is recorded. */
  file: string
  /** The name of a saved mapping; absent: the mapping saved for the file's headings, or the template's columns. */
  mapping?: string | undefined
  actor?: Actor | undefined
}

const notesOf = async (
  tx: Tx,
  tenantId: number,
  importId: string,
  validation: Validation,
  level: 'error' | 'warning',
) => {
  const { summary, totals } = validation
  const { rows } = await sql<{ row: number; field: string | null; message: string }>`
    select r.row_number as row, n->>'f' as field, n->>'m' as message
    from vehicle_import_row r cross join lateral jsonb_array_elements(r.notes) with ordinality as x(n, place)
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and n->>'l' = ${level}
    order by r.row_number, array_position(${summary.fields}::text[], n->>'f'), x.place limit ${NOTES_AT_MOST}`.execute(
    tx,
  )
  const whole = summary.fileNotes.filter((note) => note.level === level)
  const columnOf = (field: string | null) =>
    field === null ? '' : (summary.headings[summary.fields.indexOf(field)] ?? field)
  const notes: RowNote[] = [
    ...whole.map(({ column, message }) => ({ row: 0, column, message })),
    ...rows.map(({ row, field, message }) => ({ row, column: columnOf(field), message })),
  ]
  return { notes, count: whole.length + (level === 'error' ? totals.errorCount : totals.warningCount) }
}

const enrolAll = async (
  tx: Tx,
  { tenantId, country }: { tenantId: number; country: Country },
  importId: string,
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select vehicle_id as id
    from vehicle_import_change
    where tenant_id = ${tenantId} and import_id = ${importId}
    order by 1`.execute(tx)
  await enrolVehicles(
    tx,
    country,
    rows.map(({ id }) => id),
  )
}

/** @throws WorkbookError if it cannot be read; nothing is written then */
export const registerWorkbook = (
  db: Db,
  company: { tenantId: number; country: Country },
  bytes: Buffer,
  { thisYear, file, mapping, actor }: RegisterOptions,
): Promise<Registered> =>
  bulkAsTenant(
    db,
    company.tenantId,
    async (tx, client) => {
      const { tenantId, country } = company
      const importId = uuidV7(new Date())
      await lockCompany(tx, tenantId)
      await sql`select pg_advisory_xact_lock(hashtextextended('vehicle import', ${tenantId}))`.execute(tx)
      const { validation } = await validateWorkbook(tx, client, {
        ...company,
        mayTag: true,
        thisYear,
        kind: 'add',
        importId,
        fileName: file,
        mapping: null,
        mappingName: mapping,
        bytes: ownBytes(bytes),
        corrections: {},
        omitted: [],
      })
      if (validationState(validation) === 'refused') {
        const { notes, count } = await notesOf(tx, tenantId, importId, validation, 'error')
        await deleteImport(tx, tenantId, importId)
        return { imported: null, errors: notes, errorCount: count }
      }
      await sql`
        insert into vehicle_import (import_id, kind, file_name, file_path, file_size, content_hash, user_id, who,
        state, judged)
        values (${importId}, 'add', ${file}, '', ${bytes.length}, ${validation.summary.contentHash}, ${tenantId},
          'Padrón', 'checked', ${asJsonb(validation)}::jsonb)`.execute(tx)
      const onProgress = async () => undefined
      const { created } = await applyAdd({ tx, tenantId, country, importId, fileName: file, onProgress })
      await enrolAll(tx, company, importId)
      const { notes, count } = await notesOf(tx, tenantId, importId, validation, 'warning')
      // The import itself is deleted: no screen would show it.
      await deleteImport(tx, tenantId, importId)
      const recorded = JSON.stringify({ vehicles: [null, created] })
      await sql`select record_activity(${tenantId}, 'import', null, ${file}, 'create', ${recorded}::jsonb)`.execute(tx)
      await touchFleet(tx, tenantId)
      return { imported: created, warnings: notes, warningCount: count }
    },
    actor,
  )
