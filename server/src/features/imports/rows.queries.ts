// Rows of a validated workbook, a page at a time: their values, changes and notes.
import { ACQUISITION_REASONS, ACTIVE, assetStatusText } from '@padron/contract/assets'
import { SHEET_ROWS } from '@padron/contract/imports/mapping'
import {
  type AlikeCells,
  CORRECTIONS_AT_MOST,
  type ImportRow,
  ROWS_A_PAGE,
  type RowAction,
  type RowFilter,
  SUGGESTS,
} from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { STATES } from '@padron/contract/places/states'
import { CLEAR_WORD } from '@padron/contract/template/cells'
import { type TemplateColumn, templateColumns } from '@padron/contract/template/columns'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { REACTIVATE } from '@padron/contract/template/rules'
import { type TagName, tagWords } from '@padron/contract/vehicles/tag-list'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { bitOf, columnForField, PRESENT_FIELDS, type PresentField, STORED_FIELDS } from './columns.ts'
import type { StoredNote } from './reading/pieces.ts'

type Value = string | number | null
type StoredRow = {
  row: number
  action: RowAction
  warned: boolean
  targetId: number | null
  targetPlate: string | null
  targetVin: string | null
  /** The identifiers by which the row names its vehicle. */
  keys: Record<'vehicleAssetId' | 'currentPlate' | 'currentVin', Value>
  /** The vehicle's status before this import. */
  targetStatus: number | null
  given: number
  reactivate: boolean
  texts: Record<string, string> | null
  notes: StoredNote[] | null
  before: Record<string, [Value]> | null
  tags: TagName[] | null
  values: Record<string, Value>
}

const ROW_FILTERS: Readonly<Record<RowFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  new: sql`r.action = 'new'`,
  changed: sql`r.action = 'changed'`,
  unchanged: sql`r.action = 'unchanged'`,
  refused: sql`r.action = 'refused'`,
  warned: sql`r.warned`,
  omitted: sql`r.action = 'omitted'`,
}

const VALUES = sql`
  jsonb_build_object('assetStatusId', r.asset_status_id, 'replacementReasonId', r.replacement_reason_id)
  || ${sql.raw(
    [STORED_FIELDS.slice(0, 20), STORED_FIELDS.slice(20)]
      .map((half) => `jsonb_build_object(${half.map((field) => `'${field}', r.${columnForField(field)}`).join(', ')})`)
      .join(' || '),
  )}`

const KEYS = sql`
  jsonb_build_object('vehicleAssetId', r.given_id, 'currentPlate', r.current_plate, 'currentVin', r.current_vin)`

/** Cost: a page of an index range; the page's number is bounded by the rows a workbook may have. */
export const readRows = async (
  tx: Tx,
  tenantId: number,
  importId: string,
  { show, page }: { show: RowFilter; page: number },
): Promise<StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select r.row_number as row, r.action, r.warned, coalesce(r.target_id, d.vehicle_id) as "targetId",
      ${KEYS} as keys, v.plate as "targetPlate", v.vin as "targetVin",
      coalesce((d.before #>> '{assetStatusId,0}')::int, v.asset_status_id) as "targetStatus",
      r.given, r.reactivate, r.texts, r.notes, r.before, r.tags, ${VALUES} as values
    from (
      select *
      from vehicle_import_row r
      where r.tenant_id = ${tenantId} and r.import_id = ${importId} and ${ROW_FILTERS[show]}
      order by r.row_number
      limit ${ROWS_A_PAGE} offset ${(page - 1) * ROWS_A_PAGE}) r
    -- of an addition the vehicle that it created; otherwise the vehicle that existed before
    left join vehicle_import_change d on d.tenant_id = r.tenant_id
      and d.import_id = r.import_id
      and d.row_number = r.row_number
      and (r.target_id is null or d.vehicle_id = r.target_id)
    left join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = coalesce(r.target_id, d.vehicle_id)
    order by r.row_number`.execute(tx)
  return rows
}

const allTagWords = (tags: StoredRow['tags']): string => (tags ?? []).map(tagWords).join(', ')

/** A stored value in the words that users read and type. */
const inWords = (field: string, value: Value): string | null => {
  if (value === null) return null
  if (field === 'stateId') return STATES.find(({ stateId }) => stateId === value)?.stateName ?? `${value}`
  if (field === 'assetStatusId' || field === 'replacementReasonId') return assetStatusText(Number(value))
  if (field === 'acquisitionReasonId') return ACQUISITION_REASONS.find(({ id }) => id === value)?.text ?? `${value}`
  if (field === 'plateDate' || field === 'registrationDate') return `${value}`.split('-').toReversed().join('/')
  return `${value}`
}

const afterOf = (row: Pick<StoredRow, 'tags' | 'values'>, field: string): string | null =>
  field === 'tags' ? allTagWords(row.tags) || null : inWords(field, row.values[field] ?? null)

const presentFields = (row: Pick<StoredRow, 'given'>): PresentField[] =>
  PRESENT_FIELDS.filter((field) => Math.floor(row.given / bitOf(field)) % 2 === 1)

const DAYS: readonly string[] = ['plateDate', 'registrationDate']
/** The reader writes days as YYYY-MM-DD; users here write DD/MM/YYYY. */
const asTyped = (field: string, text: string): string =>
  DAYS.includes(field) && /^\d{4}-\d\d-\d\d$/.test(text) ? text.split('-').toReversed().join('/') : text

type RowTexts = Pick<StoredRow, 'row' | 'keys' | 'given' | 'reactivate' | 'texts' | 'notes' | 'tags' | 'values'>

/** A row without notes stores no texts; they are written again from its values. */
const textsOf = (row: RowTexts): Record<string, string> => {
  if (row.texts)
    return Object.fromEntries(Object.entries(row.texts).map(([field, text]) => [field, asTyped(field, text)]))
  const named = Object.entries(row.keys).flatMap(([field, value]) =>
    value === null ? [] : [[field, `${value}`] as const],
  )
  const presentTexts = presentFields(row).map((field) => [field, afterOf(row, field) ?? CLEAR_WORD] as const)
  const texts = Object.fromEntries([...named, ...presentTexts])
  return row.reactivate ? { ...texts, assetStatusId: REACTIVATE } : texts
}

const changesOf = (row: StoredRow, kind: TemplateKind, columns: readonly TemplateColumn[]): ImportRow['changes'] => {
  if (row.action !== 'changed') return []
  const { before, targetStatus } = row
  const was = targetStatus === ACTIVE ? null : inWords('assetStatusId', targetStatus)
  return columns.flatMap(({ field, heading }) => {
    const after = afterOf(row, field)
    const changed = before?.[field]
    if (changed) return [{ field, column: heading, before: inWords(field, changed[0]), after }]
    return kind === 'replace' && field === 'replacementReasonId' ? [{ field, column: heading, before: was, after }] : []
  })
}

export type RowWords = {
  kind: TemplateKind
  country: Country
  thisYear: number
  /** The headings of the file, by field. */
  headings: ReadonlyMap<string, string>
  /** The sheets that were read, if there are several. */
  sheets: readonly string[]
}

/** Converts the row to the wire shape. */
export const asRow = (row: StoredRow, { kind, country, thisYear, headings, sheets }: RowWords): ImportRow => {
  const columns = templateColumns(kind, country, thisYear)
  const columnName = (field: string | null): string =>
    field === null ? '' : (headings.get(field) ?? columns.find((column) => column.field === field)?.heading ?? field)
  return {
    row: row.row,
    sheetRow: ((row.row - 1) % SHEET_ROWS) + 1,
    sheet: sheets[Math.floor((row.row - 1) / SHEET_ROWS)] ?? null,
    action: row.action,
    vehicleAssetId: row.targetId,
    plate: row.targetPlate,
    texts: textsOf(row),
    changes: changesOf(row, kind, columns),
    notes: (row.notes ?? []).map(({ f, l, m }) => ({ field: f, column: columnName(f), message: m, level: l })),
  }
}

/** Only the most frequent suggestions; each lists at most as many rows as can be corrected at once. */
const ALIKE_AT_MOST = 20

/**
 * Other rows of the file, on all pages, with the same suggestions as the rows of this page. Omitted rows are excluded.
 * Cost: nothing without a suggestion; otherwise the file's rows with notes.
 */
export const readAlike = async (
  tx: Tx,
  tenantId: number,
  importId: string,
  page: readonly Pick<StoredRow, 'texts' | 'notes'>[],
): Promise<AlikeCells[]> => {
  const suggestedCells = page.flatMap(({ notes, texts }) =>
    (notes ?? []).flatMap(({ f, m }) =>
      f !== null && m.includes(SUGGESTS) ? [{ field: f, message: m, text: texts?.[f] ?? '' }] : [],
    ),
  )
  if (suggestedCells.length === 0) return []
  const { rows } = await sql<AlikeCells>`
    with suggested_cells as (
      select distinct *
      from json_to_recordset(${JSON.stringify(suggestedCells)}::json) as w(field text, message text, text text)
    )
    select w.field, w.message, w.text, count(distinct r.row_number)::int as count,
      (array_agg(distinct r.row_number order by r.row_number))[1:${sql.lit(CORRECTIONS_AT_MOST)}] as rows
    from vehicle_import_row r
    cross join jsonb_array_elements(r.notes) n(note)
    join suggested_cells w on w.field = n.note->>'f' and w.message = n.note->>'m'
      and w.text = coalesce(r.texts->>w.field, '')
    where r.tenant_id = ${tenantId}
      and r.import_id = ${importId}
      and r.notes is not null
      and r.action <> 'omitted'
    group by 1, 2, 3
    having count(distinct r.row_number) > 1
    order by count desc, w.field, w.message, w.text
    limit ${sql.lit(ALIKE_AT_MOST)}`.execute(tx)
  return rows.map((cells) => ({ ...cells, text: asTyped(cells.field, cells.text) }))
}

export type NotedRow = { row: number; notes: StoredNote[]; texts: Record<string, string> }

/** Rows with notes, in order; if there are more than the limit, refused rows come first. */
export const readNotedRows = async (
  tx: Tx,
  tenantId: number,
  importId: string,
  atMost: number,
): Promise<NotedRow[]> => {
  const { rows } = await sql<RowTexts & { notes: StoredNote[] }>`
    select r.row_number as row, r.given, r.reactivate, r.texts, r.notes, r.tags, ${KEYS} as keys, ${VALUES} as values
    from vehicle_import_row r
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.notes is not null and r.action <> 'omitted'
    order by (r.action <> 'refused'), r.row_number
    limit ${atMost}`.execute(tx)
  return rows.map((row) => ({ row: row.row, notes: row.notes, texts: textsOf(row) })).toSorted((a, b) => a.row - b.row)
}
