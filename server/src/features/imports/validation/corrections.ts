// Corrected cells and omitted rows. They are stored beside the file; the file itself does not change.
import type { ImportKind } from '@padron/contract/imports'
import { CORRECTIONS_AT_MOST, type Correction } from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { templateColumns } from '@padron/contract/template/columns'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { Adjustments } from './validate.ts'

type Change = {
  corrections: readonly Correction[]
  omit: readonly number[]
  include: readonly number[]
  omitRefused: boolean
}
const NO_SUCH_ROW = (row: number): string => `El archivo no tiene datos de un vehículo en la fila ${row}.`
type ImportScope = { tenantId: number; importId: string; kind: ImportKind; country: Country; now: Date }

const refusedRows = async (tx: Tx, { tenantId, importId }: ImportScope): Promise<number[]> => {
  const { rows } = await sql<{ n: number }>`
    select row_number as n
    from vehicle_import_row
    where tenant_id = ${tenantId} and import_id = ${importId} and action = 'refused'`.execute(tx)
  return rows.map(({ n }) => n)
}

/** The index of the first of these rows that the file does not have. */
const firstStrange = async (
  tx: Tx,
  { tenantId, importId }: ImportScope,
  rows: readonly number[],
): Promise<number | undefined> => {
  const { rows: found } = await sql<{ place: number }>`
    select w.place::int as place from unnest(${[...rows]}::int[]) with ordinality as w(n, place)
    where not exists (select
    from vehicle_import_row r
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.row_number = w.n)
    order by w.place limit 1`.execute(tx)
  return found[0] && found[0].place - 1
}

/** Refuses corrections and omissions of unknown rows. Taking one back is allowed for any row. */
const refuseStrangeRows = async (tx: Tx, scope: ImportScope, { corrections, omit }: Change): Promise<void> => {
  const textCorrections = [...corrections.entries()].filter(([, { text }]) => text !== null)
  const corrected = await firstStrange(
    tx,
    scope,
    textCorrections.map(([, { row }]) => row),
  )
  const [at, correction] = textCorrections[corrected ?? -1] ?? []
  if (correction) throw refuse(422, NO_SUCH_ROW(correction.row), `corrections.${at}.row`)
  const omitted = await firstStrange(tx, scope, omit)
  if (omitted !== undefined) throw refuse(422, NO_SUCH_ROW(omit[omitted] ?? 0), `omit.${omitted}`)
}

const merged = (
  before: Adjustments['corrections'],
  corrections: readonly Correction[],
): Record<string, Record<string, string>> => {
  const after: Record<string, Record<string, string>> = structuredClone(before) as Record<
    string,
    Record<string, string>
  >
  for (const { row, field, text } of corrections) {
    const cells = { ...after[row] }
    if (text === null) delete cells[field]
    else cells[field] = text
    if (Object.keys(cells).length > 0) after[row] = cells
    else delete after[row]
  }
  return after
}

/**
 * @returns the new corrections and omitted rows
 * @throws HttpProblem for an unknown row or field, or too many corrections
 */
export const corrected = async (
  tx: Tx,
  scope: ImportScope,
  before: Adjustments,
  change: Change,
): Promise<Adjustments> => {
  const { corrections, omit, include, omitRefused } = change
  const known = new Set<string>(
    templateColumns(scope.kind, scope.country, scope.now.getUTCFullYear()).map(({ field }) => field),
  )
  const strange = corrections.findIndex(({ field }) => !known.has(field))
  if (strange >= 0) throw refuse(422, 'Este tipo de archivo no tiene esa columna.', `corrections.${strange}.field`)
  await refuseStrangeRows(tx, scope, change)
  const cells = merged(before.corrections, corrections)
  const count = Object.values(cells).reduce((sum, each) => sum + Object.keys(each).length, 0)
  if (count > CORRECTIONS_AT_MOST)
    throw refuse(
      422,
      `Aquí se corrigen hasta ${numberText(CORRECTIONS_AT_MOST)} celdas: corrija el archivo y envíelo de nuevo.`,
      'corrections',
    )
  // A row that was just corrected is not omitted for its previous errors.
  const correctedRows = new Set(corrections.map(({ row }) => row))
  const refused = omitRefused ? (await refusedRows(tx, scope)).filter((row) => !correctedRows.has(row)) : []
  const omitted = new Set([...before.omitted, ...omit, ...refused])
  for (const row of include) omitted.delete(row)
  return { ...before, corrections: cells, omitted: [...omitted].toSorted((a, b) => a - b) }
}
