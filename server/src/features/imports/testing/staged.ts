// Validated imports without a workbook: rows as validation leaves them, so that applying and undoing are tested by
// themselves.
import { randomUUID } from 'node:crypto'
import type { ImportKind } from '@padron/contract/imports'
import { enrolVehicles } from '../../../checks/services/enrol.ts'
import { type Actor, bulkAsTenant } from '../../../db/client.ts'
import { lockCompany } from '../../../db/company-lock.ts'
import { touchFleet } from '../../../db/fleet-version.ts'
import type { Company, TestServer } from '../../../testing/server.ts'
import { applyAdd } from '../apply/add.ts'
import { changedColumns } from '../apply/changed-columns.ts'
import type { Applied, ApplyContext } from '../apply/context.ts'
import { applyEdit } from '../apply/edit.ts'
import { applyReplace } from '../apply/replace.ts'
import { bitOf, columnForField, type PresentField, STORED_FIELDS } from '../columns.ts'

type Tag = { category: string; name: string }
export type RowInput = {
  /** The vehicle it changes or replaces. */
  target?: number
  /** By field; of a status, the one that is wanted. */
  values?: Readonly<Record<string, string | number | null>>
  tags?: readonly Tag[]
  /** Why the target is replaced. */
  reason?: number
}

export const FILE = 'Flota norte.xlsx'
const ACTIONS: Readonly<Record<ImportKind, string>> = { add: 'new', edit: 'changed', replace: 'changed' }

type Vehicle = Record<string, unknown> & { row_version: number; tag_ids: number[]; tag_names: string[] }

const vehicleOf = async (server: TestServer, id: number): Promise<Vehicle> =>
  (
    await server.db.system.query<Vehicle>(
      `select v.*,
        to_jsonb(array(select tag_id from vehicle_tag t where t.vehicle_id = v.vehicle_id order by 1)) as tag_ids,
        array(select tag_name
        from vehicle_tag t
        join tag using (tenant_id, tag_id)
        where t.vehicle_id = v.vehicle_id
        order by 1) as tag_names
       from vehicle v where vehicle_id = $1`,
      [id],
    )
  ).rows[0] ?? { row_version: 0, tag_ids: [], tag_names: [] }

const beforeOf = (vehicle: Vehicle, { values = {}, tags }: RowInput): object => ({
  ...Object.fromEntries(
    changedColumns(Object.keys(values)).map(({ field, column }) => [field, [vehicle[column] ?? null]]),
  ),
  ...(tags ? { tags: [vehicle.tag_names.join(', ') || null], tagIds: [vehicle.tag_ids] } : {}),
})

const bitsOf = ({ values = {}, tags }: RowInput): number =>
  [...Object.keys(values), ...(tags ? ['tags'] : [])].reduce((bits, field) => bits + bitOf(field as PresentField), 0)

/** @returns the import's id; its rows are numbered from 2 */
export const stageImport = async (
  server: TestServer,
  { tenantId }: Company,
  kind: ImportKind,
  rows: readonly RowInput[],
): Promise<string> => {
  const importId = randomUUID()
  const run = (query: string, values: readonly unknown[]) => server.db.system.query(query, [...values])
  await run(
    `
     insert into vehicle_import (tenant_id, import_id, kind, file_name, file_path, file_size, content_hash, user_id,
       who, state, judged)
     values ($1, $2, $3, $4, $5, 1, 'x', 1, 'ana', 'queued', '{}')`,
    [tenantId, importId, kind, FILE, `2026/11/${importId}`],
  )
  for (const [i, input] of rows.entries()) {
    const { target, values = {}, tags, reason } = input
    const vehicle = target === undefined ? undefined : await vehicleOf(server, target)
    const columns = {
      tenant_id: tenantId,
      import_id: importId,
      row_number: i + 2,
      action: ACTIONS[kind],
      warned: false,
      given: bitsOf(input),
      target_id: target ?? null,
      row_version: vehicle?.row_version ?? null,
      before: kind === 'edit' && vehicle ? JSON.stringify(beforeOf(vehicle, input)) : null,
      tags: tags ? JSON.stringify(tags) : null,
      replacement_reason_id: reason ?? null,
      asset_status_id: values.assetStatusId ?? null,
      ...(kind === 'add' ? { acquisition_reason_id: 1 } : {}),
      ...Object.fromEntries(
        STORED_FIELDS.flatMap((field) => (field in values ? [[columnForField(field), values[field]]] : [])),
      ),
    }
    const names = Object.keys(columns)
    await run(
      `insert into vehicle_import_row (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(columns),
    )
  }
  return importId
}

const APPLY: Readonly<Record<ImportKind, (context: ApplyContext) => Promise<Applied>>> = {
  add: applyAdd,
  edit: applyEdit,
  replace: applyReplace,
}

export const ANA: Actor = { origin: 'console', name: 'norte-ana' }

/** As the job does it. */
export const applyStaged = (
  server: TestServer,
  { tenantId }: Company,
  kind: ImportKind,
  importId: string,
): Promise<Applied> =>
  bulkAsTenant(
    server.db,
    tenantId,
    async (tx, client) => {
      await lockCompany(tx, tenantId)
      const ignoreProgress = async () => undefined
      const applied = await APPLY[kind]({
        tx,
        tenantId,
        country: 'MX',
        importId,
        fileName: FILE,
        onProgress: ignoreProgress,
      })
      const { rows } = await client.query<{ id: number }>(
        'select vehicle_id as id from vehicle_import_change where import_id = $1 and before is null',
        [importId],
      )
      await enrolVehicles(
        tx,
        'MX',
        rows.map(({ id }) => id),
      )
      await client.query(
        `
          update vehicle_import
          set state = 'applied', applied_at = now(), applied_by = 'norte-ana'
          where import_id = $1`,
        [importId],
      )
      await touchFleet(tx, tenantId)
      return applied
    },
    ANA,
  )
