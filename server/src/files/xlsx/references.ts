// How formulas of a spreadsheet refer to columns and sheets.

/** A column as a spreadsheet names it: 0 → 'A', 26 → 'AA'. */
export const columnName = (column: number): string =>
  (column > 25 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A sheet as a reference names it: before `!`, with its apostrophes doubled. */
export const quoteSheetName = (name: string): string => `'${name.replaceAll("'", "''")}'`
