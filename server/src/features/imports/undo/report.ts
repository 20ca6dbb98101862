// The workbook of rows that could not be undone: row, vehicle and reason.
import { XLSX } from '@padron/contract/common'
import { sql } from 'kysely'
import { bulkAsTenant, type Tx } from '../../../db/client.ts'
import { type Sheet, writeWorkbook } from '../../../files/xlsx/write/writer.ts'
import type { JobResult, JobRun } from '../../../jobs/job.ts'

type UnchangedRow = { row: number; plate: string; vin: string; why: string }

/** One line per row; for a replacement, that of the new vehicle. */
const unchangedRows = async (tx: Tx, tenantId: number, importId: string): Promise<UnchangedRow[]> => {
  const { rows } = await sql<UnchangedRow>`
    select distinct on (d.row_number) d.row_number as row, coalesce(v.plate, r.plate, '') as plate,
      coalesce(v.vin, r.vin, '') as vin, d.skip_reason as why
    from vehicle_import_change d
    left join vehicle v on v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id
    left join vehicle_import_row r on r.tenant_id = d.tenant_id
      and r.import_id = d.import_id
      and r.row_number = d.row_number
    where d.tenant_id = ${tenantId} and d.import_id = ${importId} and d.skip_reason is not null
    order by d.row_number, d.before is not null`.execute(tx)
  return rows
}

const sheet = (rows: readonly UnchangedRow[]): Sheet => ({
  name: 'No se deshizo',
  columns: [
    { title: 'Fila', kind: 'number', width: 8 },
    { title: 'Placa', kind: 'text', width: 14 },
    { title: 'VIN', kind: 'text', width: 22 },
    { title: 'Por qué no se deshizo', kind: 'text', width: 80 },
  ],
  rows: rows.map(({ row, plate, vin, why }) => [row, plate, vin, why]),
})

export const undoReport = async (
  { db, files, runId, item: { tenantId, createdAt, actor } }: JobRun,
  importId: string,
  fileName: string,
): Promise<NonNullable<JobResult['file']>> => {
  const rows = await bulkAsTenant(db, tenantId, (tx) => unchangedRows(tx, tenantId, importId), actor)
  const file = await files.write(runId, new Date(createdAt), (into) => writeWorkbook(into, [sheet(rows)]))
  const name = fileName
    .replace(/\.xlsx$/i, '')
    .replace(/[\\/:*?"<>|]|\p{Cc}/gu, ' ')
    .slice(0, 150)
  return { ...file, name: `No se deshizo de ${name}.xlsx`, type: XLSX, shapedBy: [] }
}
