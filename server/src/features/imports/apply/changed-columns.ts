// The vehicle columns that an edit may change, with their types, so that undo can restore `before` from JSON.
import { type RawBuilder, sql } from 'kysely'
import { type SqlType, sqlTypeOf } from '../../../fleet/fields.ts'
import { columnForField, STORED_FIELDS } from '../columns.ts'

export type ChangedColumn = { field: string; column: string; type: SqlType }

const COLUMNS: readonly ChangedColumn[] = [
  ...STORED_FIELDS.map((field) => ({ field, column: columnForField(field), type: sqlTypeOf(field) })),
  { field: 'assetStatusId', column: 'asset_status_id', type: sqlTypeOf('assetStatusId') },
]

/** The vehicle columns among these fields; tags are no column and are left out. */
export const changedColumns = (fields: Iterable<string>): ChangedColumn[] => {
  const named = new Set(fields)
  return COLUMNS.filter(({ field }) => named.has(field))
}

/**
 * The assignments `a = …, b = …, ` of vehicle `v`: each column changes only in rows whose `before` names it.
 * @param from the alias of the row with `before`
 * @param value the column's new value
 */
export const assignments = (
  columns: readonly ChangedColumn[],
  from: 'r' | 'd',
  value: (column: ChangedColumn) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const each = columns.map(
    (changed) => sql`${sql.ref(changed.column)} = case when ${sql.ref(`${from}.before`)} ? ${sql.lit(changed.field)}
      then ${value(changed)} else ${sql.ref(`v.${changed.column}`)} end, `,
  )
  return sql.join(each, sql``)
}
