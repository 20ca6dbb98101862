// Limits of the parts of a workbook. A thread's memory limit does not count Buffers, so these limits are needed.

const MB = 1_048_576

export const LIMITS = {
  bytes: 25 * MB,
  entries: 2_000,
  names: MB, // characters of all parts' names
  entryBytes: 150 * MB,
  totalBytes: 200 * MB,
  ratio: 120, // real workbooks: 6–40
  ratioFrom: MB, // a small part of blanks may have a higher ratio
  bookBytes: 4 * MB,
  styleBytes: 12 * MB,
  stringBytes: 120 * MB,
  strings: 2_000_000,
  formats: 65_000, // Excel's own limit: 65,490
  text: 32_767, // Excel's own limit
  texts: 200_000_000, // of all cells together, in characters: all cells may share one text
  rows: 100_000,
  columns: 200,
} as const
