// References to columns and sheets in formulas.

/** The name of a column: 0 → 'A', 26 → 'AA'. */
export const columnName = (column: number): string =>
  (column > 25 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** The name of a sheet in a reference, before `!`: in apostrophes, with its own doubled. */
export const quoteSheetName = (name: string): string => `'${name.replaceAll("'", "''")}'`
